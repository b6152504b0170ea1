SELECT preset, players, route, count(net) AS seats, coalesce(sum(won::INT) FILTER (net IS NOT NULL), 0)::BIGINT
  AS wins,
  sum(net) / count(net) AS mean_net,
  mean_net - half_width(count(net), sum(net), sum(net * net)) AS low,
  mean_net + half_width(count(net), sum(net), sum(net * net)) AS high
FROM outcome WHERE game = 'marriage' AND winner IS NOT NULL GROUP BY ALL ORDER BY preset, players, route NULLS LAST

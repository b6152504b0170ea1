SELECT game, preset, players, CASE WHEN seat > dealer THEN seat - dealer ELSE seat - dealer + players END
    AS after_dealer,
  count(net) AS games, coalesce(sum(won::INT) FILTER (net IS NOT NULL), 0)::BIGINT AS wins,
  sum(net) / count(net) AS mean_net,
  mean_net - half_width(count(net), sum(net), sum(net * net)) AS low,
  mean_net + half_width(count(net), sum(net), sum(net * net)) AS high
FROM outcome WHERE dealer IS NOT NULL GROUP BY ALL ORDER BY game, preset, players, after_dealer

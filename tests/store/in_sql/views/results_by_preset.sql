SELECT game, preset, players, count(DISTINCT digest) AS games, count(DISTINCT digest) FILTER (winner IS NOT NULL)
  AS finished,
  sum(turns) FILTER (seat = 0) / count(turns) FILTER (seat = 0) AS mean_turns,
  sum(net) FILTER (won) / count(net) FILTER (won) AS mean_won,
  CASE WHEN count(net) > 1 THEN sqrt((sum(net * net) - sum(net) * sum(net) / count(net)) / (count(net) - 1)) END
    AS spread
FROM outcome GROUP BY ALL ORDER BY game, preset, players

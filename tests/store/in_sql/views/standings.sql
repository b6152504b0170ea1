SELECT game, player, first(player_name ORDER BY load_number) AS player_name, count(*) AS games,
  sum(coalesce(won, false)::INT)::BIGINT AS wins, sum(net)::BIGINT AS net, count(*) - count(net) AS unknown_games,
  sum(net) / count(net) AS mean_net,
  mean_net - half_width(count(net), sum(net), sum(net * net)) AS low,
  mean_net + half_width(count(net), sum(net), sum(net * net)) AS high,
  list_max(list(net)) AS best, list_min(list(net)) AS worst,
  min(day) AS first_day, max(day) AS last_day
FROM outcome GROUP BY game, player ORDER BY game, net DESC NULLS LAST, player

SELECT load_number, digest, game, game_id, session_id, session_number, day, seat, player, player_name, won,
  claimed_net, derived_net, net,
  CASE WHEN net IS NOT NULL THEN CASE WHEN derived_net IS NULL THEN 'claimed' ELSE 'derived' END END AS net_source
FROM outcome ORDER BY load_number, seat

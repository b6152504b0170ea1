WITH flow AS (
  SELECT digest, payee AS seat, payer AS other, points FROM payment
  UNION ALL SELECT digest, payer, payee, -points FROM payment),
paid AS (SELECT digest, seat, other, sum(points) AS points FROM flow GROUP BY ALL)
SELECT a.game, a.player, b.player AS opponent, count(*) AS games, sum(coalesce(a.won, false)::INT)::BIGINT AS wins,
  sum(coalesce(b.won, false)::INT)::BIGINT AS losses, sum(a.net)::BIGINT AS net, sum(b.net)::BIGINT AS opponent_net,
  coalesce(sum(p.points), 0)::BIGINT AS received
FROM outcome a JOIN outcome b ON a.digest = b.digest AND a.seat <> b.seat
LEFT JOIN paid p ON (p.digest, p.seat, p.other) = (a.digest, a.seat, b.seat)
GROUP BY a.game, a.player, b.player ORDER BY a.game, a.player, opponent

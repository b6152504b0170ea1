-- What the views are counted from: the tables as they were recomputed, made_games and so on, of games that count.

CREATE MACRO half_width(n, total, squares) AS
  CASE WHEN n > 1 THEN 1.96 * sqrt(greatest((squares - total * total / n) / (n - 1), 0) / n) END;

CREATE TABLE outcome AS  -- a row a player of a game that counts
SELECT g.load_number, g.digest, g.game, g.game_id, g.session_id, g.session_number, g.day, g.preset, g.players,
  g.dealer,
  g.winner, g.turns, s.seat, s.player, s.player_name, s.route, s.claimed_net, s.derived_net,
  CASE WHEN s.derived_net IS NULL THEN s.claimed_net ELSE s.derived_net END AS net,
  CASE WHEN g.winner IS NOT NULL THEN g.winner = s.seat END AS won
FROM made_games g, made_seats s
WHERE g.digest = s.digest AND g.digest IN (SELECT digest FROM counting);

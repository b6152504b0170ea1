-- A member's total is summed over the games before, each looked up anew.
WITH game_ AS (
  SELECT c.*, CASE WHEN EXISTS (FROM counting o WHERE (o.game, o.session_id) = (c.game, c.session_id)
    AND o.session_number IS NULL) THEN 0 ELSE session_number END AS place
  FROM counting c WHERE session_id IS NOT NULL),
placed AS (
  SELECT g.*, (SELECT count(*) FROM game_ o WHERE (o.game, o.session_id) = (g.game, g.session_id)
    AND (o.place, o.load_number) <= (g.place, g.load_number)) AS position
  FROM game_ g),
member AS (
  SELECT p.game, p.session_id, m.key AS player, arg_min(m.label, p.position) AS player_name
  FROM placed p JOIN (SELECT digest, key, label FROM seat UNION ALL SELECT digest, key, label FROM sitting_out) m
    USING (digest)
  GROUP BY ALL)
SELECT p.game, p.session_id, p.position, p.session_number, p.game_id, m.player, m.player_name, o.net,
  (SELECT coalesce(sum(x.net), 0)::BIGINT FROM outcome x JOIN placed q USING (digest)
    WHERE (q.game, q.session_id) = (p.game, p.session_id) AND q.position <= p.position AND x.player = m.player)
      AS total
FROM placed p JOIN member m USING (game, session_id)
LEFT JOIN outcome o ON o.digest = p.digest AND o.player = m.player
ORDER BY p.game, p.session_id, p.position, m.player

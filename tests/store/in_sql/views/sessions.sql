WITH own AS (
  SELECT g.*, (record->'session'->'stake') AS stake FROM made_games g JOIN record USING (digest)
  WHERE digest IN (SELECT digest FROM counting) AND session_id IS NOT NULL)
SELECT game, session_id, count(DISTINCT digest) AS games, count(DISTINCT player) AS players,
  min(day) AS first_day, max(day) AS last_day, min(session_number) AS lowest_number,
  max(session_number) AS highest_number, count(DISTINCT field(stake, '$')) AS stakes,
  (SELECT sum(e.errors) FROM own e WHERE (e.game, e.session_id) = (own.game, own.session_id))::BIGINT AS to_check
FROM own JOIN (SELECT digest, key AS player FROM seat) USING (digest)
GROUP BY game, session_id ORDER BY game, session_id

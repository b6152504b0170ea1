WITH first AS (SELECT digest, min(turn_no) AS turn_no FROM word WHERE name = 'show' GROUP BY digest),
before AS (
  SELECT e.digest, sum(e.milliseconds)::BIGINT AS spent, count(*) = count(e.milliseconds) AS is_timed,
    count(*) FILTER (t.turn_of_seat IS NOT NULL) AS turns
  FROM entry e JOIN first f ON f.digest = e.digest AND e.turn_no <= f.turn_no
  JOIN made_turns t ON (t.digest, t.turn_no) = (e.digest, e.turn_no) GROUP BY e.digest)
SELECT g.load_number, g.digest, g.game_id, g.preset, g.players, f.turn_no, t.seat, s.key AS player,
  s.label AS player_name, t.route, t.turn_of_seat, CASE WHEN t.turn_of_seat > 0 THEN b.turns END AS turns_of_all,
  CASE WHEN b.is_timed THEN b.spent END AS milliseconds
FROM counting g LEFT JOIN first f USING (digest) LEFT JOIN before b USING (digest)
LEFT JOIN made_turns t ON (t.digest, t.turn_no) = (f.digest, f.turn_no)
LEFT JOIN seat s ON (s.digest, s.seat) = (t.digest, t.seat)
WHERE g.game = 'marriage' AND size_of(g.record, '$.play') > 0 ORDER BY g.load_number

WITH shows AS (SELECT digest, seat, turn_no FROM word WHERE name = 'show')
SELECT g.load_number, g.digest, g.game_id, g.preset, g.players, s.seat, s.key AS player, s.label AS player_name,
  w.turn_no, t.turn_of_seat,
  CASE WHEN w.turn_no IS NOT NULL THEN (SELECT count(*) FROM shows o WHERE o.digest = w.digest
    AND o.turn_no <= w.turn_no)
    END AS place,
  CASE WHEN w.turn_no IS NOT NULL THEN CASE
    WHEN EXISTS (FROM word x WHERE (x.digest, x.turn_no) = (w.digest, w.turn_no) AND x.name = 'tiplu') THEN 'chose'
    WHEN EXISTS (FROM word x WHERE (x.digest, x.turn_no) = (w.digest, w.turn_no) AND x.name = 'see') THEN 'saw' END
    END AS how, t.route
FROM counting g JOIN seat s USING (digest) LEFT JOIN shows w ON (w.digest, w.seat) = (s.digest, s.seat)
LEFT JOIN made_turns t ON (t.digest, t.turn_no) = (w.digest, w.turn_no)
WHERE g.game = 'marriage' AND size_of(g.record, '$.play') > 0 ORDER BY g.load_number, s.seat

SELECT g.load_number, g.digest, g.game_id, g.preset, g.players, s.seat, s.key AS player, s.label AS player_name,
  count(*) FILTER (w.word[1] IN ('s', 'p', 'd')) AS draws, count(*) FILTER (w.word[1] = 'p') AS from_pile,
  count(*) FILTER (w.word[1] = 's') AS from_stock, count(*) FILTER (w.word[1] = 'd') AS from_unknown
FROM counting g JOIN seat s USING (digest)
LEFT JOIN word w ON (w.digest, w.seat) = (s.digest, s.seat) AND w.name IS NULL
WHERE g.game = 'marriage' AND size_of(g.record, '$.play') > 0 GROUP BY ALL ORDER BY g.load_number, s.seat

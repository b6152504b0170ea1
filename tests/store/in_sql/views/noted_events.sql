SELECT digest, game_id, turn_no, event_no, seat,
  CASE WHEN name IS NOT NULL THEN name WHEN word[1] = 'x' THEN 'discard' ELSE 'draw' END AS kind,
  nullif(about, '??') AS card, face(about) AS face, CASE WHEN name NOT IN ('tiplu', 'see') THEN inside END AS cards,
  CASE WHEN name IS NULL THEN CASE word[1] WHEN 's' THEN 'stock' WHEN 'p' THEN 'pile' END END AS source,
  nullif(regexp_extract(word, '@(\d+)', 1), '')::SMALLINT AS above
FROM (SELECT *, CASE WHEN name IS NULL THEN substr(word, 2) WHEN name IN ('tiplu', 'see')
  THEN regexp_extract(inside, '^[^@]+') END AS about FROM word WHERE game = 'marriage' AND word <> '?')
ORDER BY digest, turn_no, event_no

WITH noted AS (
  SELECT *, CASE WHEN name IS NULL THEN substr(word, 2) WHEN name IN ('tiplu', 'see')
      THEN regexp_extract(inside, '^[^@]+') END AS about,
    nullif(regexp_extract(word, '@(\d+)', 1), '') AS above
  FROM word WHERE game = 'marriage'),
scored AS (  -- what the trick itself brings belongs to the word that names its winner
  SELECT digest, turn_no, event_no, sum(points) FILTER (kind <> 'brisques') AS points FROM ledger GROUP BY ALL)
SELECT digest, game_id, turn_no, event_no, seat,
  CASE WHEN name IS NOT NULL THEN name WHEN word[1] = 'x' THEN 'discard' ELSE 'draw' END AS kind,
  nullif(about, '??') AS card, face(about) AS face, CASE WHEN name NOT IN ('tiplu', 'see') THEN inside END AS cards,
  false AS is_derived, is_whole AS is_sound,
  CASE WHEN name IS NULL THEN CASE word[1] WHEN 's' THEN 'stock' WHEN 'p' THEN 'pile' END END AS source,
  above::SMALLINT AS above, NULL AS scored
FROM noted
UNION ALL
SELECT digest, game_id, turn_no, event_no, a.seat, a.kind, a.card, face(a.card),
  CASE WHEN a.kind = 'meld' THEN a.inside END, false, is_whole, NULL, NULL, coalesce(s.points, 0)
FROM act a JOIN word USING (digest, turn_no, event_no) LEFT JOIN scored s USING (digest, turn_no, event_no)
ORDER BY digest, turn_no, event_no

SELECT digest, game_id, i AS annotation, (note->>'turn')::BIGINT AS turn_no, (note->>'seat')::BIGINT AS seat,
  (note->>'kind') AS kind, (note->>'text') AS text, (note->>'lang') AS lang, (note->>'by') AS by, (note->>'at') AS at
FROM (
  SELECT digest, game_id, i, json_extract(notes, '$[' || i || ']') AS note
  FROM record, LATERAL (SELECT unnest(range(size_of(notes, '$'))) AS i))
ORDER BY digest, annotation

SELECT r.load_number, r.digest, r.game_id, c.digest AS corrected, (corrects->>'reason') AS reason,
  field(corrects, '$.by') AS by, (corrects->>'at') AS at, (corrects->>'note') AS note
FROM (SELECT *, (record->'corrects') AS corrects FROM record) r LEFT JOIN corrected c ON c.correction = r.digest
WHERE corrects IS NOT NULL ORDER BY r.load_number, corrected

-- How records stand to one another, and claims that differ from what the settlement in SQL gives.
WITH conflict AS (
  SELECT r.digest, 'id_conflict' AS code, 'warning' AS severity, 'record' AS concern, NULL::BIGINT AS seat, NULL
    AS rule,
    NULL AS expected, NULL AS found, 'id' AS path, r.number AS line
  FROM record r
  WHERE (r.record->'corrects') IS NULL AND r.digest NOT IN (SELECT digest FROM corrected) AND EXISTS (FROM record o
    WHERE o.game_id = r.game_id AND o.load_number < r.load_number AND o.digest NOT IN (SELECT digest FROM corrected)
      AND coalesce((o.record->>'view'), 'all') = coalesce((r.record->>'view'), 'all'))),
unknown AS (
  SELECT digest, 'corrects_unknown', 'warning', 'record', NULL, NULL, NULL, NULL, 'corrects', number
  FROM record WHERE (record->'corrects') IS NOT NULL AND digest NOT IN (SELECT correction FROM correcting)),
maal_ AS (
  SELECT s.digest, 'maal_differs', 'error', 'claim', s.seat,
    CASE WHEN m.s = 0 AND NOT coalesce(m.seen, false) AND m.basis = 'rule'
      THEN CASE m.kidnap WHEN 'off' THEN 'VAR-05' ELSE 'VAR-06' END ELSE 'SCORE-04' END,
    m.s::VARCHAR, (s.result->>'maal'), 'result.players[' || s.seat || '].maal', NULL
  FROM seat s JOIN maal m USING (digest, seat) WHERE (s.result->>'maal')::BIGINT <> m.s),
net_ AS (
  SELECT s.digest, 'net_differs', 'error', 'claim', s.seat, CASE WHEN s.seat = f.winner THEN 'SET-05'
    ELSE 'SET-04' END,
    n.net::VARCHAR, (s.result->>'net'), 'result.players[' || s.seat || '].net', NULL
  FROM seat s JOIN net n USING (digest, seat) JOIN table_facts f USING (digest)
  WHERE f.winner IS NOT NULL AND (s.result->>'net')::BIGINT <> n.net),
sums AS (
  SELECT digest, 'net_sum_not_zero', 'error', 'claim', NULL, 'SET-05', '0', sum((result->>'net')::BIGINT)::VARCHAR,
    'result.players', NULL
  FROM seat WHERE game = 'marriage' GROUP BY digest
  HAVING count(*) = count(result->>'net') AND sum((result->>'net')::BIGINT) <> 0)
SELECT * FROM conflict UNION ALL FROM unknown UNION ALL FROM maal_ UNION ALL FROM net_ UNION ALL FROM sums
ORDER BY digest, code, seat

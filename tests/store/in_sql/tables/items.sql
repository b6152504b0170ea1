SELECT digest, row_number() OVER (PARTITION BY digest ORDER BY seat, place) - 1 AS item, seat, kind, count, cards,
  points::BIGINT AS points, rule
FROM maal_item
UNION ALL
SELECT digest, number - 1, seat, kind,
  CASE kind WHEN 'brisques' THEN len(regexp_extract_all(cards, '\S+')) ELSE 1 END, cards, points, rule
FROM ledger JOIN played_out USING (digest)
ORDER BY digest, item

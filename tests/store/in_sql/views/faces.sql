SELECT face(card) AS face, card, CASE WHEN card NOT IN ('JK', 'MC') THEN card[1] END AS rank,
  CASE WHEN card NOT IN ('JK', 'MC') THEN card[2] END AS suit
FROM (
  SELECT unnest(string_split('A23456789TJQK', '')) || suit AS card FROM (SELECT unnest(['S', 'H', 'D', 'C']) AS suit)
  UNION ALL SELECT unnest(['JK', 'MC']))
ORDER BY face

SELECT s.digest, s.game_id, s.seat, s.key AS player, c.score, c.claimed,
  CASE c.score WHEN 'maal' THEN m.derived_maal WHEN 'net' THEN m.derived_net WHEN 'brisques' THEN m.derived_brisques
    WHEN 'melds' THEN m.derived_melds WHEN 'dix' THEN m.derived_dix ELSE m.derived_bonus END AS derived,
  c.claimed <> derived AS differs
FROM (
  SELECT *, CASE field_ WHEN 'points' THEN 'net' ELSE field_ END AS score, (result->>field_)::BIGINT AS claimed
  FROM (SELECT *, unnest(['maal', 'net', 'points', 'brisques', 'melds', 'dix', 'bonus']) AS field_ FROM seat)) c
JOIN seat s USING (digest, seat) JOIN made_seats m USING (digest, seat)
WHERE claimed IS NOT NULL ORDER BY s.digest, s.seat, c.score

WITH foul AS (
  SELECT digest, seat, count(*) FILTER (NOT is_due) AS fouls, coalesce(sum(points) FILTER (NOT is_due), 0)::BIGINT
    AS dhoos,
    coalesce(sum(points) FILTER (is_due), 0)::BIGINT AS due
  FROM dhoos GROUP BY digest, seat),
points AS (
  SELECT digest, s.seat, coalesce(sum(l.points) FILTER (l.seat = s.seat), 0)::BIGINT AS net,
    coalesce(sum(l.points) FILTER (l.seat = s.seat AND rule = 'MJ-B4'), 0)::BIGINT AS brisques,
    coalesce(sum(l.points) FILTER (l.seat = s.seat AND rule = 'MJ-M1'), 0)::BIGINT AS melds,
    coalesce(sum(l.points) FILTER (l.seat = s.seat AND rule IN ('MJ-D4', 'MJ-X1', 'MJ-X5')), 0)::BIGINT AS dix,
    coalesce(sum(l.points) FILTER (l.seat = s.seat AND rule IN ('MJ-B1', 'MJ-B2', 'MJ-B3')), 0)::BIGINT AS bonus
  FROM played_out CROSS JOIN (SELECT unnest([0, 1]) AS seat) s LEFT JOIN ledger l USING (digest) GROUP BY digest,
    s.seat),
trick AS (
  SELECT digest, winner AS seat, count(*) AS tricks FROM act WHERE kind = 'wins' GROUP BY digest, winner)
SELECT s.digest, s.seat, s.key AS player, s.label AS player_name,
  CASE s.game WHEN 'marriage' THEN m.basis WHEN 'marjolet' THEN CASE WHEN p.digest IS NOT NULL
    THEN 'cards' END END AS basis,
  (result->>'maal')::BIGINT AS claimed_maal, m.s AS derived_maal,
  CASE s.game WHEN 'marriage' THEN (result->>'net')::BIGINT ELSE (result->>'points')::BIGINT END AS claimed_net,
  coalesce(n.net, p.net) AS derived_net,
  (result->>'seen')::BOOLEAN AS seen, (result->>'route') AS route, (result->>'counted')::BIGINT AS claimed_counted,
  CASE s.game WHEN 'marriage' THEN coalesce(f.fouls, 0) END AS fouls,
  CASE s.game WHEN 'marriage' THEN coalesce(f.dhoos, 0) END AS dhoos,
  CASE s.game WHEN 'marriage' THEN coalesce(f.due, 0) END AS dhoos_due,
  (result->>'shown') AS shown, (result->>'sets') AS sets, (result->>'holding') AS holding,
  (result->>'displayed_tunnels') AS displayed_tunnels, (result->>'final_discard') AS final_discard,
  (result->>'laid_marriage')::BOOLEAN AS laid_marriage,
  (result->>'brisques')::BIGINT AS claimed_brisques, p.brisques AS derived_brisques,
  (result->>'melds')::BIGINT AS claimed_melds, p.melds AS derived_melds,
  (result->>'dix')::BIGINT AS claimed_dix, p.dix AS derived_dix,
  (result->>'bonus')::BIGINT AS claimed_bonus, p.bonus AS derived_bonus,
  (record->'before'->>(s.seat::INT))::BIGINT AS points_before,
  CASE WHEN p.digest IS NOT NULL THEN coalesce(t.tricks, 0) END AS tricks
FROM seat s LEFT JOIN maal m USING (digest, seat) LEFT JOIN net n USING (digest, seat)
LEFT JOIN points p USING (digest, seat) LEFT JOIN trick t USING (digest, seat) LEFT JOIN foul f USING (digest, seat)
ORDER BY digest, seat

SELECT c.preset, l.kind AS meld_kind, count(*) AS melds, sum(l.points)::BIGINT AS points
FROM ledger l JOIN counting c USING (digest) WHERE l.rule = 'MJ-M1' GROUP BY ALL ORDER BY points DESC, meld_kind,
  preset

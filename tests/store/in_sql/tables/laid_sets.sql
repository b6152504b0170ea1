-- A set's kind by section 4 of the rules: of its readings the one with the fewest wild cards counts, and of
-- equal ones the sequence. Before the tiplu is seen nothing is wild.
WITH laid AS (
  SELECT digest, game_id, turn_no, event_no, seat, name, is_whole, unnest(range(len(sets))) AS set_no,
    unnest(sets) AS cards
  FROM (SELECT *, string_split(inside, ',') AS sets FROM word
    WHERE game = 'marriage' AND name IN ('tunnel', 'show', 'finish', 'badshow', 'badfinish') AND inside <> '')),
card AS (
  SELECT *, unnest(set_cards(cards)) AS card, name LIKE '%finish' AND EXISTS (FROM word w
    WHERE w.digest = laid.digest AND w.seat = laid.seat AND w.name = 'show' AND w.turn_no <= laid.turn_no) AS has_seen
  FROM laid),
marked AS (
  SELECT c.*, r.* EXCLUDE (digest, tiplu),
    has_seen AND coalesce(role_of(card, f.tiplu, false) <> 'ordinary', false) AS is_wild
  FROM card c JOIN table_facts f USING (digest) JOIN rules r USING (digest)),
-- Each way to read its wild cards: as themselves, or as standing for another card.
told AS (
  SELECT digest, turn_no, event_no, set_no, any_value(game_id) AS game_id, any_value(seat) AS seat, name,
    is_whole, cards,
    any_value(ace_high) AS ace_high, any_value(set_length) AS set_length,
    any_value(master_in_primary) AS master_in_primary,
    list({card: card, wild: is_wild} ORDER BY card) AS list, count(*) AS length, count(DISTINCT card) AS faces,
    count(*) FILTER (is_wild) AS wilds
  FROM marked GROUP BY ALL),
reading AS (
  SELECT *, unnest(range((1 << length::INT))) AS mask FROM told WHERE length > 2 AND faces > 1),
parted AS (
  SELECT r.*, list_filter(list, lambda one, i: (mask >> (i - 1)::INT) & 1 = 0) AS naturals,
    list_filter(list, lambda one, i: (mask >> (i - 1)::INT) & 1 = 1) AS stand_ins
  FROM reading r),
judged AS (
  SELECT digest, turn_no, event_no, set_no, wilds, length, len(stand_ins) AS used,
    [instr('A23456789TJQK', n.card[1]) FOR n IN naturals] AS low,
    [CASE WHEN n.card[1] = 'A' THEN 14 ELSE instr('A23456789TJQK', n.card[1]) END FOR n IN naturals] AS high,
    len(list_distinct([n.card[1] FOR n IN naturals])) <= 1 AS one_rank,
    len(list_distinct([n.card[2] FOR n IN naturals])) AS suits,
    list_bool_and([n.card NOT IN ('JK', 'MC') FOR n IN naturals]) IS NOT FALSE AS are_natural,
    list_bool_and([s.wild FOR s IN stand_ins]) IS NOT FALSE AS are_wild,
    list_bool_and([s.wild OR (master_in_primary AND s.card = 'MC') FOR s IN stand_ins]) IS NOT FALSE AS are_run_wild,
    len(stand_ins) = 1 AND stand_ins[1].card = 'MC' AND master_in_primary AS is_master,
    len(naturals) AS number, ace_high, set_length
  FROM parted),
valid AS (
  SELECT *, are_natural AND are_run_wild AND number > 0 AND suits = 1 AND length <= 13
      AND (set_length = 'min3' OR length = 3) AND (
        (len(list_distinct(low)) = number AND list_max(low) - list_min(low) < length)
        OR (ace_high AND len(list_distinct(high)) = number AND list_max(high) - list_min(high) < length)) AS is_run,
    are_natural AND are_wild AND number > 0 AND one_rank AND suits = number AND length <= 4
      AND (set_length = 'min3' OR length = 3) AS is_trial
  FROM judged),
kinds AS (
  SELECT digest, turn_no, event_no, set_no, any_value(wilds) AS wilds, any_value(length) AS length,
    min(used) FILTER (is_run) AS run, min(used) FILTER (is_trial) AS trial,
    bool_or(is_master) FILTER (is_run AND used = 1) AS run_by_master
  FROM valid GROUP BY ALL)
SELECT t.digest, t.game_id, t.turn_no, t.event_no, t.set_no, t.seat, t.name AS laid_as, t.cards, t.is_whole
  AS is_sound,
  CASE WHEN t.length = 2 AND faces = 1 THEN 'dublee' WHEN t.length = 3 AND faces = 1 THEN 'tunnel'
    WHEN k.run = 0 THEN 'pure sequence' WHEN k.trial = 0 THEN 'trial'
    WHEN k.run = 1 AND run_by_master AND (k.trial IS NULL OR k.run <= k.trial) THEN 'pure sequence'
    WHEN t.length = 3 AND t.wilds >= 2 THEN 'wilds'
    WHEN k.run <= coalesce(k.trial, 99) THEN 'sequence' WHEN k.trial IS NOT NULL THEN 'dirty trial' END AS set_kind,
  NULL AS meld_kind, NULL AS meld_points
FROM told t LEFT JOIN kinds k USING (digest, turn_no, event_no, set_no)
UNION ALL
SELECT a.digest, w.game_id, turn_no, event_no, 0, a.seat, 'meld', a.inside, w.is_whole, NULL, l.kind, l.points
FROM act a JOIN word w USING (digest, turn_no, event_no)
LEFT JOIN ledger l ON (l.digest, l.turn_no, l.event_no) = (a.digest, a.turn_no, a.event_no) AND l.rule = 'MJ-M1'
WHERE a.kind = 'meld'
ORDER BY digest, turn_no, event_no, set_no

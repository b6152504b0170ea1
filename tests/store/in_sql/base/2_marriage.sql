-- Games of Marriage settled: sections 6 and 9 to 11 of the rules. What a whole play tells goes before what the
-- result says; of a hand its cards go before its items, and these before what was stated.

CREATE MACRO next_face(card, step) AS
  'A23456789TJQK'[(instr('A23456789TJQK', card[1]) - 1 + step + 13) % 13 + 1] || card[2];
CREATE MACRO role_of(card, tiplu, alter_counts) AS CASE
  WHEN card = 'JK' THEN 'putali' WHEN card = 'MC' THEN 'master_card' WHEN card = tiplu THEN 'tiplu'
  WHEN card = next_face(tiplu, 1) THEN 'poplu' WHEN card = next_face(tiplu, -1) THEN 'jhiplu'
  WHEN card[1] <> tiplu[1] THEN 'ordinary'
  WHEN alter_counts AND card[2] = translate(tiplu[2], 'SCHD', 'CSDH') THEN 'alter' ELSE 'ordinary_joker' END;
-- The total for so many; beyond the last tier its last step repeats.
CREATE MACRO total_of(tiers, n) AS CASE WHEN n = 0 OR tiers IS NULL THEN 0 WHEN n <= len(tiers) THEN tiers[n]
  ELSE tiers[-1] + (n - len(tiers)) * (tiers[-1] - coalesce(tiers[-2], 0)) END;
CREATE MACRO tiers(options, name) AS from_json(field(options, '$.' || name), '["BIGINT"]');

CREATE TABLE rules AS
SELECT digest, players AS size, (options->>'better')::BIGINT AS better, (options->>'kidnap') AS kidnap,
  (options->>'maal_pachaunu')::BOOLEAN AS maal_pachaunu, (options->>'tunnel_pachaunu')::BOOLEAN AS tunnel_pachaunu,
  (options->>'tunnel_source') AS tunnel_source, (options->>'tunnel_mode') = 'additive' AS additive,
  (options->>'maal_assignment') = 'greedy' AS greedy, (options->>'ace_tiplu_marriage')::BOOLEAN AS ace_marriage,
  (options->>'laid_marriage_bonus')::BIGINT AS laid_bonus, tiers(options, 'marriage_points') AS marriage,
  tiers(options, 'tiplu_points') AS tiplu, tiers(options, 'poplu_points') AS poplu,
  tiers(options, 'jhiplu_points') AS jhiplu, tiers(options, 'alter_points') AS alter_,
  tiers(options, 'putali_points') AS putali, (options->>'master_card')::BIGINT AS master_card,
  (options->'tunnel_points') AS tunnels,
  (options->>'dublee_payment_mode') AS mode, (options->>'dublee_bonus')::BIGINT AS bonus,
  (options->>'seen_payment')::BIGINT AS pay_seen, (options->>'unseen_payment')::BIGINT AS pay_unseen,
  (options->>'dublee_seen_payment')::BIGINT AS pay_dublee_seen,
  (options->>'dublee_unseen_payment')::BIGINT AS pay_dublee_unseen,
  (options->>'dublee_loser_exempt')::BOOLEAN AS dublees_exempt,
  (options->>'foul_exempt_from_payment')::BOOLEAN AS fouls_exempt, (options->>'dhoos_when') AS dhoos_when,
  (options->>'set_length') AS set_length, (options->>'ace_high_sequence')::BOOLEAN AS ace_high,
  (options->>'master_card') IS NOT NULL AND (options->>'master_card_in_primary')::BOOLEAN AS master_in_primary
FROM record WHERE game = 'marriage' AND options IS NOT NULL;

CREATE TABLE table_facts AS  -- a row a game: who won, by which tiplu
WITH played AS (
  SELECT digest, any_value(seat) FILTER (name = 'finish') AS winner,
    arg_max(inside[:2], turn_no) FILTER (name = 'tiplu' AND inside[:2] NOT IN ('JK', 'MC')) AS tiplu
  FROM word WHERE game = 'marriage' AND is_whole GROUP BY digest)
SELECT r.digest, p.digest IS NOT NULL AS is_played,
  CASE WHEN p.digest IS NOT NULL THEN p.winner
    WHEN coalesce((result->>'ending'), 'finished') IN ('finished', 'unknown') THEN (result->>'winner')::BIGINT END
    AS winner,
  coalesce(p.tiplu, (result->>'tiplu')) AS tiplu, (result->>'ending') AS ending, (result->>'finish') AS finish_noted
FROM (SELECT *, (record->'result') AS result FROM record WHERE game = 'marriage') r LEFT JOIN played p USING (digest);

CREATE TABLE seat_facts AS  -- a row a player: what is known of the cards, and by what
WITH shows AS (
  SELECT digest, seat, any_value(string_split(inside, ',')) AS shown
  FROM word WHERE name = 'show' GROUP BY digest, seat),
read AS (
  SELECT s.digest, s.seat, f.winner, f.tiplu, f.is_played,
    CASE WHEN f.is_played THEN w.shown ELSE string_split((result->>'shown'), ',') END AS shown,
    CASE WHEN f.is_played THEN w.shown IS NOT NULL
      ELSE coalesce((result->>'seen')::BOOLEAN,
        CASE WHEN (result->>'route') IS NOT NULL OR (result->>'shown') IS NOT NULL
          OR (result->>'laid_marriage')::BOOLEAN THEN true END) END AS seen_noted,
    CASE WHEN f.is_played THEN CASE WHEN len(w.shown) >= 7 THEN 'dublees' ELSE 'sets' END
      ELSE coalesce((result->>'route'), 'sets') END AS route,
    result, (result->'items') AS items, (result->>'holding') AS holding
  FROM seat s JOIN table_facts f USING (digest) LEFT JOIN shows w USING (digest, seat))
SELECT digest, seat, shown, route, items, holding, winner, tiplu, is_played, result,
  coalesce(seat = winner, false) OR seen_noted AS seen,
  -- SCORE-06: the three in one sequence of the show; with an ace as tiplu there is none (DER-02).
  CASE WHEN is_played OR (result->>'laid_marriage') IS NULL
    THEN coalesce(tiplu[1] <> 'A' AND list_bool_or([list_has_all(set_cards(one),
      [tiplu, next_face(tiplu, 1), next_face(tiplu, -1)]) FOR one IN shown]), false)
    ELSE (result->>'laid_marriage')::BOOLEAN END OR coalesce((items->>'laid_marriage')::BIGINT > 0, false) AS laid,
  CASE WHEN tiplu IS NOT NULL AND (is_played OR (holding IS NOT NULL AND NOT contains(holding, '?'))) THEN 'cards'
    WHEN items IS NOT NULL AND holding IS NULL THEN 'items'
    WHEN is_played THEN NULL
    WHEN (result->>'counted') IS NOT NULL THEN 'counted' WHEN (result->>'maal') IS NOT NULL THEN 'stated' END
      AS known,
  (result->>'counted')::BIGINT AS counted, (result->>'maal')::BIGINT AS stated
FROM read;

-- The cards that each seat has at the end, where they are listed: displayed tunnels apart (one face each).
CREATE TABLE displayed AS
WITH laid AS (
  SELECT digest, seat, 1000 * turn_no + event_no AS place, unnest(string_split(inside, ','))[:2] AS face
  FROM word WHERE game = 'marriage' AND name = 'tunnel' AND is_whole
  UNION ALL
  SELECT digest, seat, generate_subscripts(faces, 1), unnest(faces)
  FROM (SELECT *, string_split((result->>'displayed_tunnels'), ' ') AS faces FROM seat_facts)
  WHERE NOT is_played AND known = 'cards'),
-- CF-32: tunnels of the show too, where the rules say so.
shown AS (
  SELECT digest, seat, one[:2] AS face
  FROM (SELECT digest, seat, unnest(shown) AS one FROM seat_facts JOIN rules USING (digest)
    WHERE tunnel_source = 'any_shown' AND known = 'cards')
  WHERE one = repeat(one[:2], 3))
SELECT digest, seat, face, true AS was_apart, row_number() OVER (PARTITION BY digest, seat ORDER BY place) AS place
FROM laid
UNION ALL
SELECT *, false, 100 + row_number() OVER (PARTITION BY digest, seat) AS place
FROM shown s WHERE NOT EXISTS (FROM laid l WHERE (l.digest, l.seat, l.face) = (s.digest, s.seat, s.face));

CREATE TABLE held AS
SELECT digest, seat, card, sum(n)::BIGINT AS n FROM (
  SELECT digest, seat, unnest(string_split((record->'deal'->'hands'->>(seat::INT)), ' ')) AS card, 1 AS n
  FROM seat JOIN table_facts USING (digest) WHERE is_played
  UNION ALL
  SELECT digest, seat, substr(word, 2), CASE word[1] WHEN 'x' THEN -1 ELSE 1 END
  FROM word WHERE game = 'marriage' AND is_whole AND name IS NULL
  UNION ALL
  SELECT digest, seat, unnest(string_split(holding, ' ')), 1 FROM seat_facts WHERE NOT is_played AND known = 'cards'
  UNION ALL
  SELECT d.digest, d.seat, face, -3 FROM displayed d JOIN table_facts f USING (digest)
  WHERE f.is_played OR NOT d.was_apart)
GROUP BY ALL;

-- VAR-06: by cards, the winner has what the unseen held. Whose hand counts for whom:
CREATE TABLE owner AS
SELECT f.digest, f.seat, CASE WHEN kidnap = 'cards' AND NOT seen AND winner IS NOT NULL THEN winner ELSE seat END
  AS owner
FROM seat_facts f JOIN rules USING (digest);

CREATE TABLE tunnel AS  -- a row a displayed tunnel, in the order in which the owner counts them
SELECT *, role IN ('poplu', 'jhiplu', 'alter', 'putali') AS is_maal,
  row_number() OVER (PARTITION BY digest, owner, is_maal ORDER BY place) - 1 AS number,
  count(*) OVER (PARTITION BY digest, owner, is_maal) AS of_kind
FROM (
  SELECT digest, o.owner, (o.seat <> o.owner)::INT * 10000 + 1000 * o.seat + d.place AS place, d.face,
    role_of(d.face, f.tiplu, r.alter_ IS NOT NULL) AS role
  FROM displayed d JOIN seat_facts f USING (digest, seat) JOIN rules r USING (digest) JOIN owner o
    USING (digest, seat)
  WHERE f.known = 'cards'
  UNION ALL
  SELECT digest, seat, generate_subscripts(roles, 1), NULL, unnest(roles) FROM (
    SELECT digest, seat, list_concat(list_concat(list_concat(list_concat(
      list_resize([]::VARCHAR[], coalesce((items->'tunnels'->>'ordinary')::BIGINT, 0), 'ordinary'),
      list_resize([]::VARCHAR[], coalesce((items->'tunnels'->>'ordinary_joker')::BIGINT, 0), 'ordinary_joker')),
      list_resize([]::VARCHAR[], coalesce((items->'tunnels'->>'alter')::BIGINT, 0),
        CASE WHEN r.alter_ IS NULL THEN 'ordinary_joker' ELSE 'alter' END)),
      list_resize([]::VARCHAR[], coalesce((items->'tunnels'->>'putali')::BIGINT, 0), 'putali')),
      -- Of which of the two it is the one that is not held singly; else either, which comes to the same.
      list_resize([]::VARCHAR[], coalesce((items->'tunnels'->>'poplu_jhiplu')::BIGINT, 0),
        CASE WHEN coalesce((items->>'poplu')::BIGINT, 0) = 0 THEN 'poplu' ELSE 'jhiplu' END)) AS roles
    FROM seat_facts JOIN rules r USING (digest) WHERE known = 'items'));

CREATE TABLE hand AS  -- a row an owner whose cards are known: how many of each role lie outside displayed tunnels
WITH counts AS (
  SELECT o.digest, o.owner, role_of(h.card, f.tiplu, r.alter_ IS NOT NULL) AS role, h.n
  FROM held h JOIN seat_facts f USING (digest, seat) JOIN rules r USING (digest) JOIN owner o USING (digest, seat)
  WHERE f.known = 'cards'
  UNION ALL
  SELECT digest, seat, unnest(['tiplu', 'poplu', 'jhiplu', 'alter', 'putali', 'master_card']) AS role,
    coalesce((items->>role)::BIGINT, 0) FROM seat_facts WHERE known = 'items')
SELECT f.digest, f.seat, f.seen, f.laid, CASE WHEN f.known = 'cards' THEN f.tiplu END AS face,
  f.tiplu[1] = 'A' AND NOT r.ace_marriage AS no_marriage,
  r.kidnap = 'off' AND NOT f.seen AND r.maal_pachaunu AS lapse_maal,
  r.kidnap = 'off' AND NOT f.seen AND r.tunnel_pachaunu AS lapse_tunnels,
  coalesce(sum(n) FILTER (role = 'tiplu'), 0)::BIGINT AS t, coalesce(sum(n) FILTER (role = 'poplu'), 0)::BIGINT AS p,
  coalesce(sum(n) FILTER (role = 'jhiplu'), 0)::BIGINT AS j,
  coalesce(sum(n) FILTER (role = 'alter' AND r.alter_ IS NOT NULL), 0)::BIGINT AS a,
  coalesce(sum(n) FILTER (role = 'putali'), 0)::BIGINT AS k,
  coalesce(sum(n) FILTER (role = 'master_card'), 0)::BIGINT AS mc
FROM seat_facts f JOIN rules r USING (digest) JOIN owner o USING (digest, seat)
LEFT JOIN counts c ON c.digest = f.digest AND c.owner = f.seat
WHERE f.known IN ('cards', 'items') AND o.owner = f.seat
GROUP BY ALL;

-- SCORE-04, SCORE-05: every grouping that the rules let the owner choose, and what it is worth. A displayed maal
-- tunnel can be forgone (a bit of `mask`), its cards are then counted singly; so many of them make marriages (m).
CREATE TABLE grouping_ AS
WITH mask AS (
  SELECT h.digest, h.seat, h.lapse_maal, h.lapse_tunnels, unnest(range(CASE
      WHEN r.additive OR r.greedy OR h.lapse_maal OR h.lapse_tunnels THEN 1
      ELSE (1 << coalesce((SELECT max(of_kind) FROM tunnel t
        WHERE (t.digest, t.owner) = (h.digest, h.seat) AND is_maal), 0)::INT) END)) AS mask
  FROM hand h JOIN rules r USING (digest)),
tunnels AS (
  SELECT m.*, t.role, t.face,
    coalesce(t.is_maal AND (m.mask >> (t.of_kind - 1 - t.number)::INT) & 1 = 1, false) OR m.lapse_tunnels
      AS is_forgone
  FROM mask m JOIN rules r USING (digest) LEFT JOIN tunnel t ON (t.digest, t.owner) = (m.digest, m.seat)),
kept AS (
  SELECT digest, seat, mask,
    3 * count(*) FILTER (is_single AND role = 'poplu') AS more_p,
    3 * count(*) FILTER (is_single AND role = 'jhiplu') AS more_j,
    3 * count(*) FILTER (is_single AND role = 'alter') AS more_a,
    3 * count(*) FILTER (is_single AND role = 'putali') AS more_k,
    [count(*) FILTER (is_kept AND role = 'ordinary'), count(*) FILTER (is_kept AND role = 'ordinary_joker'),
      count(*) FILTER (is_kept AND role IN ('poplu', 'jhiplu')), count(*) FILTER (is_kept AND role = 'alter'),
      count(*) FILTER (is_kept AND role = 'putali')] AS k_tunnels
  FROM (SELECT t.*, role IS NOT NULL AND NOT is_forgone AS is_kept,
      -- Where tunnels come on top, their cards count singly in any case, but those of an unseen player lapse.
      is_forgone OR (r.additive AND NOT lapse_maal) AS is_single
    FROM tunnels t JOIN rules r USING (digest))
  GROUP BY ALL),
single AS (
  SELECT h.* EXCLUDE (p, j, a, k), m.mask, p + more_p AS p, j + more_j AS j, a + more_a AS a, k + more_k AS k,
    k_tunnels,
    CASE WHEN no_marriage OR lapse_maal THEN 0 ELSE least(t, h.p + more_p, h.j + more_j) END AS most,
    unnest(range(CASE WHEN r.greedy THEN most ELSE 0 END, most + 1)) AS m
  FROM hand h JOIN kept m USING (digest, seat) JOIN rules r USING (digest)),
worth AS (
  SELECT s.*,
    [total_of(r.marriage, m), CASE WHEN m > 0 AND laid THEN r.laid_bonus ELSE 0 END,
      total_of(r.tiplu, t - m), total_of(r.poplu, s.p - m), total_of(r.jhiplu, s.j - m), total_of(r.alter_, s.a),
      total_of(r.putali, s.k), coalesce(r.master_card, 0) * mc] AS single_points,
    [total_of(tiers(r.tunnels, 'ordinary'), k_tunnels[1]), total_of(tiers(r.tunnels, 'ordinary_joker'), k_tunnels[2]),
      total_of(tiers(r.tunnels, 'poplu_jhiplu'), k_tunnels[3]), total_of(tiers(r.tunnels, 'alter'), k_tunnels[4]),
      CASE WHEN r.putali IS NOT NULL THEN total_of(tiers(r.tunnels, 'putali'), k_tunnels[5]) ELSE 0 END]
      AS tunnel_points
  FROM single s JOIN rules r USING (digest))
SELECT *, (CASE WHEN lapse_maal THEN 0 ELSE list_sum(single_points) END + list_sum(tunnel_points))::BIGINT AS points
FROM worth;

-- Of the best the one with most tunnels kept, then with most marriages.
CREATE TABLE best AS
SELECT * FROM grouping_
QUALIFY row_number() OVER (PARTITION BY digest, seat ORDER BY points DESC, bit_count(mask), mask, m DESC) = 1;

CREATE TABLE maal AS  -- a row a player: S, and what it rests on
WITH own AS (
  SELECT f.digest, f.seat, f.winner, f.seen, f.known, f.stated, b.points AS counted_out, r.kidnap, r.better,
    r.maal_pachaunu, r.tunnel_pachaunu, f.counted,
    CASE WHEN f.seen IS NULL AND (r.kidnap <> 'off' OR r.maal_pachaunu OR r.tunnel_pachaunu) THEN NULL
      WHEN f.known IN ('cards', 'items') THEN b.points
      WHEN f.known = 'counted' AND (f.seen OR f.counted = 0 OR r.kidnap = 'points'
        OR NOT (r.maal_pachaunu OR r.tunnel_pachaunu)) THEN f.counted
      WHEN f.known = 'stated' THEN f.stated END AS points
  FROM seat_facts f JOIN rules r USING (digest) LEFT JOIN best b USING (digest, seat)),
moved AS (
  SELECT *, kidnap <> 'off' AND winner IS NOT NULL AND NOT seen AS is_robbed,
    kidnap = 'points' AND seat = winner AND known <> 'stated' AS is_robber,
    sum(points) FILTER (is_robbed AND known <> 'stated') OVER game AS loot,
    count(*) FILTER (is_robbed AND (points IS NULL OR known = 'stated')) OVER game AS unknown_loot,
    count(*) FILTER (is_robbed) OVER game AS robbed
  FROM own WINDOW game AS (PARTITION BY digest)),
derived AS (
  SELECT *, CASE WHEN is_robbed THEN 0
      WHEN kidnap = 'off' AND NOT seen AND maal_pachaunu AND tunnel_pachaunu AND coalesce(known, '') NOT IN
        ('cards', 'items') THEN 0
      WHEN is_robber THEN CASE WHEN unknown_loot = 0 THEN points + coalesce(loot, 0) END
      WHEN kidnap = 'cards' AND seat = winner AND known = 'counted' AND robbed > 0 THEN NULL
      ELSE points END AS s,
    CASE WHEN is_robbed THEN 'rule'
      WHEN known IN ('cards', 'items') THEN 'cards'
      WHEN kidnap = 'off' AND NOT seen AND maal_pachaunu AND tunnel_pachaunu THEN 'rule'
      WHEN known = 'counted' THEN 'counted' WHEN known = 'stated' THEN 'claim' END AS how
  FROM moved)
SELECT digest, seat, seen, known, winner, kidnap, is_robbed, counted_out, points AS own_points,
  CASE WHEN is_robber THEN coalesce(loot, 0) ELSE 0 END AS loot, robbed,
  -- What cannot be derived stands as it was stated, in a game that somebody won.
  CASE WHEN winner IS NULL THEN CASE WHEN known IN ('cards', 'items') AND kidnap = 'off' THEN s END
    ELSE coalesce(s, stated) END AS s,
  CASE WHEN winner IS NULL THEN CASE WHEN known IN ('cards', 'items') AND kidnap = 'off' AND s IS NOT NULL
      THEN 'cards' END
    WHEN s IS NOT NULL THEN how WHEN stated IS NOT NULL THEN 'claim' END AS basis
FROM derived;

CREATE TABLE dhoos AS  -- a row a dhoos
SELECT digest, is_due, place, (one->>'seat')::BIGINT AS seat, (one->>'points')::BIGINT AS points FROM (
  SELECT digest, true AS is_due, generate_subscripts(list, 1) AS place, unnest(list) AS one
  FROM (SELECT digest, from_json((record->'dhoos_due'), '["JSON"]') AS list FROM record)
  UNION ALL
  SELECT digest, false, generate_subscripts(list, 1), unnest(list)
  FROM (SELECT digest, from_json((record->'dhoos'), '["JSON"]') AS list FROM record));

CREATE TABLE loser AS  -- what a loser pays for the finish, by kind, before better; NULL where it is not known
WITH facts AS (
  SELECT f.digest, f.seat, f.winner, f.seen, f.route = 'dublees' AS by_dublees, r.*,
    coalesce(CASE WHEN NOT t.is_played THEN t.finish_noted END, w.route) AS finish,
    r.fouls_exempt AND EXISTS (FROM dhoos d WHERE d.digest = f.digest AND d.seat = f.seat AND NOT is_due) AS fouled
  FROM seat_facts f JOIN table_facts t USING (digest) JOIN rules r ON r.digest = f.digest
  JOIN seat_facts w ON w.digest = f.digest AND w.seat = f.winner
  WHERE f.seat <> f.winner),
both_ways AS (
  SELECT *, fouled OR (by_dublees AND dublees_exempt) AS is_exempt,
    CASE WHEN is_exempt THEN 0 WHEN finish = 'dublees' AND mode <> 'add_bonus' THEN pay_dublee_seen ELSE pay_seen END
      AS if_seen,
    CASE WHEN fouled THEN 0 WHEN finish = 'dublees' AND mode = 'separate' THEN pay_dublee_unseen ELSE pay_unseen END
      AS if_unseen
  FROM facts)
SELECT digest, seat, winner, finish,
  CASE WHEN seen THEN if_seen WHEN NOT seen THEN if_unseen WHEN if_seen = if_unseen THEN if_seen END AS finish_points,
  CASE WHEN finish = 'dublees' AND seen AND mode <> 'add_bonus' THEN 'dublee_seen'
    WHEN finish = 'dublees' AND NOT seen AND mode = 'separate' THEN 'dublee_unseen'
    WHEN seen THEN 'seen' ELSE 'unseen' END AS kind,
  CASE WHEN finish = 'dublees' AND mode = 'add_bonus' THEN bonus ELSE 0 END AS bonus_points
FROM both_ways;

CREATE TABLE settled AS  -- the games of which every maal and every payment is known
SELECT m.digest, any_value(l.finish) AS finish
FROM maal m LEFT JOIN loser l USING (digest, seat)
WHERE m.winner IS NOT NULL
GROUP BY m.digest HAVING count(*) FILTER (m.s IS NULL OR (m.seat <> m.winner AND l.finish_points IS NULL)) = 0;

CREATE TABLE payment AS
WITH paid AS (
  SELECT a.digest, 1 AS part, a.seat * 10 + b.seat AS place, a.seat AS payer, b.seat AS payee,
    (b.s - a.s) * better AS points, 'maal' AS kind, 'SET-03' AS rule
  FROM maal a JOIN maal b ON b.digest = a.digest AND b.s > a.s JOIN rules r ON r.digest = a.digest
  UNION ALL
  SELECT l.digest, 2, 2 * seat, seat, winner, finish_points * better, kind,
    CASE WHEN kind LIKE 'dublee%' THEN 'CF-35' ELSE 'SET-01' END
  FROM loser l JOIN rules r USING (digest)
  UNION ALL
  SELECT l.digest, 2, 2 * seat + 1, seat, winner, bonus_points * better, 'dublee_bonus', 'SET-02'
  FROM loser l JOIN rules r USING (digest)
  UNION ALL
  SELECT d.digest, CASE WHEN is_due THEN 3 ELSE 4 END, place, d.seat, f.winner, d.points,
    CASE WHEN is_due THEN 'dhoos_due' ELSE 'dhoos' END, 'IRR-05'
  FROM dhoos d JOIN rules r USING (digest) JOIN table_facts f USING (digest)
  WHERE d.seat <> f.winner AND (is_due OR dhoos_when = 'current'))
SELECT digest, row_number() OVER (PARTITION BY digest ORDER BY part, place) - 1 AS payment, payer, payee, points,
  kind, rule
FROM paid JOIN settled USING (digest) WHERE points > 0;

CREATE TABLE net AS  -- SET-04 and SET-05, not from the payments: net = better (n S - T - w), the winner has all w
SELECT digest, seat, (better * (n * s - sum(s) OVER game + CASE WHEN won THEN sum(w) OVER game ELSE -w END)
  + CASE WHEN won THEN sum(fine) OVER game ELSE -fine END)::BIGINT AS net
FROM (
  SELECT m.digest, m.seat, m.s, m.seat = m.winner AS won, r.size AS n, r.better,
    coalesce(l.finish_points + l.bonus_points, 0) AS w,
    CASE WHEN won THEN 0 ELSE coalesce((SELECT sum(d.points) FROM dhoos d WHERE d.digest = m.digest
      AND d.seat = m.seat AND (is_due OR r.dhoos_when = 'current')), 0) END AS fine
  FROM maal m JOIN settled USING (digest) JOIN rules r USING (digest) LEFT JOIN loser l USING (digest, seat))
WINDOW game AS (PARTITION BY digest)
UNION ALL  -- STOCK-04: nobody pays for a game that was broken off
SELECT digest, seat, 0 FROM maal JOIN table_facts f USING (digest)
WHERE f.winner IS NULL AND f.ending IN ('dismissed', 'cancelled', 'abandoned');

CREATE TABLE maal_item AS  -- a row a line of a player's maal
WITH faced AS (
  SELECT b.*, next_face(face, -1) || ' ' || face || ' ' || next_face(face, 1) AS three,
    CASE WHEN face IS NOT NULL THEN [three, three, face, next_face(face, 1), next_face(face, -1),
      face[1] || translate(face[2], 'SCHD', 'CSDH'), 'JK', 'MC'] END AS faces,
    [m, (m > 0 AND laid AND r.laid_bonus > 0)::BIGINT, t - m, b.p - m, b.j - m,
      CASE WHEN r.alter_ IS NULL THEN 0 ELSE b.a END, CASE WHEN r.putali IS NULL THEN 0 ELSE b.k END,
      CASE WHEN r.master_card IS NULL THEN 0 ELSE mc END] AS counts
  FROM best b JOIN rules r USING (digest)),
single AS (
  SELECT *, unnest(range(1, 9)) AS i FROM faced),
line_ AS (
  SELECT digest, seat, i AS place,
    ['marriage', 'laid_marriage', 'tiplu', 'poplu', 'jhiplu', 'alter', 'putali', 'master_card'][i] AS kind,
    counts[i] AS count, coalesce(rtrim(repeat(faces[i] || ' ', counts[i])), '') AS cards, single_points[i] AS points,
    ['PT-07', 'SCORE-06', 'PT-01', 'PT-02', 'PT-03', 'PT-04', 'PT-05', 'PT-09'][i] AS rule
  FROM single WHERE NOT lapse_maal
  UNION ALL
  SELECT digest, seat, 10 + i, ['tunnel_ordinary', 'tunnel_ordinary_joker', 'tunnel_poplu_jhiplu', 'tunnel_alter',
      'tunnel_putali'][i], k_tunnels[i],
    coalesce((SELECT string_agg(t.face || ' ' || t.face || ' ' || t.face, ' ' ORDER BY t.place) FROM tunnel t
      WHERE (t.digest, t.owner) = (s.digest, s.seat)
        AND (NOT t.is_maal OR (s.mask >> (t.of_kind - 1 - t.number)::INT) & 1 = 0)
        AND CASE t.role WHEN 'ordinary' THEN 1 WHEN 'ordinary_joker' THEN 2 WHEN 'alter' THEN 4 WHEN 'putali' THEN 5
          ELSE 3 END = s.i), ''),
    tunnel_points[i], 'PT-1' || i
  FROM single s JOIN rules r USING (digest) WHERE i <= 5 AND NOT lapse_tunnels AND (i < 5 OR r.putali IS NOT NULL)
  UNION ALL
  SELECT h.digest, h.seat, 20, 'lapsed_tunnels', count(*),
    string_agg(t.face || ' ' || t.face || ' ' || t.face, ' ' ORDER BY t.place), 0, 'TUN-04'
  FROM hand h JOIN tunnel t ON (t.digest, t.owner) = (h.digest, h.seat) WHERE h.lapse_tunnels GROUP BY ALL
  UNION ALL
  SELECT digest, seat, 21, 'lapsed_maal', list_sum(counts[3:])::BIGINT,
    array_to_string(list_filter([rtrim(repeat(faces[x] || ' ', counts[x])) FOR x IN range(3, 9)],
      lambda x: x <> ''), ' '),
    0, 'MAAL-01'
  FROM faced WHERE lapse_maal
  UNION ALL
  SELECT digest, seat, 30, 'stated', 1, '', CASE WHEN is_robbed THEN own_points ELSE s - loot END, 'SCORE-01'
  FROM maal WHERE (basis IN ('claim', 'counted') AND s - loot <> 0)
    OR (is_robbed AND kidnap = 'points' AND known = 'counted' AND own_points > 0)
  UNION ALL
  SELECT digest, seat, 31, 'kidnap_gain', robbed, '', loot, 'VAR-06' FROM maal WHERE loot > 0
  UNION ALL
  SELECT digest, seat, 31, 'kidnap_loss', 1, '', -own_points, 'VAR-06'
  FROM maal WHERE is_robbed AND kidnap = 'points' AND known <> 'stated' AND own_points > 0
  UNION ALL
  SELECT m.digest, m.seat, 31, 'kidnap_cards', 0, '', 0, 'VAR-06' FROM maal m
  WHERE is_robbed AND kidnap = 'cards' AND known = 'cards'
    AND (EXISTS (FROM displayed d WHERE (d.digest, d.seat) = (m.digest, m.seat))
      OR EXISTS (FROM held h JOIN seat_facts f USING (digest, seat) JOIN rules r USING (digest)
        WHERE (h.digest, h.seat) = (m.digest, m.seat) AND h.n > 0
          AND role_of(h.card, f.tiplu, r.alter_ IS NOT NULL) NOT IN ('ordinary', 'ordinary_joker'))))
SELECT l.digest, seat, place, kind, count, cards, points, rule
FROM line_ l JOIN settled USING (digest) JOIN maal m USING (digest, seat)
WHERE (count > 0 OR kind = 'kidnap_cards') AND NOT (m.is_robbed AND kidnap = 'points' AND place < 30
  AND own_points = 0);

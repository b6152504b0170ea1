-- Hands of Marjolet that were played to their end, settled: sections 3 to 7 of its rules.

CREATE TABLE hand_rules AS
SELECT digest, seat_facts.dealer, 1 - seat_facts.dealer AS elder, turnup, turnup[2] AS trump, '7' || turnup[2] AS dix,
  (options->>'tenth_bonus') AS tenth, (options->>'all_six')::BIGINT AS all_six, (options->>'plain_jq_meld')
    AS plain_jack,
  (options->>'meld_table') AS meld_table, (options->>'dix_play') AS dix_play, (options->>'turned_seven')
    AS turned_seven,
  (options->>'target')::BIGINT AS target, (options->>'game_end') = 'immediate' AS ends_at_once, before,
  (SELECT max(turn_no) + 1 FROM entry e WHERE e.digest = seat_facts.digest) AS tricks,
  (SELECT arg_max(count, turn_no) FROM (SELECT turn_no, count(*) AS count FROM word w
    WHERE w.digest = seat_facts.digest GROUP BY turn_no)) AS last_words
FROM (SELECT *, (record->>'dealer')::BIGINT AS dealer, (record->'deal'->>'turnup') AS turnup,
    (record->'before') AS before
  FROM record WHERE game = 'marjolet' AND is_whole) seat_facts;

CREATE TABLE act AS  -- a row an event, with its seat: the winner acts in the window and draws first
WITH won AS (
  SELECT digest, turn_no, any_value(word[2]::BIGINT) AS winner FROM word
  WHERE game = 'marjolet' AND word[1] = '>' GROUP BY digest, turn_no),
told AS (
  SELECT w.*, o.winner,
    CASE WHEN event_no < 2 THEN 'play' WHEN word[1] = '>' THEN 'wins' WHEN word = 'dix' THEN 'exchange'
      WHEN name = 'meld' THEN 'meld' WHEN word[1] = 's' THEN 'draw' ELSE 'take' END AS kind,
    count(*) FILTER (event_no >= 2 AND word[1] IN ('s', 'p')) OVER (PARTITION BY digest, turn_no ORDER BY event_no)
      AS draws
  FROM word w LEFT JOIN won o USING (digest, turn_no) WHERE w.game = 'marjolet')
SELECT digest, turn_no, event_no, kind, word, inside, winner,
  CASE WHEN event_no = 0 THEN seat WHEN event_no = 1 THEN 1 - seat
    WHEN kind IN ('draw', 'take') AND draws = 2 THEN 1 - winner ELSE winner END AS seat,
  CASE kind WHEN 'play' THEN word WHEN 'draw' THEN substr(word, 2) WHEN 'take' THEN substr(word, 2) END AS card
FROM told;

CREATE TABLE ledger AS  -- a row an entry of the ledger, in its order (MJ-G1); `event_no` the event that brought it
WITH score AS (
  SELECT digest, -1 AS turn_no, 0 AS event_no, 0 AS place, dealer AS seat, 'turned_seven' AS kind, 10 AS points,
    turnup AS cards, 'MJ-D4' AS rule
  FROM hand_rules WHERE turnup[1] = '7'
  UNION ALL
  SELECT a.digest, turn_no, event_no, 0, seat, 'dix_played', 10, card, 'MJ-X5'
  FROM act a JOIN hand_rules r USING (digest)
  WHERE kind = 'play' AND card = dix AND (dix_play = 'always' OR (dix_play = 'open_phase' AND turn_no < 10))
    AND NOT (turned_seven = 'once' AND turnup = dix)
    AND NOT EXISTS (FROM act e WHERE e.digest = a.digest AND e.kind = 'exchange' AND e.turn_no < a.turn_no)
  UNION ALL
  SELECT a.digest, turn_no, event_no, 0, seat, 'tenth_trick', 10, '', 'MJ-B1'
  FROM act a JOIN hand_rules r USING (digest) WHERE kind = 'wins' AND turn_no = 9 AND tenth = 'winner'
  UNION ALL
  SELECT a.digest, turn_no, event_no, 0, seat, 'tenth_trick', 10, card, 'MJ-B1'
  FROM act a JOIN hand_rules r USING (digest) WHERE kind = 'take' AND turn_no = 9 AND tenth = 'loser'
  UNION ALL
  SELECT a.digest, turn_no, event_no, 0, seat, 'dix_exchanged', 10, dix, 'MJ-X1'
  FROM act a JOIN hand_rules r USING (digest) WHERE kind = 'exchange'
  UNION ALL
  SELECT digest, turn_no, event_no, 0, seat, meld, CASE meld WHEN 'aces' THEN 100 WHEN 'tens' THEN 80
      WHEN 'kings' THEN CASE meld_table WHEN 'bezique' THEN 80 ELSE 60 END
      WHEN 'queens' THEN CASE meld_table WHEN 'bezique' THEN 60 ELSE 40 END WHEN 'jacks' THEN 40
      WHEN 'trump_couple' THEN 40 WHEN 'trump_marjolet' THEN 40 ELSE 20 END, cards, 'MJ-M1'
  FROM (
    SELECT *, (SELECT string_agg(c, ' ' ORDER BY face(c)) FROM (SELECT unnest(set_cards(inside)) AS c)) AS cards,
      CASE WHEN len(set_cards(inside)) = 4
        THEN CASE inside[1] WHEN 'A' THEN 'aces' WHEN 'T' THEN 'tens' WHEN 'K' THEN 'kings' WHEN 'Q' THEN 'queens'
          ELSE 'jacks' END
        WHEN contains(inside, 'K') THEN CASE WHEN inside[2] = trump THEN 'trump_couple' ELSE 'plain_couple' END
        WHEN inside[2] = inside[4] AND inside[2] = trump THEN 'trump_marjolet'
        WHEN plain_jack = 'same_suit' THEN 'plain_jack' ELSE 'plain_marjolet' END AS meld
    FROM act JOIN hand_rules USING (digest) WHERE kind = 'meld')
  UNION ALL
  SELECT digest, turn_no, event_no, 1, seat,
    CASE WHEN swept THEN 'all_six' ELSE 'last_trick' END, CASE WHEN swept THEN all_six ELSE 10 END, '',
    CASE WHEN swept THEN 'MJ-B3' ELSE 'MJ-B2' END
  FROM (
    SELECT a.*, all_six, (SELECT count(DISTINCT winner) = 1 FROM act w WHERE w.digest = a.digest AND w.turn_no >= 10
      AND w.kind = 'wins') AS swept
    FROM act a JOIN hand_rules USING (digest) WHERE kind = 'wins' AND turn_no = 15)
  UNION ALL
  SELECT r.digest, 16, 0, CASE WHEN s.seat = elder THEN 0 ELSE 1 END, s.seat, 'brisques',
    10 * count(card)::BIGINT, coalesce(string_agg(card, ' ' ORDER BY instr('SHDC', card[2]),
      instr('AT', card[1])), ''),
    'MJ-B4'
  FROM hand_rules r CROSS JOIN (SELECT unnest([0, 1]) AS seat) s
  LEFT JOIN act a ON a.digest = r.digest AND a.kind = 'play' AND a.winner = s.seat AND card[1] IN ('A', 'T')
  WHERE tricks = 16 AND EXISTS (FROM act w WHERE w.digest = r.digest AND w.turn_no = 15 AND w.kind = 'wins')
  GROUP BY r.digest, s.seat, elder),
running AS (
  SELECT s.*, row_number() OVER so_far AS number, ends_at_once,
    coalesce((before->>(seat::INT))::BIGINT, 0)
      + sum(points) OVER (PARTITION BY digest, seat ORDER BY turn_no, event_no, place) >= target AS is_reached
  FROM score s JOIN hand_rules USING (digest)
  WINDOW so_far AS (PARTITION BY digest ORDER BY turn_no, event_no, place)),
-- MJ-G3: where the target ends the game at once, what would come after it is not scored.
stop AS (
  SELECT digest, min(number) FILTER (ends_at_once AND is_reached) AS number FROM running GROUP BY digest)
SELECT r.digest, r.turn_no, r.event_no, r.number, r.seat, r.kind, r.points, r.cards, r.rule,
  r.number = s.number AS stops
FROM running r JOIN stop s USING (digest) WHERE s.number IS NULL OR r.number <= s.number;

CREATE TABLE played_out AS  -- the hands that are over: all is counted, or the target stopped play or count before
SELECT r.digest, CASE WHEN count(*) FILTER (l.kind = 'brisques') < 2 THEN max(l.seat) FILTER (l.stops) END
  AS stopped_by
FROM hand_rules r LEFT JOIN ledger l USING (digest)
GROUP BY r.digest HAVING bool_or(l.stops) OR bool_or(l.kind = 'brisques');

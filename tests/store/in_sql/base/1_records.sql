-- The records as their lines tell them. `line`(file, number, written, exported): a line as it was loaded, and
-- the same record as `marriage format` writes it, '' where it cannot be read.

CREATE MACRO face(card) AS CASE card WHEN 'JK' THEN 52 WHEN 'MC' THEN 53 ELSE
  CASE WHEN regexp_full_match(card, '[A2-9TJQK][SHDC]')
    THEN (instr('SHDC', card[2]) - 1) * 13 + instr('A23456789TJQK', card[1]) - 1 END END;
-- Sets of a record, '3S4S5S,6H6H6H', as lists of cards.
CREATE MACRO set_cards(cards) AS regexp_extract_all(cards, '..');
-- JSON's own text of a value, NULL for a missing one and for null.
CREATE MACRO field(value, path) AS nullif(json_extract(value, path)::VARCHAR, 'null');
CREATE MACRO size_of(value, path) AS json_array_length(value, path)::BIGINT;
CREATE MACRO seat_in(told) AS CASE WHEN told[1] <> '-' THEN told[1]::BIGINT END;

-- A digest is of the canonical bytes without annotations (which come first of all keys) and digest (format 6).
CREATE MACRO without_notes(text, notes) AS
  CASE WHEN notes IS NULL THEN text ELSE '{' || text[length('{"annotations":') + length(notes) + 2:] END;
CREATE MACRO digest_of(text, notes) AS 'sha256:' || sha256(replace(
  without_notes(text, notes), coalesce('"digest":' || field(text, '$.digest') || ',', chr(0)), ''));

CREATE TABLE record AS
WITH read AS (
  SELECT *, field(exported, '$.annotations') AS notes, field(written, '$.annotations') AS notes_written
  FROM line WHERE exported <> ''),
keyed AS (
  SELECT *, digest_of(exported, notes) AS digest, digest_of(written, notes_written) AS digest_as_written FROM read),
-- The first of equal records stays, with the last notes that came with one of them.
kept AS (
  SELECT * REPLACE (last_value(notes IGNORE NULLS) OVER (PARTITION BY digest ORDER BY file, number
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS notes)
  FROM keyed QUALIFY row_number() OVER (PARTITION BY digest ORDER BY file, number) = 1)
SELECT row_number() OVER (ORDER BY file, number) AS load_number, file, number, digest, digest_as_written,
  field(written, '$.digest') IS NOT NULL AS carries_digest,
  without_notes(exported, field(exported, '$.annotations')) AS record, notes,
  (record->>'game') AS game, (record->>'id') AS game_id, (record->'rules'->'options') AS options,
  size_of(record, '$.players') AS players,
  is_whole
FROM kept CROSS JOIN toolkit;

CREATE TABLE seat AS  -- a row a player; `result` is what the result says of the seat
SELECT digest, load_number, game, game_id, record, options, players, seat, player, is_whole,
  (record->'result'->'players'->(seat::INT)) AS result,
  nfc_normalize(coalesce((player->>'id'), (player->>'name'))) AS key, coalesce((player->>'name'), (player->>'id'))
    AS label
FROM (
  SELECT *, unnest(range(players)) AS seat, unnest(from_json((record->'players'), '["JSON"]')) AS player FROM record);

CREATE TABLE sitting_out AS
SELECT digest, place, nfc_normalize(coalesce((player->>'id'), (player->>'name'))) AS key,
  coalesce((player->>'name'), (player->>'id')) AS label
FROM (
  SELECT digest, unnest(range(size_of(record, '$.sat_out'))) AS place,
    unnest(from_json((record->'sat_out'), '["JSON"]')) AS player
  FROM record);

CREATE TABLE entry AS  -- a row an entry of the play
SELECT digest, load_number, game, game_id, is_whole, turn_no, seat_in(text) AS seat, substr(text, 4) AS told,
  CASE WHEN seat_in(text) IS NOT NULL THEN CASE told WHEN '?' THEN 'unnoted' ELSE 'turn' END
    WHEN told LIKE 'gap%' THEN 'gap' ELSE 'table' END AS kind,
  (record->'times'->>(turn_no::INT))::BIGINT AS milliseconds
FROM (
  SELECT *, unnest(range(size_of(record, '$.play'))) AS turn_no,
    unnest(from_json((record->'play'), '["VARCHAR"]')) AS text
  FROM record);

CREATE TABLE word AS  -- a row an event of an entry
SELECT digest, load_number, game, game_id, is_whole, turn_no, seat, event_no, word,
  nullif(regexp_extract(word, '^([a-z]+)(\(|$)', 1), '') AS name,
  CASE WHEN contains(word, '(') THEN regexp_extract(word, '\((.*)\)', 1) END AS inside
FROM (
  SELECT *, unnest(range(len(words))) AS event_no, unnest(words) AS word
  FROM (SELECT *, string_split(told, ' ') AS words FROM entry WHERE kind IN ('turn', 'table')));

-- What each correction corrects: the record with the digest it names. One that names none: those before it that
-- carry none; and where all before it carry one, the last of its view, if but one of them is no correction itself.
-- Where a record has several corrections the one loaded first counts.
CREATE TABLE correcting AS
WITH account AS (
  SELECT *, coalesce((record->>'view'), 'all') AS seen_by, (record->'corrects') AS corrects FROM record),
pair AS (
  SELECT new.digest AS correction, new.load_number, (new.corrects->>'digest') AS named, old.digest,
    old.digest_as_written, old.carries_digest, old.load_number < new.load_number AS is_before,
    bool_and(old.carries_digest OR NOT is_before) OVER before AS all_carry_one,
    count(*) FILTER (is_before AND old.seen_by = new.seen_by AND old.corrects IS NULL) OVER before AS games,
    max(old.load_number) FILTER (is_before AND old.seen_by = new.seen_by) OVER before = old.load_number AS is_last
  FROM account old JOIN account new ON (old.game, old.game_id) = (new.game, new.game_id) AND old.digest <> new.digest
  WHERE new.corrects IS NOT NULL WINDOW before AS (PARTITION BY new.digest))
SELECT correction, load_number, digest FROM pair
WHERE CASE WHEN named IS NOT NULL THEN named IN (digest, digest_as_written)
  ELSE is_before AND (NOT carries_digest OR (all_carry_one AND games = 1 AND is_last)) END;
CREATE TABLE corrected AS
SELECT digest, arg_min(correction, load_number) AS correction FROM correcting GROUP BY digest;

-- The games that count: none that was corrected; a seat's view only where there is no record of all cards, and
-- of several views the one loaded first.
CREATE TABLE counting AS
SELECT *, (record->'session'->>'id') AS session_id, (record->'session'->>'number')::BIGINT AS session_number,
  (record->'rules'->>'preset') AS preset, (record->>'dealer')::BIGINT AS dealer,
  coalesce((record->>'view'), 'all') = 'all' AS is_full
FROM record r
WHERE digest NOT IN (SELECT digest FROM corrected) AND (is_full OR NOT EXISTS (
  FROM record o WHERE o.game = r.game AND o.game_id = r.game_id AND o.digest NOT IN (SELECT digest FROM corrected)
    AND (coalesce((o.record->>'view'), 'all') = 'all' OR o.load_number < r.load_number)));

-- Marriage: how many cards lie where after each entry, summed up from the words. Marjolet: who won which trick.
WITH effect AS (
  SELECT *, CASE WHEN name IN ('tunnel', 'show', 'finish') THEN coalesce(len(set_cards(replace(inside, ',', ''))), 0)
      ELSE 0 END AS laid
  FROM word WHERE game = 'marriage'),
-- A displayed tunnel that is shown as a set lies there already; of a dublee of its cards the third stays apart.
twice AS (
  SELECT s.digest, s.turn_no, s.seat, sum(CASE WHEN len(s.one) = 6 THEN 3 ELSE 2 END) AS cards
  FROM (SELECT digest, turn_no, seat, unnest(string_split(inside, ',')) AS one FROM effect WHERE name = 'show') s
  JOIN (SELECT digest, seat, unnest(string_split(inside, ',')) AS one FROM effect WHERE name = 'tunnel') t
    ON t.digest = s.digest AND t.seat = s.seat AND t.one IN (s.one, s.one || s.one[:2])
  GROUP BY ALL),
turn AS (
  SELECT e.digest, e.turn_no,
    coalesce(bool_or(name IS NULL AND word[1] <> 'x'), false) AS drew,
    any_value(CASE word[1] WHEN 's' THEN 'stock' WHEN 'p' THEN 'pile' END) FILTER (name IS NULL AND word[1] <> 'x')
      AS drawn_from,
    any_value(face(substr(word, 2))) FILTER (name IS NULL AND word[1] <> 'x') AS drawn_face,
    coalesce(bool_or(name IS NULL AND word[1] = 'x'), false) AS discarded,
    any_value(face(substr(word, 2))) FILTER (name IS NULL AND word[1] = 'x') AS discarded_face,
    coalesce(sum(len(string_split(inside, ','))) FILTER (name = 'tunnel'), 0) AS tunnels,
    coalesce(bool_or(name = 'show'), false) AS showed,
    CASE WHEN any_value(inside) FILTER (name = 'show') IS NOT NULL THEN
      CASE WHEN len(string_split(any_value(inside) FILTER (name = 'show'), ',')[1]) = 4 THEN 'dublees' ELSE 'sets' END
      END AS route,
    coalesce(bool_or(name = 'tiplu'), false) AS chose, coalesce(bool_or(name = 'see'), false) AS saw,
    coalesce(bool_or(name = 'finish'), false) AS finished,
    count(*) FILTER (name IS NULL AND word[1] = 's') AS from_stock,
    count(*) FILTER (name = 'tiplu' AND inside[:2] NOT IN ('JK', 'MC')) AS picked,
    max(len(set_cards(inside))) FILTER (name = 'reshuffle') AS reshuffled,
    count(*) FILTER (name IS NULL AND word[1] <> 'x') - count(*) FILTER (name IS NULL AND word[1] = 'x') AS cards,
    coalesce(sum(laid), 0) AS laid, bool_and(coalesce(name, '') = 'tunnel') AS only_tunnels
  FROM effect e GROUP BY e.digest, e.turn_no),
counted AS (
  SELECT e.*, t.* EXCLUDE (digest, turn_no),
    (record.record->'deal') AS deal, t.laid - coalesce(w.cards, 0) AS newly_laid,
    sum((t.reshuffled IS NOT NULL)::INT) OVER so_far AS part
  FROM entry e JOIN record USING (digest) LEFT JOIN turn t USING (digest, turn_no)
  LEFT JOIN twice w ON w.digest = e.digest AND w.turn_no = e.turn_no
  WHERE e.game = 'marriage' WINDOW so_far AS (PARTITION BY e.digest ORDER BY e.turn_no)),
played AS (
  SELECT *, seat IS NOT NULL AS is_player,
    coalesce(first_value(reshuffled) OVER stock, len(string_split((deal->>'stock'), ' ')))
      - sum(from_stock) OVER stock
      -- The turn of a reshuffle drew from the old stock: the one that was used up.
      + CASE WHEN part > 0 THEN first_value(from_stock) OVER stock ELSE 0 END
      - CASE WHEN part = 0 THEN sum(picked) OVER stock
          ELSE sum(picked) OVER stock END AS stock_after,
    len(string_split((deal->'hands'->>(seat::INT)), ' ')) + sum(cards) OVER own AS cards_after,
    sum(newly_laid) OVER own AS laid_so_far,
    sum(showed::INT) OVER (PARTITION BY digest ORDER BY turn_no) AS seen_after,
    count(*) FILTER (kind <> 'turn' OR NOT only_tunnels) OVER own AS number,
    count(*) FILTER (kind = 'gap') OVER (PARTITION BY digest ORDER BY turn_no) = 0 AS is_gapless
  FROM counted
  WINDOW stock AS (PARTITION BY digest, part ORDER BY turn_no), own AS (PARTITION BY digest, seat ORDER BY turn_no)),
trick AS (
  SELECT digest, turn_no, any_value(winner) AS winner,
    CASE WHEN bool_and(card <> '??') FILTER (kind = 'play')
      THEN count(*) FILTER (kind = 'play' AND card[1] IN ('A', 'T')) END AS brisques
  FROM act GROUP BY digest, turn_no)
SELECT digest, game_id, turn_no, milliseconds, seat, kind AS entry, is_whole AS is_sound,
  CASE WHEN is_player AND is_gapless AND NOT coalesce(only_tunnels, false) THEN number END AS turn_of_seat,
  CASE WHEN is_player AND kind = 'turn' THEN drew END AS drew, CASE WHEN is_player THEN drawn_from END AS drawn_from,
  CASE WHEN is_player THEN drawn_face END AS drawn_face,
  CASE WHEN is_player AND kind = 'turn' THEN discarded END AS discarded,
  CASE WHEN is_player THEN discarded_face END AS discarded_face,
  CASE WHEN is_player AND kind = 'turn' THEN tunnels END AS tunnels,
  CASE WHEN is_player AND kind = 'turn' THEN showed END AS showed, CASE WHEN is_player THEN route END AS route,
  CASE WHEN is_player AND kind = 'turn' THEN chose END AS chose_tiplu,
  CASE WHEN is_player AND kind = 'turn' THEN saw END AS saw_tiplu,
  CASE WHEN is_player AND kind = 'turn' THEN finished END AS finished,
  stock_after, CASE WHEN is_player THEN cards_after END AS cards_after,
  CASE WHEN is_player THEN cards_after - laid_so_far END AS hand_after, seen_after,
  NULL AS trick_winner, NULL AS trick_brisques
FROM played
UNION ALL
SELECT e.digest, e.game_id, e.turn_no, e.milliseconds, e.seat, e.kind, e.is_whole, NULL, NULL, NULL, NULL, NULL, NULL,
  NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, t.winner, t.brisques
FROM entry e LEFT JOIN trick t USING (digest, turn_no) WHERE e.game = 'marjolet'
ORDER BY digest, turn_no

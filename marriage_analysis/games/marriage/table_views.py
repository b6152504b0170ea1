"""Views of an archive that only Marriage has: when players showed and saw the tiplu, and what they drew.

Only sound turns of games that count (``current_games``) are in them.
"""

from typing import Final

from marriage_analysis.games.table_views import View

_GAME = {
    "load_number": "Counts the records in the order of loading.",
    "digest": "The digest of the record.",
    "game_id": "The id of the game.",
    "preset": "The name of the rule set.",
    "players": "How many played.",
}
_PLAYER = {
    "seat": "The seat.",
    "player": "The player's id, else the name.",
    "player_name": "What to call the player.",
}

_FIRST_SHOWS = View(
    name="first_shows",
    meaning="Time to the first show: every recorded play, with the first to show where anybody did.",
    order="load_number",
    columns={
        **_GAME,
        "turn_no": "The turn of the first show, an index into play.",
        **_PLAYER,
        "route": "How it was shown: sets or dublees.",
        "turn_of_seat": "Which turn of that player it was, from 1; empty where turns before are not recorded.",
        "turns_of_all": "How many turns all players had up to it, this one included; empty likewise.",
        "milliseconds": "Thinking time of all up to it, where it is known for every turn.",
    },
    query="""
WITH counted AS (
  SELECT *, count(turn_of_seat) OVER so_far AS turns_of_all, sum(milliseconds) OVER so_far AS spent,
    count(milliseconds) OVER so_far = count(*) OVER so_far AS is_timed
  FROM turns WHERE is_sound WINDOW so_far AS (PARTITION BY digest ORDER BY turn_no)),
shows AS (
  SELECT * FROM counted WHERE showed QUALIFY row_number() OVER (PARTITION BY digest ORDER BY turn_no) = 1)
SELECT g.load_number, g.digest, g.game_id, g.preset, g.players, t.turn_no, t.seat, s.player, s.player_name,
  t.route, t.turn_of_seat, CASE WHEN t.turn_of_seat IS NOT NULL THEN t.turns_of_all END AS turns_of_all,
  CASE WHEN t.is_timed THEN t.spent END::BIGINT AS milliseconds
FROM current_games g LEFT JOIN shows t USING (digest)
LEFT JOIN seats s ON s.digest = g.digest AND s.seat = t.seat
WHERE g.game = 'marriage' AND g.turns > 0""",
)

_SIGHTINGS = View(
    name="sightings",
    meaning="Who saw the tiplu when: every player of every recorded play.",
    order="load_number, seat",
    columns={
        **_GAME,
        **_PLAYER,
        "turn_no": "The turn of the show, an index into play; empty where the player did not show.",
        "turn_of_seat": "Which turn of that player it was, from 1; empty where turns before are not recorded.",
        "place": "1 for the first to show, 2 for the second, and so on.",
        "how": "chose: picked the tiplu from the stock; saw: looked at the one that was picked.",
        "route": "How it was shown: sets or dublees.",
    },
    query="""
SELECT g.load_number, g.digest, g.game_id, g.preset, g.players, s.seat, s.player, s.player_name,
  t.turn_no, t.turn_of_seat,
  CASE WHEN t.turn_no IS NOT NULL
    THEN row_number() OVER (PARTITION BY g.digest ORDER BY t.turn_no NULLS LAST) END AS place,
  CASE WHEN t.chose_tiplu THEN 'chose' WHEN t.saw_tiplu THEN 'saw' END AS how, t.route
FROM current_games g JOIN seats s USING (digest)
LEFT JOIN turns t ON t.digest = s.digest AND t.seat = s.seat AND t.showed AND t.is_sound
WHERE g.game = 'marriage' AND g.turns > 0""",
)

_PILE_PICKS = View(
    name="pile_picks",
    meaning="What every player of every recorded play drew: from the stock, or the card offered on the pile.",
    order="load_number, seat",
    columns={
        **_GAME,
        **_PLAYER,
        "draws": "How many cards the player drew.",
        "from_pile": "How many of them were the offered card.",
        "from_stock": "How many came from the stock.",
        "from_unknown": "Of how many it is not known where they came from.",
    },
    query="""
SELECT g.load_number, g.digest, g.game_id, g.preset, g.players, s.seat, s.player, s.player_name,
  count(*) FILTER (t.drew) AS draws, count(*) FILTER (t.drawn_from = 'pile') AS from_pile,
  count(*) FILTER (t.drawn_from = 'stock') AS from_stock,
  count(*) FILTER (t.drew AND t.drawn_from IS NULL) AS from_unknown
FROM current_games g JOIN seats s USING (digest)
LEFT JOIN turns t ON t.digest = s.digest AND t.seat = s.seat AND t.is_sound
WHERE g.game = 'marriage' AND g.turns > 0 GROUP BY ALL""",
)

_NOTED_EVENTS = View(
    name="noted_events",
    meaning=(
        "The events of every recorded play as they are noted, read off the records: there without derivation,"
        " and without what a replay tells."
    ),
    order="digest, turn_no, event_no",
    columns={
        "digest": "The digest of the record.",
        "game_id": "The id of the game.",
        "turn_no": "The turn, an index into play.",
        "event_no": "Counts the events of the turn, from 0.",
        "seat": "Who did it; empty for the table.",
        "kind": "What happened, a word, as in events.",
        "card": "Its card as noted, where it is about one and something of it is known.",
        "face": "The number of that card, where it is known: see the view faces.",
        "cards": "Its cards as noted, where it is about several.",
        "source": "Where a drawn card came from: stock or pile.",
        "above": "How many cards of the stock lay on the tiplu when it was picked.",
    },
    query="""
WITH entry AS (
  SELECT digest, game_id, turn_no, seat, string_split(told, ' ') AS words
  FROM noted_turns
  WHERE game = 'marriage' AND told <> '?' AND (seat IS NOT NULL OR NOT starts_with(told, 'gap'))),
event AS (
  SELECT digest, game_id, turn_no, seat, generate_subscripts(words, 1) - 1 AS event_no, unnest(words) AS word
  FROM entry),
-- A letter and a card (s5S, x2H), or a word with or without brackets (show(..), nodraw).
split AS (
  SELECT *, word[2] NOT BETWEEN 'a' AND 'z' AS is_letter, word[1] AS letter,
    CASE WHEN is_letter THEN NULL WHEN contains(word, '(') THEN word[:instr(word, '(') - 1] ELSE word END
      AS name,
    CASE WHEN NOT is_letter AND contains(word, '(') THEN word[instr(word, '(') + 1:-2] END AS inside
  FROM event),
about AS (
  SELECT *, CASE WHEN is_letter THEN word[2:] WHEN name IN ('tiplu', 'see') THEN string_split(inside, '@')[1]
    END AS one
  FROM split)
SELECT a.digest, a.game_id, a.turn_no, a.event_no::SMALLINT AS event_no, a.seat,
  CASE WHEN NOT a.is_letter THEN a.name WHEN a.letter = 'x' THEN 'discard' ELSE 'draw' END AS kind,
  CASE WHEN a.one <> '??' THEN a.one END AS card, k.face,
  CASE WHEN a.name NOT IN ('tiplu', 'see') THEN a.inside END AS cards,
  CASE WHEN a.is_letter THEN CASE a.letter WHEN 's' THEN 'stock' WHEN 'p' THEN 'pile' END END AS source,
  CASE WHEN a.name = 'tiplu' AND contains(a.inside, '@') THEN string_split(a.inside, '@')[2]::SMALLINT END
    AS above
FROM about a LEFT JOIN faces k ON k.card = a.one""",
)

_MAAL_BY_ITEM = View(
    name="maal_by_item",
    heading="Where maal comes from",
    meaning="What maal comes from, in the settled games that count, for every rule set.",
    order="preset, points DESC, kind",
    columns={
        "preset": "The name of the rule set.",
        "kind": "What the points are for: the kind of the lines in items.",
        "players": "Players who had it, each game anew.",
        "count": "How many of it.",
        "points": "What it was worth in all.",
        "games": "How many settled games there are under that rule set.",
        "points_per_game": "points, divided by games.",
    },
    query="""
WITH settled AS (
  SELECT preset, count(*) AS games FROM current_games
  WHERE game = 'marriage' AND digest IN (SELECT digest FROM items) GROUP BY preset)
SELECT g.preset, i.kind, count(DISTINCT (i.digest, i.seat)) AS players, sum(i.count)::BIGINT AS count,
  sum(i.points)::BIGINT AS points, s.games, sum(i.points) / s.games AS points_per_game
FROM items i JOIN current_games g USING (digest) JOIN settled s ON s.preset IS NOT DISTINCT FROM g.preset
WHERE g.game = 'marriage' GROUP BY g.preset, i.kind, s.games""",
)

_DUBLEES_AND_SETS = View(
    name="dublees_and_sets",
    heading="Dublees and sets",
    meaning="Dublees against sets: what came of each way to show, and of not showing, for every rule set.",
    order="preset, players, route NULLS LAST",
    columns={
        "preset": _GAME["preset"],
        "players": _GAME["players"],
        "route": "sets or dublees as noted; empty for players of whom no show is noted.",
        "seats": "How many players, each game anew, whose net is known.",
        "wins": "How many of them finished.",
        "mean_net": "Their mean net.",
        "low": "95 of 100 such intervals hold the true mean (normal approximation). Its lower end.",
        "high": "Its upper end.",
    },
    query="""
SELECT g.preset, g.players, s.route, count(r.net) AS seats,
  count(*) FILTER (r.won AND r.net IS NOT NULL) AS wins, avg(r.net) AS mean_net,
  avg(r.net) - 1.96 * stddev_samp(r.net) / sqrt(count(r.net)) AS low,
  avg(r.net) + 1.96 * stddev_samp(r.net) / sqrt(count(r.net)) AS high
FROM current_games g JOIN results r USING (digest) JOIN seats s ON s.digest = r.digest AND s.seat = r.seat
WHERE g.game = 'marriage' AND g.winner IS NOT NULL GROUP BY g.preset, g.players, s.route""",
)

TABLE_VIEWS: Final = (
    _NOTED_EVENTS,
    _FIRST_SHOWS,
    _SIGHTINGS,
    _PILE_PICKS,
    _MAAL_BY_ITEM,
    _DUBLEES_AND_SETS,
)

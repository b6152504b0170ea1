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

TABLE_VIEWS: Final = (_FIRST_SHOWS, _SIGHTINGS, _PILE_PICKS)

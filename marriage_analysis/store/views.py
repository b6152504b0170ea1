"""Views of an archive: questions that come up again and again. Each states its order.

Those here use only what all games have, and every game adds its own. ``net`` is the derived one, else the
claimed, and ``net_source`` says which.
"""

from collections.abc import Mapping
from typing import Final

from marriage_analysis.cards.face import FACES
from marriage_analysis.cards.rank import Rank
from marriage_analysis.cards.suit import Suit
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.protocol import Game
from marriage_analysis.games.table_views import View

_DIGEST = "The digest of the record."
_GAME_ID = "The id of the game."
_GAME = "The game played."
_SESSION = "The session."
_SESSION_NUMBER = "The number of the game in its session."
_PLAYER = "The player's id, else the name."
_NAME = "What to call the player: the name in the first game loaded."
_NET = "Points won or paid: derived where they could be, else as claimed."


def _sql(word: Rank | Suit | None) -> str:
    return "NULL" if word is None else f"'{word.value}'"


_CURRENT = View(
    name="current_games",
    meaning=(
        "The games that count: no record that was corrected, and a seat's view only where the game is not there"
        " in full."
    ),
    order="load_number",
    columns=None,
    query="""
SELECT * FROM games WHERE superseded_by IS NULL
QUALIFY coalesce(view, 'all') = 'all' OR (
  NOT bool_or(coalesce(view, 'all') = 'all') OVER (PARTITION BY game, game_id)
  AND row_number() OVER (PARTITION BY game, game_id ORDER BY load_number) = 1)""",
)

_RESULTS = View(
    name="results",
    meaning="What each player came to in each game that counts.",
    order="load_number, seat",
    columns={
        "load_number": "Counts the records in the order of loading.",
        "digest": _DIGEST,
        "game": _GAME,
        "game_id": _GAME_ID,
        "session_id": _SESSION,
        "session_number": _SESSION_NUMBER,
        "day": "The day it was played.",
        "seat": "The player's seat.",
        "player": _PLAYER,
        "player_name": "What to call the player.",
        "won": "Whether this player finished; empty where no winner is noted.",
        "claimed_net": "The net that the record claims.",
        "derived_net": "The net that the audit derived.",
        "net": _NET,
        "net_source": "Where net comes from: derived or claimed.",
        "verdict": "What the audit of the game came to.",
    },
    query="""
SELECT g.load_number, g.digest, g.game, g.game_id, g.session_id, g.session_number, g.day,
  s.seat, s.player, s.player_name, s.seat = g.winner AS won, s.claimed_net, s.derived_net,
  coalesce(s.derived_net, s.claimed_net) AS net,
  CASE WHEN s.derived_net IS NOT NULL THEN 'derived' WHEN s.claimed_net IS NOT NULL THEN 'claimed' END
    AS net_source,
  g.verdict
FROM current_games g JOIN seats s USING (digest)""",
)

_LEDGER = View(
    name="session_ledger",
    meaning="The book of each session: every member after every game, those who sat out as well.",
    order="game, session_id, position, player",
    columns={
        "game": _GAME,
        "session_id": _SESSION,
        "position": "Counts the games of the session, from 1: by number, or as loaded where one has none.",
        "session_number": _SESSION_NUMBER,
        "game_id": _GAME_ID,
        "player": _PLAYER,
        "player_name": _NAME,
        "net": f"{_NET} Empty where the player did not play.",
        "total": "The player's points after this game.",
    },
    query="""
WITH played AS (
  SELECT *, row_number() OVER (PARTITION BY game, session_id
    ORDER BY CASE WHEN all_numbered THEN session_number END, load_number) AS position
  FROM (
    SELECT game, session_id, session_number, game_id, digest, load_number,
      count(session_number) OVER session = count(*) OVER session AS all_numbered
    FROM current_games WHERE session_id IS NOT NULL WINDOW session AS (PARTITION BY game, session_id))),
members AS (
  SELECT p.game, p.session_id, m.player, arg_min(m.player_name, p.position) AS player_name
  FROM played p JOIN (
    SELECT digest, player, player_name FROM seats UNION ALL
    SELECT digest, player, player_name FROM sat_out) m USING (digest)
  GROUP BY p.game, p.session_id, m.player)
SELECT p.game, p.session_id, p.position, p.session_number, p.game_id, m.player, m.player_name,
  coalesce(s.derived_net, s.claimed_net) AS net,
  coalesce(sum(coalesce(s.derived_net, s.claimed_net)) OVER (
    PARTITION BY p.game, p.session_id, m.player ORDER BY p.position), 0)::BIGINT AS total
FROM played p JOIN members m ON m.game = p.game AND m.session_id = p.session_id
LEFT JOIN seats s ON s.digest = p.digest AND s.player = m.player""",
)

_SESSION_STANDINGS = View(
    name="session_standings",
    meaning="How each session stands: games, wins, points and money of each player.",
    order="game, session_id, net DESC NULLS LAST, player",
    columns={
        "game": _GAME,
        "session_id": _SESSION,
        "player": _PLAYER,
        "player_name": _NAME,
        "games": "Games played.",
        "wins": "Games finished by this player.",
        "net": _NET,
        "unknown_games": "Games of this player of which no net is known; they are not in net.",
        "currency": "The currency, where all games were played for one stake.",
        "money_minor": "net in minor units of the currency (paisa, cents), where all games have one stake.",
    },
    query="""
WITH stakes AS (
  SELECT game, session_id,
    CASE WHEN count(DISTINCT (stake_currency, stake_minor_per_point)) = 1 AND count(stake_currency) = count(*)
      THEN any_value(stake_currency) END AS currency,
    any_value(stake_minor_per_point) AS minor_per_point
  FROM current_games WHERE session_id IS NOT NULL GROUP BY game, session_id),
points AS (
  SELECT game, session_id, player, arg_min(player_name, load_number) AS player_name, count(*) AS games,
    count(*) FILTER (won) AS wins, sum(net)::BIGINT AS net, count(*) FILTER (net IS NULL) AS unknown_games
  FROM results WHERE session_id IS NOT NULL GROUP BY game, session_id, player)
SELECT p.*, s.currency,
  CASE WHEN s.currency IS NOT NULL THEN p.net::HUGEINT * s.minor_per_point END AS money_minor
FROM points p JOIN stakes s USING (game, session_id)""",
)

_STANDINGS = View(
    name="standings",
    meaning="Every player over all games that count.",
    order="game, net DESC NULLS LAST, player",
    columns={
        "game": _GAME,
        "player": _PLAYER,
        "player_name": _NAME,
        "games": "Games played.",
        "wins": "Games finished by this player.",
        "net": _NET,
        "unknown_games": "Games of this player of which no net is known; they are not in net.",
        "best": "The best net of one game.",
        "worst": "The worst net of one game.",
        "first_day": "The day of the first dated game.",
        "last_day": "The day of the last dated game.",
    },
    query="""
SELECT game, player, arg_min(player_name, load_number) AS player_name, count(*) AS games,
  count(*) FILTER (won) AS wins, sum(net)::BIGINT AS net, count(*) FILTER (net IS NULL) AS unknown_games,
  max(net) AS best, min(net) AS worst, min(day) AS first_day, max(day) AS last_day
FROM results GROUP BY game, player""",
)

_TO_CHECK = View(
    name="to_check",
    meaning="The errors in games that count: what to look at with the players.",
    order="load_number, finding",
    columns={
        "load_number": "Counts the records in the order of loading.",
        "game_id": _GAME_ID,
        "session_id": _SESSION,
        "session_number": _SESSION_NUMBER,
        "verdict": "What the audit came to.",
        "finding": "Counts the findings of the record.",
        "code": "The code of the error.",
        "rule": "The rule it rests on.",
        "seat": "The seat it concerns.",
        "player_name": "The player on that seat.",
        "message": "The error in words.",
        "source_file": "The file the record came from.",
        "source_line": "The line of that file.",
    },
    query="""
SELECT g.load_number, g.game_id, g.session_id, g.session_number, g.verdict, f.finding, f.code, f.rule, f.seat,
  s.player_name, f.message, g.source_file, g.source_line
FROM current_games g JOIN findings f USING (digest)
LEFT JOIN seats s ON s.digest = f.digest AND s.seat = f.seat
WHERE f.severity = 'error'""",
)

_FACES = View(
    name="faces",
    meaning="The numbers that columns such as face and drawn_face hold, and the cards they stand for.",
    order="face",
    columns={
        "face": "The number: spades A, 2 to K are 0 to 12, hearts 13 to 25, diamonds 26 to 38, clubs 39 to 51.",
        "card": "The card as records write it.",
        "rank": "Its rank; empty for a printed joker (JK) and the master card (MC).",
        "suit": "Its suit; empty likewise.",
    },
    query="""
SELECT face::SMALLINT AS face, card, rank, suit FROM (VALUES
  {}) AS f(face, card, rank, suit)""".format(
        ", ".join(f"({face.index}, '{face}', {_sql(face.rank)}, {_sql(face.suit)})" for face in FACES)
    ),
)

_COMMON: Final = (_CURRENT, _RESULTS, _LEDGER, _SESSION_STANDINGS, _STANDINGS, _TO_CHECK, _FACES)


def views(games: Mapping[str, Game] = GAMES) -> tuple[View, ...]:
    """Every view: those of all games, then the games' own."""
    return (*_COMMON, *(view for game in games.values() for view in game.table_shape.views))


EXAMPLES: Final = (
    ("Who won how much?", "SELECT player_name, games, wins, net FROM standings"),
    (
        "How did each evening run?",
        "SELECT session_id, position, player_name, net, total FROM session_ledger",
    ),
    ("What has to be settled with the players?", "SELECT game_id, player_name, message FROM to_check"),
)
"""Three questions to begin with, and their queries."""

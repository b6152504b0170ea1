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
_INTERVAL = "95 of 100 such intervals hold the true mean (normal approximation)."
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
        "mean_net": "The mean net of a game.",
        "low": f"{_INTERVAL} Its lower end.",
        "high": "Its upper end.",
        "best": "The best net of one game.",
        "worst": "The worst net of one game.",
        "first_day": "The day of the first dated game.",
        "last_day": "The day of the last dated game.",
    },
    query="""
SELECT game, player, arg_min(player_name, load_number) AS player_name, count(*) AS games,
  count(*) FILTER (won) AS wins, sum(net)::BIGINT AS net, count(*) FILTER (net IS NULL) AS unknown_games,
  avg(net) AS mean_net, avg(net) - 1.96 * stddev_samp(net) / sqrt(count(net)) AS low,
  avg(net) + 1.96 * stddev_samp(net) / sqrt(count(net)) AS high,
  max(net) AS best, min(net) AS worst, min(day) AS first_day, max(day) AS last_day
FROM results GROUP BY game, player""",
)

_HEAD_TO_HEAD = View(
    name="head_to_head",
    meaning="Every player against every other, over the games that count and both played.",
    order="game, player, opponent",
    columns={
        "game": _GAME,
        "player": _PLAYER,
        "opponent": "The other player, likewise.",
        "games": "Games both played.",
        "wins": "Games of these that the player finished.",
        "losses": "Games of these that the opponent finished.",
        "net": "The player's net in these games, from and to everybody.",
        "opponent_net": "The opponent's.",
        "received": "What the opponent paid the player, less what the player paid the opponent; of games that"
        " could be settled.",
    },
    query="""
WITH paid AS (
  SELECT digest, payer, payee, sum(points) AS points FROM payments GROUP BY digest, payer, payee)
SELECT a.game, a.player, b.player AS opponent, count(*) AS games, count(*) FILTER (a.won) AS wins,
  count(*) FILTER (b.won) AS losses, sum(a.net)::BIGINT AS net, sum(b.net)::BIGINT AS opponent_net,
  (coalesce(sum(i.points), 0) - coalesce(sum(o.points), 0))::BIGINT AS received
FROM results a JOIN results b ON a.digest = b.digest AND a.seat <> b.seat
LEFT JOIN paid i ON i.digest = a.digest AND i.payee = a.seat AND i.payer = b.seat
LEFT JOIN paid o ON o.digest = a.digest AND o.payer = a.seat AND o.payee = b.seat
GROUP BY a.game, a.player, b.player""",
)

_BY_SEAT = View(
    name="results_by_seat",
    heading="Seats, counted from the dealer",
    meaning="Results by the place after the dealer, for every rule set and number of players.",
    order="game, preset, players, after_dealer",
    columns={
        "game": _GAME,
        "preset": "The name of the rule set.",
        "players": "How many played.",
        "after_dealer": "1 for the seat after the dealer, 2 for the next, and last the dealer.",
        "games": "Games of which the net of this seat is known.",
        "wins": "Games of these that this seat finished.",
        "mean_net": "Its mean net of a game.",
        "low": f"{_INTERVAL} Its lower end.",
        "high": "Its upper end.",
    },
    query="""
SELECT g.game, g.preset, g.players, (r.seat - g.dealer - 1 + 2 * g.players) % g.players + 1 AS after_dealer,
  count(r.net) AS games, count(*) FILTER (r.won AND r.net IS NOT NULL) AS wins, avg(r.net) AS mean_net,
  avg(r.net) - 1.96 * stddev_samp(r.net) / sqrt(count(r.net)) AS low,
  avg(r.net) + 1.96 * stddev_samp(r.net) / sqrt(count(r.net)) AS high
FROM current_games g JOIN results r USING (digest) WHERE g.dealer IS NOT NULL
GROUP BY g.game, g.preset, g.players, after_dealer""",
)

_BY_PRESET = View(
    name="results_by_preset",
    heading="Rule sets",
    meaning="How the games that count went, for every rule set and number of players.",
    order="game, preset, players",
    columns={
        "game": _GAME,
        "preset": "The name of the rule set.",
        "players": "How many played.",
        "games": "How many games.",
        "finished": "Games that somebody finished.",
        "mean_turns": "The mean number of turns, of games whose play is recorded.",
        "mean_won": "The mean net of the winner.",
        "spread": "The standard deviation of all players' nets.",
    },
    query="""
SELECT g.game, g.preset, g.players, count(DISTINCT g.digest) AS games,
  count(DISTINCT g.digest) FILTER (g.winner IS NOT NULL) AS finished,
  avg(g.turns) AS mean_turns, avg(r.net) FILTER (r.won) AS mean_won, stddev_samp(r.net) AS spread
FROM current_games g JOIN results r USING (digest) GROUP BY g.game, g.preset, g.players""",
)

_SESSIONS = View(
    name="sessions",
    heading="Sessions",
    meaning="The sessions: how many games, when, for what stake.",
    order="game, session_id",
    columns={
        "game": _GAME,
        "session_id": _SESSION,
        "games": "Games that count.",
        "players": "How many different people played.",
        "first_day": "The day of the first dated game.",
        "last_day": "The day of the last dated game.",
        "lowest_number": "The lowest number that a game has in it.",
        "highest_number": "The highest.",
        "stakes": "How many different stakes were played for.",
        "to_check": "Errors that the audits found in its games.",
    },
    query="""
SELECT g.game, g.session_id, count(*) AS games,
  (SELECT count(DISTINCT s.player) FROM seats s JOIN current_games c USING (digest)
    WHERE c.game = g.game AND c.session_id = g.session_id) AS players,
  min(g.day) AS first_day, max(g.day) AS last_day, min(g.session_number) AS lowest_number,
  max(g.session_number) AS highest_number,
  count(DISTINCT (g.stake_currency, g.stake_minor_per_point)) FILTER (g.stake_currency IS NOT NULL) AS stakes,
  sum(g.errors)::BIGINT AS to_check
FROM current_games g WHERE g.session_id IS NOT NULL GROUP BY g.game, g.session_id""",
)

_ANNOTATIONS = View(
    name="annotations",
    meaning="The notes of people on games and turns, of every record.",
    order="digest, annotation",
    columns={
        "digest": _DIGEST,
        "game_id": _GAME_ID,
        "annotation": "Counts the notes of the record, from 0.",
        "turn_no": "The turn it is on, an index into play; empty for the game.",
        "seat": "The seat it is about.",
        "kind": "What kind of note it is, a code word.",
        "text": "The note in words.",
        "lang": "The language of text.",
        "by": "Who made it: a name, or the number of a seat.",
        "at": "When, as written.",
    },
    query="""
SELECT digest, game_id, annotation, (note->>'turn')::BIGINT AS turn_no, (note->>'seat')::BIGINT AS seat,
  note->>'kind' AS kind, note->>'text' AS text, note->>'lang' AS lang, note->>'by' AS by, note->>'at' AS at
FROM (
  SELECT r.digest, g.game_id, unnest(notes) AS note, generate_subscripts(notes, 1) - 1 AS annotation
  FROM (SELECT digest, from_json(annotations, '["JSON"]') AS notes FROM records WHERE annotations IS NOT NULL) r
  JOIN games g USING (digest))""",
)

_CORRECTIONS = View(
    name="corrections",
    meaning="Every record that corrects another, and what it corrects.",
    order="load_number, corrected",
    columns={
        "load_number": "Counts the records in the order of loading.",
        "digest": "The digest of the correction.",
        "game_id": _GAME_ID,
        "corrected": "The digest of the record it takes the place of; empty where that is not in the archive.",
        "reason": "Why, a code word.",
        "by": "The names of those who agreed, as a JSON list.",
        "at": "When it was agreed, as written.",
        "note": "Why, in words.",
    },
    query="""
SELECT g.load_number, g.digest, g.game_id, o.digest AS corrected, g.corrects_reason AS reason,
  r.record->'corrects'->>'by' AS by, r.record->'corrects'->>'at' AS at, r.record->'corrects'->>'note' AS note
FROM games g JOIN records r USING (digest) LEFT JOIN games o ON o.superseded_by = g.digest
WHERE g.is_correction""",
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

_NOTED_TURNS = View(
    name="noted_turns",
    meaning="The entries of every recorded play as they are noted, read off the records.",
    order="digest, turn_no",
    columns={
        "digest": _DIGEST,
        "game": _GAME,
        "game_id": _GAME_ID,
        "turn_no": "The turn, an index into play.",
        "seat": "Whose turn it is; empty for the table.",
        "told": "The entry without its seat.",
        "milliseconds": "Time spent on it, from times.",
    },
    query="""
SELECT digest, game, game_id, turn_no, CASE WHEN entry[1] <> '-' THEN entry[1]::BIGINT END AS seat,
  entry[4:] AS told, milliseconds
FROM (
  SELECT digest, game, game_id, unnest(play) AS entry, generate_subscripts(play, 1) - 1 AS turn_no,
    unnest(times) AS milliseconds
  FROM (
    SELECT digest, g.game, g.game_id, from_json(r.record->'play', '["VARCHAR"]') AS play,
      from_json(r.record->'times', '["BIGINT"]') AS times
    FROM records r JOIN games g USING (digest) WHERE g.turns > 0))""",
)

_COMMON: Final = (
    _CURRENT,
    _RESULTS,
    _LEDGER,
    _SESSIONS,
    _SESSION_STANDINGS,
    _STANDINGS,
    _HEAD_TO_HEAD,
    _BY_SEAT,
    _BY_PRESET,
    _TO_CHECK,
    _ANNOTATIONS,
    _CORRECTIONS,
    _FACES,
    _NOTED_TURNS,
)


def _claims(games: Mapping[str, Game]) -> View:
    """The claimed numbers, one a row: a part for each score that any of the games has."""
    scores = {score: None for game in games.values() for score in game.table_shape.scores}
    parts = " UNION ALL ".join(
        f"SELECT digest, seat, '{score}' AS score, claimed_{score} AS claimed, derived_{score} AS derived"
        f" FROM seats WHERE claimed_{score} IS NOT NULL"
        for score in scores
    )
    return View(
        name="claims",
        meaning="The claimed numbers of every record, one a row, beside what was derived.",
        order="digest, seat, score",
        columns={
            "digest": _DIGEST,
            "game_id": _GAME_ID,
            "seat": "The seat, from 0.",
            "player": _PLAYER,
            "score": "What is claimed: the name of a score of the game, such as net.",
            "claimed": "The number that the record claims.",
            "derived": "What the audit derived; empty where it could not.",
            "differs": "Whether the two differ; empty where nothing was derived.",
        },
        query=f"""
SELECT c.digest, g.game_id, c.seat, s.player, c.score, c.claimed, c.derived, c.claimed <> c.derived AS differs
FROM ({parts}) c JOIN seats s USING (digest, seat) JOIN games g USING (digest)""",
    )


def views(games: Mapping[str, Game] = GAMES) -> tuple[View, ...]:
    """Every view: those of all games, then the games' own."""
    own = (view for game in games.values() for view in game.table_shape.views)
    return (*_COMMON, _claims(games), *own)


EXAMPLES: Final = (
    ("Who won how much?", "SELECT player_name, games, wins, net FROM standings"),
    (
        "How did each evening run?",
        "SELECT session_id, position, player_name, net, total FROM session_ledger",
    ),
    ("What has to be settled with the players?", "SELECT game_id, player_name, message FROM to_check"),
)
"""Three questions to begin with, and their queries."""

"""How the records of an archive stand to one another: corrections, and second accounts of a game."""

import duckdb

from marriage_analysis.findings import Finding, Place
from marriage_analysis.records.codes import CORRECTS_UNKNOWN, ID_CONFLICT

_CORRECTED = """
CREATE OR REPLACE TEMP TABLE corrected AS
WITH meant AS (
  SELECT correction, max_by(digest, nearness) FILTER (is_same_view) AS digest
  FROM (SELECT c.digest AS correction, e.digest, e.carries_digest, e.is_correction,
      coalesce(e.view, 'all') = coalesce(c.view, 'all') AS is_same_view,
      if(e.load_number < c.load_number, e.load_number, -e.load_number) AS nearness
    FROM games c JOIN games e ON e.game_id = c.game_id AND e.game = c.game AND e.digest <> c.digest
      AND (e.load_number < c.load_number OR NOT e.is_correction)
    WHERE c.is_correction AND c.corrects_digest IS NULL AND c.game_id IN (SELECT game_id FROM incoming))
  GROUP BY correction
  HAVING coalesce(bool_and(carries_digest) FILTER (nearness > 0), true)
    AND count(*) FILTER (is_same_view AND NOT is_correction) = 1)
SELECT o.digest AS old, c.digest AS new, c.load_number
FROM games o JOIN games c ON c.game_id = o.game_id AND c.game = o.game AND c.is_correction
  AND c.digest <> o.digest LEFT JOIN meant ON meant.correction = c.digest
WHERE o.game_id IN (SELECT game_id FROM incoming) AND (c.corrects_digest IN (o.digest, o.digest_as_written)
  OR (c.corrects_digest IS NULL AND (o.digest = meant.digest
    OR (NOT o.carries_digest AND o.load_number < c.load_number))))"""
"""What corrects what. A correction that names no digest is of the records before it that carry none; where
all have one by now (``marriage format``, an export), of the account before it, or of one that came later, if
there is but one game."""


def relate(connection: duckdb.DuckDBPyConnection) -> None:
    """Say anew how the records with an id in ``incoming`` stand to one another.

    A pure function of what is stored: corrections mark what they correct, in whichever order the two came.
    """
    told = connection.execute(
        "SELECT 1 FROM games WHERE game_id IN (SELECT game_id FROM incoming)"
        " GROUP BY game_id HAVING count(*) > 1 OR bool_or(is_correction) LIMIT 1"
    ).fetchall()
    if not told:  # every id is new and corrects nothing
        return
    connection.execute(_CORRECTED)
    connection.execute("""
UPDATE games SET superseded_by = later.digest FROM (
  SELECT old, min_by(new, load_number) AS digest FROM corrected GROUP BY old) later
WHERE games.digest = later.old AND games.superseded_by IS DISTINCT FROM later.digest""")
    connection.execute(
        "DELETE FROM findings WHERE code IN (?, ?) AND digest IN"
        " (SELECT digest FROM games WHERE game_id IN (SELECT game_id FROM incoming))",
        [ID_CONFLICT.name, CORRECTS_UNKNOWN.name],
    )
    conflict = Finding(
        ID_CONFLICT,
        "another record with this id was loaded before, and neither corrects the other",
        Place(path="id"),
    )
    unknown = Finding(
        CORRECTS_UNKNOWN, "the record that this one corrects is not in the archive", Place(path="corrects")
    )
    # A seat's view is no second account of the game, unless it is one of the same view.
    _insert_relation(
        connection,
        conflict,
        "NOT g.is_correction AND g.superseded_by IS NULL AND EXISTS (FROM games e WHERE e.game_id = g.game_id"
        " AND e.load_number < g.load_number AND e.superseded_by IS NULL"
        " AND (coalesce(e.view, 'all') = coalesce(g.view, 'all')))",
    )
    _insert_relation(connection, unknown, "g.is_correction AND g.digest NOT IN (SELECT new FROM corrected)")


def _insert_relation(connection: duckdb.DuckDBPyConnection, finding: Finding, condition: str) -> None:
    connection.execute(
        "INSERT INTO findings BY NAME"
        " SELECT g.digest, coalesce(g.errors + g.warnings + g.infos, 0) AS finding, ? AS code, ? AS severity,"
        " ? AS concern, ? AS path, g.source_line AS line, ? AS message FROM games g"
        f" WHERE g.game_id IN (SELECT game_id FROM incoming) AND {condition}",
        [
            finding.code.name,
            finding.severity.value,
            finding.code.concern.value,
            finding.place.path,
            finding.message,
        ],
    )

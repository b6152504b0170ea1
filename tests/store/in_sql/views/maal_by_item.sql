WITH item AS (SELECT i.*, c.preset FROM maal_item i JOIN counting c USING (digest)),
game_ AS (SELECT preset, count(DISTINCT digest) AS games FROM item GROUP BY preset)
SELECT preset, kind, count(DISTINCT digest || ' ' || seat) AS players, sum(count)::BIGINT AS count,
  sum(points)::BIGINT AS points,
  any_value(games) AS games, sum(points) / any_value(games) AS points_per_game
FROM item JOIN game_ USING (preset) GROUP BY preset, kind ORDER BY preset, points DESC, kind

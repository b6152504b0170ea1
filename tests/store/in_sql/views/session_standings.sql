WITH stake AS (
  SELECT game, session_id, CASE WHEN len(list_distinct(list(coalesce(stake, '')))) = 1 THEN any_value(stake) END
    AS stake
  FROM (SELECT *, field(record, '$.session.stake') AS stake FROM counting WHERE session_id IS NOT NULL) GROUP BY ALL),
points AS (
  SELECT game, session_id, player, first(player_name ORDER BY load_number) AS player_name, count(*) AS games,
    sum(coalesce(won, false)::INT)::BIGINT AS wins, sum(net)::BIGINT AS net, count(*) - count(net) AS unknown_games
  FROM outcome WHERE session_id IS NOT NULL GROUP BY ALL)
SELECT p.*, (stake->>'currency') AS currency, net::HUGEINT * (stake->>'minor_per_point')::BIGINT AS money_minor
FROM points p JOIN stake USING (game, session_id) ORDER BY game, session_id, net DESC NULLS LAST, player

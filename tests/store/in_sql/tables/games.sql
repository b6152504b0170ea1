WITH told AS (
  SELECT *, (record->'result') AS result, (record->'meta') AS meta, (meta->>'date') AS date_,
    (meta->>'started_at') AS started
  FROM record),
levels AS (
  SELECT digest,
    bool_or(coalesce((result->>'shown'), (result->>'sets'), (result->>'holding'),
      (result->>'final_discard')) IS NOT NULL)
      AS has_cards,
    bool_or(coalesce((result->>'items'), (result->>'displayed_tunnels'), (result->>'laid_marriage')) IS NOT NULL)
      AS has_items,
    bool_or(coalesce((result->>'seen'), (result->>'route'), (result->>'counted'), (result->>'maal')) IS NOT NULL)
      AS has_maal,
    bool_or(coalesce((result->>'brisques'), (result->>'melds'), (result->>'dix'), (result->>'bonus')) IS NOT NULL)
      AS has_parts
  FROM seat s GROUP BY digest),
found AS (
  SELECT digest, count(*) FILTER (severity = 'error') AS errors, count(*) FILTER (severity = 'warning') AS warnings,
    count(*) FILTER (severity = 'info') AS infos
  FROM stored_findings WHERE code NOT IN ('id_conflict', 'corrects_unknown') GROUP BY digest)
SELECT t.digest, t.load_number, t.game, t.game_id, (record->>'version') AS format_version, t.digest_as_written,
  t.carries_digest, (record->'session'->>'id') AS session_id, (record->'session'->>'number')::BIGINT
    AS session_number,
  (record->'session'->'stake'->>'currency') AS stake_currency,
  (record->'session'->'stake'->>'minor_per_point')::BIGINT AS stake_minor_per_point,
  (meta->>'event') AS event, (meta->>'site') AS site, date_ AS date,
  CASE WHEN regexp_full_match(date_, '\d{4}-\d\d-\d\d') THEN date_::DATE WHEN date_ IS NULL THEN started[:10]::DATE
    END AS day,
  started AS started_at,
  started[:19]::TIMESTAMP - CASE WHEN started[-1] = 'Z' THEN INTERVAL 0 MINUTE ELSE
    to_minutes((started[-6] || '1')::BIGINT * (60 * started[-5:-4]::BIGINT + started[-2:]::BIGINT)) END
    AS started_at_utc,
  (meta->'source'->>'app') AS source_app, (record->'rules'->>'preset') AS preset, field(options, '$') AS rules,
  t.players, coalesce(size_of(record, '$.sat_out'), 0)::BIGINT AS sat_out_players,
  (record->>'dealer')::BIGINT AS dealer, (record->>'view') AS view,
  CASE WHEN size_of(record, '$.play') > 0 THEN 'play'
    WHEN (record->'deal'->'hands') IS NOT NULL OR has_cards THEN 'hands'
    WHEN has_items OR has_parts THEN 'items'
    WHEN t.game = 'marriage' AND (has_maal OR coalesce((result->>'winner'), (result->>'finish')) IS NOT NULL)
      THEN 'sheet' ELSE 'net' END AS level,
  size_of(record, '$.play') AS turns, (result->>'ending') AS ending,
  CASE t.game WHEN 'marriage' THEN (result->>'winner')::BIGINT
    ELSE CASE sign((result->'players'->0->>'points')::BIGINT - (result->'players'->1->>'points')::BIGINT)
      WHEN 1 THEN 0 WHEN -1 THEN 1 END END AS winner,
  field(record, '$.flags') AS flags, coalesce(size_of(notes, '$'), 0)::BIGINT AS annotations,
  (record->'corrects') IS NOT NULL AS is_correction, (record->'corrects'->>'digest') AS corrects_digest,
  (record->'corrects'->>'reason') AS corrects_reason, c.correction AS superseded_by,
  coalesce(f.errors, 0) AS errors, coalesce(f.warnings, 0) AS warnings, coalesce(f.infos, 0) AS infos,
  t.file AS source_file, t.number AS source_line, k.version AS loaded_by, k.version AS derived_by,
  (result->>'reason') AS ending_reason, (result->>'finish') AS finish, s.finish AS settled_finish,
  (result->>'tiplu') AS tiplu, CASE t.game WHEN 'marriage' THEN (options->>'better')::BIGINT END AS better,
  (record->'deal'->>'turnup') AS turnup,
  CASE t.game WHEN 'marjolet' THEN (options->>'target')::BIGINT END AS target, p.stopped_by
FROM told t CROSS JOIN toolkit k LEFT JOIN levels l USING (digest) LEFT JOIN found f USING (digest)
LEFT JOIN settled s USING (digest) LEFT JOIN played_out p USING (digest) LEFT JOIN corrected c USING (digest)
ORDER BY load_number

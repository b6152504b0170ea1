-- From the stored findings: those are the audit's own.
SELECT g.load_number, g.game_id, g.session_id, g.session_number, f.finding, f.code, f.rule, f.seat,
  s.label AS player_name, f.message, g.source_file, g.source_line
FROM stored_findings f JOIN made_games g ON g.digest = f.digest AND g.digest IN (SELECT digest FROM counting)
LEFT JOIN seat s ON (s.digest, s.seat) = (f.digest, f.seat)
WHERE f.severity NOT IN ('warning', 'info') ORDER BY g.load_number, f.finding

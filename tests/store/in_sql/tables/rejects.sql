-- Which lines are refused the reader says; DuckDB's own JSON parser says which of them are no JSON.
SELECT file, number AS line, row_number() OVER (PARTITION BY file ORDER BY number) - 1 AS reject,
  CASE WHEN NOT json_valid(written) THEN 'json_syntax' WHEN json_type(written) <> 'OBJECT' THEN 'not_an_object'
    WHEN field(written, '$.format') IS DISTINCT FROM '"marriage-record"' THEN 'not_a_record' END AS code,
  left(written, 500) AS excerpt
FROM line WHERE exported = '' AND written <> '' ORDER BY file, reject

-- The salt of pseudonyms is drawn by chance; the largest record is as it came in, with notes.
SELECT unnest(['application', 'created_by', 'largest_record', 'pseudonym_salt', 'schema_version']) AS name,
  unnest(['marriage-archive', (SELECT version FROM toolkit), NULL, NULL, '3']) AS value ORDER BY name

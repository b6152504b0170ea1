-- The salt of pseudonyms is drawn by chance.
SELECT unnest(['application', 'created_by', 'pseudonym_salt', 'schema_version']) AS name,
  unnest(['marriage-archive', (SELECT version FROM toolkit), NULL, '3']) AS value ORDER BY name

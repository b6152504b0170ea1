SELECT digest, record, notes AS annotations FROM record ORDER BY digest

SELECT * FROM made_games WHERE digest IN (SELECT digest FROM counting) ORDER BY load_number

SELECT digest, place, key AS player, label AS player_name FROM sitting_out ORDER BY digest, place

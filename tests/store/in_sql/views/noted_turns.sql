SELECT digest, game, game_id, turn_no, seat, told, milliseconds FROM entry ORDER BY digest, turn_no

SELECT digest, payment, payer, payee, points::BIGINT AS points, kind, rule FROM payment ORDER BY digest, payment

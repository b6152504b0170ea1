"""Sessions: the games of one table in order, with running totals and what is carried on."""

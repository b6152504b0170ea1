"""Marriage compiled: the solver for columns of hands, and whole games."""

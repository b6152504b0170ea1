"""The ``marriage`` command line: one file a command, registered in ``app.py``."""

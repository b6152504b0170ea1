"""``python -m marriage_analysis``: the ``marriage`` command."""

from marriage_analysis.cli.app import main

if __name__ == "__main__":
    main()

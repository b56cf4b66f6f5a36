"""`python -m boardgames`."""

import sys

try:
    from boardgames.cli import main

    status: int = main()
except KeyboardInterrupt:  # before the command line can handle it
    status = 130
sys.exit(status)

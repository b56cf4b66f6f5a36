"""`python -m boardgames`."""

import sys

from boardgames.cli import main

sys.exit(main())

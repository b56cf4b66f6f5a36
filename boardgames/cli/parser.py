"""The parser of arguments, as it reports errors."""

from __future__ import annotations

import argparse
import sys
from typing import Any, NoReturn

from boardgames.core.text import one_line

LONGEST_COMPLAINT = 1000
"""Maximum number of characters shown of an error."""


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, without the usage, and does not hide that help cannot be
    written.
    """

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write help to the standard output; `argparse` itself ignores a full disk."""
        if file is sys.stdout:
            file.write(message)
        else:
            super()._print_message(message, file)

    def error(self, message: str) -> NoReturn:
        """Write the message, and exit with status 2."""
        self.exit(2, f"{self.prog}: {one_line(message, LONGEST_COMPLAINT)}\n")

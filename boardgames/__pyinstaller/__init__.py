"""What PyInstaller has to know to freeze a program that uses this library; it finds this by itself
(docs/guides/program.md).
"""

from __future__ import annotations

__all__ = ["hook_folders"]


def hook_folders() -> list[str]:
    """Return the folders with hooks."""
    return [*__path__]

"""A quick look for other packages' entry points: `importlib.metadata` takes long to import."""

from __future__ import annotations

import os
import sys


def surely_none(group: str) -> bool:
    """Return whether certainly no installed package has an entry point of this group.

    False says nothing: ask `importlib.metadata`, which also reads archives, and asks finders.
    """
    path_finder = sys.modules["_frozen_importlib_external"].PathFinder
    others = [finder for finder in sys.meta_path if finder is not path_finder]
    if any(hasattr(finder, "find_distributions") for finder in others):
        return False
    return all(_is_without(place or os.curdir, group.encode()) for place in sys.path)


def _is_without(place: str, group: bytes) -> bool:
    """Return whether this is a folder, or nothing, and no package in it names the group."""
    try:
        names = os.listdir(place)  # noqa: PTH208  # pathlib takes long to import, too
    except FileNotFoundError:
        return True
    except OSError:
        return False
    packages = [name for name in names if name.lower().endswith(("dist-info", "egg-info"))]
    return not any(_may_name(f"{place}/{name}/entry_points.txt", group) for name in packages)


def _may_name(file_name: str, group: bytes) -> bool:
    try:
        with open(file_name, "rb") as file:  # noqa: PTH123  # the same
            return group in file.read()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True

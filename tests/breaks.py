"""What would break for those who use the public names, since a tag or a commit.

python -m tests.breaks v1.0.0
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import griffe

from tests.docs.blocks import CHECKOUT

USAGE = "usage: python -m tests.breaks TAG\n"
NAME = "boardgames"


def breaks(since: str, root: Path = CHECKOUT) -> list[str]:
    """Return a line for each public name that went, or is called otherwise, since this tag."""
    old = griffe.load_git(NAME, ref=since, repo=root, search_paths=["."], resolve_aliases=True)
    new = griffe.load(NAME, search_paths=[root], resolve_aliases=True, try_relative_path=False)
    public = {*_public(old)}
    lines = [
        f"{path}: {found.kind.value}"
        for found in griffe.find_breaking_changes(old, new)
        if (path := found.obj.canonical_path)
        and any(path == name or path.startswith(f"{name}.") for name in public)
    ]
    return [*dict.fromkeys(lines)]  # a name that several packages export comes again


def _public(package: griffe.Object | griffe.Alias) -> Iterator[str]:
    """Yield where each name is defined that a package exports."""
    for name in package.exports or ():
        yield package[str(name)].canonical_path
    for module in package.modules.values():
        if module.is_init_module and not module.is_alias:
            yield from _public(module)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(USAGE)
    sys.stdout.writelines(f"{line}\n" for line in breaks(sys.argv[1]))

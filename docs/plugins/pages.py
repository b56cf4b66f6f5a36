"""Prepares the pages for the site: lists of pieces, and links to files of the repository that are
not pages.

A page says `<!-- pieces: koryo -->` where the list of a game's pieces belongs. A link such as
`../examples/briscola.py` works in a clone; on the site it leads to the repository.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boardgames

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

REPOSITORY = Path(__file__).parents[2]
PIECES = re.compile(r"<!-- pieces: (\w+) -->")
LINK = re.compile(r"\]\(([^)#:]+)\)")


def listed(name: str) -> str:
    """Return the pieces of a game, for any number of players, as a Markdown list: a table is too
    wide for phones.
    """
    counts = boardgames.game_class(name).player_counts
    pieces = {
        key: piece
        for count in counts
        for key, piece in boardgames.make(name, players=count).words.pieces().items()
    }
    lines = []
    for key, piece in pieces.items():
        worth = "" if piece.worth is None else f", worth {piece.worth}"
        rule = f" ({piece.rule})" if piece.rule else ""
        lines.append(f"- `{key}`: **{piece.name}**, group {piece.group}{worth}. {piece.text}{rule}")
    return "\n".join(lines)


def linked(target: str, folder: str, repository: str) -> str:
    """Return the target of a link from a page in this folder of the repository: a file that is no
    page moves there.
    """
    path = posixpath.normpath(posixpath.join(folder, target))
    place = REPOSITORY / path
    if not place.exists() or (path.startswith("docs/") and place.is_file()):
        return target
    return f"{repository}/{'tree' if place.is_dir() else 'blob'}/main/{path}"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Fill in the lists and follow the links of a page."""
    folder = posixpath.dirname(f"docs/{page.file.src_uri}")
    markdown = LINK.sub(
        lambda found: f"]({linked(found[1], folder, config.repo_url or '')})", markdown
    )
    return PIECES.sub(lambda found: listed(found[1]), markdown)

"""The tables in docs/protocol.md that are made from the code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boardgames.jsonrpc import ERRORS
from boardgames.remote.methods import METHODS
from boardgames.schema import schema
from tests.docs.written import renewed

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


def methods() -> Iterator[str]:
    """Yield the lines of the table of methods."""
    defs = schema("server")["$defs"]
    yield "| method | who | parameters | |"
    yield "|---|---|---|---|"
    for name, method in METHODS.items():
        params = defs[f"{name}_params"]
        first, _, _ = params["description"].partition(". ")
        about = first.rstrip(".").replace("|", "\\|")
        only = {None: "", "lines": ", over lines", "http": ", over HTTP"}[method.only]
        mark = " +" if method.changes else ""
        who = f"{method.caller}{only}"
        yield f"| [`{name}`](#{_place(name)}){mark} | {who} | {_fields(params)} | {about}. |"


def _place(method: str) -> str:
    """Return the anchor of the section about a method."""
    return next((place for place, names in PLACES.items() if method in names), method)


COMMON = {"table", "seat", "once"}
"""The parameters of all methods of a table, and of all that change something."""
PLACES = {
    "undo": ["grant_undo"],
    "record-and-open_record": ["record", "open_record"],
    "replay-and-judge": ["replay", "judge"],
    "rename-let_bot_play-and-give_back": ["rename", "let_bot_play", "give_back"],
    "load-and-close": ["load", "close"],
    "over-http-boardgames-web-and-asgi": ["invited", "join", "invite", "withdraw"],
}
"""The sections about several methods, by anchor."""


def _fields(of: dict[str, Any]) -> str:
    """Return the fields of an object, with a question mark for those that may be left out."""
    own = [name for name in of["properties"] if name not in COMMON]
    return ", ".join([f"`{name}`" if name in of["required"] else f"`{name}`?" for name in own])


def errors() -> Iterator[str]:
    """Yield the lines of the table of errors."""
    yield "| code | name | meaning |"
    yield "|---|---|---|"
    for error in ERRORS:
        yield f"| {error.code} | `{error.name}` | {error.meaning} |"


PARTS = {"methods": methods, "errors": errors}


def files() -> dict[Path, str]:
    """Return the page as it should be."""
    return {PAGE: renewed(PAGE, PAGE.read_text(encoding="utf-8"), PARTS)}

"""The tables in docs/protocol.md that are made from the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boardgames.jsonrpc import ERRORS
from boardgames.protocol.tables import REQUESTS
from boardgames.schema import schema

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


def methods() -> Iterator[str]:
    """Yield the lines of the table of methods."""
    defs = schema("server")["$defs"]
    yield "| method | parameters | result | |"
    yield "|---|---|---|---|"
    for name in REQUESTS:
        params = defs[f"{name}.params"]
        result = defs[defs[f"{name}.result"]["$ref"].rpartition("/")[2]]
        first, _, _ = params["description"].partition(". ")
        about = first.rstrip(".").replace("|", "\\|")
        yield f"| [`{name}`](#{_place(name)}) | {_fields(params)} | {_fields(result)} | {about}. |"


def _place(method: str) -> str:
    """Return the anchor of the section about a method."""
    return {"save": "save-and-load", "load": "save-and-load", "grant_undo": "undo"}.get(
        method, method
    )


def _fields(of: dict[str, Any]) -> str:
    """Return the fields of an object, with a question mark for those that may be left out."""
    return ", ".join(
        [f"`{name}`" if name in of["required"] else f"`{name}`?" for name in of["properties"]]
    )


def errors() -> Iterator[str]:
    """Yield the lines of the table of errors."""
    yield "| code | name | meaning |"
    yield "|---|---|---|"
    for error in ERRORS:
        yield f"| {error.code} | `{error.name}` | {error.meaning} |"


BLOCKS = {"methods": methods, "errors": errors}


def renewed(page: str) -> str:
    """Return the page with its tables as the code has them now."""
    for name, lines in BLOCKS.items():
        begin = f"<!-- {name}: written by python -m tests.renew -->"
        end = f"<!-- end of {name} -->"
        block = "\n".join([begin, "", *lines(), "", end])
        places = re.findall(f"{re.escape(begin)}.*?{re.escape(end)}", page, re.DOTALL)
        if len(places) != 1:
            raise ValueError(f"docs/protocol.md: expected one place for {name}, not {len(places)}")
        page = page.replace(places[0], block)
    return page


def files() -> dict[Path, str]:
    """Return the page as it should be."""
    return {PAGE: renewed(PAGE.read_text(encoding="utf-8"))}

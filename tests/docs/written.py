"""Parts of pages that are written from the code, between two comments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from tests.docs.blocks import CHECKOUT


def renewed(path: Path, page: str, parts: Mapping[str, Callable[[], Iterable[str]]]) -> str:
    """Return a page with these parts as the code has them now; raise `ValueError` if a part has no
    place in it.
    """
    for name, lines in parts.items():
        begin = f"<!-- {name}: written by python -m tests.renew -->"
        end = f"<!-- end of {name} -->"
        places = re.findall(f"{re.escape(begin)}.*?{re.escape(end)}", page, re.DOTALL)
        if len(places) != 1:
            where = path.relative_to(CHECKOUT).as_posix()
            raise ValueError(f"{where}: expected one place for {name}, not {len(places)}")
        page = page.replace(places[0], "\n".join([begin, "", *lines(), "", end]))
    return page

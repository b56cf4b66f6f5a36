"""The files of the page, as a server sends them."""

from __future__ import annotations

import re
from hashlib import sha256
from importlib.resources import files

from boardgames.remote.site import Page

KINDS = {"js": "text/javascript", "css": "text/css", "json": "application/json"}
"""The types of the parts of the page, by their ending."""
STATIC = files("boardgames.web") / "static"
ONLY_EXPORTED = ("local.js", "worker.js")
"""The scripts that replace a server in an exported folder; `local.js` becomes its
`transport.js`.
"""
STYLE = "page.css"
"""The name of all styles in one file, so that a slow connection has fewer to wait for."""
STYLE_LINKS: list[str] = re.findall(
    r'<link rel="stylesheet" href="[^"]+">\n', (STATIC / "page.html").read_text(encoding="utf-8")
)
"""The links of the page to its styles, in the order in which they apply."""
PARTS: tuple[str, ...] = tuple(
    sorted(
        {each.name for each in STATIC.iterdir() if each.name.endswith((".js", ".json"))}
        - {*ONLY_EXPORTED}
        | {STYLE}
    )
)
"""The scripts, the style and the data that the page requests."""


def static(name: str) -> bytes:
    """Return a file of the page."""
    if name == STYLE:
        return b"".join([static(link.split('"')[3]) for link in STYLE_LINKS])
    return (STATIC / name).read_bytes()


FOLDER = sha256(b"".join(map(static, PARTS))).hexdigest()[:16] + "/"
"""The folder of the parts; its name changes with their content, so that browsers may cache them."""


def page_html(folder: str = "") -> bytes:
    """Return the page itself, with its parts in this folder.

    It lists all scripts and their data, because a browser would otherwise find them one after the
    other.
    """
    kinds = {"js": 'rel="modulepreload"', "json": 'rel="preload" as="fetch" crossorigin'}
    links = [
        f'<link {kinds[ending]} href="{folder}{name}">\n'
        for name in PARTS
        if (ending := name.rpartition(".")[2]) in kinds
    ]
    page = static("page.html").decode()
    style = f'<link rel="stylesheet" href="{folder}{STYLE}">\n'
    page = page.replace("".join(STYLE_LINKS), style)
    page = page.replace("</head>", "".join([*links, "</head>"]))
    return page.replace('src="page.js"', f'src="{folder}page.js"').encode()


PAGES = {"/": Page(page_html(FOLDER), "text/html; charset=utf-8")} | {
    f"/{FOLDER}{name}": Page(
        static(name), f"{KINDS[name.rpartition('.')[2]]}; charset=utf-8", is_lasting=True
    )
    for name in PARTS
}
"""All files that are served, by path."""

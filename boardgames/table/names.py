"""Which names players can have: none that looks like another player's, or like words of the table's
own.
"""

from __future__ import annotations

import re
from unicodedata import name as name_of
from unicodedata import normalize

from boardgames.core.errors import RefusedError
from boardgames.play.bots import bot_names
from boardgames.play.bots.catalogue import PROGRAM
from boardgames.play.limits import LONGEST_NAME_LETTERS
from boardgames.play.record import HUMAN

_LIKE_LATIN = {"ARMENIAN", "CYRILLIC", "GREEK"}
"""Alphabets with letters that look like Latin ones."""
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\ufe00-\ufe0f]")


def checked_name(name: str, taken: tuple[str, ...] = ()) -> str:
    """Return the name without superfluous spaces; raise `RefusedError` if a player cannot have this
    name.
    """
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME_LETTERS or not name.isprintable():
        raise RefusedError(
            f"a name has at most {LONGEST_NAME_LETTERS} letters, all of them printable"
        )
    seen = _skeleton(name)
    alphabets = {name_of(letter, "").partition(" ")[0] for letter in seen}
    if "LATIN" in alphabets and alphabets & _LIKE_LATIN:
        raise RefusedError("a name does not mix alphabets whose letters look alike")
    if name and not seen:
        raise RefusedError("a name needs letters that can be seen")
    if re.fullmatch(r"(you|player|spectators?)[\s\dlo]*", seen):
        raise RefusedError(f"{name!r} is reserved: the table itself uses such names")
    first = seen.partition(":")[0].rstrip()
    if first in map(_skeleton, (HUMAN, PROGRAM, *bot_names())):
        raise RefusedError(f"{name!r} is reserved: records use it for seats")
    if seen and seen in map(_skeleton, taken):
        raise RefusedError(f"the name {name!r} is already taken", "not now")
    return name


def _skeleton(name: str) -> str:
    """Return a text that is equal for names that look the same."""
    text = _INVISIBLE.sub("", normalize("NFKC", name)).casefold()
    text = text.translate(str.maketrans("01i|", "olll")).replace("rn", "m").replace("vv", "w")
    return " ".join(text.split())

"""Which names players at a table may have."""

from __future__ import annotations

import re
from unicodedata import normalize

from boardgames.core.errors import RefusedError
from boardgames.play.bots import bot_names
from boardgames.play.bots.catalogue import PROGRAM
from boardgames.play.limits import LONGEST_NAME_LETTERS
from boardgames.play.record import HUMAN

_LOOK_ALIKES = {
    "a": "\u0430\u0410\u03b1\u0391\u0251",
    "b": "\u0432\u0412\u0392",
    "c": "\u0441\u0421",
    "d": "\u0501",
    "e": "\u0435\u0415\u03b5\u0395",
    "g": "\u0581\u0261",
    "h": "\u043d\u04bb\u041d\u0397\u0570",
    "i": "\u0456\u0406\u03b9\u0399\u0131",
    "j": "\u0458\u0408",
    "k": "\u043a\u041a\u03ba\u039a",
    "l": "\u04c0\u04cf\u01c0",
    "m": "\u043c\u041c\u039c",
    "n": "\u039d\u0578",
    "o": "\u043e\u041e\u03bf\u03c3\u039f\u0585",
    "p": "\u0440\u0420\u03c1\u03a1",
    "q": "\u051b\u0566",
    "s": "\u0455\u0405",
    "t": "\u0442\u0422\u03c4\u03a4",
    "u": "\u03c5\u057d",
    "v": "\u03bd",
    "w": "\u051d",
    "x": "\u0445\u0425\u03c7\u03a7",
    "y": "\u0443\u0423\u04ae\u04af\u03b3\u03a5",
    "z": "\u0396",
}
"""By Latin letter: the most common Cyrillic, Greek, Armenian and other letters that look like it."""
_LATIN = {ord(other): letter for letter, others in _LOOK_ALIKES.items() for other in others}
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\ufe00-\ufe0f]")


def checked_name(name: str, taken: tuple[str, ...] = ()) -> str:
    """Return the name without superfluous spaces; raise `RefusedError` if a player cannot have this name."""
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME_LETTERS or not name.isprintable():
        raise RefusedError(f"a name has at most {LONGEST_NAME_LETTERS} letters, all of them printable")
    seen = _skeleton(name)
    if name and not seen:
        raise RefusedError("a name needs letters that can be seen")
    if re.fullmatch(r"(you|player|spectators?)[\s\dlo]*", seen):
        raise RefusedError(f"{name!r} is reserved: the table itself uses such names")
    first = seen.partition(":")[0].rstrip()
    if first == PROGRAM:
        raise RefusedError(f"{name!r} could be taken for a program")
    if first in map(_skeleton, (HUMAN, *bot_names())):
        raise RefusedError(f"{name!r} is reserved: records use it for seats")
    if seen and seen in map(_skeleton, taken):
        raise RefusedError(f"the name {name!r} is already taken", "not now")
    return name


def _skeleton(name: str) -> str:
    """Return a text that is equal for names that look the same."""
    text = _INVISIBLE.sub("", normalize("NFKC", name)).translate(_LATIN).casefold()
    text = text.translate(str.maketrans("01i|", "olll")).replace("rn", "m").replace("vv", "w")
    return " ".join(text.split())

"""Which names players can have: none that looks like another player's, or like words of the table's
own.
"""

from __future__ import annotations

import re
from functools import cache
from unicodedata import category, combining, decomposition, normalize
from unicodedata import name as name_of

from boardgames.core.errors import RefusedError
from boardgames.play.bots import bot_names
from boardgames.play.bots.catalogue import PROGRAM
from boardgames.play.limits import LONGEST_NAME_LETTERS
from boardgames.play.record import HUMAN

_LIKE_LATIN = {"ARMENIAN", "CYRILLIC", "GREEK"}
"""Alphabets with letters that look like Latin ones."""
_INVISIBLE = re.compile("[\u200c\u200d\u034f\u115f\u1160\u17b4\u17b5\u2800\ufe00-\ufe0f]")

_NON_JOINER, _JOINER = "\u200c", "\u200d"
_VIRAMA = 9
"""The combining class of the signs that kill a vowel."""


@cache
def _letters_with(*forms: str) -> set[str]:
    """Return the Arabic letters that have one of these presentation forms, such as `<initial>`;
    Persian and Urdu have more of them.
    """
    found: set[str] = set()
    for code in range(0xFB50, 0xFEFD):
        form, *letters = decomposition(chr(code)).split() or [""]
        if form in forms and len(letters) == 1:
            found.add(chr(int(letters[0], 16)))
    return found


def checked_name(name: str, taken: tuple[str, ...] = ()) -> str:
    """Return the name without superfluous spaces; raise `RefusedError` if a player cannot have this
    name.
    """
    name = " ".join(name.split())
    joined = "".join([letter for at, letter in enumerate(name) if not _may_join(name, at)])
    if len(name) > LONGEST_NAME_LETTERS or not joined.isprintable():
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


def _may_join(name: str, at: int) -> bool:
    """Return whether this is a joiner or non-joiner where Unicode's rules CONTEXTJ allow one.

    They are those of RFC 5892, A.1 and A.2: after a virama, as in Sinhala and Malayalam, and a
    non-joiner between letters that would be joined without it, as in Persian.
    """
    if name[at] not in (_NON_JOINER, _JOINER):
        return False
    if at and combining(name[at - 1]) == _VIRAMA:
        return True
    if name[at] == _JOINER:
        return False
    before = [each for each in name[:at] if category(each) not in ("Mn", "Me")]
    after = [each for each in name[at + 1 :] if category(each) not in ("Mn", "Me")]
    if not before or not after:
        return False
    joined_to_next = _letters_with("<initial>", "<medial>")
    joined_to_last = _letters_with("<medial>", "<final>")
    return before[-1] in joined_to_next and after[0] in joined_to_last


def _skeleton(name: str) -> str:
    """Return a text that is equal for names that look the same."""
    text = _INVISIBLE.sub("", normalize("NFKC", name)).casefold()
    text = text.translate(str.maketrans("01i|", "olll")).replace("rn", "m").replace("vv", "w")
    return " ".join(text.split())

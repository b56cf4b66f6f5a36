"""Letters for outputs that cannot show all of them."""

from __future__ import annotations

import sys

ASCII_SIGNS = {
    0x2013: "-",
    0x2014: "-",
    0x2212: "-",
    0x201C: '"',
    0x201D: '"',
    0x2018: "'",
    0x2019: "'",
    0xD7: "x",
}
"""Replacements of dashes, quotation marks and the multiplication sign, for output limited
to ASCII.
"""


def spelled(text: str) -> str:
    """Return the text in characters that the standard output can show, without accents if
    necessary.
    """
    encoding = sys.stdout.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        import unicodedata  # rarely needed

        plain = unicodedata.normalize("NFKD", text.translate(ASCII_SIGNS))
        kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
        return kept.encode(encoding, errors="replace").decode(encoding)
    return text

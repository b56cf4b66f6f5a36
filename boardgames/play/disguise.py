"""Other words for the pieces of a game, to tell what a model remembers from what it works out.

The words in the names of game and pieces are replaced by invented ones of the same length, the same
everywhere, and answers are read in both. Rules stay as they are, and so do all other words.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from boardgames.contract.game import Game
from boardgames.core.chance import generator

SHORTEST = 3
"""Minimum length of a word that is replaced; shorter ones are letters and numerals."""
PURPOSE = 63
"""Number of the generator that invents words."""
KEPT = {"and", "for", "the", "card", "cards", "with"}
"""Words that say nothing of a game."""
LETTERS = ("bdfgklmnprtvz", "aeiou")
"""Consonants and vowels, of which words are made in turn."""
_WORD = re.compile(r"[^\W\d_]+")


class Disguise:
    """The invented words of one game."""

    def __init__(self, game: Game[Any, Any, Any], seed: int) -> None:
        """Invent the words; the same seed gives the same ones in every game."""
        pieces = game.words.pieces().values()
        names = [game.title, *[piece.name for piece in pieces], *[piece.group for piece in pieces]]
        words = {word.casefold() for word in _WORD.findall(" ".join(names))}
        rules = game.words.rules() + game.words.summary()
        told = {word.casefold() for word in _WORD.findall(rules)}
        rng = generator(seed, PURPOSE)
        self._invented: dict[str, str] = {}
        for word in sorted(words - KEPT):
            if len(word) < SHORTEST:
                continue
            invented = ""
            while not invented or invented in told | words | {*self._invented.values()}:
                kinds = [LETTERS[place % 2] for place in range(len(word))]
                invented = "".join([kind[int(rng.random() * len(kind))] for kind in kinds])
            self._invented[word] = invented
        self._real: dict[str, str] = {invented: word for word, invented in self._invented.items()}

    def hide(self, text: str) -> str:
        """Return the text with the invented words."""
        return _replaced(text, self._invented)

    def reveal(self, text: str) -> str:
        """Return the text with the words of the game."""
        return _replaced(text, self._real)


def _replaced(text: str, words: dict[str, str]) -> str:
    def other(match: re.Match[str]) -> str:
        word = match[0]
        for ending in ("", "s", "es"):
            stem = word[: len(word) - len(ending)]
            found = words.get(stem.casefold()) if word.endswith(ending) else None
            if found is not None:
                cased = found.upper() if stem.isupper() else found
                return (cased.capitalize() if stem.istitle() else cased) + ending
        return word

    return _WORD.sub(other, text)


@lru_cache(maxsize=32)
def disguise_of(game: Game[Any, Any, Any], seed: int) -> Disguise:
    """Return the disguise of this game; it is made once."""
    return Disguise(game, seed)

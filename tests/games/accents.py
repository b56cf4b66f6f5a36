"""A pseudo-language: Koryŏ with an accent on every letter of every word, but for names of pieces.

What is left without an accent does not come from the words of the game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Any, ClassVar, TypeVar

from boardgames.core.values import evolve
from boardgames.games.koryo.actions import Action
from boardgames.games.koryo.events import Event
from boardgames.games.koryo.state import Phase
from boardgames.games.koryo.words.english import English
from boardgames.scene.parts import Piece
from boardgames.scene.phrases import Phrases

K = TypeVar("K")

ACCENT = "\N{COMBINING ACUTE ACCENT}"


@cache
def accented(text: str) -> str:
    return re.sub(f"[A-Za-z](?!{ACCENT})", rf"\g<0>{ACCENT}", text)


def each_accented(names: Mapping[K, str]) -> dict[K, str]:
    return {key: accented(name) for key, name in names.items()}


def unaccented(text: str) -> set[str]:
    """Return the words in a text that have letters without an accent."""
    return set(re.findall(f"[A-Za-z](?!{ACCENT})[A-Za-z{ACCENT}]*", text))


KEYED = ("on_board", "players")
"""The phrases that have signs or keys."""


class AccentedPhrases(Phrases):
    """What the program says by itself, in the pseudo-language, whatever it is."""

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name in ("command", "commands", "people") or name.startswith("_"):
            return found
        if callable(found):
            return lambda *given, **named: _in_accents(found(*given, **named))
        if name in KEYED:
            return each_accented(found)
        return _in_accents(found)


def _in_accents(said: Any) -> Any:
    """Return a phrase, or several, in the pseudo-language."""
    match said:
        case str():
            return accented(said)
        case Mapping():
            return {accented(key): accented(text) for key, text in said.items()}
        case _:
            return [accented(text) for text in said]


class Accented(English):
    """Koryŏ in the pseudo-language; a language is a subclass like this one."""

    goal = accented(English.goal)
    round_name = accented(English.round_name)
    phases: ClassVar[Mapping[Phase, str]] = {
        phase: accented(name) for phase, name in English.phases.items()
    }
    tips: ClassVar[Mapping[Phase, str]] = {
        phase: accented(tip) for phase, tip in English.tips.items()
    }
    groups: ClassVar[Mapping[type[Action], str]] = {
        kind: accented(group) for kind, group in English.groups.items()
    }

    @property
    def title(self) -> str:
        return accented(super().title)

    def name(self, key: str) -> str:
        return accented(super().name(key))

    @cached_property
    def phrases(self) -> Phrases:
        return AccentedPhrases(self.people)

    def rules(self) -> str:
        return accented(super().rules())

    def pieces(self) -> Mapping[str, Piece]:
        return {key: _accented(piece) for key, piece in super().pieces().items()}

    def group(self, piece: Piece) -> str:
        return accented(super().group(piece))

    def terms(self) -> Mapping[str, str]:
        return {key: accented(text) for key, text in super().terms().items()}

    def stage(self, *given: Any) -> str:
        return accented(super().stage(*given))

    def heading(self, *given: Any) -> str:
        return accented(super().heading(*given))

    def waiting(self, *given: Any) -> str:
        return accented(super().waiting(*given))

    def prompt(self, *given: Any, **named: Any) -> str:
        return accented(super().prompt(*given, **named))

    def to_resolve(self, *given: Any) -> str:
        return accented(super().to_resolve(*given))

    def given_up(self, *given: Any) -> str:
        return accented(super().given_up(*given))

    def on_ties(self) -> str:
        return accented(super().on_ties())

    def remark(self, *given: Any) -> str:
        return accented(super().remark(*given))

    def action(self, action: Action, seat: int, viewer: int | None) -> str:
        return accented(super().action(action, seat, viewer))

    def describe(self, event: Event, viewer: int | None) -> Sequence[str]:
        return [accented(line) for line in super().describe(event, viewer)]


def _accented(piece: Piece) -> Piece:
    """Return a piece with its words accented, but not its key, its group and its rule."""
    return evolve(piece, name=accented(piece.name), text=accented(piece.text))

"""What a game says to people: one object, `game.words`, for each language."""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeVar

from boardgames.contract.refusals import check_seat, check_viewer
from boardgames.core.action import Action
from boardgames.core.outcome import Outcome
from boardgames.core.values import evolve

if TYPE_CHECKING:
    from boardgames.scene.parts import Counter, Item, Mark, Piece, Zone
    from boardgames.scene.phrases import Phrases
    from boardgames.scene.plan import Space
    from boardgames.scene.scene import Label, Scene, ScoreSheet

NUMBER = re.compile("[0-9]+")
"""A number in a key."""
S = TypeVar("S")
A = TypeVar("A", bound=Action)
V = TypeVar("V")


class Words(ABC, Generic[S, A, V]):
    """A game in words, in one language: English, unless a subclass says otherwise.

    A game names its words with `words_type`; `game.words` is the object. It must define `scene` or
    `render`, and `describe` if the game has events. Everything else has a default. Another language
    is a subclass: a reader's words are `Language(game)`. What the program says by itself to the
    same reader is in `phrases`.

    All that is said of a View is made from the View alone, so it cannot say what its reader may
    not know.
    """

    goal: ClassVar[str] = ""
    """One sentence for newcomers: what ends the game, and who wins."""
    names: ClassVar[Mapping[str, str]] = {}
    """What the reader calls zones, counters, marks, sources of points, reasons, the ways in which a
    game ends, and the like, by key; # stands for each number in a key and in its name."""
    round_name: ClassVar[str] = "round"
    """What the rounds of `Game.round` are called: `season`, `turn`."""

    game: Any
    """The game that this is about. A subclass may say which type it has."""

    people: Sequence[str] = ()
    """The names of the players by seat, empty for one who has none; (): nobody has one."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def naming(self, people: Sequence[str]) -> Self:
        """Return these words at a table where the players have these names."""
        if not any(people):
            return self
        named = copy(self)
        vars(named).pop("phrases", None)
        named.people = tuple(people)
        return named

    # What you must write: `scene` or `render`; and `describe` for a game with events.

    def scene(self, view: V) -> Scene:
        """Return the table as the seat of this View sees it, made from the View alone.

        The default scene consists of what `render` returns.
        """
        if type(self).render is Words.render:
            game = type(self.game).__name__
            raise NotImplementedError(f"the words of {game} have neither `scene` nor `render`")
        from boardgames.scene.scene import Scene  # to play, no bot needs it

        return Scene(getattr(view, "seat", None), self.title, "", (), text=self.render(view))

    def headings(self, view: V) -> tuple[str, str]:
        """Return the heading and the stage of the scene of this View.

        By default, the scene is made for it. A log asks for every action so far, so a game whose
        scenes take long should override it.
        """
        scene = self.scene(view)
        return scene.heading, scene.stage

    def render(self, view: V) -> str:
        """Return the table as text, at most 80 columns wide. By default, draws the scene."""
        from boardgames.scene.as_text import draw, plain  # to play, no bot needs it

        return plain(draw(self.scene(view), self.pieces(), phrases=self.phrases))

    def describe(self, event: Any, viewer: int | None) -> Sequence[str]:
        """Return an event, as `seen_by` returned it, in lines for this viewer."""
        raise NotImplementedError(
            f"{type(self.game).__name__} has events, but no words for {type(event).__name__}"
        )

    # What you may write.

    def name(self, key: str) -> str:
        """Return what the reader calls what has this key: see `names`; by default, the key."""
        name = self.names.get(key)
        if name is None:
            if key.isalpha():  # like most keys, it has no number
                return key
            name = self.names.get(NUMBER.sub("#", key), key)
        if "#" not in name:
            return name
        for number in NUMBER.findall(key):
            name = name.replace("#", number, 1)
        return name

    def group(self, piece: Piece) -> str:
        """Return what the reader calls the group of a piece: `group_` and its key in `names`; by
        default, the key.
        """
        key = f"group_{piece.group}"
        name = self.name(key)
        return piece.group if name == key else name

    @cached_property
    def phrases(self) -> Phrases:
        """What the program says by itself to the same reader, at a table and in drawings.

        Another language returns its own for the same `people`.
        """
        from boardgames.scene.phrases import Phrases  # to play, no bot needs it

        return Phrases(self.people)

    def seat_name(self, seat: int, viewer: int | None) -> str:
        """Return what a viewer calls a seat: `You`, `Ann`, or `Player 2` if nobody has told their
        name.
        """
        return self.phrases.seat_name(seat, viewer)

    def seat_object(self, seat: int, viewer: int | None) -> str:
        """Return the same within a sentence: `you`, `Ann` or `Player 2`."""
        return self.phrases.seat_object(seat, viewer)

    def seat_possessive(self, seat: int, viewer: int | None) -> str:
        """Return whose something is, within a sentence: `your`, `Ann's` or `Player 2's`."""
        return self.phrases.seat_possessive(seat, viewer)

    def points(self, number: int) -> str:
        """Return this many points, as the game calls them: `3 points`, `3 doubloons`."""
        return self.phrases.points(number)

    # Parts of a scene, each named by its key.

    def mark(self, key: str) -> Mark:
        """Return the mark with this key."""
        make_mark, _, _ = _makers()
        return make_mark(key, self.name(key))

    def zone(
        self,
        key: str,
        items: tuple[Item, ...],
        *,
        kinds: tuple[str, ...] = (),
        ordered: bool = False,
        minor: bool = False,
        brief: bool = False,
    ) -> Zone:
        """Return the zone with this key, in which these items lie."""
        _, make_zone, _ = _makers()
        return make_zone(key, self.name(key), items, kinds, ordered, minor, brief)

    def counter(
        self,
        key: str,
        number: int,
        limit: int | None = None,
        note: str = "",
        *,
        piece: str | None = None,
        derived: bool = False,
        rank: int = 0,
    ) -> Counter:
        """Return the counter with this key."""
        _, _, make_counter = _makers()
        return make_counter(key, self.name(key), number, limit, note, piece, derived, rank)

    def space(
        self,
        *zones: str,
        places: tuple[int, ...] = (),
        weight: int = 1,
        form: Literal["cards", "names", "count"] = "cards",
        captions: tuple[str, ...] = (),
    ) -> Space:
        """Return the space in which these zones lie, called as the first of them is."""
        from boardgames.scene.plan import Space  # to play, no bot needs it

        return Space(zones, self.name(zones[0]), places, weight, form, captions)

    @property
    def title(self) -> str:
        """What the game is called."""
        return str(self.game.title)

    def pieces(self) -> Mapping[str, Piece]:
        """Return every card, token and tile of the game by its key, group by group."""
        return {}

    def label(self, view: V, action: A) -> Label:
        """Return what this legal action means to the seat of this View; by default, its notation.

        Labels of different legal actions have different texts.
        """
        from boardgames.scene.scene import Label  # to play, no bot needs it

        del view
        return Label(str(action))

    def tell(
        self, before: S, player: int, action: A, after: S, viewer: int | None
    ) -> tuple[str, ...]:
        """Return what this viewer (None: a spectator) sees happen, line by line.

        These are the events that they see, in words. In a game without events, everyone is shown
        the action, which is right only if all its actions are public.
        """
        del after
        player = check_seat(self.game, player)
        viewer = check_viewer(self.game, viewer)
        if self.game.event_types is None:
            return (f"{self.seat_name(player, viewer)}: {action}",)
        lines: list[str] = []
        for event in self.game.events_seen_by(viewer, before, action, player):
            lines += self.describe(event, viewer)
        return tuple(lines)

    def score_sheet(self, state: S) -> ScoreSheet:
        """Return the sources of all points, for the end: it may reveal hidden cards.

        The columns add up to `score`.
        """
        from boardgames.scene.scene import ScoreLine, ScoreSheet  # to play, no bot needs it

        return ScoreSheet((ScoreLine(self.name("points"), self.game.score(state)),))

    def ended(self, outcome: Outcome) -> Outcome:
        """Return the outcome with its reason and its tie-break in words."""
        tie_break = None if outcome.tie_break is None else self.name(outcome.tie_break)
        return evolve(outcome, reason=self.name(outcome.reason), tie_break=tie_break)

    def remarks(self, state: S, viewer: int | None) -> tuple[str, ...]:
        """Return further lines to show at the end of the game."""
        del state
        check_viewer(self.game, viewer)
        return ()

    def position(self, state: S) -> str:
        """Return a few words on the position for error messages, with public information only."""
        del state
        return ""

    def rules(self) -> str:
        """Return the rules as Markdown: RULES.md beside the game's module, or its docstring."""
        from inspect import cleandoc  # slow to import, and only needed to read

        from boardgames.core.packaged import text_beside

        return text_beside(self.game, "RULES.md") or cleandoc(type(self.game).__doc__ or "")

    def summary(self) -> str:
        """Return the rules in a few sentences: the section "In short", or the beginning."""
        head, title, summary = self.rules().partition(f"## {self.phrases.in_short}\n")
        return (summary if title else head).partition("\n## ")[0].strip()

    def lesson(self) -> str:
        """Return the lesson: lesson.toml beside the game's module, or nothing.

        `boardgames.table.lesson` says what it contains.
        """
        from boardgames.core.packaged import text_beside  # only needed to read

        return text_beside(self.game, "lesson.toml")

    def terms(self) -> Mapping[str, str]:
        """Return what words and numbers on the table mean: terms.toml beside the game's module.

        By the key of a counter or zone, or by a mark, with # for its numbers: a sentence or two for
        each. In the file, keys of the same meaning may share a line, with | between them, and so
        may what else a newcomer may call them.
        """
        from boardgames.core.packaged import terms_beside  # only needed to read

        return terms_beside(self.game)


# What a scene asks for again and again: importing within a function takes longer than the rest.


@cache
def _makers() -> tuple[Callable[..., Mark], Callable[..., Zone], Callable[..., Counter]]:
    from boardgames.scene.parts import Mark, make_counter, make_zone  # to play, no bot needs it

    return Mark, make_zone, make_counter

"""The table of Koryŏ as people see it, and what each action concerns, in any language.

A language is a subclass: names as data, sentences as code (`english.py`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

from boardgames.contract.refusals import check_viewer
from boardgames.contract.words import Words
from boardgames.games.koryo.actions import Action, Bank, End, Order
from boardgames.games.koryo.components import (
    CARDS,
    COMPONENTS,
    FAMILIES,
    KEYS,
    SENATOR,
    SENATOR_BONUS,
    Kind,
)
from boardgames.games.koryo.events import FIRST_PLAYER, Event
from boardgames.games.koryo.scoring import influence, majority, sources
from boardgames.games.koryo.secrets.view import View, unseen_cards
from boardgames.games.koryo.state import DISCARDS, OVER, Phase, Rules, State, seats_after
from boardgames.scene.parts import (
    Area,
    Counter,
    Item,
    Mark,
    Piece,
    Unseen,
    Zone,
    face_down,
    make_item,
)
from boardgames.scene.plan import Space, TablePlan
from boardgames.scene.scene import (
    Label,
    Scene,
    ScoreLine,
    ScoreSheet,
    Touch,
    make_label,
)

if TYPE_CHECKING:
    from boardgames.games.koryo.components import Cards, Counts, Season

HALL_OF_FAME = 30
"""The influence that enters the Hall of Fame (K9.3)."""
KINDS_SHOWN = (*reversed(KEYS[: len(FAMILIES)]), *KEYS[len(FAMILIES) :])
"""The rows of a table: the family with the highest number first, the Events last."""
MAJORITY = "majority"
TIE = "tie"
"""Marks a majority by the Omniscient: the family has its power, but scores no points (K2.3,
K2.4).
"""


class KoryoWords(Words[State, Action, View]):
    """Koryŏ for people: the language says what is abstract here."""

    game: Rules
    phases: ClassVar[Mapping[Phase, str]]
    """What the language calls each phase."""
    tips: ClassVar[Mapping[Phase, str]]
    """What each phase is about, for a newcomer."""
    groups: ClassVar[Mapping[type[Action], str]]
    """The menu to which actions of a type belong."""

    # What a language says.

    @abstractmethod
    def stage(self, season: int, seasons: int) -> str:
        """Return the season, and how many there are."""

    @abstractmethod
    def heading(self, season: int, seasons: int, phase: Phase) -> str:
        """Return how far the game has come: the stage, and more."""

    @abstractmethod
    def waiting(self, player: int, viewer: int | None) -> str:
        """Return whom the reader is waiting for."""

    @abstractmethod
    def prompt(self, phase: Phase, limit: int, excess: int, *, may_pair: bool) -> str:
        """Return what the reader is asked to do.

        `excess`: the number of Characters above their limit; `may_pair`: whether they may order two
        different cards.
        """

    @abstractmethod
    def to_resolve(self, events: Sequence[tuple[Kind, int]]) -> str:
        """Return a note on Events that the player can still resolve, with how many of each."""

    @abstractmethod
    def given_up(self, events: Sequence[tuple[Kind, int]]) -> str:
        """Return what ending the turn gives up: such Events."""

    @abstractmethod
    def on_ties(self) -> str:
        """Return a note on majorities that the Omniscient has won."""

    @abstractmethod
    def action(self, action: Action, seat: int, viewer: int | None) -> str:
        """Return what this action of the seat means, as an infinitive: `take a token`."""

    @abstractmethod
    def describe(self, event: Event, viewer: int | None) -> Sequence[str]:
        """Return an event in lines for this viewer; none for what the next scene shows anyway."""

    @abstractmethod
    def remark(self, seat: int, viewer: int | None, points: int) -> str:
        """Return that a seat has entered the Hall of Fame, or with fewer than no points the Wall of
        Shame (K9.3).
        """

    # The table.

    def pieces(self) -> Mapping[str, Piece]:
        return COMPONENTS.pieces

    def scene(self, view: View) -> Scene:
        """Return the table as this seat sees it: tableaux side by side, and the seat's own
        cards.
        """
        seasons = self.game.components.seasons
        number = view.round.season
        tableaux = tuple(map(CARDS.pack, view.tableaux))
        shown = self._tableaux(tableaux)
        centre = self._centre(view, seasons[number - 1])
        seats = self._seats(view, tableaux, shown)
        is_on = view.phase is not OVER
        heading, stage = self.headings(view)
        unseen = _items(unseen_cards(self.game, view))
        return Scene(
            viewer=view.seat,
            title=self.title,
            heading=heading,
            areas=(centre, *seats),
            to_act=(view.player,) if is_on else (),
            prompt=self._prompt(view, tableaux) if is_on else "",
            notes=tuple(self._notes(view, shown)),
            unseen=(Unseen(("hand", "order", "discards", "pile"), unseen),),
            layout="columns",
            tip=self.tips.get(view.phase, ""),
            race=("influence",),
            plan=self.plan,
            progress=(number, len(seasons)),
            stage=stage,
        )

    def headings(self, view: View) -> tuple[str, str]:
        """Return the season and its phase, and the season alone."""
        number, seasons = view.round.season, len(self.game.components.seasons)
        return self.heading(number, seasons, view.phase), self.stage(number, seasons)

    @cached_property
    def plan(self) -> TablePlan:
        """Where things lie: the tableau with a row for each kind, everything else in one row."""
        return TablePlan(
            centre=(
                self.space("gone", places=(len(KINDS_SHOWN),), weight=3, form="names"),
                self.space("pile", form="count"),
            ),
            seat=(
                self.space("tableau"),
                self.space("order", places=(2,)),
                self.space("hand", form="count"),
                Space(("discards",), self.name("discarded"), form="count"),
            ),
            share=0,
        )

    def _centre(self, view: View, season: Season) -> Area:
        return Area(
            seat=None,
            name=self.name("table"),
            zones=(
                self.zone("gone", _items(view.gone)),
                self.zone("pile", face_down(view.pile_size), minor=True),
            ),
            counters=(
                self.counter("dealt", season.dealt, derived=True),
                self.counter("limit", season.limit, derived=True),
                self.counter("bank", view.bank, piece="token"),
            ),
        )

    def _seats(
        self, view: View, tableaux: tuple[Cards, ...], shown: Sequence[tuple[Item, ...]]
    ) -> Iterator[Area]:
        limit = self.game.components.seasons[view.round.season - 1].limit
        points = influence(tableaux, view.tokens)
        for seat, tableau in enumerate(shown):
            zones = self._seat_zones(view, seat, tableau)
            counters = self._seat_counters(view, tableaux, seat, limit, points[seat])
            yield Area(
                seat=seat,
                name=self.seat_name(seat, view.seat),
                zones=tuple(zones),
                counters=tuple(counters),
                marks=(self.mark(FIRST_PLAYER),) if seat == view.round.first else (),
            )

    def _seat_zones(self, view: View, seat: int, tableau: tuple[Item, ...]) -> Iterator[Zone]:
        if seat == view.seat:
            hand = _items(view.hand)
            order = _items(view.order, hidden=True)
            discards = _items(view.discards, hidden=True)
        else:
            hand = face_down(view.hand_sizes[seat])
            order = face_down(view.order_sizes[seat])
            discards = face_down(view.discard_sizes[seat])
        yield self.zone("tableau", tableau, kinds=KINDS_SHOWN)
        yield self.zone("hand", hand, minor=seat != view.seat)
        yield self.zone("order", order)
        yield self.zone("discards", discards, minor=True)

    def _seat_counters(
        self, view: View, tableaux: tuple[Cards, ...], seat: int, limit: int, points: int
    ) -> Iterator[Counter]:
        size = CARDS.size(tableaux[seat])
        own_limit = _limit(view, tableaux, seat, limit)
        bonus = f"+{SENATOR_BONUS}" if own_limit is not None and own_limit > limit else ""
        yield self.counter("cards", size, own_limit, bonus, derived=True)
        yield self.counter("tokens", view.tokens[seat], piece="token")
        yield self.counter("influence", points, derived=True)

    def _tableaux(self, tableaux: tuple[Cards, ...]) -> list[tuple[Item, ...]]:
        """Return the cards of each seat, those of its majorities marked."""
        marks = self._marks(tableaux)
        shown = []
        for seat, tableau in enumerate(tableaux):
            items = [
                make_item(KEYS[kind], CARDS.count(tableau, kind), marks.get((seat, kind), ()))
                for kind in CARDS.kinds(tableau)
            ]
            shown.append(tuple(reversed(items)))
        return shown

    def _marks(self, tableaux: tuple[Cards, ...]) -> Mapping[tuple[int, Kind], tuple[Mark, ...]]:
        """Return the marks of each majority, by its seat and family."""
        alone = (self.mark(MAJORITY),)
        by_tie = (*alone, self.mark(TIE))
        marks = {}
        for family in FAMILIES:
            leader = majority(tableaux, family)
            if leader is not None:
                counts = CARDS.counts(tableaux, family)
                is_tie = counts.count(counts[leader]) > 1
                marks[leader, family] = by_tie if is_tie else alone
        return marks

    def _prompt(self, view: View, tableaux: tuple[Cards, ...]) -> str:
        if view.seat != view.player:
            return self.waiting(view.player, view.seat)
        limit = view.turn.limit
        excess = CARDS.size(tableaux[view.player]) - limit
        may_pair = view.round.ship_owner == view.seat
        return self.prompt(view.phase, limit, excess, may_pair=may_pair)

    def _notes(self, view: View, tableaux: Sequence[Sequence[Item]]) -> Iterator[str]:
        due = _due(view)
        if due:
            yield self.to_resolve(due)
        marks = chain.from_iterable([item.marks for item in chain(*tableaux)])
        if any(mark.key == TIE for mark in marks):
            yield self.on_ties()

    # What the player can do.

    def label(self, view: View, action: Action) -> Label:
        """Return what this action means to the seat of this View."""
        seat, viewer = view.player, view.seat
        due = _due(view) if isinstance(action, End) else ()
        return make_label(
            self.action(action, seat, viewer),
            _touches(action, seat, viewer),
            self.groups.get(type(action), ""),
            note=self.given_up(due) if due else "",
            declines=isinstance(action, Order) and not action.cards,
        )

    # The end.

    def score_sheet(self, state: State) -> ScoreSheet:
        """Return the influence of every seat by its source (K9.1, K9.2), without what scores nobody
        anything.
        """
        lines = [
            ScoreLine(self.source(source.key), source.points, source.rule)
            for source in sources(state.tableaux, state.tokens)
        ]
        return ScoreSheet(tuple([line for line in lines if any(line.points)]) or tuple(lines))

    def source(self, key: str) -> str:
        """Return what the points of a family, or others, are for."""
        piece = self.pieces().get(key)
        return self.name(key) if piece is None else piece.name

    def remarks(self, state: State, viewer: int | None) -> tuple[str, ...]:
        """Return who enters the Hall of Fame or the Wall of Shame (K9.3)."""
        viewer = check_viewer(self.game, viewer)
        return tuple(
            [
                self.remark(seat, viewer, points)
                for seat, points in enumerate(influence(state.tableaux, state.tokens))
                if points >= HALL_OF_FAME or points < 0
            ]
        )


def _limit(view: View, tableaux: tuple[Cards, ...], seat: int, limit: int) -> int | None:
    """Return the number of cards that this seat may keep; None after its discards, when the limit
    is over (K8.3).
    """
    if view.phase is DISCARDS:
        if view.player in seats_after(len(tableaux), view.round.first, seat):
            return None
        if seat == view.player:
            return view.turn.limit
    return limit + SENATOR_BONUS if majority(tableaux, SENATOR) == seat else limit


def _items(counts: Counts, *, hidden: bool = False) -> tuple[Item, ...]:
    return tuple(
        [make_item(KEYS[kind], count, (), hidden) for kind, count in enumerate(counts) if count]
    )


def _due(view: View) -> list[tuple[Kind, int]]:
    """Return the Events that the player can still resolve, with how many of each."""
    due = view.turn.due
    return [(kind, CARDS.count(due, kind)) for kind in CARDS.kinds(due)]


@lru_cache(1 << 12)  # most actions are offered again and again
def _touches(action: Action, seat: int, viewer: int | None) -> tuple[Touch, ...]:
    """Return what this action of the seat concerns, the viewer's own first."""
    match action:
        case Order(cards):
            kinds = [Touch(seat, "hand", KEYS[kind]) for kind in dict.fromkeys(cards)]
            return tuple(kinds) or (Touch(seat, "hand"),)
        case Bank():
            return (Touch(None, "bank", "token"),)
        case _:
            # The fields name seats, and cards in tableaux: a card is that of the seat before it, or
            # else that of the acting seat.
            touches = []
            whose = seat
            for field in fields(action):
                named = getattr(action, field.name)
                if isinstance(named, Kind):
                    touches.append(Touch(whose, "tableau", KEYS[named]))
                else:
                    whose = named
            touches.sort(key=lambda touch: touch.seat != viewer)
            return tuple(touches) or (Touch(whose),)

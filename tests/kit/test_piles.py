"""A field of several piles: each is a zone, in Views, samples, scenes and events."""

# ruff: noqa: D101, ARG002  # games as an author writes them: the contract describes the methods

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar

import pytest

from boardgames import Action, DecodeError, evolve, value
from boardgames.core.chance import generator
from boardgames.kit import (
    DeclaredGame,
    DeclaredWords,
    Hidden,
    Holds,
    Open,
    Own,
    Seat,
    Shown,
    Spot,
    Trail,
    ZoneRule,
    deal,
    deleted,
    replaced,
)
from boardgames.kit.declared_zones import Visibility
from boardgames.scene import Change, Event, OfSeat, Place, moves
from boardgames.testing import check_game

CARDS = range(1, 105)


@value
class Table:
    """Four rows in the centre; everybody chooses a card, and these go to the rows in order."""

    hands: Own[tuple[int, ...]]
    chosen: Own[int | None]
    revealed: Shown[int | None]
    rows: Open[tuple[tuple[int, ...], ...]]
    taken: Shown[tuple[int, ...]]
    rest: Annotated[tuple[int, ...], ZoneRule("nobody", ordered=False)]


@value
class State(Table): ...


@value
class View(Table):
    seat: int | None = None


@value
class Choose(Action):
    card: Annotated[int, CARDS]


@value
class Take(Action):
    row: Annotated[int, range(4)]

    def __str__(self) -> str:
        return f"take {self.row + 1}"


class Rows(DeclaredGame[State, Choose | Take, View]):
    """Each card goes to the row whose last card is the next lower one; the sixth takes the row, and
    one that is lower than all takes any. Whoever has taken least wins.
    """

    name, title, player_counts = "rows", "Rows", range(2, 11)
    secret = (Choose,)
    cards, size, row_count, longest = tuple(CARDS), 10, 4, 5

    def pack(self) -> tuple[int, ...]:
        return self.cards

    def start(self, seed: int) -> State:
        rest, size = [*self.cards], self.size
        rows = deal(rest, self.row_count, seed, 0)
        dealt = deal(rest, size * self.players, seed, 1)
        hands = [tuple(sorted(dealt[size * seat :][:size])) for seat in range(self.players)]
        nothing = (None,) * self.players
        return State(
            tuple(hands),
            nothing,
            nothing,
            tuple([(card,) for card in rows]),
            ((),) * self.players,
            tuple(sorted(rest)),
        )

    def to_act(self, state: State | View) -> tuple[int, ...]:
        revealed = [card for card in state.revealed if card is not None]
        if revealed:
            return (state.revealed.index(min(revealed)),)
        if not any(state.hands):
            return ()
        return tuple([seat for seat, card in enumerate(state.chosen) if card is None])

    def choices(self, state: State, seat: int) -> Sequence[Choose | Take]:
        if any(state.revealed):
            return [Take(row) for row in range(self.row_count)]
        return [Choose(card) for card in state.hands[seat]]

    def act(self, state: State, action: Choose | Take, seat: int) -> State:
        if isinstance(action, Take):
            return self.placed(self.laid(state, seat, action.row, takes=True))
        hands = replaced(state.hands, seat, deleted(state.hands[seat], action.card))
        chosen = replaced(state.chosen, seat, action.card)
        state = evolve(state, hands=hands, chosen=chosen)
        if None in chosen:
            return state
        nothing = (None,) * self.players
        return self.placed(evolve(state, chosen=nothing, revealed=chosen))

    def placed(self, state: State) -> State:
        """Return the State after the revealed cards have gone to rows, until one fits none."""
        for card in sorted([card for card in state.revealed if card is not None]):
            lower = [row for row in state.rows if row[-1] < card]
            if not lower:
                break
            row = state.rows.index(max(lower, key=lambda row: row[-1]))
            takes = len(state.rows[row]) == self.longest
            state = self.laid(state, state.revealed.index(card), row, takes=takes)
        return state

    def laid(self, state: State, seat: int, row: int, *, takes: bool) -> State:
        """Return the State after this seat's card has gone to the row."""
        card = state.revealed[seat]
        assert card is not None
        there, taken = state.rows[row], state.taken
        if takes:
            there, taken = (), replaced(taken, seat, (*taken[seat], *there))
        return evolve(
            state,
            rows=replaced(state.rows, row, (*there, card)),
            taken=taken,
            revealed=replaced(state.revealed, seat, None),
        )

    def score(self, state: State) -> tuple[int, ...]:
        return tuple([-len(taken) for taken in state.taken])

    def small(self) -> Rows:
        tiny = type(self)(2)
        tiny.cards, tiny.size, tiny.row_count, tiny.longest = tuple(range(1, 7)), 2, 2, 2
        return tiny


PILES = ("low", "high")


def all_laid(table: Laying, viewer: object, owner: object, card: int) -> bool:
    """Show the piles to everybody at the end."""
    del viewer, owner, card
    return not any(table.hands)


@value
class Laying:
    """Two piles before each seat, face down: one of low cards, one of high ones."""

    hands: Own[tuple[int, ...]]
    piles: Annotated[
        tuple[tuple[tuple[int, ...], ...], ...],
        ZoneRule("owner", ordered=False, per_seat=True, piles=PILES, also=all_laid),
    ]
    rest: Annotated[tuple[int, ...], ZoneRule("nobody", ordered=False)]
    seat_to_lay: Seat = 0


@value
class LayingState(Laying): ...


@value
class LayingView(Laying):
    seat: int | None = None


@value
class Lay(Action):
    card: Annotated[int, range(1, 7)]


def keys(cards: tuple[int | None, ...]) -> list[str | None]:
    """Return the keys of cards; None for those that are not seen."""
    return [None if card is None else str(card) for card in cards]


@value
class Dealt(Event):
    seat: int | None  # None: they are laid aside
    cards: tuple[int | None, ...]

    def seen_by(self, viewer: int | None) -> Dealt:
        is_own = viewer is not None and viewer == self.seat
        return self if is_own else evolve(self, cards=(None,) * len(self.cards))

    def changes(self) -> tuple[Change, ...]:
        zone = "rest" if self.seat is None else "hand"
        return moves(keys(self.cards), None, Place(self.seat, zone))


@value
class Laid(OfSeat):
    card: int | None
    pile: str

    def seen_by(self, viewer: int | None) -> Laid:
        return self if viewer == self.seat else evolve(self, card=None)

    def changes(self) -> tuple[Change, ...]:
        pile = Place(self.seat, f"pile_{self.pile}")
        return moves(keys((self.card,)), Place(self.seat, "hand"), pile)


@value
class Turned(OfSeat):
    """A pile is turned up."""

    pile: str
    cards: tuple[int, ...]

    def seen_by(self, viewer: int | None) -> Turned | None:
        return None if viewer == self.seat else self

    def changes(self) -> tuple[Change, ...]:
        pile = Place(self.seat, f"pile_{self.pile}")
        return moves(keys(self.cards), pile, pile)


class LayingWords(DeclaredWords[LayingState, Lay, LayingView]):
    names: ClassVar[dict[str, str]] = {"pile_low": "Low cards"}

    def describe(self, event: Dealt | Laid | Turned, viewer: int | None) -> tuple[str, ...]:
        who = "Nobody" if event.seat is None else self.seat_name(event.seat, viewer)
        match event:
            case Dealt():
                return (f"{who}: dealt {event.cards}",)
            case Laid():
                return (f"{who}: laid {event.card or 'a card'} on {event.pile}",)
            case Turned():
                return (f"{who}: {event.pile} was {event.cards}",)


class Layers(DeclaredGame[LayingState, Lay, LayingView]):
    """Cards go face down to one's pile of low or of high ones; the highest total wins."""

    name, title, player_counts = "layers", "Layers", range(2, 3)
    event_types = Dealt | Laid | Turned
    words_type = LayingWords
    cards, size = (1, 2, 3, 4, 5, 6), 2

    def pack(self) -> tuple[int, ...]:
        return self.cards

    def start(self, seed: int) -> LayingState:
        rest = [*self.cards]
        hands = [tuple(sorted(deal(rest, self.size, seed, seat))) for seat in range(self.players)]
        return LayingState(tuple(hands), (((), ()),) * self.players, tuple(sorted(rest)))

    def beginning(self, state: LayingState) -> tuple[Dealt, ...]:
        hands = [Dealt(seat, hand) for seat, hand in enumerate(state.hands)]
        return (*hands, Dealt(None, state.rest))

    def to_act(self, state: LayingState | LayingView) -> tuple[int, ...]:
        return (state.seat_to_lay,) if any(state.hands) else ()

    def choices(self, state: LayingState, seat: int) -> Sequence[Lay]:
        return [Lay(card) for card in state.hands[seat]]

    def act(self, state: LayingState, action: Lay, seat: int) -> LayingState:
        card, pile = action.card, pile_of(action.card)
        piles = state.piles[seat]
        changed = replaced(piles, pile, tuple(sorted((*piles[pile], card))))
        self.report(Laid(seat, card, PILES[pile]))
        state = evolve(
            state,
            hands=replaced(state.hands, seat, deleted(state.hands[seat], card)),
            piles=replaced(state.piles, seat, changed),
            seat_to_lay=1 - seat,
        )
        if not any(state.hands):
            for owner, theirs in enumerate(state.piles):
                for key, cards in zip(PILES, theirs, strict=True):
                    self.report(Turned(owner, key, cards))
        return state

    def allowed(self, table: Laying, place: Spot) -> list[int] | None:
        if place.pile is None:
            return None
        return [card for card in self.cards if pile_of(card) == place.pile]

    def score(self, state: LayingState) -> tuple[int, ...]:
        return tuple([sum(low) + sum(high) for low, high in state.piles])

    def small(self) -> Layers:
        return self


def pile_of(card: int) -> int:
    """Return the number of the pile to which a card goes."""
    return int(card > 3)


ROWS = State(
    ((3,), (8,)),
    (None, None),
    (None, None),
    ((1, 9), (2,), (5,), ()),
    ((7,), ()),
    tuple([card for card in CARDS if card not in {1, 2, 3, 5, 7, 8, 9}]),
)
LAID = LayingState(((1,), ()), (((), (4, 5)), ((2, 3), ())), (6,))


OPEN_AND_FACE_DOWN = pytest.mark.parametrize(
    "game", [Rows(4), Layers(2)], ids=["open", "face down"]
)


@OPEN_AND_FACE_DOWN
def test_games_with_piles_keep_the_contract_in_a_few_positions(game: Any) -> None:
    check_game(game, games=1, positions=3, only=["views", "samples", "scenes", "labels"])


@pytest.mark.long
@OPEN_AND_FACE_DOWN
def test_games_with_piles_keep_the_contract(game: Any) -> None:
    check_game(game)


def test_each_pile_is_a_zone_of_the_scene_called_by_number_or_key() -> None:
    centre, *_ = Rows(2).words.scene(Rows(2).view(ROWS, 0)).areas
    found = [(zone.key, zone.name, [item.piece for item in zone.items]) for zone in centre.zones]
    assert found[:4] == [
        ("row_1", "Row 1", ["1", "9"]),
        ("row_2", "Row 2", ["2"]),
        ("row_3", "Row 3", ["5"]),
        ("row_4", "Row 4", []),
    ]
    own = Layers(2).words.scene(Layers(2).view(LAID, 0)).areas[1]
    assert [(zone.key, zone.name) for zone in own.zones[1:]] == [
        ("pile_low", "Low cards"),
        ("pile_high", "Pile high"),
    ]


def test_piles_can_be_named_together() -> None:
    class Named(DeclaredWords[State, Choose | Take, View]):
        names: ClassVar[dict[str, str]] = {"row_#": "Queue #"}

    centre, *_ = Named(Rows(2)).scene(Rows(2).view(ROWS, 0)).areas
    assert [zone.name for zone in centre.zones[:2]] == ["Queue 1", "Queue 2"]


def test_a_view_shows_how_many_lie_in_each_face_down_pile() -> None:
    game = Layers(2)
    assert game.view(LAID, 1).piles == (((), (0, 0)), ((2, 3), ()))
    spots = [spot for _, spot, _ in game.visibility.spots(LAID) if spot.field == "piles"]
    high, low = Spot("piles", 0, 0, pile=1), Spot("piles", 1, 0, pile=0)
    assert spots == [high, high, low, low]


class KnownLayers(Layers):
    """Everybody knows that the first seat's high pile has the 6, if it has two cards."""

    def at_least_one(self, table: Laying) -> Iterable[Holds]:
        if len(table.piles[0][1]) == 2:
            yield Holds("piles", 0, (6,), pile=1)


def test_what_a_pile_is_known_to_hold_is_sampled() -> None:
    game, rng = KnownLayers(2), generator(1, 1)
    state = evolve(LAID, piles=(((), (5, 6)), ((2, 3), ())), rest=(4,))
    view = game.view(state, 1)
    sampled = {game.determinize(view, rng).piles[0][1] for _ in range(100)}
    assert sampled == {(4, 6), (5, 6)}
    with pytest.raises(DecodeError, match="no such deal is possible"):
        game.check_state(LAID)


@pytest.mark.parametrize(
    ("piles", "fault"),
    [
        ((((),), ((2, 3), ())), "piles: expected a pile for each of low, high"),
        ((((), (5, 4)), ((2, 3), ())), "piles: expected the pieces in ascending order"),
        ((((), (4, 5)),), "piles: expected an entry for each of 2 seats"),
        ((((4,), (5,)), ((2, 3), ())), "top level: no such deal is possible"),
    ],
)
def test_piles_that_cannot_be_are_refused(piles: Any, fault: str) -> None:
    Layers(2).check_state(LAID)
    with pytest.raises(DecodeError, match=f"^{fault}$"):
        Layers(2).check_state(evolve(LAID, piles=piles))


@value
class Flat:
    row: Annotated[tuple[int, ...], ZoneRule("all", piles=("red",))]
    seat: int | None = None


def test_keys_for_piles_where_there_are_none_are_refused() -> None:
    with pytest.raises(TypeError, match=r"^row: `piles` are for a tuple of tuples"):
        Visibility((Flat, Flat), 2, (1, 2), (), 0)


@value
class Remembered:
    rows: Open[tuple[tuple[int, ...], ...]]
    deck: Annotated[tuple[int, ...], ZoneRule("nobody", ordered=False)]
    trail: Trail[int]
    seat: int | None = None


@value
class HiddenRows(Remembered):
    rows: Hidden[tuple[tuple[int, ...], ...]]


def test_a_trail_knows_open_piles_by_their_field() -> None:
    visibility = Visibility((Remembered, Remembered), 2, (1, 2, 3), (), 0)
    passed = (Place(None, "rows"), Place(None, "deck"), (2,))
    visibility.check(Remembered(((1,), ()), (2, 3), (passed,)))
    with pytest.raises(DecodeError, match="did not come to lie in deck"):
        visibility.check(Remembered(((1,), (2,)), (3,), (passed,)))
    with pytest.raises(TypeError, match=r"^rows: a Trail does not tell piles"):
        Visibility((HiddenRows, HiddenRows), 2, (1, 2, 3), (), 0)

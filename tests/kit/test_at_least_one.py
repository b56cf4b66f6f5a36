"""What everybody knows of a zone: it holds at least one of some pieces."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Annotated, Any

import pytest

from boardgames import Action, ConformanceError, DecodeError, evolve, value
from boardgames.core.chance import generator
from boardgames.kit import DeclaredGame, Hidden, Holds, Own, Spot, deal
from boardgames.kit.dealing import Demand, dealer
from boardgames.testing import check_game
from boardgames.testing.branches import ScriptedRandom, every
from boardgames.testing.conformance import run_check
from boardgames.testing.probe import Probe

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boardgames.kit.dealing import Limit
    from boardgames.testing.branches import Script

ANY = None
CASES: list[tuple[str, list[Limit], list[Demand]]] = [
    ("abcd", [ANY] * 4, [Demand((0, 1), "ab")]),
    ("abcd", [ANY] * 4, [Demand((0, 1), "ab"), Demand((0, 1), "cd")]),
    ("abcd", [ANY] * 4, [Demand((0, 1), "ab"), Demand((2, 3), "ac")]),
    ("aabc", [ANY, ANY, "abc", "bc"], [Demand((0, 1), "b"), Demand((1, 2, 3), "c")]),
    ("abcd", ["abc", "abc", ANY, ANY], [Demand((1, 2), "d"), Demand((1, 2), "a")]),
]


@pytest.mark.parametrize(("pieces", "limits", "demands"), CASES, ids=range(len(CASES)))
@pytest.mark.parametrize("draws", [0, 1], ids=["counted", "drawn"])
def test_all_deals_that_meet_every_demand_are_equally_likely(
    pieces: str, limits: Sequence[Limit], demands: Sequence[Demand], draws: int
) -> None:
    deals = Counter(
        order
        for order in permutations(pieces)
        if all(limit is None or piece in limit for limit, piece in zip(limits, order, strict=True))
        and all(any(order[place] in each.pieces for place in each.places) for each in demands)
    )
    deal_them = dealer(pieces, limits, draws, demands=demands)

    def run(script: Script) -> tuple[str, ...]:
        return tuple(deal_them(ScriptedRandom(script)))

    found = every(run, 100_000)
    assert found.rest == 0
    expected = {order: Fraction(count, deals.total()) for order, count in deals.items()}
    assert found.chances() == pytest.approx(expected)


def test_demands_that_no_deal_meets_are_refused() -> None:
    impossible = dealer("abc", [ANY] * 3, demands=[Demand((0,), "a"), Demand((1,), "a")])
    with pytest.raises(DecodeError, match="there is no deal"):
        impossible(generator(1, 1))


@value
class Table:
    """Two hands, and which pairs of cards the second seat was asked for."""

    hands: Own[tuple[int, ...]]
    rest: Hidden[tuple[int, ...]]
    yes: tuple[int, ...] = ()
    """The lower card of each pair of which it has one."""
    no: tuple[int, ...] = ()


@value
class State(Table):
    """All of it."""


@value
class View(Table):
    """What a seat sees of it."""

    seat: int | None = None


@value
class Ask(Action):
    """Ask whether the other seat has this card or the next."""

    card: Annotated[int, range(1, 4)]


class Asking(DeclaredGame[State, Ask, View]):
    """The first seat asks twice; it wins if both answers are yes."""

    name, title, player_counts = "asking", "Asking", range(2, 3)

    def pack(self) -> Iterable[int]:
        return range(1, 5)

    def start(self, seed: int) -> State:
        rest = [*range(1, 5)]
        first, second = (tuple(sorted(deal(rest, 1 + seat, seed, seat))) for seat in range(2))
        return State((first, second), tuple(rest))

    def to_act(self, state: State | View) -> tuple[int, ...]:
        return (0,) if len(state.yes) + len(state.no) < 2 else ()

    def choices(self, state: State, seat: int) -> Sequence[Ask]:
        del seat
        return [Ask(card) for card in range(1, 4) if card not in (*state.yes, *state.no)]

    def act(self, state: State, action: Ask, seat: int) -> State:
        del seat
        if {action.card, action.card + 1}.isdisjoint(state.hands[1]):
            return evolve(state, no=(*state.no, action.card))
        return evolve(state, yes=(*state.yes, action.card))

    def allowed(self, table: Table, place: Spot) -> list[int] | None:
        if (place.field, place.owner) != ("hands", 1):
            return None
        denied = {card + more for card in table.no for more in (0, 1)}
        return [card for card in range(1, 5) if card not in denied]

    def at_least_one(self, table: Table) -> Iterable[Holds]:
        return [Holds("hands", 1, (card, card + 1)) for card in table.yes]

    def score(self, state: State) -> tuple[int, ...]:
        return (1, 0) if len(state.yes) == 2 else (0, 1)

    def small(self) -> Asking:
        return self


class ForgetsAnswers(Asking):
    """What was answered with yes is not used."""

    def at_least_one(self, table: Table) -> Iterable[Holds]:
        del table
        return ()


def test_what_a_zone_is_known_to_hold_is_sampled_exactly() -> None:
    probe = Probe(Asking(2))
    run_check("exactness", probe)
    assert probe.whole
    assert not probe.too_large


@pytest.mark.long
def test_samples_of_what_a_zone_is_known_to_hold_pass_all_checks() -> None:
    check_game(Asking(2), only=["samples", "frequencies", "replaying"])


def test_a_sampler_that_does_not_know_it_is_refused() -> None:
    with pytest.raises(ConformanceError, match="a sample cannot have come about"):
        run_check("exactness", Probe(ForgetsAnswers(2)))


def test_a_state_without_what_a_zone_must_hold_is_refused() -> None:
    game: Any = Asking(2)
    state = State(((1,), (2, 3)), (4,), yes=(1, 3))
    game.check_state(state)
    with pytest.raises(DecodeError, match="no such deal is possible"):
        game.check_state(evolve(state, hands=((3,), (1, 2)), yes=(3,)))

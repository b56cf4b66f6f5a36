"""Lies that an Event can tell beside its moves: `check_game` refuses each by name, at its
defaults.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy
from functools import cache
from typing import Any

import pytest

import boardgames
from boardgames import Game
from boardgames.core.errors import ConformanceError
from boardgames.core.values import evolve
from boardgames.games.mundus_novus.components import Income, RoundEvent
from boardgames.games.mundus_novus.events import CardsDealt
from boardgames.scene.events import Event
from boardgames.testing.conformance import run_check
from boardgames.testing.event_checks import _Account
from boardgames.testing.probe import Ply, Probe
from examples.briscola import Briscola

MADE = {name: boardgames.make(name, players=3) for name in boardgames.game_names()} | {
    "briscola": Briscola(2)
}


MOVING = {
    "CardsLaidOut",
    "SeasonBegins",
    "TurnBegins",
    "Passed",
    "TradeMasterChanged",
    "CardMissing",
    "Won",
} | {
    "Shuffled",
    "CardDiscarded",
}
"""What these say is on the table itself, which the error names."""


def next_seat(seat: int) -> int:
    return (seat + 1) % 3


def one_more(number: int) -> int:
    return number + 1


FAULTS: list[tuple[str, str, str, Callable[[Any], Any]]] = [
    ("koryo", "CardsLaidOut", "tokens", one_more),
    ("koryo", "SeasonBegins", "season", one_more),
    ("koryo", "SeasonBegins", "first", next_seat),
    ("koryo", "CharacterDestroyed", "seat", next_seat),
    ("koryo", "CharactersSwapped", "seat", next_seat),
    ("koryo", "TurnEnded", "seat", next_seat),
    ("koryo", "EventsWithoutUse", "cards", lambda cards: cards * 9),
    ("for_the_king", "TurnBegins", "advisor", next_seat),
    ("for_the_king", "CardsLaidOut", "removed", one_more),
    ("for_the_king", "AuctionOpens", "opener", next_seat),
    ("for_the_king", "AuctionOpens", "number", one_more),
    ("for_the_king", "AuctionOpens", "favor_cards", one_more),
    ("for_the_king", "AuctionWon", "card", lambda card: card - 1),
    ("for_the_king", "BiddingRestarts", "opener", next_seat),
    ("for_the_king", "CardDiscarded", "price", one_more),
    ("for_the_king", "Passed", "seat", next_seat),
    ("for_the_king", "DutiesChanged", "seat", next_seat),
    ("mundus_novus", "OfferRevealed", "total", one_more),
    (
        "mundus_novus",
        "RoundBegins",
        "event",
        lambda event: RoundEvent.NONE if event is RoundEvent.FIRE else event,
    ),
    ("mundus_novus", "RoundBegins", "number", one_more),
    ("mundus_novus", "TradeMasterChanged", "seat", next_seat),
    ("mundus_novus", "TradeMasterTied", "candidates", lambda seats: seats[1:]),
    ("mundus_novus", "FirstPlayerNamed", "first", next_seat),
    ("mundus_novus", "CardsAnnounced", "cards", one_more),
    ("mundus_novus", "CardChosen", "aim", lambda aim: {"offer": "store", "store": "offer"}[aim]),
    ("mundus_novus", "CardMissing", "seat", next_seat),
    ("mundus_novus", "IdenticalSetMade", "relics", one_more),
    ("mundus_novus", "IncomePaid", "income", lambda _: Income.ORELLANA),
    ("mundus_novus", "CardsStored", "size", one_more),
    ("briscola", "Drawn", "is_trump_card", lambda _: False),
    ("briscola", "Shuffled", "trump", lambda card: "2c" if card != "2c" else "3c"),
    ("briscola", "Won", "seat", lambda seat: 1 - seat),
]
"""Game, type of Event, field, and what it says instead."""


@cache
def examined(name: str) -> Probe:
    probe = Probe(MADE[name])
    assert probe.chosen
    return probe


def faulty(name: str, changed: Callable[[Any], list[Any]]) -> Probe:
    """Return the probe of a game of which each Event is reported as this function returns it."""
    cls: Any = type(MADE[name])

    def events(self: Any, *given: Any) -> tuple[Any, ...]:
        return tuple([said for event in cls.events(self, *given) for said in changed(event)])

    def beginning(self: Any, state: Any) -> tuple[Any, ...]:
        return tuple([said for event in cls.beginning(self, state) for said in changed(event)])

    game: Game[Any, Any, Any] = copy(MADE[name])
    game.__class__ = type("Faulty", (cls,), {"events": events, "beginning": beginning})
    probe = copy(examined(name))
    probe.__dict__["game"] = game
    return probe


@pytest.mark.parametrize(
    ("name", "kind", "field", "lie"),
    [
        pytest.param(*each, marks=[pytest.mark.long] if each[1] == "OfferRevealed" else [])
        for each in FAULTS
    ],
    ids=lambda each: each if type(each) is str else "",
)
def test_a_false_field_is_refused_by_name(
    name: str,
    kind: str,
    field: str,
    lie: Callable[[Any], Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = _Account.explains

    def explains(account: _Account, ply: Ply, happened: tuple[Event, ...], *viewer: Any) -> None:
        """Look where the Event is reported: all others are as they are when nothing is changed."""
        if any(type(event).__name__ == kind for event in happened):
            right(account, ply, happened, *viewer)

    monkeypatch.setattr(_Account, "explains", explains)

    def changed(event: Any) -> list[Any]:
        return [
            (
                evolve(event, **{field: lie(getattr(event, field))})
                if type(event).__name__ == kind
                else event
            )
        ]

    with pytest.raises(ConformanceError, match=r"^events: ") as caught:
        run_check("events", faulty(name, changed))
    said = str(caught.value)
    assert (
        kind in MOVING
        or field == "is_trump_card"
        or any(f"{each}." in said for each in (kind, "ChoiceMade"))
    ), said


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("mundus_novus", "TradeMasterChanged"),
        ("for_the_king", "TurnBegins"),
        ("koryo", "SeasonBegins"),
    ],
)
def test_what_changes_unsaid_is_refused(name: str, kind: str) -> None:
    with pytest.raises(ConformanceError, match=r"^events: "):
        run_check(
            "events", faulty(name, lambda event: [event] if type(event).__name__ != kind else [])
        )


@pytest.mark.parametrize(
    ("name", "kind"),
    [("for_the_king", "FavorDeckShuffled"), ("mundus_novus", "RoundBegins")],
)
def test_a_change_that_leaves_the_table_as_it_was_comes_once(name: str, kind: str) -> None:
    def doubled(event: Any) -> list[Any]:
        return [event] * (2 if type(event).__name__ == kind else 1)

    message = rf"^events: {kind}\(.*\), which changes nothing, is reported twice at "
    with pytest.raises(ConformanceError, match=message):
        run_check("events", faulty(name, doubled))


def test_an_end_that_is_none_is_refused() -> None:
    from boardgames.games.koryo.events import GameEnds, SeasonBegins

    with pytest.raises(ConformanceError, match=r"in the scene TurnChange"):
        run_check(
            "events",
            faulty("koryo", lambda event: [GameEnds()] * isinstance(event, SeasonBegins) + [event]),
        )


def test_a_hand_that_only_sometimes_is_shown_to_a_neighbour_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen_by = CardsDealt.seen_by

    def leaking(self: CardsDealt, viewer: int | None) -> Any:
        equal = max(Counter(self.cards or ()).values(), default=0)
        return self if equal >= 3 and viewer == next_seat(self.seat) else seen_by(self, viewer)

    monkeypatch.setattr(CardsDealt, "seen_by", leaking)
    with pytest.raises(
        ConformanceError,
        match=r"is told at .* goes to 'hand' of seat \d, and their View does not",
    ):
        run_check("events", faulty("mundus_novus", lambda event: [event]))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.long] if name == "mundus_novus" else [])
        for name in MADE
    ],
)
def test_what_is_true_is_not_refused(name: str) -> None:
    run_check("events", faulty(name, lambda event: [event]))

"""What happens, as data: for each kind of Event what everybody is told, in order, and who is told
more; derived by hand from the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import get_args

import pytest

from boardgames.games.for_the_king import Office, card_of
from boardgames.games.for_the_king.events import (
    AuctionOpens,
    AuctionWon,
    BiddingRestarts,
    BidMade,
    CardDiscarded,
    CardDrawn,
    CardFavored,
    CardKept,
    CardOffered,
    CardReceived,
    CardsLaidOut,
    CardTaken,
    CardUnsold,
    Defaulted,
    DutiesChanged,
    Event,
    FavorDeckShuffled,
    GameEnds,
    GoldPaid,
    HandLaidOpen,
    KingWithoutEffect,
    Passed,
    TurnBegins,
)
from tests.games.for_the_king.positions import KingPosition, auctioning, game_for, sharing

DIPLOMACY, MILITARY, PROVISIONS = Office.DIPLOMACY, Office.MILITARY, Office.PROVISIONS
A2, B2, H4 = card_of("Military A2"), card_of("Military B2"), card_of("Military H4")
GOLD_1, GOLD_2, GOLD_3 = card_of("Gold 1"), card_of("Gold 2"), card_of("Gold 3")
KING, BOTH, MIXED = card_of("King +1"), card_of("King +1 +1"), card_of("King +1 -1")
HIGHEST = {str(office): 6 for office in Office if office is not Office.LIVESTOCK}


@dataclass(frozen=True)
class Case:
    """An action, and what a spectator is told, in order."""

    rule: str
    position: partial[KingPosition]
    action: str
    told: tuple[Event, ...]
    more: dict[int, tuple[int, Event]] = field(default_factory=dict)
    """By place in it: the only seat that is told more, and what."""


def after(position: partial[KingPosition], *actions: str) -> partial[KingPosition]:
    return partial(lambda: position().play(*actions))


TURN = partial(sharing, 3, "Military A2, Gold 3, Gold 1, King +1, Gold 2", advisor=1)
PLACED = after(TURN, "centre", "keep", "favor", "centre")
"""Player 3 takes first, then player 1."""
LAST_TURN = partial(sharing, 2, "Gold 1, Gold 2, Gold 3", advisor=1, first=1)
SALE = partial(auctioning, "Military H4, Gold 3", "Gold 2, Gold 3", "Military A2", "")
GOLD_SALE = partial(auctioning, "Gold 3, Military H4", "Military A2, Gold 1", "Gold 2", "")

CASES = [
    Case(
        "F3.1: the Advisor alone sees what they keep, and what they draw next",
        TURN,
        "keep",
        (CardKept(1, None), CardDrawn(1, None)),
        {0: (1, CardKept(1, A2)), 1: (1, CardDrawn(1, GOLD_3))},
    ),
    Case(
        "F3.1: the centre is face up",
        TURN,
        "centre",
        (CardOffered(1, A2), CardDrawn(1, None)),
        {1: (1, CardDrawn(1, GOLD_3))},
    ),
    Case(
        "F3.1: the Favor deck is face down",
        TURN,
        "favor",
        (CardFavored(1, None), CardDrawn(1, None)),
        {0: (1, CardFavored(1, A2)), 1: (1, CardDrawn(1, GOLD_3))},
    ),
    Case(
        "F3.2: after the last card of a turn none is drawn",
        after(TURN, "centre", "keep", "favor"),
        "centre",
        (CardOffered(1, KING),),
    ),
    Case(
        "F3.2: all see which card is taken, and its owner the hand that it goes into",
        PLACED,
        "take Military A2",
        (CardTaken(2, A2, own=False),),
        {0: (2, CardTaken(2, A2))},
    ),
    Case(
        "F3.3: the next player to the left is Advisor, and draws",
        after(
            partial(sharing, 3, "Gold 1 x4, Military B2", last_turn=False, advisor=2),
            *("keep", "favor", "centre", "centre", "take Gold 1"),
        ),
        "take Gold 1",
        (CardTaken(1, GOLD_1, own=False), TurnBegins(0), CardDrawn(0, None)),
        {0: (1, CardTaken(1, GOLD_1)), 2: (0, CardDrawn(0, B2))},
    ),
    Case(
        "F3.4: a King that is kept is shown, and resolved before the next card is drawn",
        after(TURN, "centre", "centre", "favor"),
        "keep",
        (CardKept(1, KING),),
    ),
    Case(
        "F3.4: a King that is taken is shown, and resolved before the next opponent takes",
        PLACED,
        "take King +1",
        (CardTaken(2, KING, own=False),),
        {0: (2, CardTaken(2, KING))},
    ),
    Case(
        "F4.1: whoever resolves a King draws after it, as Advisor",
        after(partial(sharing, 3, "King +1 +1, Gold 2"), "keep"),
        "raise Diplomacy Military",
        (DutiesChanged(0, BOTH, (DIPLOMACY, MILITARY), ()), CardDrawn(0, None)),
        {1: (0, CardDrawn(0, GOLD_2))},
    ),
    Case(
        "F4.1: what is raised, and what is lowered",
        after(partial(auctioning, "King +1 -1, Gold 3", "Gold 1", ""), "bid 1", "pass", "pay 1"),
        "raise Provisions lower Military",
        (DutiesChanged(0, MIXED, (PROVISIONS,), (MILITARY,)), AuctionOpens(2, 2, GOLD_3, 1)),
    ),
    Case(
        "F4.2: a King that can change nothing leaves the game, and the Advisor draws",
        partial(sharing, 3, "King +1, Gold 2", duties=HIGHEST),
        "keep",
        (CardKept(0, KING), KingWithoutEffect(KING), CardDrawn(0, None)),
        {2: (0, CardDrawn(0, GOLD_2))},
    ),
    Case(
        "F5.1, F5.2: the Favor deck is shuffled, and the first player opens",
        after(LAST_TURN, "centre", "keep", "favor"),
        "take Gold 1",
        (CardTaken(0, GOLD_1, own=False), FavorDeckShuffled(), AuctionOpens(1, 1, GOLD_3, 1)),
        {0: (0, CardTaken(0, GOLD_1))},
    ),
    Case("F5.3: the first bid", SALE, "bid 2", (BidMade(0, 2, 0),)),
    Case("F5.3: more than the last bid", after(SALE, "bid 2"), "bid 4", (BidMade(1, 4, 2),)),
    Case("F5.3: a pass", after(SALE, "bid 2"), "pass", (Passed(1),)),
    Case(
        "F5.3: the last bidder wins once all others have passed",
        after(SALE, "bid 5", "pass"),
        "pass",
        (Passed(2), AuctionWon(0, H4, 5)),
    ),
    Case(
        "F5.3: a last player who has not bid wins with their bid",
        after(partial(SALE, opener=1), "pass", "pass"),
        "bid 1",
        (BidMade(0, 1, 0), AuctionWon(0, H4, 1)),
    ),
    Case(
        "F5.3: nobody bids, and the player to the left of the opener opens the next auction",
        after(SALE, "pass", "pass"),
        "pass",
        (Passed(2), CardUnsold(H4), AuctionOpens(2, 2, GOLD_3, 1)),
    ),
    Case(
        "F5.4, F5.6: all see what is paid; then the card is received",
        after(SALE, "bid 4", "pass", "pass"),
        "pay 2+3",
        (
            GoldPaid(0, (GOLD_2, GOLD_3)),
            CardReceived(0, H4, own=False, price=4),
            AuctionOpens(2, 2, GOLD_3, 1),
        ),
        {1: (0, CardReceived(0, H4, price=4))},
    ),
    Case(
        "F5.5: the others see the number of cards only",
        after(GOLD_SALE, "bid 2", "pass", "pass"),
        "discard Military A2",
        (CardDiscarded(0, None, 1, 2),),
        {0: (0, CardDiscarded(0, A2, 1, 2))},
    ),
    Case(
        "F5.6: after the last discard the Gold is received",
        after(GOLD_SALE, "bid 2", "pass", "pass", "discard Military A2"),
        "discard Gold 1",
        (
            CardDiscarded(0, None, 2, 2),
            CardReceived(0, GOLD_3, own=False, price=2),
            AuctionOpens(2, 2, H4, 1),
        ),
        {0: (0, CardDiscarded(0, GOLD_1, 2, 2)), 1: (0, CardReceived(0, GOLD_3, price=2))},
    ),
    Case(
        "F5.6: a King is resolved before the next card is turned up",
        after(partial(auctioning, "King +1, Gold 3", "Gold 2", ""), "bid 1", "pass"),
        "pay 2",
        (GoldPaid(0, (GOLD_2,)), CardReceived(0, KING, own=False, price=1)),
        {1: (0, CardReceived(0, KING, price=1))},
    ),
    Case(
        "F4.2, F5.6: or leaves the game",
        after(
            partial(auctioning, "King +1, Gold 3", "Gold 2", "", duties=HIGHEST), "bid 1", "pass"
        ),
        "pay 2",
        (
            GoldPaid(0, (GOLD_2,)),
            CardReceived(0, KING, own=False, price=1),
            KingWithoutEffect(KING),
            AuctionOpens(2, 2, GOLD_3, 1),
        ),
        {1: (0, CardReceived(0, KING, price=1))},
    ),
    Case(
        "F5.7: only the owner learns what a default costs, and the opener begins again",
        after(SALE, "pass", "bid 3"),
        "pass",
        (Passed(2), Defaulted(1, 3, (None,)), BiddingRestarts(0)),
        {1: (1, Defaulted(1, 3, (A2,)))},
    ),
    Case(
        "F5.7: an empty hand loses nothing; the next who has not defaulted begins",
        after(partial(SALE, opener=2), "bid 3", "pass"),
        "pass",
        (Passed(1), Defaulted(2, 3, ()), BiddingRestarts(0)),
    ),
    Case(
        "F5.7: when all have defaulted the card is discarded, and the next opener opens",
        after(partial(auctioning, "Military H4, Gold 3", "", "Gold 1"), "bid 2", "pass"),
        "bid 2",
        (
            BidMade(1, 2, 0),
            Defaulted(1, 2, (None,)),
            CardUnsold(H4),
            AuctionOpens(2, 2, GOLD_3, 1),
        ),
        {1: (1, Defaulted(1, 2, (GOLD_1,)))},
    ),
    Case(
        "F6.1, F6.3: after the last Favor card all hands are laid open, from the first seat on",
        after(partial(auctioning, "Gold 3", "Gold 1, Military A2", "", "Gold 2"), "pass", "pass"),
        "pass",
        (
            Passed(2),
            CardUnsold(GOLD_3),
            GameEnds(),
            HandLaidOpen(0, (A2, GOLD_1)),
            HandLaidOpen(1, ()),
            HandLaidOpen(2, (GOLD_2,)),
        ),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_everybody_is_told_what_happens_in_order_and_a_player_what_only_they_know(
    case: Case,
) -> None:
    position = case.position()
    events = position.game.events(position.state, position.game.parse(case.action))
    for viewer in (*range(position.game.players), None):
        expected = list(case.told)
        for place, (seat, event) in case.more.items():
            if viewer == seat:
                expected[place] = event
        assert [event.seen_by(viewer) for event in events] == expected, viewer


@pytest.mark.parametrize(
    ("players", "duties", "deck", "removed"),
    [
        (2, (3, 3, 0, 3, 3, 3), 60, 22),
        (3, (3, 3, 0, 3, 3, 3), 72, 13),
        (4, (3, 3, 0, 3, 3, 3), 80, 8),
        (5, (3, 3, 3, 3, 3, 3), 108, 0),
    ],
)
def test_f2_a_game_begins_with_the_cards_laid_out_and_the_first_player_draws(
    players: int, duties: tuple[int, ...], deck: int, removed: int
) -> None:
    game = game_for(players)
    state = game.new_game(4)
    first, top = state.public.first, state.hidden.deck[0]
    for viewer in (*range(players), None):
        assert [event.seen_by(viewer) for event in game.beginning(state)] == [
            CardsLaidOut(duties, deck, removed),
            TurnBegins(first),
            CardDrawn(first, top if viewer == first else None),
        ]


def test_there_is_a_case_for_each_kind_of_event() -> None:
    """What lies on the table before the first turn has a test of its own."""
    told = {type(event) for case in CASES for event in case.told}
    assert told | {CardsLaidOut} == set(get_args(Event))

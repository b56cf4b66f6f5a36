"""What happens, as data: for each kind of Event what everybody is told, in order, and who is told
more; derived by hand from the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import get_args

import pytest

from boardgames.games.mundus_novus import CARDS, Kind, Phase, RoundEvent, State, Supply
from boardgames.games.mundus_novus.components import Income
from boardgames.games.mundus_novus.events import (
    CaravelDetached,
    CardBought,
    CardChosen,
    CardConverted,
    CardExchanged,
    CardGiven,
    CardMissing,
    CardPicked,
    CardsAnnounced,
    CardsDealt,
    CardsDiscarded,
    CardsLaidOut,
    CardsSpent,
    CardsStored,
    CardsTurnedUp,
    CardTaken,
    ChoiceMade,
    DifferentSetBegun,
    DifferentSetSold,
    Event,
    EventChosen,
    FirstPlayerNamed,
    FleetsSailed,
    GameEnds,
    IdenticalSetMade,
    IncomePaid,
    MerchantEmployed,
    OfferRevealed,
    PerfectSetShown,
    PileReshuffled,
    PiratesRobbed,
    QueueRefilled,
    RelicsSold,
    RoundBegins,
    TradeEnds,
    TradeMasterAppointed,
    TradeMasterChanged,
    TradeMasterTied,
    TurnEnded,
)
from boardgames.scene.log import fold, snapshot_of
from boardgames.testing.event_checks import unexplained
from tests.games.mundus_novus.positions import (
    DIFFERENT_PAY,
    IN_BOX,
    RELICS,
    RELICS_PAY,
    MundusPosition,
    arranged,
    cards,
    game_for,
    no_relics_but,
)
from tests.games.mundus_novus.small_boxes import SmallBox

COCOA, CORN, TOBACCO, COFFEE, COTTON, SUGAR_CANE, POTATO, INDIGO, VANILLA, RELIC = Kind


@dataclass(frozen=True)
class Secret:
    """An Event of which all others are told less."""

    event: Event
    seats: tuple[int, ...]
    """Who is told all of it."""
    masked: Event
    """What the others are told."""


@dataclass(frozen=True)
class Case:
    """An action of the first seat that may act, and what everybody is told, in order."""

    rule: str
    position: partial[MundusPosition]
    action: str
    told: tuple[Event | Secret, ...]


def after(position: partial[MundusPosition], *actions: str) -> partial[MundusPosition]:
    return partial(lambda: position().play(*actions))


def dealt(seat: int, *kinds: Kind) -> Secret:
    size = len(kinds)
    return Secret(CardsDealt(seat, size, kinds), (seat,), CardsDealt(seat, size, None))


def offered(seat: int, kind: Kind | None, *, freely: bool = False) -> Secret:
    """Return the choice of a card; what others are told does not say whether it was one if the
    player might choose freely.
    """
    made = ChoiceMade(seat, "offer", freely)
    return Secret(CardChosen(seat, "offer", kind, freely), (seat,), made)


def stored(seat: int, kind: Kind | None) -> Secret:
    made = ChoiceMade(seat, "store", freely=True)
    return Secret(CardChosen(seat, "store", kind, freely=True), (seat,), made)


CARAVELS = ["Caravel 1", "Caravel 2", "Caravel 3", "Caravel 4", "Caravel 5"]
KEYS = {card.name: key for key, card in game_for(2).developments.items()}
CORTES, CORONADO = "Hernan Cortes", "Francisco de Coronado"
ALL_TEN = (
    "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 sugar cane, 1 potato, 1 indigo, 1 vanilla, 1"
    " relic"
)

# Events and Supply.

SUMMONING = partial(
    arranged,
    2,
    phase=Phase.EVENT,
    owned={0: [CORONADO]},
    doubloons=[2, 0],
    market="1 corn, 2 relic",
    discards=no_relics_but("1 corn", RELICS - 2 - 10),
)
"""Ten relics are left in the pile."""
TEN_RELICS = (dealt(0, *[RELIC] * 5), dealt(1, *[RELIC] * 5))


def last_storage() -> MundusPosition:
    """Return a position in which two players are dealt two cards each, and four are left in the
    pile: the card for the one Caravel comes from the new one.
    """
    box = {CORN: 7, RELIC: 4}
    return arranged(
        SmallBox(2, box, dealt=2, announced=(1,), caravels=1, warehouses=5),
        player=1,
        first=0,
        market="1 corn",
        discards="2 corn",
        hands={0: "3 corn", 1: "1 corn"},
        owned={0: ["Warehouse for 2"], 1: ["Caravel 1"]},
    ).play("done", "store corn")


SPLITTING = partial(
    arranged,
    2,
    phase=Phase.FLEETS,
    supply=Supply(cards("1 cocoa, 1 relic")),
    hands={0: "5 corn", 1: "5 tobacco"},
    owned={0: ["Caravel 1", "Caravel 4", "Juan Ponce de Leon"]},
)
PICKING = partial(
    arranged,
    3,
    phase=Phase.PICKS,
    event=RoundEvent.PIRATES,
    player=1,
    hands={0: "5 coffee", 1: "5 corn", 2: "5 cocoa"},
    owned={
        0: ["Caravel 7", "Caravel 8"],
        1: ["Caravel 1", "Caravel 2"],
        2: ["Caravel 4", "Caravel 5", "Juan de la Cosa"],
    },
    supply=Supply(cards("2 coffee, 2 corn, 2 cocoa"), (1, 1, 2, 2, 0, 0)),
)

# Trade.

ANNOUNCING = partial(
    arranged,
    3,
    phase=Phase.NUMBER,
    player=1,
    master=1,
    hands={0: "5 corn", 1: "5 cocoa", 2: "5 coffee"},
)
OFFERING = partial(
    arranged,
    3,
    phase=Phase.OFFERS,
    announced=2,
    hands={0: "2 potato, 2 corn", 1: "2 corn, 2 coffee", 2: "2 coffee"},
)
WITHOUT_OFFER = partial(
    arranged,
    2,
    phase=Phase.OFFERS,
    announced=2,
    hands={0: "2 corn", 1: "1 corn"},
    owned={1: ["Bartolome de las Casas"]},
)
TRADING = partial(
    arranged,
    3,
    phase=Phase.TRADES,
    announced=2,
    offers={0: "2 cocoa", 1: "2 coffee", 2: "2 potato"},
    market="1 coffee, 1 indigo, 1 potato",
)
FINDING = partial(
    arranged,
    2,
    phase=Phase.TRADES,
    announced=2,
    offers={0: "1 corn", 1: "1 cocoa"},
    market="3 cocoa",
    owned={0: ["Francisco de Orellana"]},
)
GIVING = partial(arranged, 3, phase=Phase.GIFT, announced=2, short=1, hands={0: "1 corn, 1 relic"})

# Progression.

CONVERTING = partial(
    arranged, 2, hands={0: "1 cocoa, 2 cotton"}, owned={0: ["Merchant 4-6"]}, queue=CARAVELS
)
BUYING = partial(
    arranged,
    2,
    hands={0: "4 corn"},
    queue=CARAVELS,
    owned={0: ["Diego de Almagro"]},
    deck=["Caravel 6", "Caravel 7"],
)
LAST_TURN = partial(
    arranged,
    3,
    player=2,
    first=0,
    doubloons=[0, 74, 0],
    hands={0: "1 corn", 2: "2 cocoa, 1 relic"},
    owned={0: ["Shipyard"], 1: ["Shipyard", "Caravel 4"], 2: [CORTES, "Caravel 1", "Caravel 2"]},
)

CASES = [
    Case(
        "M3.2, M4.1: an event for 2 doubloons, then the deal, clockwise from the Trade Master",
        SUMMONING,
        "event storm",
        (EventChosen(0, RoundEvent.STORM, 2), *TEN_RELICS),
    ),
    Case(
        "M3.2: no event costs nothing",
        SUMMONING,
        "event none",
        (EventChosen(0, RoundEvent.NONE, 0), *TEN_RELICS),
    ),
    Case(
        "M6.10, M4.6, M4.1, M4.2: from the last card stored to those turned up from a new pile",
        partial(last_storage),
        "store corn",
        (
            stored(0, CORN),
            CardsDiscarded(0, (CORN,)),
            Secret(CardsStored(0, 2, (CORN, CORN)), (0,), CardsStored(0, 2, None)),
            CardsDiscarded(1, (CORN,)),
            RoundBegins(3, RoundEvent.NONE),
            PileReshuffled((CORN,) * 4),
            dealt(0, RELIC, RELIC),
            dealt(1, RELIC, RELIC),
            CardsTurnedUp((CORN,)),
        ),
    ),
    Case("M4.4", SPLITTING, "detach 1", (CaravelDetached(0, 1),)),
    Case("M4.4: the end of the split", SPLITTING, "sail", (FleetsSailed(0),)),
    Case("M4.2", PICKING, "pick corn", (CardPicked(1, CORN),)),
    Case(
        "M4.5, M3.4: Pirates rob the fleets in their order, but not the owner of de la Cosa",
        after(PICKING, *["pick corn"] * 2, *["pick cocoa"] * 2, "pick coffee"),
        "pick coffee",
        (CardPicked(0, COFFEE), PiratesRobbed(1, CORN), PiratesRobbed(0, COFFEE)),
    ),
    Case("M5.1", ANNOUNCING, "announce 2", (CardsAnnounced(1, 2),)),
    Case("M5.1: a card for the offer", OFFERING, "offer corn", (offered(0, CORN),)),
    Case(
        "M5.1: Las Casas, so that nobody sees how many",
        after(WITHOUT_OFFER, "offer corn", "offer corn"),
        "offer nothing",
        (offered(1, None, freely=True),),
    ),
    Case(
        "M5.2: all offers are revealed, and another player becomes Trade Master",
        after(OFFERING, *["offer corn"] * 4, "offer coffee"),
        "offer coffee",
        (
            offered(2, COFFEE),
            OfferRevealed(0, (CORN, CORN), 4),
            OfferRevealed(1, (CORN, CORN), 4),
            OfferRevealed(2, (COFFEE, COFFEE), 8),
            TradeMasterChanged(2),
        ),
    ),
    Case(
        "M5.2: nothing is told of a Trade Master who stays",
        after(OFFERING, *["offer potato"] * 2, *["offer corn"] * 2, "offer coffee"),
        "offer coffee",
        (
            offered(2, COFFEE),
            OfferRevealed(0, (POTATO, POTATO), 14),
            OfferRevealed(1, (CORN, CORN), 4),
            OfferRevealed(2, (COFFEE, COFFEE), 8),
        ),
    ),
    Case(
        "M5.2: the tied players, among whom the Trade Master chooses",
        after(OFFERING, *["offer corn"] * 2, *["offer coffee"] * 3),
        "offer coffee",
        (
            offered(2, COFFEE),
            OfferRevealed(0, (CORN, CORN), 4),
            OfferRevealed(1, (COFFEE, COFFEE), 8),
            OfferRevealed(2, (COFFEE, COFFEE), 8),
            TradeMasterTied(0, (1, 2)),
        ),
    ),
    Case(
        "M5.2: the choice between them",
        after(OFFERING, *["offer corn"] * 2, *["offer coffee"] * 4),
        "master 3",
        (TradeMasterAppointed(0, 2), TradeMasterChanged(2)),
    ),
    Case(
        "M5.2: Valdivia's owner becomes Trade Master with 3 more",
        after(
            partial(
                arranged,
                2,
                phase=Phase.OFFERS,
                announced=2,
                hands={0: "2 corn", 1: "1 cocoa, 1 corn"},
                owned={1: ["Pedro de Valdivia"]},
            ),
            *["offer corn"] * 2,
            "offer cocoa",
        ),
        "offer corn",
        (
            offered(1, CORN),
            OfferRevealed(0, (CORN, CORN), 4),
            OfferRevealed(1, (COCOA, CORN), 6),
            TradeMasterChanged(1),
        ),
    ),
    Case(
        "M5.6: nothing to take, and the Trade Master's cards return",
        after(WITHOUT_OFFER, *["offer corn"] * 2, "offer nothing"),
        "offer nothing",
        (
            offered(1, None, freely=True),
            OfferRevealed(0, (CORN, CORN), 4),
            OfferRevealed(1, (), 0),
            TradeEnds(0, (CORN, CORN)),
        ),
    ),
    Case("M5.3", TRADING, "take potato from 3", (CardTaken(0, 2, POTATO),)),
    Case(
        "M5.3: an exchange in the market",
        TRADING,
        "take potato from 3 for indigo",
        (CardExchanged(0, 2, POTATO, INDIGO),),
    ),
    Case(
        "M5.3: an exchange for the same kind is the same as keeping it",
        TRADING,
        "take potato from 3 for potato",
        (CardTaken(0, 2, POTATO),),
    ),
    Case(
        "M5.7: but not if it pays Orellana's owner; then Trade ends with cards to give back",
        FINDING,
        "take cocoa from 2 for cocoa",
        (CardExchanged(0, 1, COCOA, COCOA), IncomePaid(0, Income.ORELLANA, 2)),
    ),
    Case(
        "M5.6: Trade ends at the Trade Master",
        after(FINDING, "take cocoa from 2"),
        "take corn from 1",
        (CardTaken(1, 0, CORN), TradeEnds(0, ())),
    ),
    Case(
        "M5.6: Trade ends at another player, who is one card short",
        partial(arranged, 3, phase=Phase.TRADES, announced=2, offers={1: "2 potato"}),
        "take potato from 2",
        (CardTaken(0, 1, POTATO), TradeEnds(1, (POTATO,)), CardMissing(1)),
    ),
    Case(
        "M5.6: the gift, which giver and receiver see",
        GIVING,
        "give corn",
        (Secret(CardGiven(0, 1, CORN), (0, 1), CardGiven(0, 1, None)),),
    ),
    Case(
        "M6.1",
        partial(arranged, 3, phase=Phase.FIRST, player=1, master=1),
        "first 3",
        (FirstPlayerNamed(1, 2),),
    ),
    Case(
        "M6.2: relics are discarded with the others",
        partial(arranged, 2, hands={0: "2 corn, 1 relic"}),
        "set 2 corn + 1 relic",
        (IdenticalSetMade(0, CORN, 2, 1), CardsSpent(0, (CORN, CORN, RELIC), ())),
    ),
    Case(
        "M6.2, M6.3: a card is bought before the queue is refilled",
        after(BUYING, "set 4 corn"),
        "buy 3",
        (CardBought(0, KEYS["Caravel 3"], unseen=False), QueueRefilled(KEYS["Caravel 6"])),
    ),
    Case(
        "M6.3: Almagro takes from the deck, and the queue stays",
        after(BUYING, "set 4 corn"),
        "buy deck",
        (CardBought(0, KEYS["Caravel 6"], unseen=True),),
    ),
    Case(
        "M6.3: an empty deck refills nothing",
        after(partial(arranged, 2, hands={0: "3 corn"}, queue=CARAVELS, deck=[]), "set 3 corn"),
        "buy 1",
        (CardBought(0, KEYS["Caravel 1"], unseen=False),),
    ),
    Case(
        "M6.4: the number of resources",
        partial(arranged, 2, hands={0: "1 cocoa, 1 corn, 1 tobacco, 1 coffee"}),
        "different 4",
        (DifferentSetBegun(0, 4),),
    ),
    Case(
        "M6.4",
        after(
            partial(arranged, 2, hands={0: "2 cocoa, 1 corn, 1 tobacco, 1 coffee"}), "different 4"
        ),
        "sell 1-2-3-4",
        (
            DifferentSetSold(0, (COCOA, CORN, TOBACCO, COFFEE), DIFFERENT_PAY[4]),
            CardsSpent(0, (COCOA, CORN, TOBACCO, COFFEE), ()),
        ),
    ),
    Case(
        "M6.5",
        partial(arranged, 2, hands={0: "3 relic"}),
        "relics 2",
        (RelicsSold(0, 2, RELICS_PAY[2]), CardsSpent(0, (RELIC, RELIC), ())),
    ),
    Case("M6.6", CONVERTING, "employ 4-6", (MerchantEmployed(0, 1),)),
    Case(
        "M6.6: which card counts as which",
        after(CONVERTING, "employ 4-6"),
        "use cocoa as cotton",
        (CardConverted(0, COTTON, COCOA),),
    ),
    Case(
        "M6.6: a converted card is discarded as what it is",
        after(CONVERTING, "employ 4-6", "use cocoa as cotton"),
        "set 3 cotton",
        (IdenticalSetMade(0, COTTON, 3, 0), CardsSpent(0, (COTTON, COTTON), (COCOA,))),
    ),
    Case(
        "M6.7: a perfect set is shown and discarded",
        partial(arranged, 2, hands={0: ALL_TEN.replace("1 corn", "2 corn")}),
        "perfect set",
        (PerfectSetShown(0), CardsSpent(0, tuple(Kind), ())),
    ),
    Case(
        "M6.8: a turn ends, and Development cards pay",
        partial(arranged, 2, owned={0: [CORTES]}),
        "done",
        (TurnEnded(0), IncomePaid(0, Income.DEVELOPMENT_CARDS, 3)),
    ),
    Case("M6.8: nothing is told of no income", partial(arranged, 2), "done", (TurnEnded(0),)),
    Case(
        "M6.8, M6.9, M6.10, M7.2: from the last turn to the end of the game",
        LAST_TURN,
        "done",
        (
            TurnEnded(2),
            IncomePaid(2, Income.DEVELOPMENT_CARDS, 3),
            IncomePaid(0, Income.SHIPYARDS, 2),
            IncomePaid(1, Income.SHIPYARDS, 1),
            CardsDiscarded(0, (CORN,)),
            CardsDiscarded(2, (COCOA, COCOA, RELIC)),
            GameEnds(),
        ),
    ),
    Case(
        "M6.10: no card to store",
        after(
            partial(
                arranged, 2, player=1, first=0, hands={0: "2 corn"}, owned={0: ["Warehouse for 2"]}
            ),
            "done",
        ),
        "store nothing",
        (stored(0, None),),
    ),
]


def seen_by(viewer: int | None, told: tuple[Event | Secret, ...]) -> list[Event]:
    """Return what this viewer is told."""
    return [
        each
        if not isinstance(each, Secret)
        else (each.event if viewer in each.seats else each.masked)
        for each in told
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_m2_to_m7_everybody_is_told_what_happens_in_order_and_some_know_more(case: Case) -> None:
    position = case.position()
    events = position.game.events(position.state, position.game.parse(case.action))
    for viewer in (*position.game.seats, None):
        told = [event.seen_by(viewer) for event in events]
        assert told == seen_by(viewer, case.told), viewer


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_what_a_viewer_is_told_explains_the_table(case: Case) -> None:
    before = case.position()
    later = before.play(case.action)
    for viewer in (*before.game.seats, None):
        one, other = before.scene(viewer), later.scene(viewer)
        changes = [change for event in seen_by(viewer, case.told) for change in event.changes()]
        assert unexplained(fold(snapshot_of(one, 0), changes), one, other) is None


@pytest.mark.parametrize("players", [2, 3, 6])
def test_m2_a_game_begins_with_market_and_queue_and_five_cards_each(players: int) -> None:
    game = game_for(players)
    state: State = game.new_game(4)
    master = state.round.master
    laid_out = CardsLaidOut(
        CARDS.each(state.public.market),
        state.public.queue,
        sum(IN_BOX.values()) - 3,
        len(game.used) - 5,
    )
    hands = [CARDS.each(hand) for hand in state.hidden.hands]
    order = [(master + step) % players for step in range(players)]
    told: tuple[Event | Secret, ...] = (
        laid_out,
        TradeMasterChanged(master),
        RoundBegins(1, RoundEvent.NONE),
        *[dealt(seat, *hands[seat]) for seat in order],
    )
    for viewer in (*game.seats, None):
        begun = [event.seen_by(viewer) for event in game.beginning(state)]
        assert begun == seen_by(viewer, told), viewer


def test_there_is_a_case_for_each_kind_of_event() -> None:
    """What lies on the table at the beginning of a game has a test of its own."""
    told = {
        type(event) for case in CASES for who in (0, 1, None) for event in seen_by(who, case.told)
    }
    assert told | {CardsLaidOut} == set(get_args(Event))

"""What happens, as data: what seldom comes up in random games, and who sees what of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boardgames.games.mundus_novus import Kind, Phase, RoundEvent, Supply
from boardgames.games.mundus_novus.components import Income
from boardgames.games.mundus_novus.events import (
    CaravelDetached,
    CardBought,
    CardChosen,
    CardExchanged,
    CardGiven,
    CardsAnnounced,
    CardsDealt,
    CardsSpent,
    CardsStored,
    CardsTurnedUp,
    CardTaken,
    ChoiceMade,
    FirstPlayerNamed,
    FleetsSailed,
    IdenticalSetMade,
    IncomePaid,
    OfferRevealed,
    PerfectSetShown,
    PileReshuffled,
    PiratesRobbed,
    QueueRefilled,
    TradeMasterChanged,
)
from boardgames.games.mundus_novus.events import Event as Happening
from boardgames.scene.log import fold, snapshot_of
from boardgames.testing.event_checks import unexplained
from tests.games.mundus_novus.positions import (
    RELICS,
    MundusPosition,
    arranged,
    cards,
    no_relics_but,
)

CALM = ["Shipyard [Storm]", "Merchant 4-6", "Merchant 7-9", "Merchant 1-3", "Juan de la Cosa"]
EVERYTHING = (
    "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 sugar cane, 1 potato, 1 indigo, 1 vanilla, 1"
    " relic, 1 corn"
)


def perfect() -> MundusPosition:
    return arranged(2, hands={0: EVERYTHING})


def splitting() -> MundusPosition:
    return arranged(
        2,
        phase=Phase.FLEETS,
        supply=Supply(cards("1 cocoa, 1 relic")),
        hands={0: "5 corn", 1: "5 tobacco"},
        owned={0: ["Caravel 1", "Caravel 4", "Juan Ponce de Leon"]},
    )


def sailing() -> MundusPosition:
    """Return a position before Pirates meet both fleets of the first player, and the fleet of the
    second.
    """
    return arranged(
        2,
        phase=Phase.PICKS,
        event=RoundEvent.PIRATES,
        player=1,
        hands={0: "5 coffee", 1: "5 corn"},
        owned={0: ["Caravel 7", "Caravel 8"], 1: ["Caravel 1", "Caravel 2"]},
        supply=Supply(cards("1 cocoa, 1 corn, 2 relic"), (1, 1, 0, 0)),
    ).play("pick cocoa", "pick corn", "pick relic")


def giving() -> MundusPosition:
    return arranged(3, phase=Phase.GIFT, announced=2, short=1, hands={0: "1 corn, 1 relic"})


def storing() -> MundusPosition:
    """Return a position before the last player has chosen what to store, and the pile runs out."""
    position = arranged(
        2,
        player=1,
        first=0,
        hands={0: "2 vanilla", 1: "1 vanilla"},
        market="1 corn, 2 relic",
        queue=CALM,
        discards=no_relics_but("1 corn, 3 vanilla", RELICS - 2 - 10),
        owned={0: ["Warehouse for 2", "Caravel 1"], 1: ["Hernan Cortes"]},
    )
    return position.play("done", "store vanilla")


def finding() -> MundusPosition:
    return arranged(
        2, phase=Phase.TRADES, announced=2, offers={0: "1 corn", 1: "1 cocoa"}, market="3 cocoa",
        owned={0: ["Francisco de Orellana"]},
    )  # fmt: skip


RARE = [
    (perfect, "perfect set"),
    (splitting, "detach 1"),
    (splitting, "sail"),
    (sailing, "pick relic"),
    (giving, "give corn"),
    (storing, "store vanilla"),
    (finding, "take cocoa from 2 for cocoa"),
]


def happened(position: MundusPosition, action: str) -> tuple[Happening, ...]:
    return position.game.events(position.state, position.game.parse(action))


@pytest.mark.parametrize(("position", "action"), RARE)
def test_what_a_viewer_sees_happen_explains_the_table(
    position: Callable[[], MundusPosition], action: str
) -> None:
    before = position()
    after = before.play(action)
    for viewer in (*before.game.seats, None):
        seen = [
            shown
            for event in happened(before, action)
            if (shown := event.seen_by(viewer)) is not None
        ]
        one, other = before.scene(viewer), after.scene(viewer)
        changes = [change for event in seen for change in event.changes()]
        assert unexplained(fold(snapshot_of(one, 0), changes), one, other) is None


def test_a_perfect_set_is_shown_and_discarded() -> None:
    assert PerfectSetShown(0) in happened(perfect(), "perfect set")


def test_pirates_rob_fleets_in_their_order() -> None:
    assert [
        event.seat
        for event in happened(sailing(), "pick relic")
        if isinstance(event, PiratesRobbed)
    ] == [1, 0]


def test_what_is_stored_and_dealt_is_seen_by_its_owner_alone() -> None:
    events = happened(storing(), "store vanilla")
    (stored,) = [event for event in events if isinstance(event, CardsStored)]
    assert stored == stored.seen_by(0) == CardsStored(0, 2, (Kind.VANILLA, Kind.VANILLA))
    assert stored.seen_by(1) == CardsStored(0, 2, None)
    deals = [event for event in events if isinstance(event, CardsDealt)]
    assert [(event.seat, event.size) for event in deals] == [(0, 5), (1, 5)]
    for deal in deals:
        assert [deal.seen_by(viewer) == deal for viewer in (0, 1, None)] == [
            deal.seat == 0,
            deal.seat == 1,
            False,
        ]


def test_the_discards_go_under_the_pile_before_the_deal() -> None:
    kinds = [type(event) for event in happened(storing(), "store vanilla")]
    assert kinds[kinds.index(PileReshuffled) :] == [
        PileReshuffled,
        CardsDealt,
        CardsDealt,
        CardsTurnedUp,
    ]


def test_a_card_exchanged_for_its_own_kind_counts_as_taken_unless_it_pays() -> None:
    kept, exchanged = [
        happened(finding(), f"take cocoa from 2{more}") for more in ("", " for cocoa")
    ]
    assert kept[0] == CardTaken(0, 1, Kind.COCOA)
    assert exchanged == (
        CardExchanged(0, 1, Kind.COCOA, Kind.COCOA),
        IncomePaid(0, Income.ORELLANA, 2),
    )


def announcing() -> MundusPosition:
    hands = {0: "5 corn", 1: "5 cocoa", 2: "5 coffee"}
    return arranged(3, phase=Phase.NUMBER, player=1, master=1, hands=hands)


def offering() -> MundusPosition:
    """Return a position before each player has offered two cards."""
    return arranged(
        3,
        phase=Phase.OFFERS,
        announced=2,
        hands={0: "2 potato, 2 corn", 1: "2 corn", 2: "2 coffee"},
    )


def naming() -> MundusPosition:
    return arranged(3, phase=Phase.FIRST, player=1, master=1)


def buying() -> MundusPosition:
    return arranged(2, hands={0: "3 corn"}, queue=CALM, deck=["Caravel 1"])


def key(position: MundusPosition, place: int) -> str:
    return position.state.public.queue[place]


TOLD: list[tuple[str, Callable[[], MundusPosition], str, list[Happening], dict[int, Happening]]] = [
    ("M4.4", splitting, "detach 1", [CaravelDetached(0, 1)], {}),
    ("M4.4", splitting, "sail", [FleetsSailed(0)], {}),
    ("M5.1", announcing, "announce 2", [CardsAnnounced(1, 2)], {}),
    (
        "M5.1",
        offering,
        "offer corn",
        [ChoiceMade(0, "offer")],
        {0: CardChosen(0, "offer", Kind.CORN)},
    ),
    (
        "M5.6",
        giving,
        "give corn",
        [CardGiven(0, 1, None)],
        dict.fromkeys((0, 1), CardGiven(0, 1, Kind.CORN)),
    ),
    ("M6.1", naming, "first 3", [FirstPlayerNamed(1, 2)], {}),
    (
        "M6.2",
        buying,
        "set 3 corn",
        [IdenticalSetMade(0, Kind.CORN, 3, 0), CardsSpent(0, (Kind.CORN,) * 3, ())],
        {},
    ),
]
"""By rule: a position, an action, what a spectator is told in order, and what others are told
instead of the first of it.
"""


@pytest.mark.parametrize(("rule", "position", "action", "told", "own"), TOLD)
def test_m4_to_m6_everybody_is_told_what_happens_in_order_and_some_know_more(
    rule: str,
    position: Callable[[], MundusPosition],
    action: str,
    told: list[Happening],
    own: dict[int, Happening],
) -> None:
    before = position()
    for viewer in (*before.game.seats, None):
        first = told[0] if viewer is None else own.get(viewer, told[0])
        seen = [event.seen_by(viewer) for event in happened(before, action)]
        assert seen == [first, *told[1:]], (rule, viewer)


def test_m6_3_a_card_is_bought_before_the_queue_is_refilled() -> None:
    before = buying().play("set 3 corn")
    (refill, *_) = before.state.hidden.deck
    assert happened(before, "buy 1") == (
        CardBought(0, key(before, 0), unseen=False),
        QueueRefilled(refill),
    )


@pytest.mark.parametrize(("offer", "changes"), [("potato", []), ("corn", [TradeMasterChanged(2)])])
def test_m5_2_the_trade_master_is_named_only_if_another_player_becomes_it(
    offer: str, changes: list[Happening]
) -> None:
    before = offering().play(*[f"offer {offer}"] * 2, *["offer corn"] * 2, "offer coffee")
    events = happened(before, "offer coffee")
    assert [type(event) for event in events[:4]] == [CardChosen] + [OfferRevealed] * 3
    assert [event.seat for event in events[1:4] if isinstance(event, OfferRevealed)] == [0, 1, 2]
    assert [event for event in events if isinstance(event, TradeMasterChanged)] == changes

"""What happens, as data: what seldom comes up in random games, and who sees what of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boardgames.games.mundus_novus import Kind, Phase, RoundEvent, Supply
from boardgames.games.mundus_novus.components import Income
from boardgames.games.mundus_novus.events import (
    CardExchanged,
    CardsDealt,
    CardsStored,
    CardsTurnedUp,
    CardTaken,
    IncomePaid,
    PerfectSetShown,
    PileReshuffled,
    PiratesRobbed,
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

"""M1 to M3: what is in the box, how a game begins, and the events."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boardgames.games.mundus_novus import CARDS, Character, Kind, MundusNovus, Phase, RoundEvent
from tests.boxes import box
from tests.games.mundus_novus.positions import (
    DIFFERENT_PAY,
    MundusPosition,
    arranged,
    game_for,
    worded,
)
from tests.games.mundus_novus.small_boxes import SmallBox

SEEDS = range(60)


def test_m1_120_resource_cards() -> None:
    counts = game_for(2).components.resources
    assert counts == (16, 16, 16, 12, 12, 12, 8, 8, 8, 12)
    assert sum(counts) == 120


def test_m1_development_cards_of_five_classes() -> None:
    cards = game_for(6).developments.values()
    assert [card.character for card in cards if card.character is not None] == list(Character)
    assert sum(card.caravel > 0 for card in cards) == 12
    assert sum(card.group is not None for card in cards) == 9
    assert sum(card.slots > 0 for card in cards) == 8
    assert sum(card.shipyard for card in cards) == 6


def test_m1_incomes_of_the_characters() -> None:
    """Those that all sources name; they are in the frozen box, too."""
    published, confirmed = (
        {card.name: card.doubloons for card in game.components.characters}
        for game in (game_for(2), MundusNovus(2, box("mundus_novus")))
    )
    assert published | confirmed == published


@pytest.mark.parametrize(("players", "cards"), [(2, 19), (3, 23), (4, 27), (5, 31), (6, 35)])
def test_m2_cards_marked_above_the_number_of_players_are_removed(players: int, cards: int) -> None:
    game = game_for(players)
    assert len(game.used) == cards + len(Character)
    assert all(game.developments[key].players <= players for key in game.used)
    state = game.new_game(1)
    assert len(state.public.queue) == 5
    assert sorted([*state.public.queue, *state.hidden.deck]) == sorted(game.used)


def test_m2_three_cards_in_the_market_and_no_doubloons() -> None:
    game = game_for(4)
    state = game.new_game(1)
    assert sum(CARDS.unpack(state.public.market)) == 3
    assert state.public.doubloons == (0, 0, 0, 0) == game.score(state)
    assert state.phase is Phase.NUMBER


def test_m2_random_first_trade_master() -> None:
    game = game_for(3)
    assert {game.new_game(seed).round.master for seed in SEEDS} == {0, 1, 2}


def test_m2_market_queue_and_hands_are_random() -> None:
    game = game_for(2)
    states = [game.new_game(seed) for seed in SEEDS]
    assert len({state.public.market for state in states}) > 40
    assert len({state.public.queue for state in states}) == len(SEEDS)
    assert len({state.hidden.hands for state in states}) == len(SEEDS)


def test_m3_1_no_event_in_round_1() -> None:
    game = game_for(2)
    states = [game.new_game(seed) for seed in SEEDS]
    assert any(
        game.developments[state.public.queue[0]].event is not RoundEvent.NONE for state in states
    )
    assert all(state.round.event is RoundEvent.NONE for state in states)


FIRST_OF_QUEUE = [
    ("Shipyard [Storm]", RoundEvent.STORM),
    ("Shipyard [King's Help]", RoundEvent.KINGS_HELP),
    ("Merchant 1-3 [Natives]", RoundEvent.NATIVES),
    ("Warehouse for 1 [Fire]", RoundEvent.FIRE),
    ("Caravel 3 [Pirates]", RoundEvent.PIRATES),
    ("Caravel 4", RoundEvent.NONE),
]


@pytest.mark.parametrize(("card", "event"), FIRST_OF_QUEUE)
def test_m3_1_the_first_queue_card_sets_the_event(card: str, event: RoundEvent) -> None:
    position = arranged(
        2, player=1, queue=[card, "Caravel 1", "Caravel 2", "Caravel 5", "Caravel 7"]
    )
    after = position.play("done")
    assert after.state.round.number == 3
    assert after.state.round.event is event


def test_m3_1_the_first_event_is_that_of_round_2() -> None:
    queue = ["Shipyard [Storm]", "Caravel 1", "Caravel 2", "Caravel 5", "Caravel 7"]
    after = arranged(2, number=1, player=1, queue=queue).play("done")
    assert (after.state.round.number, after.state.round.event) == (2, RoundEvent.STORM)


CALM = ["Caravel 4", "Caravel 1", "Caravel 2", "Caravel 5", "Caravel 7"]


def test_m3_2_coronado_may_pay_2_doubloons_for_any_event() -> None:
    position = arranged(
        2, player=1, queue=CALM, owned={1: ["Francisco de Coronado"]}, doubloons=[0, 3]
    )
    asked = position.play("done")
    assert asked.state.phase is Phase.EVENT
    assert asked.to_act == (1,)
    assert asked.legal == (
        "event none",
        "event kings help",
        "event natives",
        "event storm",
        "event fire",
        "event pirates",
    )
    after = asked.play("event storm")
    assert after.state.round.event is RoundEvent.STORM
    assert after.state.public.doubloons == (0, 1)


def test_m3_2_coronado_may_leave_things_as_they_are() -> None:
    position = arranged(
        2, player=1, queue=CALM, owned={1: ["Francisco de Coronado"]}, doubloons=[0, 2]
    )
    after = position.play("done", "event none")
    assert after.state.round.event is RoundEvent.NONE
    assert after.state.public.doubloons == (0, 2)


def test_m3_2_coronado_needs_2_doubloons_and_a_calm_first_card() -> None:
    poor = arranged(2, player=1, queue=CALM, owned={1: ["Francisco de Coronado"]}, doubloons=[9, 1])
    assert poor.play("done").state.phase is Phase.NUMBER
    stormy = ["Shipyard [Storm]", *CALM[1:]]
    rich = arranged(
        2, player=1, queue=stormy, owned={1: ["Francisco de Coronado"]}, doubloons=[0, 9]
    )
    assert rich.play("done").state.phase is Phase.NUMBER


COSA, PLACES = ["Juan de la Cosa"], ("buy 1", "buy 2", "buy 3", "buy 4", "buy 5")
COCOA, SEVEN = (
    ("set 3 cocoa", "buy 1"),
    "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 potato, 1 vanilla",
)
CHANGED: list[
    tuple[RoundEvent, str, tuple[str, ...], Callable[[MundusPosition], object], object, object]
] = [
    (
        RoundEvent.KINGS_HELP,
        "3 cocoa, 3 corn",
        COCOA,
        lambda at: "set 3 corn" in at.legal,
        True,
        False,
    ),
    (
        RoundEvent.NATIVES,
        SEVEN,
        ("different 7", "sell 1-2-3-4-5-7-9"),
        lambda at: at.state.public.doubloons[0],
        7,
        15,
    ),
    (RoundEvent.STORM, "5 cocoa", ("set 5 cocoa",), lambda at: at.legal, ("buy 1",), PLACES),
]
"""By event: what a player does, and what can be seen then, with the event and without."""


@pytest.mark.parametrize(("event", "hand", "actions", "seen", "affected", "usual"), CHANGED)
def test_m3_3_an_event_changes_a_rule_and_spares_the_owner_of_cosa(
    event: RoundEvent,
    hand: str,
    actions: tuple[str, ...],
    seen: Callable[[MundusPosition], object],
    affected: object,
    usual: object,
) -> None:
    for happening, owned, expected in (
        (event, [], affected),
        (RoundEvent.NONE, [], usual),
        (event, COSA, usual),
    ):
        assert (
            seen(arranged(2, hands={0: hand}, event=happening, owned={0: owned}).play(*actions))
            == expected
        )


@pytest.mark.parametrize(("event", "character", "stores"), [
    (RoundEvent.FIRE, [], False),
    (RoundEvent.NONE, [], True),
    (RoundEvent.FIRE, ["Juan de la Cosa"], True),
])  # fmt: skip
def test_m3_3_fire_forbids_storing_but_warehouses_pay(
    event: RoundEvent,
    character: list[str],
    stores: bool,  # noqa: FBT001  # a parameter of the test
) -> None:
    owned = {0: ["Warehouse for 1", *character]}
    position = arranged(2, player=0, first=1, hands={0: "2 corn"}, owned=owned, event=event)
    after = position.play("done")
    assert (after.state.phase is Phase.STORAGE) is stores
    assert after.state.public.doubloons[0] == 1 + len(character)
    if not stores:
        assert after.state.public.discards == arranged(2, discards="2 corn").state.public.discards


def test_m3_4_cosa_protects_from_the_moment_he_is_taken() -> None:
    queue = ["Juan de la Cosa", "Caravel 1", "Caravel 2", "Caravel 5", "Caravel 7"]
    hands = {0: "3 cocoa, 3 corn, 1 coffee, 1 cotton"}
    helped = arranged(2, hands=hands, queue=queue, event=RoundEvent.KINGS_HELP).play(
        "set 3 cocoa", "buy 1"
    )
    assert "set 3 corn" not in helped.legal
    hands = {0: "4 cocoa, 1 corn, 1 coffee, 1 cotton"}
    raided = arranged(2, hands=hands, queue=queue, event=RoundEvent.NATIVES).play(
        "set 3 cocoa", "buy 1"
    )
    assert raided.play("different 4", "sell 1-2-4-5").state.public.doubloons[0] == DIFFERENT_PAY[4]
    assert worded(raided.state.hidden.hands[0]) == "1 cocoa, 1 corn, 1 coffee, 1 cotton"


def test_m1_kinds_count_from_cocoa_1_to_relic_10() -> None:
    assert [kind.number for kind in Kind] == list(range(1, 11))


def test_m3_3_storm_holds_for_sets_of_relics_alone_and_of_high_resources() -> None:
    for hand, action in (("3 relic", "set 3 relic"), ("5 vanilla", "set 5 vanilla")):
        assert arranged(2, hands={0: hand}, event=RoundEvent.STORM).play(action).legal == ("buy 1",)


def test_m3_3_natives_pay_a_doubloon_for_a_converted_card_too() -> None:
    hands, owned = {0: "1 cocoa, 1 corn, 1 tobacco, 1 relic"}, {0: ["Merchant 4-6"]}
    position = arranged(2, hands=hands, owned=owned, event=RoundEvent.NATIVES)
    after = position.play("employ 4-6", "use relic as coffee", "different 4", "sell 1-2-3-4")
    assert after.state.public.doubloons[0] == 4


def test_m1_every_event_is_on_four_cards() -> None:
    icons = [card.event for card in game_for(6).developments.values()]
    assert [icons.count(event) for event in RoundEvent if event is not RoundEvent.NONE] == [4] * 5


def test_m2_trade_master_market_and_queue_do_not_follow_each_other() -> None:
    """In a box with one card of each kind: draws of one number would be odd or even together."""
    game = SmallBox(2, dict.fromkeys(Kind, 1), dealt=2, announced=(1,), caravels=6)
    found = set()
    for seed in range(60):
        state = game.new_game(seed)
        (kind,) = CARDS.kinds(state.public.market)
        first = game.used.index(state.public.queue[0])
        found.add((state.round.master, kind % 2, first % 2))
    assert len(found) == 2 * 2 * 2


def test_m3_2_coronado_may_choose_an_event_of_round_2() -> None:
    position = arranged(
        2, number=1, player=1, queue=CALM, owned={1: ["Francisco de Coronado"]}, doubloons=[0, 2]
    )
    after = position.play("done")
    assert (after.state.round.number, after.state.phase) == (2, Phase.EVENT)

"""M1 to M3: what is in the box, how a game begins, and the events."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boardgames.games.mundus_novus import CARDS, Event, Kind, Phase

if TYPE_CHECKING:
    from tests.games.mundus_novus.conftest import Desk, Words

SEEDS = range(60)


def test_m1_120_resource_cards(desk: type[Desk]) -> None:
    counts = desk(2).game.components.resources
    assert counts == (16, 16, 16, 12, 12, 12, 8, 8, 8, 12)
    assert sum(counts) == 120


def test_m1_44_development_cards_of_five_classes(desk: type[Desk]) -> None:
    cards = desk(6).game.cards.values()
    assert len(cards) == 44
    assert sum(card.character is not None for card in cards) == 9
    assert sum(card.caravel > 0 for card in cards) == 12
    assert sum(card.group is not None for card in cards) == 9
    assert sum(card.slots > 0 for card in cards) == 8
    assert sum(card.shipyard for card in cards) == 6


def test_m1_incomes_of_the_characters(desk: type[Desk]) -> None:
    incomes = {
        card.name.split()[-1]: card.doubloons for card in desk(2).game.cards.values() if card.character is not None
    }
    assert incomes == {
        "Almagro": 2, "Cosa": 1, "Casas": 1, "Pizarro": 0, "Leon": 0,
        "Valdivia": 1, "Orellana": 0, "Coronado": 0, "Cortes": 3,
    }  # fmt: skip


def test_m1_merchants_and_warehouses_pay_by_sort(desk: type[Desk]) -> None:
    cards = desk(6).game.cards.values()
    assert {(card.group, card.doubloons) for card in cards if card.group is not None} == {(0, 2), (1, 1), (2, 0)}
    assert {(card.slots, card.doubloons) for card in cards if card.slots} == {(1, 1), (2, 0)}


def test_m1_every_event_is_on_some_card(desk: type[Desk]) -> None:
    assert {card.event for card in desk(6).game.cards.values()} == set(Event)


@pytest.mark.parametrize(("players", "cards"), [(2, 28), (3, 32), (4, 36), (5, 40), (6, 44)])
def test_m2_cards_marked_above_the_number_of_players_are_removed(desk: type[Desk], players: int, cards: int) -> None:
    game = desk(players).game
    assert len(game.used) == cards
    assert all(game.cards[key].players <= players for key in game.used)
    state = game.new_game(1)
    assert len(state.table.queue) == 5
    assert sorted([*state.table.queue, *state.hidden.deck]) == sorted(game.used)


def test_m2_three_cards_in_the_market_and_no_doubloons(desk: type[Desk]) -> None:
    game = desk(4).game
    state = game.new_game(1)
    assert sum(CARDS.unpack(state.table.market)) == 3
    assert state.table.doubloons == (0, 0, 0, 0) == game.score(state)
    assert state.phase is Phase.NUMBER


def test_m2_random_first_trade_master(desk: type[Desk]) -> None:
    game = desk(3).game
    assert {game.new_game(seed).round.master for seed in SEEDS} == {0, 1, 2}


def test_m2_market_queue_and_hands_are_random(desk: type[Desk]) -> None:
    game = desk(2).game
    states = [game.new_game(seed) for seed in SEEDS]
    assert len({state.table.market for state in states}) > 40
    assert len({state.table.queue for state in states}) == len(SEEDS)
    assert len({state.hidden.hands for state in states}) == len(SEEDS)


def test_m3_1_no_event_in_round_1(desk: type[Desk]) -> None:
    game = desk(2).game
    states = [game.new_game(seed) for seed in SEEDS]
    assert any(game.cards[state.table.queue[0]].event is not Event.NONE for state in states)
    assert all(state.round.event is Event.NONE for state in states)


FIRST_OF_QUEUE = [
    ("Shipyard [Storm]", Event.STORM),
    ("Shipyard [King's Help]", Event.KINGS_HELP),
    ("Merchant 1-3 [Natives]", Event.NATIVES),
    ("Warehouse for 1 [Fire]", Event.FIRE),
    ("Caravel 3 [Pirates]", Event.PIRATES),
    ("Caravel 4", Event.NONE),
]


@pytest.mark.parametrize(("card", "event"), FIRST_OF_QUEUE)
def test_m3_1_the_first_queue_card_sets_the_event(desk: type[Desk], card: str, event: Event) -> None:
    d = desk(2)
    state = d.position(player=1, queue=[card, "Caravel 1", "Caravel 2", "Caravel 5", "Caravel 7"])
    after = d.play(state, "done")
    assert after.round.number == 3
    assert after.round.event is event


CALM = ["Caravel 4", "Caravel 1", "Caravel 2", "Caravel 5", "Caravel 7"]


def test_m3_2_coronado_may_pay_2_doubloons_for_any_event(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.position(player=1, queue=CALM, owned={1: ["Francisco de Coronado"]}, doubloons=[0, 3])
    asked = d.play(state, "done")
    assert asked.phase is Phase.EVENT
    assert d.game.to_act(asked) == (1,)
    assert d.legal(asked) == [
        "event none", "event kings help", "event natives", "event storm", "event fire", "event pirates",
    ]  # fmt: skip
    after = d.play(asked, "event storm")
    assert after.round.event is Event.STORM
    assert after.table.doubloons == (0, 1)


def test_m3_2_coronado_may_leave_things_as_they_are(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.position(player=1, queue=CALM, owned={1: ["Francisco de Coronado"]}, doubloons=[0, 2])
    after = d.play(state, "done", "event none")
    assert after.round.event is Event.NONE
    assert after.table.doubloons == (0, 2)


def test_m3_2_coronado_needs_2_doubloons_and_a_calm_first_card(desk: type[Desk]) -> None:
    d = desk(2)
    poor = d.position(player=1, queue=CALM, owned={1: ["Francisco de Coronado"]}, doubloons=[9, 1])
    assert d.play(poor, "done").phase is Phase.NUMBER
    stormy = ["Shipyard [Storm]", *CALM[1:]]
    rich = d.position(player=1, queue=stormy, owned={1: ["Francisco de Coronado"]}, doubloons=[0, 9])
    assert d.play(rich, "done").phase is Phase.NUMBER


COSA = {0: ["Juan de la Cosa"]}
TWO_SETS = {0: "3 cocoa, 3 corn"}


@pytest.mark.parametrize(("event", "owned", "again"), [
    (Event.KINGS_HELP, {}, True),
    (Event.NONE, {}, False),
    (Event.KINGS_HELP, COSA, False),
])  # fmt: skip
def test_m3_3_kings_help_allows_any_number_of_identical_sets(
    desk: type[Desk],
    event: Event,
    owned: dict[int, list[str]],
    again: bool,  # noqa: FBT001  # a parameter of the test
) -> None:
    d = desk(2)
    state = d.position(hands=TWO_SETS, event=event, owned=owned)
    after = d.play(state, "set 3 cocoa", "buy 1")
    assert ("set 3 corn" in d.legal(after)) is again


@pytest.mark.parametrize(("event", "owned", "paid"), [
    (Event.NATIVES, {}, 7),
    (Event.NONE, {}, 15),
    (Event.NATIVES, COSA, 15),
])  # fmt: skip
def test_m3_3_natives_pay_a_doubloon_a_card(
    desk: type[Desk], event: Event, owned: dict[int, list[str]], paid: int
) -> None:
    d = desk(2)
    hands = {0: "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 potato, 1 vanilla"}
    state = d.position(hands=hands, event=event, owned=owned)
    after = d.play(state, "different 7", "sell 1-2-3-4-5-7-9")
    assert after.table.doubloons[0] == paid


@pytest.mark.parametrize(("event", "owned", "places"), [
    (Event.STORM, {}, ["buy 1"]),
    (Event.NONE, {}, ["buy 1", "buy 2", "buy 3", "buy 4", "buy 5"]),
    (Event.STORM, COSA, ["buy 1", "buy 2", "buy 3", "buy 4", "buy 5"]),
])  # fmt: skip
def test_m3_3_storm_leaves_only_the_first_queue_card(
    desk: type[Desk], event: Event, owned: dict[int, list[str]], places: list[str]
) -> None:
    d = desk(2)
    state = d.position(hands={0: "5 cocoa"}, event=event, owned=owned)
    assert d.legal(d.play(state, "set 5 cocoa")) == places


@pytest.mark.parametrize(("event", "character", "stores"), [
    (Event.FIRE, [], False),
    (Event.NONE, [], True),
    (Event.FIRE, ["Juan de la Cosa"], True),
])  # fmt: skip
def test_m3_3_fire_forbids_storing_but_warehouses_pay(
    desk: type[Desk],
    event: Event,
    character: list[str],
    stores: bool,  # noqa: FBT001  # a parameter of the test
) -> None:
    d = desk(2)
    owned = {0: ["Warehouse for 1", *character]}
    state = d.position(player=0, first=1, hands={0: "2 corn"}, owned=owned, event=event)
    after = d.play(state, "done")
    assert (after.phase is Phase.STORAGE) is stores
    assert after.table.doubloons[0] == 1 + len(character)
    if not stores:
        assert after.table.discards == desk(2).position(discards="2 corn").table.discards


def test_m3_4_cosa_protects_from_the_moment_he_is_taken(desk: type[Desk], words: type[Words]) -> None:
    d = desk(2)
    queue = ["Juan de la Cosa", "Caravel 1", "Caravel 2", "Caravel 5", "Caravel 7"]
    hands = {0: "3 cocoa, 3 corn, 1 coffee, 1 cotton"}
    helped = d.play(d.position(hands=hands, queue=queue, event=Event.KINGS_HELP), "set 3 cocoa", "buy 1")
    assert "set 3 corn" not in d.legal(helped)
    hands = {0: "4 cocoa, 1 corn, 1 coffee, 1 cotton"}
    raided = d.play(d.position(hands=hands, queue=queue, event=Event.NATIVES), "set 3 cocoa", "buy 1")
    assert d.play(raided, "different 4", "sell 1-2-4-5").table.doubloons[0] == 5
    assert words.in_words(raided.hidden.hands[0]) == "1 cocoa, 1 corn, 1 coffee, 1 cotton"


def test_m1_kinds_count_from_cocoa_1_to_relic_10() -> None:
    assert [kind.number for kind in Kind] == list(range(1, 11))

"""M4: Supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boardgames.core.codec import to_json
from boardgames.games.mundus_novus import CARDS, Event, Phase, Supply

if TYPE_CHECKING:
    from boardgames.games.mundus_novus import State
    from tests.games.mundus_novus.conftest import Desk, Words

CALM = ["Shipyard [Storm]", "Warehouse for 1", "Warehouse for 2", "Merchant 4-6", "Merchant 7-9"]
"""A queue that leaves the Caravels to the players."""


def sizes(state: State) -> list[int]:
    return [sum(CARDS.unpack(hand)) for hand in state.hidden.hands]


def test_m4_1_five_cards_each_unseen_by_others(desk: type[Desk]) -> None:
    d = desk(3)
    state = d.play(d.position(player=2, first=0), "done")
    assert state.round.number == 3
    assert sizes(state) == [5, 5, 5]
    assert state.table.known == (0, 0, 0)


def test_m4_1_stored_cards_return_to_hand(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.position(player=1, hands={1: "2 relic, 1 corn"}, owned={1: ["Warehouse for 2"]}, queue=CALM)
    after = d.play(state, "done", "store relic", "store relic")
    assert sizes(after) == [5, 7]
    assert CARDS.unpack(after.hidden.hands[1])[-1] >= 2


def test_m4_2_a_card_for_every_caravel_is_turned_up_and_picked(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.position(player=1, owned={0: ["Caravel 4"], 1: ["Caravel 1", "Caravel 7"]}, queue=CALM)
    supply = d.play(state, "done")
    assert supply.phase is Phase.PICKS
    assert sum(CARDS.unpack(supply.supply.display)) == 3
    assert supply.supply.picks == (0, 1, 1)
    wanted = d.legal(supply)[0]
    after = d.play(supply, wanted)
    assert after.table.known[0] == supply.supply.display - after.supply.display
    while after.phase is Phase.PICKS:
        after = d.play(after, d.legal(after)[0])
    assert sizes(after) == [6, 7]
    assert after.phase is Phase.NUMBER


def picks(d: Desk, owned: dict[int, list[str]], master: int = 0) -> tuple[int, ...]:
    """Return the seats in the order in which they pick."""
    last = d.players - 1
    state = d.position(player=last, first=0, owned=owned, master=master, queue=CALM)
    return d.play(state, "done").supply.picks


def test_m4_2_example_three_fleets(desk: type[Desk]) -> None:
    owned = {0: ["Caravel 6"], 1: ["Caravel 4", "Caravel 5"], 2: ["Caravel 1", "Caravel 2", "Caravel 3"]}
    assert picks(desk(3), owned) == (2, 2, 2, 0, 1, 1)


def test_m4_2_no_caravels_no_picks(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.play(d.position(player=1, queue=CALM), "done")
    assert state.phase is Phase.NUMBER
    assert state.supply == Supply()


def equal_caravels(desk: type[Desk]) -> Desk:
    """Return a game in which all Caravels have the value 3."""
    data = to_json(desk(3).game.components)
    assert isinstance(data, dict)
    caravels = data["caravels"]
    assert isinstance(caravels, list)
    return desk(3, {**data, "caravels": [{"value": 3, "players": 2, "event": "none"} for _ in caravels]})


@pytest.mark.parametrize(("master", "order"), [(0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1))])
def test_m4_2_full_ties_go_clockwise_from_the_trade_master(
    desk: type[Desk], master: int, order: tuple[int, ...]
) -> None:
    d = equal_caravels(desk)
    assert picks(d, {0: ["Caravel 3"], 1: ["Caravel 3"], 2: ["Caravel 3"]}, master) == order


def test_m4_3_fleet_value_is_the_sum(desk: type[Desk]) -> None:
    assert picks(desk(2), {0: ["Caravel 8"], 1: ["Caravel 2", "Caravel 5"]}) == (1, 1, 0)
    assert picks(desk(2), {0: ["Caravel 6"], 1: ["Caravel 2", "Caravel 5"]}) == (0, 1, 1)


def test_m4_3_pizarro_counts_the_highest_caravel_as_0(desk: type[Desk]) -> None:
    owned = {0: ["Caravel 4"], 1: ["Caravel 3", "Caravel 8", "Gonzalo Pizarro"]}
    assert picks(desk(2), owned) == (1, 1, 0)
    assert picks(desk(2), {0: ["Caravel 4"], 1: ["Caravel 3", "Caravel 8"]}) == (0, 1, 1)


def test_m4_3_pizarro_counts_for_the_tie_too(desk: type[Desk]) -> None:
    # Both fleets count 5: one by Caravels 2 and 3, the other by Caravel 5 and one that counts 0.
    owned = {0: ["Caravel 2", "Caravel 3"], 1: ["Caravel 5", "Caravel 7", "Gonzalo Pizarro"]}
    assert picks(desk(2), owned) == (1, 1, 0, 0)


PONCE = {0: ["Caravel 7"], 1: ["Caravel 1", "Caravel 2", "Caravel 8", "Juan Ponce de Leon"]}


def test_m4_4_ponce_splits_after_the_cards_are_turned_up(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.play(d.position(player=1, owned=PONCE, queue=CALM), "done")
    assert state.phase is Phase.FLEETS
    assert d.game.to_act(state) == (1,)
    assert sum(CARDS.unpack(state.supply.display)) == 4
    assert d.legal(state) == ["detach 1", "detach 2", "sail"]


@pytest.mark.parametrize(("actions", "order"), [
    (("sail",), (0, 1, 1, 1)),
    (("detach 1", "sail"), (1, 0, 1, 1)),
    (("detach 1", "detach 2", "sail"), (1, 1, 0, 1)),
])  # fmt: skip
def test_m4_4_the_fleets_of_ponce_pick_apart(desk: type[Desk], actions: tuple[str, ...], order: tuple[int]) -> None:
    d = desk(2)
    state = d.position(player=1, owned=PONCE, queue=CALM)
    assert d.play(state, "done", *actions).supply.picks == order


def test_m4_4_every_split_is_on_one_path(desk: type[Desk]) -> None:
    d = desk(2)
    caravels = ["Caravel 1", "Caravel 2", "Caravel 4", "Caravel 5"]
    start = d.play(d.position(player=1, owned={1: [*caravels, "Juan Ponce de Leon"]}, queue=CALM), "done")
    found, states = [], [start]
    while states:
        state = states.pop()
        for action in d.legal(state):
            after = d.play(state, action)
            if action == "sail":
                found.append(state.supply.detached)
            else:
                states.append(after)
    assert len(found) == len(set(found)) == 8
    assert all(5 not in detached for detached in found)


def test_m4_4_one_caravel_cannot_be_split_nor_other_fleets(desk: type[Desk]) -> None:
    d = desk(2)
    lone = d.position(player=1, owned={1: ["Caravel 1", "Juan Ponce de Leon"]}, queue=CALM)
    assert d.play(lone, "done").phase is Phase.PICKS
    other = d.position(player=1, owned={1: ["Caravel 1", "Caravel 2"], 0: ["Juan Ponce de Leon"]}, queue=CALM)
    assert d.play(other, "done").phase is Phase.PICKS


def test_m4_4_pizarro_counts_the_highest_of_both_fleets_of_ponce(desk: type[Desk]) -> None:
    d = desk(2)
    owned = {1: ["Caravel 1", "Caravel 8", "Juan Ponce de Leon", "Gonzalo Pizarro"], 0: ["Caravel 2"]}
    state = d.position(player=1, owned=owned, queue=CALM)
    assert d.play(state, "done", "detach 1", "sail").supply.picks == (1, 1, 0)


RAIDED = ["Caravel 3 [Pirates]", "Warehouse for 1", "Warehouse for 2", "Merchant 4-6", "Merchant 7-9"]


def after_supply(d: Desk, owned: dict[int, list[str]], *actions: str) -> State:
    state = d.play(d.position(player=1, owned=owned, queue=RAIDED), "done", *actions)
    while state.phase is Phase.PICKS:
        state = d.play(state, d.legal(state)[0])
    return state


def test_m4_5_pirates_take_a_card_from_every_fleet_of_two_or_more(desk: type[Desk]) -> None:
    state = after_supply(desk(2), {0: ["Caravel 1"], 1: ["Caravel 2", "Caravel 4", "Caravel 5"]})
    assert state.round.event is Event.PIRATES
    assert sizes(state) == [6, 7]
    assert sum(CARDS.unpack(state.table.discards)) == 1


def test_m4_5_pirates_take_one_card_of_each_of_two_fleets(desk: type[Desk]) -> None:
    caravels = ["Caravel 1", "Caravel 2", "Caravel 4", "Caravel 5", "Juan Ponce de Leon"]
    assert sizes(after_supply(desk(2), {1: caravels}, "detach 1", "detach 2", "sail")) == [5, 7]
    assert sizes(after_supply(desk(2), {1: caravels}, "detach 1", "sail")) == [5, 8]
    assert sizes(after_supply(desk(2), {1: caravels}, "sail")) == [5, 8]


def test_m4_5_pirates_spare_small_fleets_and_the_owner_of_cosa(desk: type[Desk]) -> None:
    assert sizes(after_supply(desk(2), {1: ["Caravel 1"]})) == [5, 6]
    assert sizes(after_supply(desk(2), {1: ["Caravel 1", "Caravel 2", "Juan de la Cosa"]})) == [5, 7]


def test_m4_5_pirates_spare_everybody_without_the_event(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.play(d.position(player=1, owned={1: ["Caravel 1", "Caravel 2"]}, queue=CALM), "done")
    while state.phase is Phase.PICKS:
        state = d.play(state, d.legal(state)[0])
    assert sizes(state) == [5, 7]


NEARLY_ALL = "16 cocoa, 15 corn, 16 tobacco, 12 coffee, 12 cotton, 12 sugar cane, 8 potato, 8 indigo, 8 vanilla"
"""All Resource cards but one corn, and but the relics."""


def test_m4_6_the_discards_are_shuffled_under_a_pile_too_small(desk: type[Desk]) -> None:
    d = desk(2)
    market = "1 corn, 2 relic"
    # Six relics are left in the pile, the other four lie among the discards.
    state = d.position(player=1, market=market, discards=NEARLY_ALL + ", 4 relic", queue=CALM, master=0)
    assert sum(CARDS.unpack(state.hidden.pile)) == 6
    after = d.play(state, "done")
    assert CARDS.unpack(after.hidden.hands[0])[-1] == 5
    assert CARDS.unpack(after.hidden.hands[1])[-1] >= 1
    assert after.table.discards == 0
    assert sum(CARDS.unpack(after.hidden.pile)) == 120 - 3 - 10
    assert sum(CARDS.unpack(after.table.deal.source)) == 120 - 3 - 6
    assert [sum(CARDS.unpack(cards)) for cards in after.hidden.drawn] == [0, 4]


def test_m4_6_a_pile_that_just_suffices_is_not_reshuffled(desk: type[Desk], words: type[Words]) -> None:
    d = desk(2)
    state = d.position(player=1, market="1 corn, 2 relic", discards=NEARLY_ALL, queue=CALM)
    after = d.play(state, "done")
    assert [words.in_words(hand) for hand in after.hidden.hands] == ["5 relic", "5 relic"]
    assert after.hidden.pile == 0
    assert after.table.discards == state.table.discards
    again = d.play(after, "announce 2", "1: offer relic", "1: offer relic", "2: offer relic", "2: offer relic")
    assert again.phase is Phase.TRADES


def test_m4_6_the_market_stays_between_rounds(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.position(player=1, market="1 relic, 2 vanilla", queue=CALM)
    assert d.play(state, "done").table.market == state.table.market

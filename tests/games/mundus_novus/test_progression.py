"""M6: Progression."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

import pytest

from boardgames import IllegalActionError
from boardgames.games.mundus_novus import CARDS, Event, Kind, Phase, Turn

if TYPE_CHECKING:
    from boardgames.games.mundus_novus import State
    from tests.games.mundus_novus.conftest import Desk, Words

QUEUE = ["Caravel 4", "Caravel 1", "Caravel 2", "Caravel 5", "Caravel 7"]
ALL_NINE = "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 sugar cane, 1 potato, 1 indigo, 1 vanilla"


def turn_with(d: Desk, hand: str, *cards: str, **more: object) -> State:
    """Return the turn of the first player, with this hand and these Development cards."""
    return d.position(hands={0: hand}, owned={0: cards}, **{"queue": QUEUE, **more})  # type: ignore[arg-type]  # by name


def test_m6_1_one_set_of_each_sort_in_any_order(desk: type[Desk]) -> None:
    d = desk(2)
    hand = "4 cocoa, 1 corn, 1 tobacco, 3 coffee, 1 relic"
    sets = [("set 3 cocoa", "buy 1"), ("different 4", "sell 1-2-3-4"), ("relics 1",)]
    ends = set()
    for order in permutations(sets):
        state = turn_with(d, hand)
        for actions in order:
            state = d.play(state, *actions)
        assert d.legal(state) == ["done"]
        ends.add(d.hand(state, 0))
    assert ends == {"2 coffee"}


def test_m6_1_no_second_set_of_a_sort(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, "3 cocoa, 3 corn, 2 relic")
    after = d.play(state, "set 3 cocoa", "buy 1", "relics 1")
    assert d.legal(after) == ["done"]
    nine = turn_with(d, "2 cocoa, 2 corn, 2 tobacco, 2 coffee")
    assert d.legal(d.play(nine, "different 4", "sell 1-2-3-4")) == ["done"]


def test_m6_1_cards_got_in_trade_or_left_after_a_set_serve_the_next(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, "4 cocoa, 1 corn, 1 tobacco, 1 coffee")
    after = d.play(state, "set 3 cocoa", "buy 1")
    assert "different 4" in d.legal(after)
    state = turn_with(d, "3 cocoa, 1 corn, 1 tobacco, 1 coffee")
    assert "different 4" not in d.legal(d.play(state, "set 3 cocoa", "buy 1"))


def test_m6_2_three_to_five_cards_of_a_resource(desk: type[Desk]) -> None:
    d = desk(2)
    assert d.legal(turn_with(d, "2 cocoa")) == ["done"]
    assert d.legal(turn_with(d, "6 cocoa")) == ["set 3 cocoa", "set 4 cocoa", "set 5 cocoa", "done"]


def test_m6_2_relics_are_wild_in_any_number(desk: type[Desk]) -> None:
    d = desk(2)
    assert d.legal(turn_with(d, "2 cotton, 2 relic")) == [
        "set 1 cotton + 2 relic", "set 2 cotton + 1 relic", "set 2 cotton + 2 relic",
        "relics 1", "relics 2", "done",
    ]  # fmt: skip
    after = d.play(turn_with(d, "2 cotton, 2 relic"), "set 1 cotton + 2 relic", "buy 2")
    assert d.hand(after, 0) == "1 cotton"


def test_m6_2_relics_alone_count_as_any_resource(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, "5 relic")
    assert [action for action in d.legal(state) if action.startswith("set")] == [
        "set 3 relic", "set 4 relic", "set 5 relic",
    ]  # fmt: skip
    assert len(d.legal(d.play(state, "set 3 relic"))) == 5


RESOURCES = {"cocoa": 0, "corn": 0, "tobacco": 0, "coffee": 1, "cotton": 1, "sugar cane": 1, "potato": 2, "indigo": 2,
             "vanilla": 2}  # fmt: skip
REACH = {(0, 3): 1, (0, 4): 3, (0, 5): 5, (1, 3): 3, (1, 4): 5, (1, 5): 5, (2, 3): 5, (2, 4): 5, (2, 5): 5}


@pytest.mark.parametrize(("resource", "size"), list(product(RESOURCES, (3, 4, 5))))
def test_m6_2_what_a_set_can_take(desk: type[Desk], resource: str, size: int) -> None:
    d = desk(2)
    after = d.play(turn_with(d, f"{size} {resource}"), f"set {size} {resource}")
    reach = REACH[RESOURCES[resource], size]
    assert d.legal(after) == [f"buy {place + 1}" for place in range(reach)]


def test_m6_2_example_two_relics_and_a_9(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, "1 vanilla, 2 relic")
    assert len(d.legal(d.play(state, "set 1 vanilla + 2 relic"))) == 5
    assert d.play(state, "relics 2").table.doubloons[0] == 7


def test_m6_3_the_queue_closes_up_and_is_refilled(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, "5 cocoa")
    top = d.game.cards[state.hidden.deck[0]].name
    after = d.play(state, "set 5 cocoa", "buy 3")
    assert d.queue(after) == ["Caravel 4", "Caravel 1", "Caravel 5", "Caravel 7", top]
    assert d.cards_of(after, 0) == ["Caravel 2"]
    assert after.hidden.deck == state.hidden.deck[1:]
    assert not after.round.unfilled


def test_m6_3_almagro_may_take_the_top_of_the_deck_unseen(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, "3 cocoa", "Diego de Almagro")
    top = d.game.cards[state.hidden.deck[0]].name
    paid = d.play(state, "set 3 cocoa")
    assert d.legal(paid) == ["buy 1", "buy deck"]
    after = d.play(paid, "buy deck")
    assert top in d.cards_of(after, 0)
    assert after.table.queue == state.table.queue
    assert d.legal(d.play(turn_with(d, "3 cocoa"), "set 3 cocoa")) == ["buy 1"]


def test_m6_3_almagro_under_storm_too(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, "5 vanilla", "Diego de Almagro", event=Event.STORM)
    assert d.legal(d.play(state, "set 5 vanilla")) == ["buy 1", "buy deck"]


def test_m6_3_with_an_empty_deck_the_queue_just_closes_up(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, "4 cocoa, 3 vanilla", queue=QUEUE[:3], deck=[], event=Event.KINGS_HELP)
    after = d.play(state, "set 4 cocoa", "buy 2")
    assert d.queue(after) == ["Caravel 4", "Caravel 2"]
    assert after.round.unfilled
    assert d.legal(d.play(after, "set 3 vanilla")) == ["buy 1", "buy 2"]


def test_m6_3_a_set_that_can_take_nothing_may_not_be_made(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, "3 vanilla, 1 relic", queue=[], deck=[], unfilled=True)
    assert d.legal(state) == ["relics 1", "done"]
    with pytest.raises(IllegalActionError):
        d.play(state, "set 3 vanilla")


def test_m6_3_the_last_card_of_the_deck_is_no_failed_refill(desk: type[Desk]) -> None:
    d = desk(2)
    refilled = turn_with(d, "3 cocoa", deck=["Shipyard"])
    after = d.play(refilled, "set 3 cocoa", "buy 1")
    assert d.queue(after)[-1] == "Shipyard"
    assert not after.hidden.deck
    assert not after.round.unfilled
    unseen = turn_with(d, "3 cocoa", "Diego de Almagro", deck=["Shipyard"])
    after = d.play(unseen, "set 3 cocoa", "buy deck")
    assert not after.hidden.deck
    assert not after.round.unfilled


PRICES = {4: 5, 5: 7, 6: 10, 7: 15, 8: 20, 9: 25}


@pytest.mark.parametrize("size", list(PRICES))
def test_m6_4_what_a_different_set_earns(desk: type[Desk], size: int) -> None:
    d = desk(2)
    numbers = "-".join(str(number) for number in range(1, size + 1))
    after = d.play(turn_with(d, ALL_NINE), f"different {size}", f"sell {numbers}")
    assert after.table.doubloons[0] == PRICES[size]
    assert sum(CARDS.unpack(after.hidden.hands[0])) == 9 - size


def test_m6_4_no_relic_and_no_fewer_than_four(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, "1 cocoa, 1 corn, 1 tobacco, 2 relic")
    assert not any(action.startswith("different") for action in d.legal(state))


def test_m6_4_every_different_set_can_be_chosen(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.play(turn_with(d, ALL_NINE), "different 5")
    expected = ["sell " + "-".join(map(str, numbers)) for numbers in combinations(range(1, 10), 5)]
    assert d.legal(state) == expected


RELIC_PRICES = {1: 3, 2: 7, 3: 12, 4: 18, 5: 25}


@pytest.mark.parametrize("count", list(RELIC_PRICES))
def test_m6_5_what_relics_earn(desk: type[Desk], count: int) -> None:
    d = desk(2)
    after = d.play(turn_with(d, "6 relic"), f"relics {count}")
    assert after.table.doubloons[0] == RELIC_PRICES[count]
    assert d.hand(after, 0) == f"{6 - count} relic"


def test_m6_5_at_most_five_relics(desk: type[Desk]) -> None:
    d = desk(2)
    assert [action for action in d.legal(turn_with(d, "7 relic")) if "relics" in action][-1] == "relics 5"


def test_m6_6_example_5_5_1_with_a_merchant(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, "1 cocoa, 2 cotton", "Merchant 4-6")
    assert d.legal(state) == ["employ 4-6", "done"]
    made = d.play(state, "employ 4-6", "use cocoa as cotton")
    assert d.legal(made) == ["set 3 cotton"]
    paid = d.play(made, "set 3 cotton")
    assert d.legal(paid) == ["buy 1", "buy 2", "buy 3"]
    after = d.play(paid, "buy 3", "done")
    assert after.table.doubloons[0] == 1


def test_m6_6_a_merchant_works_once_a_round(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, "1 cocoa, 2 cotton, 2 corn, 2 sugar cane", "Merchant 4-6", event=Event.KINGS_HELP)
    after = d.play(state, "employ 4-6", "use cocoa as cotton", "set 3 cotton", "buy 1")
    assert d.legal(after) == ["done"]


def test_m6_6_only_resources_of_his_group(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.play(turn_with(d, "3 cocoa, 2 cotton, 2 potato", "Merchant 7-9"), "employ 7-9")
    targets = {action.rsplit(" as ", 1)[1] for action in d.legal(state)}
    assert targets <= {"potato", "indigo", "vanilla"}
    assert "use cocoa as potato" in d.legal(state)


def test_m6_6_a_relic_can_be_converted_for_a_different_set(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, "1 cocoa, 1 corn, 1 tobacco, 1 relic", "Merchant 4-6")
    after = d.play(state, "employ 4-6", "use relic as sugar cane", "different 4", "sell 1-2-3-6")
    assert after.table.doubloons[0] == 5
    assert d.hand(after, 0) == ""
    assert after.table.discards == turn_with(d, "", discards="1 cocoa, 1 corn, 1 tobacco, 1 relic").table.discards


def test_m6_6_usable_at_once_when_bought(desk: type[Desk]) -> None:
    d = desk(2)
    queue = ["Merchant 7-9", *QUEUE[1:]]
    state = turn_with(d, "3 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 relic", queue=queue)
    after = d.play(state, "set 3 cocoa", "buy 1")
    assert "employ 7-9" in d.legal(after)
    sold = d.play(after, "employ 7-9", "use relic as indigo", "different 4", "sell 2-3-4-8")
    assert sold.table.doubloons[0] == 5


def test_m6_6_several_merchants_in_one_set(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, "1 cocoa, 1 corn, 1 vanilla", "Merchant 7-9", "Merchant 7-9")
    first = d.play(state, "employ 7-9", "use cocoa as vanilla")
    # Two cards are no set yet: the second Merchant must work too.
    assert d.legal(first) == ["employ 7-9"]
    both = d.play(first, "employ 7-9", "use corn as vanilla")
    assert d.legal(both) == ["set 3 vanilla"]


def test_m6_6_a_set_of_converted_cards_alone(desk: type[Desk]) -> None:
    d = desk(6)
    merchants = ["Merchant 1-3"] * 3
    state = turn_with(d, "1 coffee, 1 cotton, 1 potato", *merchants)
    made = state
    for card in ("coffee", "cotton", "potato"):
        made = d.play(made, "employ 1-3", f"use {card} as corn")
    assert d.legal(made) == ["set 3 corn"]
    relics = turn_with(d, "1 coffee, 2 relic", *merchants)
    assert "set 1 corn + 2 relic" in d.legal(d.play(relics, "employ 1-3", "use coffee as corn"))


def test_m6_6_only_uses_that_change_something_are_listed(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.play(turn_with(d, "3 cotton, 1 cocoa, 1 relic", "Merchant 4-6"), "employ 4-6")
    listed = d.legal(state)
    assert "use cotton as cotton" not in listed
    # A relic is wild in an identical set anyway, and no four resources are there.
    assert not any(action.startswith("use relic") for action in listed)
    assert "use cocoa as cotton" in listed


def test_m6_6_a_merchant_who_helps_no_set_is_not_listed(desk: type[Desk]) -> None:
    d = desk(2)
    assert d.legal(turn_with(d, "1 cocoa, 1 corn", "Merchant 4-6")) == ["done"]


def test_m6_7_perfect_set(desk: type[Desk]) -> None:
    d = desk(2)
    state = turn_with(d, ALL_NINE + ", 2 relic, 1 cocoa")
    assert "perfect set" in d.legal(state)
    after = d.play(state, "perfect set")
    assert after.round.perfect == (0,)
    assert after.table.doubloons[0] == 0
    assert d.hand(after, 0) == "1 cocoa, 1 relic"
    assert sum(CARDS.unpack(after.table.discards)) == 10
    assert after.phase is Phase.TURN


def test_m6_7_is_apart_from_the_three_sets_and_once_a_turn(desk: type[Desk]) -> None:
    d = desk(2)
    hand = "3 cocoa, 2 corn, 2 tobacco, 2 coffee, 2 cotton, 2 sugar cane, 2 potato, 2 indigo, 2 vanilla, 3 relic"
    after = d.play(turn_with(d, hand), "perfect set")
    assert "perfect set" not in d.legal(after)
    after = d.play(after, "different 9", "sell 1-2-3-4-5-6-7-8-9", "relics 1")
    assert after.table.doubloons[0] == 28


def test_m6_7_needs_an_unconverted_relic(desk: type[Desk]) -> None:
    d = desk(2)
    hand = ALL_NINE.replace(", 1 vanilla", "")
    converted = turn_with(d, hand + ", 1 relic", "Merchant 7-9")
    after = d.play(converted, "employ 7-9", "use relic as vanilla")
    assert "perfect set" not in d.legal(after)
    two = turn_with(d, hand + ", 2 relic", "Merchant 7-9")
    assert "perfect set" in d.legal(d.play(two, "employ 7-9", "use relic as vanilla"))


def test_m6_7_merchants_help(desk: type[Desk]) -> None:
    d = desk(2)
    hand = "2 cocoa, 1 corn, 1 tobacco, 1 coffee, 2 cotton, 1 potato, 1 indigo, 1 relic"
    state = turn_with(d, hand, "Merchant 4-6", "Merchant 7-9")
    after = d.play(state, "employ 4-6", "use cocoa as sugar cane", "employ 7-9", "use cotton as vanilla", "perfect set")
    assert d.hand(after, 0) == ""
    assert after.round.perfect == (0,)


def test_m6_8_development_cards_pay_at_the_end_of_the_turn_new_ones_included(desk: type[Desk]) -> None:
    d = desk(2)
    queue = ["Hernan Cortes", *QUEUE[1:]]
    state = turn_with(d, "3 cocoa", "Diego de Almagro", "Merchant 1-3", queue=queue)
    bought = d.play(state, "set 3 cocoa", "buy 1")
    assert bought.table.doubloons[0] == 0
    after = d.play(bought, "done")
    assert after.table.doubloons == (7, 0)


def test_m6_9_shipyards_pay_for_every_player_with_more_caravels(desk: type[Desk]) -> None:
    d = desk(4)
    owned = {
        0: ["Shipyard", "Shipyard", "Caravel 3"],
        1: ["Caravel 1", "Caravel 2", "Shipyard"],
        2: ["Caravel 6"],
        3: ["Caravel 4", "Caravel 5", "Caravel 7"],
    }
    state = d.position(player=3, first=0, owned=owned)
    assert d.play(state, "done").table.doubloons == (4, 1, 0, 0)


def test_m6_9_only_after_the_last_turn(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.position(player=0, first=0, owned={0: ["Shipyard"], 1: ["Caravel 1"]})
    assert d.play(state, "done").table.doubloons == (0, 0)
    assert d.play(state, "done", "done").table.doubloons == (1, 0)


WAREHOUSES = {0: ["Warehouse for 1"], 1: ["Warehouse for 2", "Warehouse for 1"]}


def storing(d: Desk, hands: dict[int, str]) -> State:
    return d.play(d.position(player=1, first=0, hands=hands, owned=WAREHOUSES, queue=QUEUE), "done")


def test_m6_10_all_store_at_the_same_time_in_any_order(desk: type[Desk]) -> None:
    d = desk(2)
    state = storing(d, {0: "2 corn", 1: "1 cocoa, 1 relic"})
    assert d.game.to_act(state) == (0, 1)
    one = d.play(state, "1: store corn", "2: store cocoa")
    other = d.play(state, "2: store cocoa", "1: store corn")
    assert one == other
    assert d.game.to_act(one) == (1,)


def test_m6_10_the_rest_is_discarded_face_up(desk: type[Desk], words: type[Words]) -> None:
    d = desk(2)
    state = storing(d, {0: "2 corn", 1: "1 cocoa, 1 coffee, 2 relic"})
    after = d.play(state, "1: store corn", "2: store coffee", "2: store relic", "2: store relic")
    assert words.in_words(after.table.discards) == "1 cocoa, 1 corn"
    assert [sum(CARDS.unpack(hand)) for hand in after.hidden.hands] == [6, 8]


def test_m6_10_fewer_cards_may_be_stored_or_none(desk: type[Desk], words: type[Words]) -> None:
    d = desk(2)
    state = storing(d, {0: "2 corn", 1: "1 cocoa, 2 relic"})
    after = d.play(state, "1: store nothing", "2: store relic", *["2: store nothing"] * 2)
    assert words.in_words(after.table.discards) == "1 cocoa, 2 corn, 1 relic"


def stores_reached(d: Desk, state: State, seat: int) -> list[int]:
    if seat not in d.game.to_act(state):
        return [state.hidden.chosen[seat]]
    found: list[int] = []
    for action in d.game.legal_actions(state, seat):
        found += stores_reached(d, d.game.apply(state, action, seat), seat)
    return found


def test_m6_10_every_storage_is_reached_on_one_path(desk: type[Desk]) -> None:
    d = desk(2)
    state = storing(d, {0: "1 corn", 1: "2 cocoa, 1 coffee, 1 relic"})
    reached = stores_reached(d, state, 1)
    assert len(reached) == len(set(reached))
    # Up to three of 2 cocoa, 1 coffee, 1 relic: all but the whole hand.
    assert len(reached) == 3 * 2 * 2 - 1


def test_m6_10_nobody_is_asked_who_has_no_slot_or_no_card(desk: type[Desk]) -> None:
    d = desk(2)
    assert d.game.to_act(storing(d, {0: "2 corn"})) == (0,)
    assert storing(d, {}).phase is Phase.NUMBER


# How turns are cut into decisions (see the docstring of `state`).


def sets_reached(d: Desk, state: State) -> list[tuple[object, ...]]:
    """Return every first set that can be made, once for each path: what it takes, converts, is, and earns."""
    found: list[tuple[object, ...]] = []
    for action in d.game.legal_actions(state):
        if str(action) == "done":
            continue
        after = d.game.apply(state, action)
        if after.phase is Phase.TURN and not after.turn.converted:
            converted = state.turn.converted
            found.append((after.hidden.hands[0], converted, str(action), after.table.doubloons[0]))
        elif after.phase is Phase.PURCHASE:
            found.append((after.hidden.hands[0], state.turn.converted, str(action), after.turn.reach))
        else:
            found += sets_reached(d, after)
    return found


def identical_sets(hand: tuple[int, ...], merchants: tuple[int, ...]) -> set[tuple[object, ...]]:
    """Count the identical sets afresh: resource, natural cards, relics, converted cards by what they are."""
    found: set[tuple[object, ...]] = set()
    for resource in range(9):
        others = [kind for kind in range(9) if kind != resource for _ in range(hand[kind])]
        for count in range(merchants[resource // 3] + 1):
            for converted in set(combinations(others, count)):
                for natural in range(hand[resource] + 1):
                    for wild in range(hand[9] + 1):
                        if 3 <= natural + wild + count <= 5:
                            alone = natural + count == 0
                            found.add((9 if alone else resource, natural, wild, converted))
    return found


def different_sets(hand: tuple[int, ...], merchants: tuple[int, ...]) -> set[tuple[object, ...]]:
    """Count the different sets afresh: resources, and which converted card counts as which."""
    found: set[tuple[object, ...]] = set()
    for size in range(4, 10):
        for resources in combinations(range(9), size):
            for number in range(sum(merchants) + 1):
                for targets in combinations(resources, number):
                    if any(sum(t // 3 == group for t in targets) > merchants[group] for group in range(3)):
                        continue
                    for sources in product(range(10), repeat=number):
                        left = list(hand)
                        for kind in (*sources, *[kind for kind in resources if kind not in targets]):
                            left[kind] -= 1
                        if min(left) >= 0 and all(t != s for t, s in zip(targets, sources, strict=True)):
                            found.add((resources, tuple(zip(targets, sources, strict=True))))
    return found


HANDS = [
    ("3 cocoa, 1 corn, 1 coffee, 1 vanilla, 2 relic", ()),
    ("2 cocoa, 1 corn, 1 coffee, 1 vanilla, 1 relic", ("Merchant 4-6",)),
    ("2 cocoa, 1 corn, 2 coffee, 1 relic", ("Merchant 4-6", "Merchant 4-6")),
    ("2 cocoa, 1 corn, 2 coffee, 1 relic", ("Merchant 1-3", "Merchant 7-9")),
    ("1 cocoa, 1 corn, 1 relic", ("Merchant 1-3", "Merchant 7-9", "Merchant 4-6")),
]


@pytest.mark.parametrize(("hand", "merchants"), HANDS)
def test_m6_every_set_is_reached_on_one_path(desk: type[Desk], hand: str, merchants: tuple[str, ...]) -> None:
    d = desk(2)
    state = turn_with(d, hand, *merchants)
    reached = sets_reached(d, state)
    assert len(reached) == len(set(reached))
    held = CARDS.unpack(state.hidden.hands[0])
    groups = tuple(sum(name.endswith(group) for name in merchants) for group in ("1-3", "4-6", "7-9"))
    identical = [action for _, _, action, _ in reached if str(action).startswith("set")]
    different = [action for _, _, action, _ in reached if str(action).startswith("sell")]
    relics = [action for _, _, action, _ in reached if str(action).startswith("relics")]
    assert len(identical) == len(identical_sets(held, groups))
    assert len(different) == len(different_sets(held, groups))
    assert len(relics) == held[9]


def test_m6_lists_stay_below_150_with_every_card_of_the_game(desk: type[Desk]) -> None:
    d = desk(6)
    hand = "5 cocoa, 5 corn, 5 tobacco, 5 coffee, 5 cotton, 5 sugar cane, 5 potato, 5 indigo, 5 vanilla, 6 relic"
    merchants = [f"Merchant {group}" for group in ("1-3", "4-6", "7-9") for _ in range(3)]
    state = turn_with(d, hand, "Diego de Almagro", *merchants)
    assert len(d.legal(state)) < 150
    for action in d.legal(state):
        assert len(d.legal(d.play(state, action))) < 150
    for size in range(4, 10):
        assert len(d.legal(d.play(state, f"different {size}"))) <= 126
    everything = d.position(
        phase=Phase.TRADES, announced=4, hands={0: "1 relic"}, market="1 cocoa, 1 corn, 1 tobacco",
        offers=dict.fromkeys(range(6), "1 coffee, 1 cotton, 1 potato, 1 relic"),
    )  # fmt: skip
    assert len(d.legal(everything)) == 5 * 4 * 4


def test_m6_a_turn_that_has_begun_a_set_must_complete_it(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.play(turn_with(d, "1 cocoa, 2 cotton", "Merchant 4-6"), "employ 4-6", "use cocoa as cotton")
    for action in ("done", "relics 1", "use corn as cotton", "buy 1"):
        with pytest.raises(IllegalActionError):
            d.play(state, action)
    assert state.turn == Turn(employed=(0, 1, 0), converted=((Kind.COTTON, Kind.COCOA),))

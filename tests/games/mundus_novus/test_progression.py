"""M6: Progression."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import Any

import pytest

from boardgames.core.codec import to_json
from boardgames.core.values import evolve
from boardgames.games.mundus_novus import CARDS, Kind, MundusNovus, Phase, RoundEvent, Turn
from tests.games.mundus_novus.positions import (
    DIFFERENT_PAY,
    RELICS_PAY,
    MundusPosition,
    arranged,
    choices_reached,
    game_for,
    worded,
)

QUEUE = ["Caravel 4", "Caravel 1", "Caravel 2", "Caravel 5", "Caravel 7"]
ALL_NINE = (
    "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 sugar cane, 1 potato, 1 indigo, 1 vanilla"
)


def turn_with(players: int, hand: str, *cards: str, **more: object) -> MundusPosition:
    """Return the turn of the first player, with this hand and these Development cards."""
    return arranged(players, hands={0: hand}, owned={0: cards}, **{"queue": QUEUE, **more})  # type: ignore[arg-type]  # by name


def test_m6_1_one_set_of_each_sort_in_any_order() -> None:
    hand = "4 cocoa, 1 corn, 1 tobacco, 3 coffee, 1 relic"
    sets = [("set 3 cocoa", "buy 1"), ("different 4", "sell 1-2-3-4"), ("relics 1",)]
    ends = set()
    for order in permutations(sets):
        position = turn_with(2, hand)
        for actions in order:
            position = position.play(*actions)
        assert position.legal == ("done",)
        ends.add(position.hand(0))
    assert ends == {"2 coffee"}


def test_m6_1_no_second_set_of_a_sort() -> None:
    position = turn_with(2, "3 cocoa, 3 corn, 2 relic")
    after = position.play("set 3 cocoa", "buy 1", "relics 1")
    assert after.legal == ("done",)
    nine = turn_with(2, "2 cocoa, 2 corn, 2 tobacco, 2 coffee")
    assert nine.play("different 4", "sell 1-2-3-4").legal == ("done",)


def test_m6_2_three_to_five_cards_of_a_resource() -> None:
    assert turn_with(2, "2 cocoa").legal == ("done",)
    assert turn_with(2, "6 cocoa").legal == ("set 3 cocoa", "set 4 cocoa", "set 5 cocoa", "done")


def test_m6_2_relics_are_wild_in_any_number() -> None:
    assert turn_with(2, "2 cotton, 2 relic").legal == (
        "set 1 cotton + 2 relic", "set 2 cotton + 1 relic", "set 2 cotton + 2 relic",
        "relics 1", "relics 2", "done",
    )  # fmt: skip
    after = turn_with(2, "2 cotton, 2 relic").play("set 1 cotton + 2 relic", "buy 2")
    assert after.hand(0) == "1 cotton"


def test_m6_2_relics_alone_count_as_any_resource() -> None:
    position = turn_with(2, "5 relic")
    assert [action for action in position.legal if action.startswith("set")] == [
        "set 3 relic", "set 4 relic", "set 5 relic",
    ]  # fmt: skip
    assert len(position.play("set 3 relic").legal) == 5


RESOURCES = {
    "cocoa": 0,
    "corn": 0,
    "tobacco": 0,
    "coffee": 1,
    "cotton": 1,
    "sugar cane": 1,
    "potato": 2,
    "indigo": 2,
    "vanilla": 2,
}
REACH = {
    (0, 3): 1,
    (0, 4): 3,
    (0, 5): 5,
    (1, 3): 3,
    (1, 4): 5,
    (1, 5): 5,
    (2, 3): 5,
    (2, 4): 5,
    (2, 5): 5,
}


@pytest.mark.parametrize(("resource", "size"), list(product(RESOURCES, (3, 4, 5))))
def test_m6_2_what_a_set_can_take(resource: str, size: int) -> None:
    after = turn_with(2, f"{size} {resource}").play(f"set {size} {resource}")
    reach = REACH[RESOURCES[resource], size]
    assert after.legal == tuple(f"buy {place + 1}" for place in range(reach))


def test_m6_2_example_two_relics_and_a_9() -> None:
    position = turn_with(2, "1 vanilla, 2 relic")
    assert len(position.play("set 1 vanilla + 2 relic").legal) == 5
    assert position.play("relics 2").state.public.doubloons[0] == RELICS_PAY[2]


def test_m6_3_the_queue_closes_up_and_is_refilled() -> None:
    position = turn_with(2, "5 cocoa")
    top = position.game.developments[position.state.hidden.deck[0]].name
    after = position.play("set 5 cocoa", "buy 3")
    assert after.queue == ("Caravel 4", "Caravel 1", "Caravel 5", "Caravel 7", top)
    assert after.estate(0) == ("Caravel 2",)
    assert after.state.hidden.deck == position.state.hidden.deck[1:]
    assert not after.state.round.unfilled


def test_m6_3_almagro_may_take_the_top_of_the_deck_unseen() -> None:
    position = turn_with(2, "3 cocoa", "Diego de Almagro")
    top = position.game.developments[position.state.hidden.deck[0]].name
    paid = position.play("set 3 cocoa")
    assert paid.legal == ("buy 1", "buy deck")
    after = paid.play("buy deck")
    assert top in after.estate(0)
    assert after.state.public.queue == position.state.public.queue
    assert turn_with(2, "3 cocoa").play("set 3 cocoa").legal == ("buy 1",)


def test_m6_3_almagro_under_storm_too() -> None:
    position = turn_with(2, "5 vanilla", "Diego de Almagro", event=RoundEvent.STORM)
    assert position.play("set 5 vanilla").legal == ("buy 1", "buy deck")


def test_m6_3_with_an_empty_deck_the_queue_just_closes_up() -> None:
    position = turn_with(2, "4 cocoa, 3 vanilla", queue=QUEUE, deck=[], event=RoundEvent.KINGS_HELP)
    after = position.play("set 4 cocoa", "buy 2")
    assert after.queue == (QUEUE[0], *QUEUE[2:])
    assert after.state.round.unfilled
    assert after.play("set 3 vanilla").legal == ("buy 1", "buy 2", "buy 3", "buy 4")


def test_m6_3_a_set_that_can_take_nothing_may_not_be_made() -> None:
    position = turn_with(2, "3 vanilla, 1 relic", queue=[], deck=[], unfilled=True)
    assert position.legal == ("relics 1", "done")
    assert position.refuses("set 3 vanilla")


def test_m6_3_the_last_card_of_the_deck_is_no_failed_refill() -> None:
    refilled = turn_with(2, "3 cocoa", deck=["Shipyard"])
    after = refilled.play("set 3 cocoa", "buy 1")
    assert after.queue[-1] == "Shipyard"
    assert not after.state.hidden.deck
    assert not after.state.round.unfilled
    unseen = turn_with(2, "3 cocoa", "Diego de Almagro", deck=["Shipyard"])
    after = unseen.play("set 3 cocoa", "buy deck")
    assert not after.state.hidden.deck
    assert not after.state.round.unfilled


PRICES = {4: 5, 5: 7, 6: 10, 7: 15, 8: 20, 9: 25}


@pytest.mark.parametrize("size", list(PRICES))
def test_m6_4_what_a_different_set_earns(size: int) -> None:
    numbers = "-".join(str(number) for number in range(1, size + 1))
    after = turn_with(2, ALL_NINE).play(f"different {size}", f"sell {numbers}")
    assert after.state.public.doubloons[0] == PRICES[size]
    assert sum(CARDS.unpack(after.state.hidden.hands[0])) == 9 - size


def test_m6_4_no_relic_and_no_fewer_than_four() -> None:
    position = turn_with(2, "1 cocoa, 1 corn, 1 tobacco, 2 relic")
    assert not any(action.startswith("different") for action in position.legal)


def test_m6_4_every_different_set_can_be_chosen() -> None:
    position = turn_with(2, ALL_NINE).play("different 5")
    expected = tuple(
        "sell " + "-".join(map(str, numbers)) for numbers in combinations(range(1, 10), 5)
    )
    assert position.legal == expected


RELIC_PRICES = {1: 3, 2: 7, 3: 12, 4: 18, 5: 25}


@pytest.mark.parametrize("count", list(RELIC_PRICES))
def test_m6_5_what_relics_earn(count: int) -> None:
    after = turn_with(2, "6 relic").play(f"relics {count}")
    assert after.state.public.doubloons[0] == RELIC_PRICES[count]
    assert after.hand(0) == f"{6 - count} relic"


def test_m6_5_at_most_five_relics() -> None:
    assert [action for action in turn_with(2, "7 relic").legal if "relics" in action][
        -1
    ] == "relics 5"


def test_m6_6_example_5_5_1_with_a_merchant() -> None:
    position = turn_with(2, "1 cocoa, 2 cotton", "Merchant 4-6")
    assert position.legal == ("employ 4-6", "done")
    made = position.play("employ 4-6", "use cocoa as cotton")
    assert made.legal == ("set 3 cotton",)
    paid = made.play("set 3 cotton")
    assert paid.legal == ("buy 1", "buy 2", "buy 3")
    after = paid.play("buy 3", "done")
    assert after.state.public.doubloons[0] == 1


def test_m6_6_a_merchant_works_once_a_round() -> None:
    position = turn_with(
        2, "1 cocoa, 2 cotton, 2 corn, 2 sugar cane", "Merchant 4-6", event=RoundEvent.KINGS_HELP
    )
    after = position.play("employ 4-6", "use cocoa as cotton", "set 3 cotton", "buy 1")
    assert after.legal == ("done",)


def test_m6_6_only_resources_of_his_group() -> None:
    position = turn_with(2, "3 cocoa, 2 cotton, 2 potato", "Merchant 7-9").play("employ 7-9")
    targets = {action.rsplit(" as ", 1)[1] for action in position.legal}
    assert targets <= {"potato", "indigo", "vanilla"}
    assert "use cocoa as potato" in position.legal


def test_m6_6_a_relic_can_be_converted_for_a_different_set() -> None:
    position = turn_with(2, "1 cocoa, 1 corn, 1 tobacco, 1 relic", "Merchant 4-6")
    after = position.play("employ 4-6", "use relic as sugar cane", "different 4", "sell 1-2-3-6")
    assert after.state.public.doubloons[0] == DIFFERENT_PAY[4]
    assert after.hand(0) == ""
    assert (
        after.state.public.discards
        == turn_with(2, "", discards="1 cocoa, 1 corn, 1 tobacco, 1 relic").state.public.discards
    )


def test_m6_6_usable_at_once_when_bought() -> None:
    queue = ["Merchant 7-9", *QUEUE[1:]]
    position = turn_with(2, "3 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 relic", queue=queue)
    after = position.play("set 3 cocoa", "buy 1")
    assert "employ 7-9" in after.legal
    sold = after.play("employ 7-9", "use relic as indigo", "different 4", "sell 2-3-4-8")
    assert sold.state.public.doubloons[0] == DIFFERENT_PAY[4]


def test_m6_6_several_merchants_in_one_set() -> None:
    position = turn_with(2, "1 cocoa, 1 corn, 1 vanilla", "Merchant 7-9", "Merchant 7-9")
    first = position.play("employ 7-9", "use cocoa as vanilla")
    # Two cards are no set yet: the second Merchant must work too.
    assert first.legal == ("employ 7-9",)
    both = first.play("employ 7-9", "use corn as vanilla")
    assert both.legal == ("set 3 vanilla",)


def test_m6_6_a_set_of_converted_cards_alone() -> None:
    merchants = ["Merchant 1-3"] * 3
    position = turn_with(6, "1 coffee, 1 cotton, 1 potato", *merchants)
    made = position
    for card in ("coffee", "cotton", "potato"):
        made = made.play("employ 1-3", f"use {card} as corn")
    assert made.legal == ("set 3 corn",)
    relics = turn_with(6, "1 coffee, 2 relic", *merchants)
    assert "set 1 corn + 2 relic" in relics.play("employ 1-3", "use coffee as corn").legal


def test_m6_6_converted_cards_must_be_used_before_a_set_of_relics_alone() -> None:
    position = turn_with(2, "3 cotton, 1 cocoa, 3 relic", "Merchant 4-6")
    assert "set 3 relic" in position.legal
    assert position.play("employ 4-6", "use cocoa as cotton").refuses("set 3 relic")


def test_m6_6_only_uses_that_change_something_are_listed() -> None:
    position = turn_with(2, "3 cotton, 1 cocoa, 1 relic", "Merchant 4-6").play("employ 4-6")
    listed = position.legal
    assert "use cotton as cotton" not in listed
    # A relic is wild in an identical set anyway, and no four resources are there.
    assert not any(action.startswith("use relic") for action in listed)
    assert "use cocoa as cotton" in listed


def test_m6_7_perfect_set() -> None:
    position = turn_with(2, ALL_NINE + ", 2 relic, 1 cocoa")
    assert "perfect set" in position.legal
    after = position.play("perfect set")
    assert after.state.round.perfect == (0,)
    assert after.state.public.doubloons[0] == 0
    assert after.hand(0) == "1 cocoa, 1 relic"
    assert sum(CARDS.unpack(after.state.public.discards)) == 10
    assert after.state.phase is Phase.TURN


def test_m6_7_is_apart_from_the_three_sets_and_once_a_turn() -> None:
    hand = (
        "3 cocoa, 2 corn, 2 tobacco, 2 coffee, 2 cotton, 2 sugar cane, 2 potato, 2 indigo, 2"
        " vanilla, 3 relic"
    )
    after = turn_with(2, hand).play("perfect set")
    assert "perfect set" not in after.legal
    after = after.play("different 9", "sell 1-2-3-4-5-6-7-8-9", "relics 1")
    assert after.state.public.doubloons[0] == 28


def test_m6_7_needs_an_unconverted_relic() -> None:
    hand = ALL_NINE.replace(", 1 vanilla", "")
    converted = turn_with(2, hand + ", 1 relic", "Merchant 7-9")
    after = converted.play("employ 7-9", "use relic as vanilla")
    assert "perfect set" not in after.legal
    two = turn_with(2, hand + ", 2 relic", "Merchant 7-9")
    assert "perfect set" in two.play("employ 7-9", "use relic as vanilla").legal


def test_m6_8_development_cards_pay_at_the_end_of_the_turn_new_ones_included() -> None:
    queue = ["Hernan Cortes", *QUEUE[1:]]
    position = turn_with(2, "3 cocoa", "Diego de Almagro", "Merchant 1-3", queue=queue)
    bought = position.play("set 3 cocoa", "buy 1")
    assert bought.state.public.doubloons[0] == 0
    after = bought.play("done")
    assert after.state.public.doubloons == (7, 0)


def test_m6_9_shipyards_pay_for_every_player_with_more_caravels() -> None:
    owned = {
        0: ["Shipyard", "Shipyard", "Caravel 3"],
        1: ["Caravel 1", "Caravel 2", "Shipyard"],
        2: ["Caravel 6"],
        3: ["Caravel 4", "Caravel 5", "Caravel 7"],
    }
    position = arranged(4, player=3, first=0, owned=owned)
    assert position.play("done").state.public.doubloons == (4, 1, 0, 0)


def test_m6_9_three_shipyards_pay_three_times() -> None:
    owned = {0: ["Shipyard"] * 3, 1: ["Caravel 1"], 2: ["Caravel 2"]}
    position = arranged(3, player=2, first=0, owned=owned)
    assert position.play("done").state.public.doubloons == (6, 0, 0)


def test_m6_9_only_after_the_last_turn() -> None:
    position = arranged(2, player=0, first=0, owned={0: ["Shipyard"], 1: ["Caravel 1"]})
    assert position.play("done").state.public.doubloons == (0, 0)
    assert position.play("done", "done").state.public.doubloons == (1, 0)


WAREHOUSES = {0: ["Warehouse for 1"], 1: ["Warehouse for 2", "Warehouse for 1"]}


def storing(players: int, hands: dict[int, str]) -> MundusPosition:
    return arranged(players, player=1, first=0, hands=hands, owned=WAREHOUSES, queue=QUEUE).play(
        "done"
    )


def test_m6_10_all_store_at_the_same_time_in_any_order() -> None:
    position = storing(2, {0: "2 corn", 1: "1 cocoa, 1 relic"})
    assert position.to_act == (0, 1)
    one = position.play("1: store corn", "2: store cocoa")
    other = position.play("2: store cocoa", "1: store corn")
    assert one == other
    assert one.to_act == (1,)


def test_m6_10_the_rest_is_discarded_face_up() -> None:
    position = storing(2, {0: "2 corn", 1: "1 cocoa, 1 coffee, 2 relic"})
    after = position.play("1: store corn", "2: store coffee", "2: store relic", "2: store relic")
    assert worded(after.state.public.discards) == "1 cocoa, 1 corn"
    assert [sum(CARDS.unpack(hand)) for hand in after.state.hidden.hands] == [6, 8]


def test_m6_10_the_slots_of_all_warehouses_count() -> None:
    owned = {0: ["Warehouse for 2", "Warehouse for 2", "Warehouse for 1", "Warehouse for 1"]}
    position = arranged(2, player=1, first=0, hands={0: "8 corn"}, owned=owned, queue=QUEUE)
    after = position.play("done", *["store corn"] * 6)
    assert worded(after.state.public.discards) == "2 corn"


def test_m6_10_fewer_cards_may_be_stored_or_none() -> None:
    position = storing(2, {0: "2 corn", 1: "1 cocoa, 2 relic"})
    after = position.play("1: store nothing", "2: store relic", *["2: store nothing"] * 2)
    assert worded(after.state.public.discards) == "1 cocoa, 2 corn, 1 relic"


def test_m6_10_every_storage_is_reached_on_one_path() -> None:
    position = storing(2, {0: "1 corn", 1: "2 cocoa, 1 coffee, 1 relic"})
    reached = choices_reached(position, 1)
    assert len(reached) == len(set(reached))
    # Up to three of 2 cocoa, 1 coffee, 1 relic: all but the whole hand.
    assert len(reached) == 3 * 2 * 2 - 1


def test_m6_10_nobody_is_asked_who_has_no_slot_or_no_card() -> None:
    assert storing(2, {0: "2 corn"}).to_act == (0,)
    assert storing(2, {}).state.phase is Phase.NUMBER


# How turns are cut into decisions (see the docstring of `state`).


def sets_reached(position: MundusPosition) -> list[tuple[object, object, str, int | None]]:
    """Return every first set that can be made, once for each path: what it takes, converts, is, and
    earns.
    """
    found: list[tuple[object, object, str, int | None]] = []
    for action in position.legal:
        if action == "done":
            continue
        after, converted = position.play(action), position.state.turn.converted
        hand = after.state.hidden.hands[0]
        if after.state.phase is Phase.TURN and not after.state.turn.converted:
            found.append((hand, converted, action, after.state.public.doubloons[0]))
        elif after.state.phase is Phase.PURCHASE:
            found.append((hand, converted, action, after.state.turn.reach))
        else:
            found += sets_reached(after)
    return found


def identical_sets(hand: tuple[int, ...], merchants: tuple[int, ...]) -> set[tuple[object, ...]]:
    """Count the identical sets afresh: resource, natural cards, relics, converted cards by what
    they are.
    """
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
                    if any(
                        sum(t // 3 == group for t in targets) > merchants[group]
                        for group in range(3)
                    ):
                        continue
                    for sources in product(
                        [kind for kind in range(10) if hand[kind]], repeat=number
                    ):
                        left = list(hand)
                        for kind in (
                            *sources,
                            *[kind for kind in resources if kind not in targets],
                        ):
                            left[kind] -= 1
                        if min(left) >= 0 and all(
                            t != s for t, s in zip(targets, sources, strict=True)
                        ):
                            found.add((resources, tuple(zip(targets, sources, strict=True))))
    return found


HANDS = [
    ("3 cocoa, 1 corn, 1 coffee, 1 vanilla, 2 relic", ()),
    ("2 cocoa, 1 corn, 1 coffee, 1 vanilla, 1 relic", ("Merchant 4-6",)),
    ("2 cocoa, 1 corn, 2 coffee, 1 relic", ("Merchant 4-6", "Merchant 4-6")),
    ("2 cocoa, 1 corn, 2 coffee, 1 relic", ("Merchant 1-3", "Merchant 7-9")),
    ("1 cocoa, 1 corn, 1 relic", ("Merchant 1-3", "Merchant 7-9", "Merchant 4-6")),
]


@pytest.mark.long
@pytest.mark.parametrize(("hand", "merchants"), HANDS)
def test_m6_every_set_is_reached_on_one_path(hand: str, merchants: tuple[str, ...]) -> None:
    position = turn_with(2, hand, *merchants)
    reached = sets_reached(position)
    assert len(reached) == len(set(reached))
    held = CARDS.unpack(position.state.hidden.hands[0])
    groups = tuple(
        sum(name.endswith(group) for name in merchants) for group in ("1-3", "4-6", "7-9")
    )
    identical = [action for _, _, action, _ in reached if action.startswith("set")]
    different = [action for _, _, action, _ in reached if action.startswith("sell")]
    relics = [action for _, _, action, _ in reached if action.startswith("relics")]
    assert len(identical) == len(identical_sets(held, groups))
    assert len(different) == len(different_sets(held, groups))
    assert len(relics) == held[9]


def test_m6_lists_stay_below_150_with_every_card_of_the_game() -> None:
    hand = (
        "5 cocoa, 5 corn, 5 tobacco, 5 coffee, 5 cotton, 5 sugar cane, 5 potato, 5 indigo, 5"
        " vanilla, 6 relic"
    )
    merchants = [f"Merchant {group}" for group in ("1-3", "4-6", "7-9") for _ in range(3)]
    position = turn_with(6, hand, "Diego de Almagro", *merchants)
    assert len(position.legal) < 150
    for action in position.legal:
        assert len(position.play(action).legal) < 150
    for size in range(4, 10):
        assert len(position.play(f"different {size}").legal) <= 126
    everything = arranged(
        6,
        phase=Phase.TRADES,
        announced=4,
        hands={0: "1 relic"},
        market="1 cocoa, 1 corn, 1 tobacco",
        offers=dict.fromkeys(range(6), "1 coffee, 1 cotton, 1 potato, 1 relic"),
    )
    assert len(everything.legal) == 5 * 4 * 4


def test_m6_a_turn_that_has_begun_a_set_must_complete_it() -> None:
    position = turn_with(2, "1 cocoa, 2 cotton", "Merchant 4-6").play(
        "employ 4-6", "use cocoa as cotton"
    )
    for action in ("done", "relics 1", "use corn as cotton", "buy 1"):
        assert position.refuses(action)
    assert position.state.turn == Turn(employed=(0, 1, 0), converted=((Kind.COTTON, Kind.COCOA),))


def test_m6_3_almagro_finds_nothing_in_an_empty_deck() -> None:
    paid = turn_with(2, "3 cocoa", "Diego de Almagro", deck=[]).play("set 3 cocoa")
    assert paid.legal == ("buy 1",)
    assert paid.refuses("buy deck")
    empty = turn_with(2, "3 cocoa", "Diego de Almagro", queue=[], deck=[], unfilled=True)
    assert empty.legal == ("done",)
    assert empty.refuses("set 3 cocoa")


@pytest.mark.parametrize(("cocoa", "helps"), [(3, False), (4, True)])
def test_m6_6_a_use_for_a_perfect_set_leaves_a_relic_unconverted(
    cocoa: int,
    helps: bool,  # noqa: FBT001  # a parameter of the test
) -> None:
    """Two of nine resources are missing: two cards to spare beside the relic are needed."""
    hand = f"{cocoa} cocoa, 2 corn, 2 tobacco, 2 coffee, 4 cotton, 1 sugar cane, 1 potato, 1 relic"
    position = turn_with(2, hand, "Merchant 7-9", "Merchant 7-9")
    after = position.play("different 4", "sell 1-2-3-4", "set 3 cotton", "buy 1")
    assert ("employ 7-9" in after.legal) is helps
    if helps:
        shown = after.play(
            "employ 7-9", "use cocoa as indigo", "employ 7-9", "use cocoa as vanilla", "perfect set"
        )
        assert shown.hand(0) == ""


def test_m6_6_no_use_for_a_second_different_set() -> None:
    position = turn_with(2, "2 cocoa, 2 corn, 2 tobacco, 1 coffee, 1 relic", "Merchant 4-6")
    assert "employ 4-6" in position.legal
    assert position.play("different 4", "sell 1-2-3-4").legal == ("relics 1", "done")


def test_m3_3_natives_pay_a_doubloon_for_each_of_nine_resources() -> None:
    hand = ", ".join(f"1 {kind}" for kind in Kind if kind is not Kind.RELIC)
    position = arranged(2, event=RoundEvent.NATIVES, hands={0: hand})
    after = position.play("different 9", "sell 1-2-3-4-5-6-7-8-9")
    assert after.state.public.doubloons == (9, 0)


def test_m6_6_two_merchants_may_convert_two_equal_cards_for_one_set() -> None:
    owned = {0: ["Merchant 4-6", "Merchant 4-6"]}
    position = arranged(2, hands={0: "2 cocoa, 1 cotton"}, owned=owned).play("employ 4-6")
    assert "use cocoa as cotton" in position.legal
    after = position.play("use cocoa as cotton", "employ 4-6", "use cocoa as cotton")
    assert "set 3 cotton" in after.legal


def test_m6_2_where_no_set_was_made_nothing_can_be_bought() -> None:
    position = turn_with(2, "3 cocoa")
    unpaid = evolve(position.state, phase=Phase.PURCHASE)
    assert position.game.legal_actions(unpaid) == ()


def test_m6_4_a_set_of_another_size_than_announced_is_refused() -> None:
    announced = turn_with(2, ALL_NINE).play("different 5")
    assert announced.refuses("sell 1-2-3-4")
    assert announced.refuses("sell 1-2-3-4-5-6")


def test_m6_4_a_set_without_the_converted_card_is_refused() -> None:
    position = turn_with(2, "2 cocoa, 1 corn, 1 tobacco, 1 potato", "Merchant 4-6")
    begun = position.play("employ 4-6", "use cocoa as coffee", "different 4")
    assert begun.legal == ("sell 1-2-3-4", "sell 1-2-4-7", "sell 1-3-4-7", "sell 2-3-4-7")
    assert begun.refuses("sell 1-2-3-7")


def test_m6_6_cards_that_count_as_two_resources_are_no_identical_set() -> None:
    position = turn_with(2, "2 cocoa, 1 corn, 1 tobacco, 1 relic", "Merchant 4-6", "Merchant 4-6")
    after = position.play("employ 4-6", "use cocoa as coffee", "employ 4-6", "use cocoa as cotton")
    assert after.legal == ("different 4",)


def test_m6_6_a_merchant_makes_no_resource_of_another_merchant_s_group() -> None:
    position = turn_with(2, "1 cocoa, 2 cotton, 2 potato", "Merchant 4-6", "Merchant 7-9")
    assert "use cocoa as potato" in position.play("employ 7-9").legal
    assert position.play("employ 4-6").refuses("use cocoa as potato")


def test_m6_6_cards_are_converted_in_ascending_order() -> None:
    position = turn_with(2, "1 cocoa, 1 corn, 2 cotton", "Merchant 4-6", "Merchant 4-6")
    lower = position.play("employ 4-6", "use cocoa as cotton")
    assert lower.play("employ 4-6").legal == ("use corn as cotton",)
    higher = position.play("employ 4-6", "use corn as cotton")
    assert higher.legal == ("set 3 cotton",)


def test_m6_6_a_second_card_of_the_same_resource_is_of_no_use_in_a_different_set() -> None:
    hand = "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 potato"
    begun = turn_with(2, hand, "Merchant 4-6", "Merchant 4-6").play(
        "employ 4-6", "use cocoa as cotton"
    )
    assert begun.legal == ("different 4", "different 5", "employ 4-6")
    assert begun.play("employ 4-6").legal == tuple(
        f"use {card} as sugar cane" for card in ("corn", "tobacco", "coffee", "potato")
    )


def test_m6_6_two_cards_of_a_resource_leave_no_way_but_an_identical_set() -> None:
    """Four other resources are in hand: without the two cards, a different set would be near."""
    hand = "1 cocoa, 1 corn, 1 tobacco, 1 cotton, 1 potato, 1 indigo, 1 vanilla"
    begun = turn_with(6, hand, *["Merchant 4-6"] * 3).play(
        "employ 4-6", "use cocoa as cotton", "employ 4-6", "use corn as cotton"
    )
    assert begun.legal == ("set 3 cotton", "employ 4-6")
    assert begun.play("employ 4-6").legal == tuple(
        f"use {card} as cotton" for card in ("tobacco", "potato", "indigo", "vanilla")
    )


def test_m6_6_at_most_five_cards_are_converted_for_an_identical_set() -> None:
    data: Any = to_json(game_for(2).components)
    merchant = {"group": "4-6", "doubloons": 1, "players": 2, "event": "none"}
    game = MundusNovus(2, data | {"merchants": [merchant] * 6})
    hands = {0: "4 cocoa, 3 corn"}
    position = arranged(game, hands=hands, owned={0: ["Merchant 4-6"] * 6}, queue=QUEUE)
    for card in ("cocoa", "cocoa", "cocoa", "cocoa"):
        position = position.play("employ 4-6", f"use {card} as cotton")
    assert position.legal == ("set 4 cotton", "employ 4-6")
    assert position.play("employ 4-6", "use corn as cotton").legal == ("set 5 cotton",)


@pytest.mark.parametrize(("cocoa", "helps"), [(2, False), (3, True)])
def test_m6_6_a_use_for_a_different_set_may_need_another_merchant(
    cocoa: int,
    helps: bool,  # noqa: FBT001  # a parameter of the test
) -> None:
    """Two of four resources are missing: two cards to spare are needed."""
    position = turn_with(2, f"{cocoa} cocoa, 1 corn", "Merchant 4-6", "Merchant 7-9")
    assert ("employ 4-6" in position.legal) is helps
    if helps:
        begun = position.play("employ 4-6", "use cocoa as coffee")
        assert begun.legal == ("employ 7-9",)
        assert begun.play("employ 7-9", "use cocoa as potato").legal == ("different 4",)


@pytest.mark.parametrize(("relics", "helps"), [(0, False), (1, True)])
def test_m6_6_no_use_for_a_perfect_set_without_a_relic(
    relics: int,
    helps: bool,  # noqa: FBT001  # a parameter of the test
) -> None:
    """One resource is missing, and two cards are to spare."""
    hand = "4 cocoa, 2 corn, 2 tobacco, 2 coffee, 1 cotton, 1 sugar cane, 1 potato, 1 indigo"
    position = turn_with(2, f"{hand}, {relics} relic", "Merchant 7-9")
    after = position.play("different 4", "sell 1-2-3-4")
    assert ("employ 7-9" in after.legal) is helps

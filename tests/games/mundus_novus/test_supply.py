"""M4: Supply."""

from __future__ import annotations

from itertools import product

import pytest

from boardgames.core.codec import to_json
from boardgames.core.values import evolve
from boardgames.games.mundus_novus import (
    CARDS,
    Kind,
    Move,
    MundusNovus,
    Note,
    Phase,
    RoundEvent,
    Supply,
)
from tests.games.mundus_novus.positions import (
    IN_BOX,
    RELICS,
    MundusPosition,
    arranged,
    cards,
    game_for,
    no_relics_but,
    worded,
)
from tests.games.mundus_novus.small_boxes import SmallBox

CALM = ["Shipyard [Storm]", "Warehouse for 1", "Warehouse for 2", "Merchant 4-6", "Merchant 7-9"]
"""A queue that leaves the Caravels to the players."""


def sizes(position: MundusPosition) -> list[int]:
    return [CARDS.size(hand) for hand in position.state.hidden.hands]


def test_m4_1_five_cards_each_unseen_by_others() -> None:
    position = arranged(3, player=2, first=0).play("done")
    assert position.state.round.number == 3
    assert sizes(position) == [5, 5, 5]
    assert all(not note.cards for note in position.state.public.history[1:])


def test_m4_1_stored_cards_return_to_hand() -> None:
    position = arranged(
        2, player=1, hands={1: "2 relic, 1 corn"}, owned={1: ["Warehouse for 2"]}, queue=CALM
    )
    after = position.play("done", "store relic", "store relic")
    assert sizes(after) == [5, 7]
    assert CARDS.unpack(after.state.hidden.hands[1])[-1] >= 2


def test_m4_2_a_card_for_every_caravel_is_turned_up_and_picked() -> None:
    position = arranged(
        2, player=1, owned={0: ["Caravel 4"], 1: ["Caravel 1", "Caravel 7"]}, queue=CALM
    )
    supply = position.play("done")
    assert supply.state.phase is Phase.PICKS
    assert sum(CARDS.unpack(supply.state.supply.display)) == 3
    assert supply.state.supply.picks == (0, 1, 1)
    wanted = supply.legal[0]
    after = supply.play(wanted)
    picked = CARDS.remove(supply.state.supply.display, after.state.supply.display)
    assert after.state.public.history[-1] == Note(Move.ENTERED, 0, picked)
    while after.state.phase is Phase.PICKS:
        after = after.play(after.legal[0])
    assert sizes(after) == [6, 7]
    assert after.state.phase is Phase.NUMBER


def picks(game: MundusNovus | int, owned: dict[int, list[str]], master: int = 0) -> tuple[int, ...]:
    """Return the seats in the order in which they pick."""
    game = game_for(game) if isinstance(game, int) else game
    last = game.players - 1
    position = arranged(game, player=last, first=0, owned=owned, master=master, queue=CALM)
    return position.play("done").state.supply.picks


def test_m4_2_example_three_fleets() -> None:
    owned = {
        0: ["Caravel 6"],
        1: ["Caravel 4", "Caravel 5"],
        2: ["Caravel 1", "Caravel 2", "Caravel 3"],
    }
    assert picks(3, owned) == (2, 2, 2, 0, 1, 1)


def equal_caravels() -> MundusNovus:
    """Return a game in which all Caravels have the value 3."""
    data = to_json(game_for(3).components)
    assert isinstance(data, dict)
    caravels = data["caravels"]
    assert isinstance(caravels, list)
    return MundusNovus(
        3, {**data, "caravels": [{"value": 3, "players": 2, "event": "none"} for _ in caravels]}
    )


@pytest.mark.parametrize(("master", "order"), [(0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1))])
def test_m4_2_full_ties_go_clockwise_from_the_trade_master(
    master: int, order: tuple[int, ...]
) -> None:
    assert (
        picks(equal_caravels(), {0: ["Caravel 3"], 1: ["Caravel 3"], 2: ["Caravel 3"]}, master)
        == order
    )


def test_m4_3_pizarro_counts_the_highest_caravel_as_0() -> None:
    owned = {0: ["Caravel 4"], 1: ["Caravel 3", "Caravel 8", "Gonzalo Pizarro"]}
    assert picks(2, owned) == (1, 1, 0)
    assert picks(2, {0: ["Caravel 4"], 1: ["Caravel 3", "Caravel 8"]}) == (0, 1, 1)


def test_m4_3_pizarro_counts_for_the_tie_too() -> None:
    # Both fleets count 5: one by Caravels 2 and 3, the other by Caravel 5 and one that counts 0.
    owned = {0: ["Caravel 2", "Caravel 3"], 1: ["Caravel 5", "Caravel 7", "Gonzalo Pizarro"]}
    assert picks(2, owned) == (1, 1, 0, 0)


PONCE = {0: ["Caravel 7"], 1: ["Caravel 1", "Caravel 2", "Caravel 8", "Juan Ponce de Leon"]}


def test_m4_4_ponce_splits_after_the_cards_are_turned_up() -> None:
    position = arranged(2, player=1, owned=PONCE, queue=CALM).play("done")
    assert position.state.phase is Phase.FLEETS
    assert position.to_act == (1,)
    assert sum(CARDS.unpack(position.state.supply.display)) == 4
    assert position.legal == ("detach 1", "detach 2", "sail")


@pytest.mark.parametrize(("actions", "order"), [
    (("sail",), (0, 1, 1, 1)),
    (("detach 1", "sail"), (1, 0, 1, 1)),
    (("detach 1", "detach 2", "sail"), (1, 1, 0, 1)),
])  # fmt: skip
def test_m4_4_the_fleets_of_ponce_pick_apart(actions: tuple[str, ...], order: tuple[int]) -> None:
    position = arranged(2, player=1, owned=PONCE, queue=CALM)
    assert position.play("done", *actions).state.supply.picks == order


def test_m4_4_every_split_is_on_one_path() -> None:
    caravels = ["Caravel 1", "Caravel 2", "Caravel 4", "Caravel 5"]
    start = arranged(2, player=1, owned={1: [*caravels, "Juan Ponce de Leon"]}, queue=CALM).play(
        "done"
    )
    found, positions = [], [start]
    while positions:
        position = positions.pop()
        for action in position.legal:
            if action == "sail":
                found.append(position.state.supply.detached)
            else:
                positions.append(position.play(action))
    assert len(found) == len(set(found)) == 8
    assert all(5 not in detached for detached in found)


def test_m4_4_one_caravel_cannot_be_split_nor_other_fleets() -> None:
    lone = arranged(2, player=1, owned={1: ["Caravel 1", "Juan Ponce de Leon"]}, queue=CALM)
    assert lone.play("done").state.phase is Phase.PICKS
    other = arranged(
        2, player=1, owned={1: ["Caravel 1", "Caravel 2"], 0: ["Juan Ponce de Leon"]}, queue=CALM
    )
    assert other.play("done").state.phase is Phase.PICKS


def test_m4_4_pizarro_counts_the_highest_of_both_fleets_of_ponce() -> None:
    owned = {
        1: ["Caravel 1", "Caravel 8", "Juan Ponce de Leon", "Gonzalo Pizarro"],
        0: ["Caravel 2"],
    }
    position = arranged(2, player=1, owned=owned, queue=CALM)
    assert position.play("done", "detach 1", "sail").state.supply.picks == (1, 1, 0)


RAIDED = [
    "Caravel 3 [Pirates]",
    "Warehouse for 1",
    "Warehouse for 2",
    "Merchant 4-6",
    "Merchant 7-9",
]


def after_supply(players: int, owned: dict[int, list[str]], *actions: str) -> MundusPosition:
    position = arranged(players, player=1, owned=owned, queue=RAIDED).play("done", *actions)
    while position.state.phase is Phase.PICKS:
        position = position.play(position.legal[0])
    return position


def test_m4_5_pirates_take_a_card_from_every_fleet_of_two_or_more() -> None:
    position = after_supply(2, {0: ["Caravel 1"], 1: ["Caravel 2", "Caravel 4", "Caravel 5"]})
    assert position.state.round.event is RoundEvent.PIRATES
    assert sizes(position) == [6, 7]
    assert sum(CARDS.unpack(position.state.public.discards)) == 1


def test_m4_5_pirates_take_one_card_of_each_of_two_fleets() -> None:
    caravels = ["Caravel 1", "Caravel 2", "Caravel 4", "Caravel 5", "Juan Ponce de Leon"]
    assert sizes(after_supply(2, {1: caravels}, "detach 1", "detach 2", "sail")) == [5, 7]
    assert sizes(after_supply(2, {1: caravels}, "detach 1", "sail")) == [5, 8]
    assert sizes(after_supply(2, {1: caravels}, "sail")) == [5, 8]


def test_m4_5_pirates_spare_small_fleets_and_the_owner_of_cosa() -> None:
    assert sizes(after_supply(2, {1: ["Caravel 1"]})) == [5, 6]
    assert sizes(after_supply(2, {1: ["Caravel 1", "Caravel 2", "Juan de la Cosa"]})) == [5, 7]


SIX_LEFT = no_relics_but("1 corn", RELICS - 2 - 6)
"""Discards that leave six relics in the pile, beside a market of a corn and two relics."""


def test_m4_6_the_discards_are_shuffled_under_a_pile_too_small() -> None:
    market, in_box = "1 corn, 2 relic", sum(IN_BOX.values())
    position = arranged(2, player=1, market=market, discards=SIX_LEFT, queue=CALM, master=0)
    assert sum(CARDS.unpack(position.state.hidden.pile)) == 6
    after = position.play("done")
    assert CARDS.unpack(after.state.hidden.hands[0])[-1] == 5
    assert CARDS.unpack(after.state.hidden.hands[1])[-1] >= 1
    assert after.state.public.discards == 0
    assert sum(CARDS.unpack(after.state.hidden.pile)) == in_box - 3 - 10
    piles = [note.cards for note in after.state.public.history if note.move is Move.PILED]
    assert CARDS.size(piles[-1]) == in_box - 3 - 6
    assert [CARDS.size(piles[-1]) for piles in after.state.hidden.dealt] == [0, 4]


def test_m4_6_a_pile_that_just_suffices_is_not_reshuffled() -> None:
    discards = no_relics_but("1 corn", RELICS - 2 - 10)
    position = arranged(2, player=1, market="1 corn, 2 relic", discards=discards, queue=CALM)
    after = position.play("done")
    assert [worded(hand) for hand in after.state.hidden.hands] == ["5 relic", "5 relic"]
    assert after.state.hidden.pile == 0
    assert after.state.public.discards == position.state.public.discards
    again = after.play(
        "announce 2", "1: offer relic", "1: offer relic", "2: offer relic", "2: offer relic"
    )
    assert again.state.phase is Phase.TRADES


def test_m4_6_the_market_stays_between_rounds() -> None:
    position = arranged(2, player=1, market="1 relic, 2 vanilla", queue=CALM)
    assert position.play("done").state.public.market == position.state.public.market


def robbed(seed: int, number: int = 2) -> tuple[str, str]:
    """Return what Pirates take from two players with equal hands: one card of each number."""
    hand = "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 potato"
    owned = {0: ["Caravel 1", "Caravel 2"], 1: ["Caravel 4", "Caravel 5"]}
    supply = Supply(cards("1 vanilla"), (1,))
    position = arranged(
        2, phase=Phase.PICKS, player=1, number=number, event=RoundEvent.PIRATES,
        hands={0: hand + ", 1 vanilla", 1: hand},
        owned=owned, queue=RAIDED, supply=supply,
    )  # fmt: skip
    state = evolve(position.state, hidden=evolve(position.state.hidden, seed=seed))
    after = MundusPosition(position.game, state).play("pick vanilla")
    before = cards(hand + ", 1 vanilla")
    lost = [worded(CARDS.remove(before, left)) for left in after.state.hidden.hands]
    return lost[0], lost[1]


def test_m4_5_pirates_take_any_card_with_the_same_chance_and_of_every_fleet_apart() -> None:
    found = [robbed(seed) for seed in range(300)]
    for seat in (0, 1):
        taken = [pair[seat] for pair in found]
        assert len(set(taken)) == 7
        assert max(map(taken.count, taken)) < 2 * 300 / 7
    assert sum(one == other for one, other in found) < 2 * 300 / 7
    assert sum(robbed(seed, 3) == pair for seed, pair in enumerate(found)) < 30


@pytest.mark.parametrize("master", [0, 1, 2])
def test_m4_6_the_rest_of_the_pile_goes_clockwise_from_the_trade_master(master: int) -> None:
    position = arranged(
        3,
        player=2,
        first=0,
        master=master,
        market="1 corn, 2 relic",
        discards=SIX_LEFT,
        queue=CALM,
    )
    after = position.play("done")
    # Of the six relics left in the pile, five are dealt to the Trade Master, one to the next
    # player.
    held = [worded(from_old_pile) for *_, from_old_pile, _ in after.state.hidden.dealt]
    assert [held[(master + step) % 3] for step in range(3)] == ["5 relic", "1 relic", ""]


def test_m4_3_with_pizarro_a_single_caravel_counts_0() -> None:
    owned = {0: ["Gonzalo Pizarro", "Caravel 8"], 1: ["Caravel 1"]}
    position = arranged(2, player=1, owned=owned, queue=CALM).play("done")
    assert position.state.supply.picks == (0, 1)


def test_m4_2_a_fleet_that_left_is_judged_by_its_own_lowest_caravel() -> None:
    """Caravels 1 and 4 count 5, as 2 and 3 do, and 1 is the lowest."""
    owned = {
        0: ["Caravel 2", "Caravel 3"],
        1: ["Caravel 1", "Caravel 4", "Caravel 8", "Juan Ponce de Leon"],
    }
    position = arranged(2, player=1, owned=owned, queue=CALM).play("done", "detach 1", "detach 4")
    assert position.play("sail").state.supply.picks == (1, 1, 0, 0, 1)


# Draws of the same number modulo numbers with a common factor would go together.


def with_seed(position: MundusPosition, seed: int) -> MundusPosition:
    """Return the position with another seed for what comes."""
    hidden = evolve(position.state.hidden, seed=seed)
    return MundusPosition(position.game, evolve(position.state, hidden=hidden))


def test_m4_6_what_is_dealt_from_the_new_pile_does_not_follow_the_old_one() -> None:
    """Two of three players are dealt the two cards of the old pile, the third one of four."""
    kinds = [*Kind][:6]
    game = SmallBox(3, dict.fromkeys(kinds, 1) | {Kind.RELIC: 1}, dealt=1, announced=(1,))
    position = arranged(
        game, player=2, first=0, market="1 relic",
        discards="1 tobacco, 1 coffee, 1 cotton, 1 sugar cane",
    )  # fmt: skip
    found = set()
    for seed in range(60):
        hands = with_seed(position, seed).play("done").state.hidden.hands
        first, _, last = [CARDS.kinds(hand)[0] for hand in hands]
        found.add((first, last))
    assert found == set(product(kinds[:2], kinds[2:]))


def test_m4_5_what_pirates_take_does_not_follow_the_deal() -> None:
    """The first player is dealt one of nine cards, picks two, and loses one of the three."""
    resources = [*Kind][:-1]
    box = dict.fromkeys(Kind, 1)
    game = SmallBox(2, box, dealt=1, announced=(1,), caravels=7)
    owned = {0: ["Caravel 1", "Caravel 2"]}
    position = arranged(game, player=1, first=0, market="1 relic", owned=owned)
    found = set()
    for seed in range(60):
        after = with_seed(position, seed).play("done")
        (dealt,) = CARDS.kinds(after.state.hidden.dealt[0][0])
        while after.state.phase is Phase.PICKS:
            after = after.play(after.legal[0])
        lost = after.state.public.discards
        hand = CARDS.kinds(CARDS.add(after.state.hidden.hands[0], lost))
        found.add((resources.index(dealt) % 3, hand.index(CARDS.kinds(lost)[0])))
    assert found == set(product(range(3), range(3)))


def test_m4_4_of_equal_caravels_all_but_one_may_leave() -> None:
    owned = {2: ["Caravel 3"] * 3 + ["Juan Ponce de Leon"]}
    position = arranged(equal_caravels(), player=2, first=0, owned=owned, queue=CALM).play("done")
    split = position.play("detach 3", "detach 3")
    split.game.check_state(split.state)
    assert split.legal == ("sail",)

"""F5: the Gain Esteem Phase."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

from boardgames.core.chance import generator
from boardgames.games.for_the_king import NoteKind, Phase
from tests.games.for_the_king.positions import KingPosition, auctioning, game_for, sharing

RICH = "Gold 1, Gold 2, Gold 3 x2"


def speakers(position: KingPosition, *notations: str) -> list[int]:
    """Return who is asked before each of these actions, and after the last one."""
    asked = [position.state.player]
    for notation in notations:
        position = position.play(notation)
        asked.append(position.state.player)
    return asked


# F5.1, F5.2


def test_f5_1_favor_deck_is_shuffled() -> None:
    rules, unshuffled, rng = game_for(2), 0, generator(0, 0)
    for seed in range(10):
        state, placed = rules.new_game(seed), []
        while state.turn is not None:
            action = rules.random_action(state, rng)
            if str(action) == "favor":
                placed.append(state.hidden.deck[0])
            state = rules.apply(state, action)
        assert sorted(state.hidden.favor) == sorted(placed)
        unshuffled += list(state.hidden.favor) == placed
    assert unshuffled == 0


def test_f5_1_and_f5_7_each_shuffle_and_each_random_loss_is_a_random_event_of_its_own() -> None:
    """Events 0 and 1 chose the first player and dealt the deck."""
    start = sharing(2, "Gold 1 x2, Gold 2")
    shuffled = start.play("keep", "centre", "favor", "take Gold 1")
    assert shuffled.state.hidden.events == start.state.hidden.events + 1
    position = auctioning("Military H4", "Gold 1", "Gold 1")
    once = position.play("bid 2", "pass")
    twice = once.play("bid 2")
    assert [each.state.hidden.events for each in (position, once, twice)] == [2, 3, 4]


def test_f5_1_personal_decks_become_hands() -> None:
    position = sharing(2, "Gold 1, Gold 2, Gold 3", hands=("Military A2", "Military B2"))
    position = position.play("keep", "centre", "favor", "take Gold 2")
    assert (position.state.phase, position.hand(0), position.hand(1)) == (
        Phase.BID,
        "Military A2, Gold 1",
        "Military B2, Gold 2",
    )


def test_f5_2_first_auction_is_opened_by_the_first_player() -> None:
    position = sharing(3, "Gold 1 x4", advisor=2, first=1).play(
        "keep", "favor", "centre", "centre", "take Gold 1", "take Gold 1"
    )
    assert (position.state.phase, position.state.player) == (Phase.BID, 1)


def test_f5_2_next_auction_is_opened_to_the_left_of_the_opener() -> None:
    position = auctioning(
        "Military A2, Military B2, Military C2, Military D2", RICH, "", "", opener=1
    )
    openers = [position.state.player]
    for notations in (
        ["pass"] * 3,
        ["pass", "bid 1", "pass", "pay 1"],
        ["bid 50", "pass", "pass", *["pass"] * 2],
    ):
        position = position.play(*notations)
        openers.append(position.state.player)
    assert openers == [1, 2, 0, 1]


# F5.3


def test_f5_3_bids_go_up_clockwise() -> None:
    position = auctioning("Military H4", RICH, RICH, "", opener=2)
    assert speakers(position, "bid 1", "bid 2", "bid 5", "bid 6") == [2, 0, 1, 2, 0]
    position = position.play("bid 3")
    assert position.refuses("bid 3")
    assert position.refuses("bid 2")
    assert position.legal[:2] == ("pass", "bid 4")


def test_f5_3_first_bid_is_at_least_1() -> None:
    position = auctioning("Military H4", RICH, "")
    assert position.legal[:2] == ("pass", "bid 1")


def test_f5_3_who_passes_is_out() -> None:
    position = auctioning("Military H4", RICH, RICH, RICH)
    assert speakers(position, "bid 1", "pass", "bid 2", "bid 3") == [0, 1, 2, 0, 2]


def test_f5_3_the_last_bidder_wins_when_he_alone_is_left() -> None:
    position = auctioning("Military H4", RICH, RICH, RICH).play("pass", "bid 3", "pass")
    assert (position.state.phase, position.state.player, position.state.bid) == (Phase.PAY, 1, 3)


def test_f5_3_last_player_who_has_not_bid_may_still_bid() -> None:
    position = auctioning("Military H4", RICH, RICH, RICH).play("pass", "pass")
    assert (position.state.phase, position.state.player) == (Phase.BID, 2)
    assert {"bid 1", "bid 2", "pass"} <= set(position.legal)
    won = position.play("bid 2")
    assert (won.state.phase, won.state.player) == (Phase.PAY, 2)


def test_f5_3_card_that_nobody_wants_is_discarded() -> None:
    position = auctioning("Military H4, Gold 1", RICH, RICH).play("pass", "pass")
    assert position.gone == "Military H4"
    assert (position.auction.number, position.hand(0), position.hand(1)) == (
        1,
        *["Gold 1, Gold 2, Gold 3, Gold 3"] * 2,
    )


# F5.4


def test_f5_4_worked_example_no_change() -> None:
    """Bids of 2 and 4, all others pass: who owes 4 and holds a 2 and a 3 pays both."""
    position = auctioning("Military H4", "Gold 3", "Gold 2, Gold 3", "", "").play(
        "bid 2", "bid 4", "pass", "pass", "pass"
    )
    assert position.legal == ("pay 2+3",)
    position = position.play("pay 2+3")
    assert position.hand(1) == "Military H4"
    assert position.gone == "Gold 2, Gold 3"


def test_f5_4_payment_is_any_set_from_which_no_card_could_be_left_out() -> None:
    position = auctioning("Military H4", "Gold 1 x2, Gold 2, Gold 3 x2", "").play("bid 4", "pass")
    assert position.legal == ("pay 1+1+2", "pay 1+3", "pay 2+3", "pay 3+3")
    for too_much in ("pay 1+2+3", "pay 1+1+3", "pay 2+3+3"):
        assert position.refuses(too_much)
    for too_little in ("pay 3", "pay 1+2"):
        assert position.refuses(too_little)
    for not_there in ("pay 2+2", "pay 1+1+1+1"):
        assert position.refuses(not_there)


@pytest.mark.parametrize("owed", range(1, 14))
def test_f5_4_payments_against_all_subsets(owed: int) -> None:
    held = [1, 1, 1, 2, 2, 3, 3]
    position = auctioning("Military H4", "Gold 1 x3, Gold 2 x2, Gold 3 x2", "").play(
        f"bid {owed}", "pass"
    )
    expected = {
        coins
        for count in range(1, len(held) + 1)
        for coins in combinations(held, count)
        if sum(coins) >= owed and all(sum(coins) - coin < owed for coin in coins)
    }
    assert set(position.legal) == {f"pay {'+'.join(map(str, coins))}" for coins in expected}


def test_f5_4_who_can_pay_must() -> None:
    position = auctioning("Military H4", RICH, "").play("bid 9", "pass")
    assert position.legal == ("pay 1+2+3+3",)
    assert position.refuses("pass")


# F5.5


def test_f5_5_gold_is_paid_with_as_many_cards_of_any_kind() -> None:
    position = auctioning("Gold 3", "Military A2, Provisions A1, Gold 1", "Gold 2").play(
        "bid 2", "pass"
    )
    assert (position.state.phase, position.legal) == (
        Phase.DISCARD,
        ("discard Military A2", "discard Provisions A1"),
    )
    position = position.play("discard Military A2")
    assert position.legal == ("discard Provisions A1", "discard Gold 1")
    position = position.play("discard Gold 1")
    assert position.hand(0) == "Provisions A1, Gold 3"
    assert position.lost(0) == "Military A2, Gold 1"
    assert position.gone == ""


def test_f5_5_only_who_has_won_gold_discards() -> None:
    bidding = auctioning("Military H4, Gold 2", "Military A2, Gold 1", "")
    assert bidding.refuses("discard Military A2")
    assert bidding.play("bid 1", "pass").refuses("discard Military A2")
    king = auctioning("King +1, Gold 2", "Military A2, Gold 1", "").play("bid 1", "pass", "pay 1")
    assert king.refuses("discard Military A2")


def test_f5_5_never_back_in_the_fixed_order() -> None:
    hand = "Diplomacy B2, Livestock A2, Architecture A1, Military A2, Gold 1, Gold 2"
    position = auctioning("Gold 3", hand, "Gold 2", "", "", "").play(
        "bid 3", "pass", "pass", "pass", "pass"
    )
    assert position.legal == (
        "discard Diplomacy B2",
        "discard Livestock A2",
        "discard Architecture A1",
        "discard Military A2",
    )
    position = position.play("discard Architecture A1")
    assert position.legal == ("discard Military A2", "discard Gold 1")
    assert position.refuses("discard Diplomacy B2")
    assert position.refuses("discard Gold 2")
    assert position.play("discard Military A2").legal == ("discard Gold 1", "discard Gold 2")


@pytest.mark.parametrize("price", [1, 2, 3, 4, 5, 6])
def test_f5_5_each_set_on_one_path(price: int) -> None:
    """Sets are counted by brute force; the six cards hold three equal ones."""
    start = auctioning("Gold 3", "Diplomacy B2, Military A2, Provisions A1, Gold 1 x3", "").play(
        f"bid {price}", "pass"
    )
    found, open_tables = [], [start]
    while open_tables:
        position = open_tables.pop()
        if position.state.phase is Phase.DISCARD:
            assert 1 <= len(position.legal) <= 6
            open_tables += [position.play(notation) for notation in position.legal]
        else:
            found.append(position.lost(0))
    held = ["Diplomacy B2", "Military A2", "Provisions A1", *["Gold 1"] * 3]
    assert sorted(found) == sorted({", ".join(chosen) for chosen in combinations(held, price)})


def test_f5_5_choices_are_at_most_a_hands_worth() -> None:
    hand = (
        "Military A2, Military B2, Military C2, Military D2, Provisions A1, Provisions B1,"
        " Provisions C1, Gold 1 x9"
    )
    position = auctioning("Gold 3", hand, "").play("bid 8", "pass")
    assert comb(16, 8) == 12870
    while position.state.phase is Phase.DISCARD:
        assert len(position.legal) <= 16
        position = position.play(position.legal[0])


def test_f5_5_others_see_the_number_only() -> None:
    position = auctioning("Gold 3", "Military A2, Provisions A1, Gold 1", "Gold 2", "").play(
        "bid 2", "pass", "pass"
    )
    one, other = position.play("discard Military A2"), position.play("discard Provisions A1")
    for viewer in (1, 2, None):
        assert position.game.view(one.state, viewer) == position.game.view(other.state, viewer)
        told = position.told("discard Military A2", viewer)
        assert (
            told == position.told("discard Provisions A1", viewer) == ("Player 1 discarded a card",)
        )
    assert position.told("discard Military A2", 0) == ("You discarded Military A2",)
    assert position.game.view(one.state, 0) != position.game.view(other.state, 0)


# F5.6


def test_f5_6_pays_first_then_takes() -> None:
    """The Gold won cannot be part of its own price."""
    position = auctioning("Gold 3", "Gold 1", "").play("bid 1", "pass")
    assert position.legal == ("discard Gold 1",)
    assert position.play("discard Gold 1").hand(0) == "Gold 3"


def test_f5_6_king_is_resolved_by_the_winner() -> None:
    before = auctioning("King +1, Military A2", "Gold 1", RICH).play("pass", "bid 2")
    position = before.play("pay 2")
    assert (position.state.phase, position.state.player, position.state.bid) == (Phase.KING, 1, 0)
    assert position.game.inventory(position.state) == before.game.inventory(before.state)
    position = position.play("raise Provisions")
    assert (position.state.phase, position.state.player, position.duties["Provisions"]) == (
        Phase.BID,
        1,
        4,
    )
    assert (position.hand(1), position.gone) == ("Gold 1, Gold 3, Gold 3", "Gold 2, King +1")


# F5.7


def test_f5_7_a_bid_may_be_more_than_one_can_pay() -> None:
    position = auctioning("Military H4", "Gold 1", RICH)
    assert "bid 50" in position.legal
    raised = position.play("bid 5", "bid 6", "pass")
    assert (raised.state.phase, raised.state.player) == (Phase.PAY, 1)


def test_f5_7_bankrupt_bidder_pays_nothing_and_loses_a_random_card() -> None:
    hand = "Military A2, Provisions A1, Gold 1, Gold 2"
    lost = set()
    for seed in range(40):
        position = auctioning("Military H4", hand, "Gold 3", "", seed=seed).play(
            "bid 4", "pass", "pass"
        )
        assert (position.state.phase, position.state.bid, position.gone) == (Phase.BID, 0, "")
        assert sorted([*position.hand(0).split(", "), position.lost(0)]) == sorted(hand.split(", "))
        lost.add(position.lost(0))
    assert lost == set(hand.split(", "))


def test_f5_7_only_the_owner_learns_which() -> None:
    position = auctioning("Military H4", "Military A2, Gold 1", "Gold 3", "").play("bid 4", "pass")
    after = position.play("pass")
    owner, neighbour = position.told("pass", 0), position.told("pass", 1)
    assert owner[1] == f"You could not pay 4, and lost {after.lost(0)} unseen"
    assert (
        neighbour[1]
        == position.told("pass", None)[1]
        == "Player 1 could not pay 4, and lost a card unseen"
    )
    assert after.lost(1) == after.lost(2) == ""


def test_f5_7_empty_hand_loses_nothing() -> None:
    position = auctioning("Military H4", "", "Gold 3", "Gold 3").play("bid 4", "pass", "pass")
    assert (position.auction.defaulted, position.lost(0)) == ((0,), "")


def test_f5_7_all_others_are_in_again_and_bids_restart_at_1() -> None:
    position = auctioning("Military H4", "Gold 1", "Gold 3", "Gold 2", "Gold 2").play(
        "pass", "bid 1", "bid 9", "pass", "pass"
    )
    assert position.auction.defaulted == (2,)
    assert position.state.bidding == (0, 1, 3)
    assert position.legal[:2] == ("pass", "bid 1")
    assert position.auction.number == 0


def test_f5_7_bids_restart_with_the_opener_or_the_next_who_has_not_defaulted() -> None:
    position = auctioning("Military H4", "", "", "", "Gold 1", opener=1)
    position = position.play("bid 1", "pass", "pass", "pass")
    assert (position.auction.defaulted, position.state.bidding) == ((1,), (2, 3, 0))
    position = position.play("bid 1", "pass", "pass")
    assert (position.auction.defaulted, position.state.bidding) == ((1, 2), (3, 0))
    position = position.play("pass", "bid 1")
    assert (position.auction.defaulted, position.state.bidding) == ((1, 2, 0), (3,))
    position = position.play("bid 1")
    assert (position.state.phase, position.state.player) == (Phase.PAY, 3)


def test_f5_7_when_all_have_defaulted_the_card_is_discarded() -> None:
    position = auctioning("Military H4, Gold 1", "", "Military A2").play("bid 1", "pass", "bid 1")
    assert position.gone == "Military H4"
    assert (position.auction.number, position.auction.defaulted, position.lost(1)) == (
        1,
        (),
        "Military A2",
    )


def test_f5_7_when_nobody_bids_any_more_the_card_is_discarded() -> None:
    position = auctioning("Military H4, Gold 1", "", RICH, "").play(
        "bid 1", "pass", "pass", "pass", "pass"
    )
    assert (position.gone, position.auction.number) == ("Military H4", 1)


def test_f5_7_next_opener_is_to_the_left_of_who_opened_this_card_first() -> None:
    position = auctioning("Military H4, Gold 1", "", RICH, "").play("bid 1", "pass", "pass")
    assert position.state.player == 1
    position = position.play("bid 1", "pass", "pay 1")
    assert position.state.player == 1
    assert position.auction.opener == 1


def test_f5_7_default_on_gold_when_the_hand_is_too_small() -> None:
    position = auctioning("Gold 3", "Military A2", "Gold 2 x3").play("bid 2", "pass")
    assert (position.auction.defaulted, position.lost(0), position.hand(0)) == (
        (0,),
        "Military A2",
        "",
    )


@pytest.mark.parametrize("card", ["Gold 1", "Gold 3"])
def test_f5_7_default_on_gold_with_an_empty_hand(card: str) -> None:
    position = auctioning(card, "", "Gold 1 x3")
    histories = position.state.public.histories
    position = position.play("bid 2", "pass")
    assert (position.auction.defaulted, position.lost(0), position.state.public.histories) == (
        (0,),
        "",
        histories,
    )


def test_f5_7_defaulter_is_in_again_for_the_next_card() -> None:
    position = auctioning("Military H4, Gold 1", "", RICH).play("bid 1", "pass", "pass")
    assert set(position.state.bidding) == {0, 1}


# F5.8


def test_f5_8_a_king_that_leaves_takes_no_gold_with_it() -> None:
    position = auctioning("King +1, Military H4", "Gold 1", "").play(
        "bid 1", "pass", "pay 1", "raise Military"
    )
    assert position.legal[-1] == "bid 53"  # 54 without the Gold 1 that paid for it


@pytest.mark.parametrize(("players", "most"), [(2, 54), (3, 60), (4, 66), (5, 78)])
def test_f5_8_bids_end_at_all_the_gold_of_the_game(players: int, most: int) -> None:
    for card in ("Military H4", "King +1"):
        position = auctioning(card, *[""] * players)
        assert position.legal == ("pass", *(f"bid {amount}" for amount in range(1, most + 1)))


def test_f5_8_gold_seen_to_leave_lowers_the_bound() -> None:
    position = auctioning("Military H4, Gold 3, Military G3", RICH, RICH).play(
        "bid 4", "pass", "pay 1+3"
    )
    assert position.state.public.gold == 50
    position = position.play("pass", "pass")
    assert position.gone == "Gold 1, Gold 3, Gold 3"
    assert position.legal[-1] == "bid 47"


def test_f5_8_the_limit_falls_by_the_gold_shown_and_not_by_the_bid() -> None:
    position = auctioning("Military H4, Military G3", "Gold 3 x2", "").play(
        "bid 4", "pass", "pay 3+3"
    )
    assert position.legal[-1] == f"bid {54 - 6}"


def test_f5_8_gold_laid_down_unseen_does_not_lower_it() -> None:
    position = auctioning("Gold 3, Military H4", "Gold 1", "").play(
        "bid 1", "pass", "discard Gold 1"
    )
    assert position.legal[-1] == "bid 54"


def test_f5_8_for_gold_the_largest_hand_still_in() -> None:
    position = auctioning("Gold 3", "Military A2", "Military B2, Gold 1, Gold 2", "Gold 1 x4")
    assert position.legal == ("pass", "bid 1", "bid 2", "bid 3", "bid 4")
    position = position.play("bid 1", "bid 2")
    assert position.legal == ("pass", "bid 3", "bid 4")
    position = position.play("pass")
    assert position.legal == ("pass", "bid 3")


def test_f5_8_bound_may_fall_below_the_last_bid() -> None:
    position = auctioning("Gold 3", "Military A2", "Gold 2", "Gold 1 x4").play(
        "bid 1", "bid 4", "pass"
    )
    assert (position.state.player, position.legal) == (0, ("pass",))
    position = position.play("pass")
    assert (position.auction.defaulted, position.state.public.histories[1][-1]) == (
        (1,),
        (NoteKind.LOST, 1),
    )


def test_f5_8_without_gold_or_cards_one_can_only_pass() -> None:
    assert auctioning("Gold 3", "", "").legal == ("pass",)


@pytest.mark.parametrize("value", [1, 2, 3])
def test_f5_8_gold_of_every_value_is_bid_for_with_cards(value: int) -> None:
    position = auctioning(f"Gold {value}", "Military A2, Military B2", "Gold 3")
    assert position.legal == ("pass", "bid 1", "bid 2")
    assert position.play("bid 2", "pass").state.phase is Phase.DISCARD


def test_f5_7_every_default_draws_anew() -> None:
    """Two players with equal hands default on the same card: what they lose has nothing to do with
    each other.
    """
    hand, equal = "Gold 1 x2, Gold 2 x2", 0
    for seed in range(100):
        position = auctioning("Military H4", hand, hand, "", seed=seed)
        position = position.play("bid 7", "pass", "pass", "bid 7", "pass")
        assert position.auction.defaulted == (0, 1)
        equal += position.lost(0) == position.lost(1)
    assert 30 < equal < 70


def test_f5_6_a_king_is_told_to_be_received_once() -> None:
    position = auctioning("King +1, Military A2", "Gold 1", RICH).play("pass", "bid 2")
    assert position.told("pay 2", 0)[1:] == ("Player 2 received King +1",)
    assert position.play("pay 2").told("raise Provisions", 0)[:-1] == (
        "Player 2 raised Provisions",
    )

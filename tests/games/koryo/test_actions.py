"""K7: what a player can do in their turn."""

from __future__ import annotations

import pytest

from boardgames import IllegalActionError
from boardgames.games.koryo import FAMILIES, Destroy, Kind, Swap
from tests.games.koryo.positions import ordered


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", range(4))
def test_k7_turns_are_taken_whole_and_in_turn_order(players: int, first: int) -> None:
    """Everybody destroys one Merchant, one whole turn after the other."""
    first %= players
    position = ordered(
        *["2 Merchant"] * players, orders=["Barbarian"] * players, first=first, season=3
    )
    asked = []
    while position.state.round.season == 3:
        asked.append(position.state.player)
        position = position.play(position.legal[0])
    assert asked == [(first + step) % players for step in range(players)]


def test_k7_1_order_is_revealed_and_added_at_the_start_of_the_turn() -> None:
    position = ordered("Banker", "Merchant", orders=("2 Banker", "Spy"))
    assert position.tableaux == ("3 Banker", "1 Merchant")
    assert position.view(None).order_sizes == (0, 1)
    position = position.play("end")
    assert position.tableaux == ("3 Banker", "1 Spy, 1 Merchant")


def test_k7_1_revealed_card_gives_its_power_at_once() -> None:
    assert ordered("", "Banker", orders=("2 Banker",)).legal == ("bank", "end")


def test_k7_1_order_of_a_later_player_does_not_count_yet() -> None:
    position = ordered("Banker", "", orders=("", "2 Banker"))
    assert position.state.player == 0
    assert position.legal == ("bank", "end")


# Any order, interleaved, each once.


def test_k7_2_everything_that_can_be_done_is_offered_together() -> None:
    tableau = "2 Spy, Priest, Banker, Ship Owner, Barbarian"
    position = ordered(tableau, "Merchant", orders=("Barbarian, Lobbying",), tokens=(0, 1))
    assert position.legal == (
        "bank", "absolve Barbarian", "absolve Lobbying", "steal 2", "destroy Merchant of 2",
        "swap Spy of 1 for Merchant of 2", "swap Priest of 1 for Merchant of 2",
        "swap Ship Owner of 1 for Merchant of 2", "swap Banker of 1 for Merchant of 2", "end",
    )  # fmt: skip


@pytest.mark.parametrize(
    "notations",
    [
        ("bank", "steal 2", "absolve Barbarian", "destroy Merchant of 2"),
        ("destroy Merchant of 2", "absolve Barbarian", "steal 2", "bank"),
        ("steal 2", "destroy Merchant of 2", "bank", "absolve Barbarian"),
    ],
)
def test_k7_2_in_any_order(notations: tuple[str, ...]) -> None:
    position = ordered(
        "Spy, Priest, Banker", "2 Merchant", orders=("Barbarian",), tokens=(0, 2), season=3
    )
    position = position.play(*notations)
    assert position.state.round.season == 4
    assert position.tableaux == ("1 Spy, 1 Priest, 1 Banker", "1 Merchant")
    assert position.state.tokens == (2, 1)
    assert position.state.bank == 5


def test_k7_2_events_and_powers_interleave() -> None:
    """Between two Barbarians, a power; the first Barbarian wins the Banker majority that the power
    needs.
    """
    position = ordered("Banker", "Banker, Merchant", orders=("2 Barbarian",), season=3)
    position = position.play("destroy Banker of 2", "bank", "destroy Merchant of 2")
    assert position.state.round.season == 4
    assert position.state.tokens == (1, 0)


@pytest.mark.parametrize("power", ["bank", "absolve Barbarian", "steal 2"])
def test_k7_2_each_power_once_a_turn(power: str) -> None:
    position = ordered("2 Spy, Priest, Banker, 2 Barbarian", "Merchant", tokens=(0, 3))
    assert power in position.legal
    assert position.play(power).refuses(power)


def test_k7_2_priest_destroys_one_event_of_either_kind() -> None:
    position = ordered("Spy, Priest, Barbarian, Lobbying", "", tokens=(0, 1)).play(
        "absolve Lobbying"
    )
    assert position.legal == ("steal 2", "end")


def test_k7_2_powers_come_back_next_turn() -> None:
    position = ordered("Banker", "", season=1)
    for season in range(1, 9):
        assert position.state.round.season == season
        assert position.legal == ("bank", "end")
        position = position.play("bank")
        assert position.state.tokens == (season, 0)
        if season < 8:
            position = position.play("order none", "order none")
    assert position.over


def test_k7_2_each_revealed_event_once() -> None:
    position = ordered("Lobbying, Barbarian", "4 Merchant", orders=("2 Barbarian",), season=3)
    position = position.play("destroy Merchant of 2", "destroy Merchant of 2")
    assert position.state.round.season == 4
    assert position.tableaux == ("3 Barbarian, 1 Lobbying", "2 Merchant")


def test_k7_2_old_events_have_no_effect() -> None:
    assert ordered("6 Barbarian, 4 Lobbying", "Merchant, Spy").over


def test_k7_2_majority_is_needed_at_that_moment() -> None:
    position = ordered("Priest, Barbarian", "Priest, Merchant", orders=("Barbarian",))
    assert "absolve Barbarian" not in position.legal
    assert "absolve Barbarian" in position.play("destroy Priest of 2").legal


def test_k7_2_only_in_his_own_turn() -> None:
    position = ordered("Banker", "Spy", tokens=(1, 0))
    assert position.state.player == 0
    assert position.game.legal_actions(position.state, 1) == ()
    with pytest.raises(IllegalActionError, match="of player 2: player 1 is to act"):
        position.game.apply(position.state, position.game.parse("steal 1"), 1)


# Banker.


@pytest.mark.parametrize("held", range(8))
def test_k7_3_banker_takes_a_token_from_the_bank(held: int) -> None:
    position = ordered("Banker", "Merchant", tokens=(0, held), season=3).play("bank")
    assert position.state.tokens == (1, held)
    assert position.state.bank == 7 - held


def test_k7_3_not_from_an_empty_bank() -> None:
    position = ordered("Banker", "Merchant, Spy", tokens=(5, 3))
    assert position.state.player == 1
    position = ordered("Banker, Spy", "Merchant", tokens=(5, 3))
    assert position.legal == ("steal 2", "end")
    assert position.refuses("bank")


def test_k7_3_a_stolen_token_does_not_fill_the_bank() -> None:
    position = ordered("Banker, Spy", "Merchant", tokens=(0, 8)).play("steal 2")
    assert position.over
    assert position.state.tokens == (1, 7)


# Priest.


@pytest.mark.parametrize(
    ("tableau", "legal"),
    [
        ("Priest, Barbarian", ("absolve Barbarian", "end")),
        ("Priest, 3 Lobbying", ("absolve Lobbying", "end")),
        ("Priest, 2 Barbarian, Lobbying", ("absolve Barbarian", "absolve Lobbying", "end")),
    ],
)
def test_k7_4_priest_destroys_ones_own_event_one_action_per_kind(
    tableau: str, legal: tuple[str, ...]
) -> None:
    assert ordered(tableau, "Merchant").legal == legal


def test_k7_4_priest_does_not_touch_events_of_others() -> None:
    assert ordered("Priest", "Barbarian, Lobbying").over


def test_k7_4_destroyed_event_leaves_the_tableau() -> None:
    position = ordered("Priest, Banker, Barbarian, Lobbying", "").play("absolve Barbarian")
    assert position.tableaux == ("1 Priest, 1 Banker, 1 Lobbying", "")
    assert position.gone == "1 Barbarian"


@pytest.mark.parametrize(
    ("event", "effect"),
    [("Barbarian", "destroy Merchant of 2"), ("Lobbying", "swap Priest of 1 for Merchant of 2")],
)
def test_k7_4_destroying_an_unresolved_event_does_not_cancel_it(event: str, effect: str) -> None:
    position = ordered("Priest", "Merchant", orders=(event,)).play(f"absolve {event}")
    assert position.legal == (effect, "end")
    assert position.tableaux == ("1 Priest", "1 Merchant")


def test_k7_4_event_destroyed_after_it_was_resolved() -> None:
    position = ordered("Priest", "2 Merchant", orders=("Barbarian",)).play(
        "destroy Merchant of 2", "absolve Barbarian"
    )
    assert position.over
    assert position.tableaux == ("1 Priest", "1 Merchant")


# Spy.


def test_k7_5_spy_steals_from_another_player_who_has_a_token() -> None:
    position = ordered("", "Spy", "", "", first=1, tokens=(1, 4, 0, 2))
    assert position.legal == ("steal 1", "steal 4", "end")
    assert position.play("steal 4").state.tokens == (1, 5, 0, 1)
    assert position.play("steal 1").state.tokens == (0, 5, 0, 2)


def test_k7_5_nothing_to_steal() -> None:
    assert ordered("2 Spy", "Merchant", tokens=(3, 0)).over


def test_k7_5_never_from_the_bank_or_from_himself() -> None:
    position = ordered("2 Spy", "Merchant", "", tokens=(3, 1))
    assert position.refuses("steal 1")
    assert position.refuses("steal 3")
    assert position.play("steal 2").state.bank == 4


@pytest.mark.parametrize("victim", ["Guardian", "3 Guardian", "Guardian, Omniscient"])
def test_k7_5_a_guardian_does_not_protect_its_owner_from_the_spy(victim: str) -> None:
    position = ordered("Spy", victim, tokens=(0, 1))
    assert position.legal == ("steal 2", "end")
    assert position.play("steal 2").state.tokens == (1, 0)


def test_k7_5_a_guardian_of_the_thief_makes_no_difference() -> None:
    assert ordered("Spy, Guardian", "", tokens=(0, 1)).legal == ("steal 2", "end")


def test_k7_5_tied_spies_steal_only_with_the_omniscient() -> None:
    assert ordered("Spy", "Spy", tokens=(1, 1)).over
    position = ordered("Spy", "Spy, Omniscient", tokens=(1, 1))
    assert position.state.player == 1
    assert position.legal == ("steal 1", "end")


# Barbarian.


def test_k7_6_barbarian_destroys_one_character_of_another_player() -> None:
    position = ordered("Spy", "2 Merchant, Banker, Lobbying", "Omniscient", orders=("Barbarian",))
    assert position.legal == (
        "destroy Banker of 2",
        "destroy Merchant of 2",
        "destroy Omniscient of 3",
        "end",
    )
    position = position.play("destroy Merchant of 2")
    assert position.tableaux[1] == "1 Banker, 1 Merchant, 1 Lobbying"
    assert position.gone == "1 Merchant"


@pytest.mark.parametrize("absent", ["Spy of 2", "Guardian of 2", "Merchant of 3"])
def test_k7_6_only_a_character_that_is_there_can_be_destroyed(absent: str) -> None:
    position = ordered("Spy", "2 Merchant, Banker", "Omniscient", orders=("Barbarian",))
    assert position.refuses(f"destroy {absent}")


@pytest.mark.parametrize("family", FAMILIES)
def test_k7_6_every_family_can_be_destroyed_but_no_event(family: Kind) -> None:
    position = ordered("2 Guardian", f"{family}, Barbarian, Lobbying", orders=("Barbarian",))
    assert f"destroy {family} of 2" in position.legal
    for event in (Kind.BARBARIAN, Kind.LOBBYING):
        with pytest.raises(IllegalActionError):
            position.game.apply(position.state, Destroy(1, event))


def test_k7_6_own_characters_cannot_be_chosen() -> None:
    assert ordered("Merchant", "Banker", orders=("Barbarian",)).refuses("destroy Merchant of 1")


@pytest.mark.parametrize(("players", "guarded"), [(3, 1), (3, 2), (4, 1), (4, 2), (4, 3)])
def test_k7_6_guardian_majority_stops_the_barbarian(players: int, guarded: int) -> None:
    tableaux = ["Merchant"] * players
    tableaux[guarded] = "Guardian, Merchant"
    position = ordered(*tableaux, orders=("Barbarian", *["Banker"] * (players - 1)))
    assert position.refuses(f"destroy Merchant of {guarded + 1}")
    assert position.refuses(f"destroy Guardian of {guarded + 1}")
    others = [seat for seat in range(1, players) if seat != guarded]
    assert position.legal == (*[f"destroy Merchant of {seat + 1}" for seat in others], "end")


def test_k7_6_guardian_majority_of_the_only_rival_leaves_the_barbarian_without_a_target() -> None:
    """The turn ends by itself (K7.9)."""
    assert (
        ordered("Merchant", "Guardian, Merchant", orders=("Barbarian", "Banker")).state.player == 1
    )


def test_k7_6_tied_guardians_protect_nobody() -> None:
    position = ordered("Guardian", "Guardian", "Merchant", orders=("Barbarian",))
    assert position.legal == ("destroy Guardian of 2", "destroy Merchant of 3", "end")


def test_k7_6_guardian_revealed_this_turn_breaks_the_protection() -> None:
    """A revealed Guardian only widens its owner's choice (K7.1)."""
    position = ordered("Ship Owner", "Guardian", orders=("Guardian, Barbarian",))
    assert position.legal == ("destroy Guardian of 2", "end")


def test_k7_6_several_barbarians_may_hit_one_player_or_several() -> None:
    position = ordered("", "2 Merchant", "Spy", orders=("2 Barbarian",))
    assert position.play("destroy Merchant of 2", "destroy Merchant of 2").tableaux == (
        "2 Barbarian",
        "",
        "1 Spy",
    )
    assert position.play("destroy Merchant of 2", "destroy Spy of 3").tableaux == (
        "2 Barbarian",
        "1 Merchant",
        "",
    )


def test_k7_6_first_barbarian_may_give_somebody_the_majority_that_stops_the_second() -> None:
    position = ordered("", "Guardian", "Guardian, Spy", orders=("2 Barbarian",))
    assert position.play("destroy Spy of 3").legal == (
        "destroy Guardian of 2",
        "destroy Guardian of 3",
        "end",
    )
    assert position.play("destroy Guardian of 2").over
    assert position.play("destroy Guardian of 3").legal == ("destroy Spy of 3", "end")


# Lobbying.


def test_k7_7_lobbying_exchanges_characters_of_any_two_players() -> None:
    position = ordered("Banker", "Merchant", "Omniscient", orders=("Lobbying",), tokens=(8,))
    assert position.legal == (
        "swap Banker of 1 for Merchant of 2",
        "swap Banker of 1 for Omniscient of 3",
        "swap Merchant of 2 for Omniscient of 3",
        "end",
    )
    assert position.play("swap Merchant of 2 for Omniscient of 3").tableaux == (
        "1 Banker, 1 Lobbying", "1 Omniscient", "1 Merchant",
    )  # fmt: skip
    assert position.play("swap Banker of 1 for Merchant of 2").tableaux == (
        "1 Merchant, 1 Lobbying", "1 Banker", "1 Omniscient",
    )  # fmt: skip


@pytest.mark.parametrize(
    "exchange",
    [
        "Spy of 1 for Merchant of 2",  # nobody has a Spy
        "Banker of 1 for Spy of 2",
        "Merchant of 1 for Banker of 2",  # each has what they would be given
        "Merchant of 2 for Priest of 3",
    ],
)
def test_k7_7_only_characters_that_are_there_can_be_exchanged(exchange: str) -> None:
    position = ordered("Banker", "Merchant", "Omniscient", orders=("Lobbying",), tokens=(8,))
    assert position.refuses(f"swap {exchange}")


def test_k7_7_events_are_not_exchanged() -> None:
    position = ordered(
        "Banker, Barbarian", "Merchant, Barbarian", orders=("Lobbying",), tokens=(8,)
    )
    assert position.legal == ("swap Banker of 1 for Merchant of 2", "end")
    with pytest.raises(IllegalActionError):
        position.game.apply(position.state, Swap(0, Kind.BARBARIAN, 1, Kind.MERCHANT))
    with pytest.raises(IllegalActionError):
        position.game.apply(position.state, Swap(0, Kind.BANKER, 1, Kind.BARBARIAN))


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("protected", range(4))
def test_k7_7_spy_without_a_guardian_takes_no_part(players: int, protected: int) -> None:
    """Neither as a victim nor in their own Lobbying."""
    protected %= players
    tableaux = ["Merchant", "Priest", "Senator", "Broadcaster"][:players]
    tableaux[protected] += ", Spy"
    position = ordered(*tableaux, orders=("Lobbying",), season=1)
    taking_part = {word for swap in position.legal for word in swap.split() if word.isdigit()}
    assert taking_part == {str(seat + 1) for seat in range(players) if seat != protected}
    low, high = sorted((protected, (protected + 1) % players))
    given, returned = (tableaux[seat].split(", ")[0] for seat in (low, high))
    assert position.refuses(f"swap {given} of {low + 1} for {returned} of {high + 1}")


@pytest.mark.parametrize("protected", [0, 1, 2])
def test_k7_7_one_guardian_ends_the_protection(protected: int) -> None:
    tableaux = ["Merchant, 2 Guardian", "Priest, 2 Guardian", "Senator, 2 Guardian"]
    tableaux[protected] = "Merchant, Spy, Guardian"
    position = ordered(*tableaux, orders=("Lobbying",))
    taking_part = {word for swap in position.legal for word in swap.split() if word.isdigit()}
    assert taking_part == {"1", "2", "3"}


def test_k7_7_tied_spies_protect_nobody() -> None:
    position = ordered("Merchant", "Spy", "Spy", orders=("Lobbying",))
    assert position.legal == (
        "swap Merchant of 1 for Spy of 2",
        "swap Merchant of 1 for Spy of 3",
        "end",
    )
    position = ordered("Merchant", "Spy, Omniscient", "Spy", orders=("Lobbying",))
    assert position.legal == ("swap Merchant of 1 for Spy of 3", "end")


@pytest.mark.parametrize("spy", [0, 1])
def test_k7_7_with_two_players_there_is_no_protection(spy: int) -> None:
    tableaux = ["Merchant", "Priest"]
    tableaux[spy] = "2 Spy"
    expected = "swap Spy of 1 for Priest of 2" if spy == 0 else "swap Merchant of 1 for Spy of 2"
    assert ordered(*tableaux, orders=("Lobbying",)).legal == (expected, "end")


def test_k7_7_exchange_within_a_family_is_not_offered() -> None:
    position = ordered("Merchant, Banker", "Merchant", orders=("Lobbying",), tokens=(8,))
    assert position.legal == ("swap Banker of 1 for Merchant of 2", "end")
    with pytest.raises(IllegalActionError):
        position.game.apply(position.state, Swap(0, Kind.MERCHANT, 1, Kind.MERCHANT))
    assert ordered("Merchant", "3 Merchant", "", orders=("Lobbying",)).over


def test_k7_7_exchange_is_written_with_the_lower_seat_first() -> None:
    position = ordered("Banker", "Merchant", first=1, orders=("", "Lobbying"))
    assert position.legal == ("swap Banker of 1 for Merchant of 2", "end")
    with pytest.raises(IllegalActionError):
        position.game.apply(position.state, Swap(1, Kind.MERCHANT, 0, Kind.BANKER))


def test_k7_7_no_exchange_of_one_player_with_himself() -> None:
    position = ordered("Banker, Spy", "Merchant", orders=("Lobbying",))
    with pytest.raises(IllegalActionError):
        position.game.apply(position.state, Swap(0, Kind.SPY, 0, Kind.BANKER))


def test_k7_7_guardians_do_not_stop_lobbying_nor_spies_barbarians() -> None:
    position = ordered("Merchant", "2 Guardian", "Priest", orders=("Lobbying",))
    assert "swap Merchant of 1 for Guardian of 2" in position.legal
    position = ordered("Merchant", "2 Spy", "Priest", orders=("Barbarian",))
    assert "destroy Spy of 2" in position.legal


# Options, and the end of a turn.


def test_k7_8_everything_is_optional() -> None:
    position = ordered(
        "Spy, Priest, Banker", "Merchant", orders=("2 Barbarian",), tokens=(0, 1), season=3
    )
    assert position.legal[-1] == "end"
    position = position.play("end")
    assert position.state.round.season == 4
    assert position.state.tokens == (0, 1)
    assert position.tableaux == ("1 Spy, 1 Priest, 1 Banker, 2 Barbarian", "1 Merchant")


def test_k7_8_what_is_given_up_does_not_come_back() -> None:
    position = ordered("", "Merchant", orders=("2 Barbarian",), season=3)
    position = position.play("end", "order none", "order none")
    assert position.state.round.season == 5


def test_k7_8_event_without_a_target_may_find_one_later_in_the_turn() -> None:
    """No target for the Barbarian while player 2 has the Guardian majority; the exchange takes it
    away.
    """
    position = ordered("Ship Owner, Merchant", "Guardian", orders=("Barbarian, Lobbying",))
    assert not any(action.startswith("destroy") for action in position.legal)
    position = position.play("swap Merchant of 1 for Guardian of 2")
    assert position.legal == ("destroy Merchant of 2", "end")


def test_k7_8_event_without_a_target_stays_in_the_tableau() -> None:
    position = ordered("Merchant", "Guardian", orders=("2 Barbarian",))
    assert position.over
    assert position.tableaux == ("1 Merchant, 2 Barbarian", "1 Guardian")


def test_k7_9_turn_with_nothing_to_do_is_not_asked_for() -> None:
    position = ordered("Merchant", "Banker", "Guardian", orders=("2 Merchant", "", "Broadcaster"))
    assert position.state.player == 1
    assert position.play("bank").over


def test_k7_9_turn_ends_by_itself_when_nothing_is_left() -> None:
    position = ordered("Banker", "Banker, Merchant", orders=("Barbarian", "2 Banker"))
    position = position.play("destroy Banker of 2")
    assert position.state.player == 0
    assert position.play("bank").state.player == 1


@pytest.mark.parametrize(
    ("tableaux", "order"),
    [
        (("Guardian", "Guardian"), "Spy"),  # nobody has a token
        (("Merchant", ""), "Barbarian"),  # nobody has a Character
        (("Merchant", "Barbarian"), "Barbarian"),  # Events are no target
        (("Merchant", ""), "Lobbying"),  # one partner only
        (("", "Merchant"), "Lobbying"),
        (("Merchant", "Merchant"), "Lobbying"),  # nothing different to exchange
        (("Merchant", "Guardian"), "Barbarian"),  # guarded
        (
            ("2 Merchant, Spy", "Banker", ""),
            "Lobbying",
        ),  # protected, and only one other with a Character
        (("", "Priest", ""), "Priest"),  # no Event
    ],
)
def test_k7_9_no_question_without_an_answer(tableaux: tuple[str, ...], order: str) -> None:
    tokens = (8,) if order == "Lobbying" else ()
    position = ordered(*tableaux, orders=(order,), tokens=tokens)
    assert position.over or position.state.player != 0

"""K7: what a player can do in his turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boardgames import IllegalActionError
from boardgames.games.koryo import FAMILIES, Destroy, Kind, Swap

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.koryo.conftest import Table


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", range(4))
def test_k7_turns_are_taken_whole_and_in_turn_order(ordered: Callable[..., Table], players: int, first: int) -> None:
    """Everybody destroys one Merchant, one whole turn after the other."""
    first %= players
    table = ordered(*["2 Merchant"] * players, orders=["Barbarian"] * players, first=first, season=3)
    asked = []
    while table.state.round.season == 3:
        asked.append(table.state.player)
        table = table.play(table.legal[0])
    assert asked == [(first + step) % players for step in range(players)]


def test_k7_1_order_is_revealed_and_added_at_the_start_of_the_turn(ordered: Callable[..., Table]) -> None:
    table = ordered("Banker", "Merchant", orders=("2 Banker", "Spy"))
    assert table.tableaux == ("3 Banker", "1 Merchant")
    assert table.game.view(table.state, None).order_sizes == (0, 1)
    table = table.play("end")
    assert table.tableaux == ("3 Banker", "1 Spy, 1 Merchant")


def test_k7_1_revealed_card_gives_its_power_at_once(ordered: Callable[..., Table]) -> None:
    assert ordered("", "Banker", orders=("2 Banker",)).legal == ("bank", "end")


def test_k7_1_order_of_a_later_player_does_not_count_yet(ordered: Callable[..., Table]) -> None:
    table = ordered("Banker", "", orders=("", "2 Banker"))
    assert table.state.player == 0
    assert table.legal == ("bank", "end")


# Any order, interleaved, each once.


def test_k7_2_everything_that_can_be_done_is_offered_together(ordered: Callable[..., Table]) -> None:
    tableau = "2 Spy, Priest, Banker, Ship Owner, Barbarian"
    table = ordered(tableau, "Merchant", orders=("Barbarian, Lobbying",), tokens=(0, 1))
    assert table.legal == (
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
def test_k7_2_in_any_order(ordered: Callable[..., Table], notations: tuple[str, ...]) -> None:
    table = ordered("Spy, Priest, Banker", "2 Merchant", orders=("Barbarian",), tokens=(0, 2), season=3)
    table = table.play(*notations)
    assert table.state.round.season == 4
    assert table.tableaux == ("1 Spy, 1 Priest, 1 Banker", "1 Merchant")
    assert table.state.tokens == (2, 1)
    assert table.state.bank == 5


def test_k7_2_events_and_powers_interleave(ordered: Callable[..., Table]) -> None:
    """Between two Barbarians, a power; the first Barbarian wins the Banker majority that the power needs."""
    table = ordered("Banker", "Banker, Merchant", orders=("2 Barbarian",), season=3)
    table = table.play("destroy Banker of 2", "bank", "destroy Merchant of 2")
    assert table.state.round.season == 4
    assert table.state.tokens == (1, 0)


@pytest.mark.parametrize("power", ["bank", "absolve Barbarian", "steal 2"])
def test_k7_2_each_power_once_a_turn(ordered: Callable[..., Table], power: str) -> None:
    table = ordered("2 Spy, Priest, Banker, 2 Barbarian", "Merchant", tokens=(0, 3))
    assert power in table.legal
    assert table.play(power).refuses(power)


def test_k7_2_priest_destroys_one_event_of_either_kind(ordered: Callable[..., Table]) -> None:
    table = ordered("Spy, Priest, Barbarian, Lobbying", "", tokens=(0, 1)).play("absolve Lobbying")
    assert table.legal == ("steal 2", "end")


def test_k7_2_powers_come_back_next_turn(ordered: Callable[..., Table]) -> None:
    table = ordered("Banker", "", season=1)
    for season in range(1, 9):
        assert table.state.round.season == season
        assert table.legal == ("bank", "end")
        table = table.play("bank")
        assert table.state.tokens == (season, 0)
        if season < 8:
            table = table.play("order none", "order none")
    assert table.over


def test_k7_2_each_revealed_event_once(ordered: Callable[..., Table]) -> None:
    table = ordered("Lobbying, Barbarian", "4 Merchant", orders=("2 Barbarian",), season=3)
    table = table.play("destroy Merchant of 2", "destroy Merchant of 2")
    assert table.state.round.season == 4
    assert table.tableaux == ("3 Barbarian, 1 Lobbying", "2 Merchant")


def test_k7_2_old_events_have_no_effect(ordered: Callable[..., Table]) -> None:
    assert ordered("6 Barbarian, 4 Lobbying", "Merchant, Spy").over


def test_k7_2_majority_is_needed_at_that_moment(ordered: Callable[..., Table]) -> None:
    table = ordered("Priest, Barbarian", "Priest, Merchant", orders=("Barbarian",))
    assert "absolve Barbarian" not in table.legal
    assert "absolve Barbarian" in table.play("destroy Priest of 2").legal


def test_k7_2_only_in_his_own_turn(ordered: Callable[..., Table]) -> None:
    table = ordered("Banker", "Spy", tokens=(1, 0))
    assert table.state.player == 0
    assert table.game.legal_actions(table.state, 1) == ()
    with pytest.raises(IllegalActionError, match="of player 2: player 1 is to act"):
        table.game.apply(table.state, table.game.parse("steal 1"), 1)


# Banker.


@pytest.mark.parametrize("held", range(8))
def test_k7_3_banker_takes_a_token_from_the_bank(ordered: Callable[..., Table], held: int) -> None:
    table = ordered("Banker", "Merchant", tokens=(0, held), season=3).play("bank")
    assert table.state.tokens == (1, held)
    assert table.state.bank == 7 - held


def test_k7_3_not_from_an_empty_bank(ordered: Callable[..., Table]) -> None:
    table = ordered("Banker", "Merchant, Spy", tokens=(5, 3))
    assert table.state.player == 1
    table = ordered("Banker, Spy", "Merchant", tokens=(5, 3))
    assert table.legal == ("steal 2", "end")
    assert table.refuses("bank")


def test_k7_3_a_stolen_token_does_not_fill_the_bank(ordered: Callable[..., Table]) -> None:
    table = ordered("Banker, Spy", "Merchant", tokens=(0, 8)).play("steal 2")
    assert table.over
    assert table.state.tokens == (1, 7)


# Priest.


@pytest.mark.parametrize(
    ("tableau", "legal"),
    [
        ("Priest, Barbarian", ("absolve Barbarian", "end")),
        ("Priest, 3 Lobbying", ("absolve Lobbying", "end")),
        ("Priest, 2 Barbarian, Lobbying", ("absolve Barbarian", "absolve Lobbying", "end")),
    ],
)
def test_k7_4_priest_destroys_an_own_event_one_action_per_kind(
    ordered: Callable[..., Table], tableau: str, legal: tuple[str, ...]
) -> None:
    assert ordered(tableau, "Merchant").legal == legal


def test_k7_4_priest_does_not_touch_events_of_others(ordered: Callable[..., Table]) -> None:
    assert ordered("Priest", "Barbarian, Lobbying").over


def test_k7_4_destroyed_event_leaves_the_tableau(ordered: Callable[..., Table]) -> None:
    table = ordered("Priest, Banker, Barbarian, Lobbying", "").play("absolve Barbarian")
    assert table.tableaux == ("1 Priest, 1 Banker, 1 Lobbying", "")
    assert table.gone == "1 Barbarian"


@pytest.mark.parametrize(
    ("event", "effect"), [("Barbarian", "destroy Merchant of 2"), ("Lobbying", "swap Priest of 1 for Merchant of 2")]
)
def test_k7_4_destroying_an_unresolved_event_does_not_cancel_it(
    ordered: Callable[..., Table], event: str, effect: str
) -> None:
    table = ordered("Priest", "Merchant", orders=(event,)).play(f"absolve {event}")
    assert table.legal == (effect, "end")
    assert table.tableaux == ("1 Priest", "1 Merchant")


def test_k7_4_event_destroyed_after_it_was_resolved(ordered: Callable[..., Table]) -> None:
    table = ordered("Priest", "2 Merchant", orders=("Barbarian",)).play("destroy Merchant of 2", "absolve Barbarian")
    assert table.over
    assert table.tableaux == ("1 Priest", "1 Merchant")


# Spy.


def test_k7_5_spy_steals_from_another_player_who_has_a_token(ordered: Callable[..., Table]) -> None:
    table = ordered("", "Spy", "", "", first=1, tokens=(1, 4, 0, 2))
    assert table.legal == ("steal 1", "steal 4", "end")
    assert table.play("steal 4").state.tokens == (1, 5, 0, 1)
    assert table.play("steal 1").state.tokens == (0, 5, 0, 2)


def test_k7_5_nothing_to_steal(ordered: Callable[..., Table]) -> None:
    assert ordered("2 Spy", "Merchant", tokens=(3, 0)).over


def test_k7_5_never_from_the_bank_or_from_himself(ordered: Callable[..., Table]) -> None:
    table = ordered("2 Spy", "Merchant", "", tokens=(3, 1))
    assert table.refuses("steal 1")
    assert table.refuses("steal 3")
    assert table.play("steal 2").state.bank == 4


def test_k7_5_guardian_does_not_hinder_the_theft(ordered: Callable[..., Table]) -> None:
    assert ordered("Spy, Guardian", "", tokens=(0, 1)).legal == ("steal 2", "end")


def test_k7_5_tied_spies_steal_only_with_the_omniscient(ordered: Callable[..., Table]) -> None:
    assert ordered("Spy", "Spy", tokens=(1, 1)).over
    table = ordered("Spy", "Spy, Omniscient", tokens=(1, 1))
    assert table.state.player == 1
    assert table.legal == ("steal 1", "end")


# Barbarian.


def test_k7_6_barbarian_destroys_one_character_of_another_player(ordered: Callable[..., Table]) -> None:
    table = ordered("Spy", "2 Merchant, Banker, Lobbying", "Omniscient", orders=("Barbarian",))
    assert table.legal == ("destroy Banker of 2", "destroy Merchant of 2", "destroy Omniscient of 3", "end")
    table = table.play("destroy Merchant of 2")
    assert table.tableaux[1] == "1 Banker, 1 Merchant, 1 Lobbying"
    assert table.gone == "1 Merchant"


@pytest.mark.parametrize("family", FAMILIES)
def test_k7_6_every_family_can_be_destroyed_but_no_event(ordered: Callable[..., Table], family: Kind) -> None:
    table = ordered("2 Guardian", f"{family}, Barbarian, Lobbying", orders=("Barbarian",))
    assert f"destroy {family} of 2" in table.legal
    for event in (Kind.BARBARIAN, Kind.LOBBYING):
        with pytest.raises(IllegalActionError):
            table.game.apply(table.state, Destroy(1, event))


def test_k7_6_own_characters_cannot_be_chosen(ordered: Callable[..., Table]) -> None:
    assert ordered("Merchant", "Banker", orders=("Barbarian",)).refuses("destroy Merchant of 1")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("guarded", range(1, 4))
def test_k7_6_guardian_majority_stops_the_barbarian(ordered: Callable[..., Table], players: int, guarded: int) -> None:
    guarded = 1 + guarded % (players - 1)
    tableaux = ["Merchant"] * players
    tableaux[guarded] = "Guardian, Merchant"
    table = ordered(*tableaux, orders=("Barbarian", *["Banker"] * (players - 1)))
    if players == 2:
        assert table.state.player == 1
        return
    assert table.refuses(f"destroy Merchant of {guarded + 1}")
    assert table.refuses(f"destroy Guardian of {guarded + 1}")
    others = [seat for seat in range(1, players) if seat != guarded]
    assert table.legal == (*[f"destroy Merchant of {seat + 1}" for seat in others], "end")


def test_k7_6_tied_guardians_protect_nobody(ordered: Callable[..., Table]) -> None:
    table = ordered("Guardian", "Guardian", "Merchant", orders=("Barbarian",))
    assert table.legal == ("destroy Guardian of 2", "destroy Merchant of 3", "end")


def test_k7_6_guardian_revealed_this_turn_breaks_the_protection(ordered: Callable[..., Table]) -> None:
    """A revealed Guardian only widens his own choice (K7.1)."""
    table = ordered("Ship Owner", "Guardian", orders=("Guardian, Barbarian",))
    assert table.legal == ("destroy Guardian of 2", "end")


def test_k7_6_several_barbarians_may_hit_one_player_or_several(ordered: Callable[..., Table]) -> None:
    table = ordered("", "2 Merchant", "Spy", orders=("2 Barbarian",))
    assert table.play("destroy Merchant of 2", "destroy Merchant of 2").tableaux == ("2 Barbarian", "", "1 Spy")
    assert table.play("destroy Merchant of 2", "destroy Spy of 3").tableaux == ("2 Barbarian", "1 Merchant", "")


def test_k7_6_first_barbarian_may_give_somebody_the_majority_that_stops_the_second(
    ordered: Callable[..., Table],
) -> None:
    table = ordered("", "Guardian", "Guardian, Spy", orders=("2 Barbarian",))
    assert table.play("destroy Spy of 3").legal == ("destroy Guardian of 2", "destroy Guardian of 3", "end")
    assert table.play("destroy Guardian of 2").over
    assert table.play("destroy Guardian of 3").legal == ("destroy Spy of 3", "end")


# Lobbying.


def test_k7_7_lobbying_exchanges_characters_of_any_two_players(ordered: Callable[..., Table]) -> None:
    table = ordered("Banker", "Merchant", "Omniscient", orders=("Lobbying",), tokens=(8,))
    assert table.legal == (
        "swap Banker of 1 for Merchant of 2",
        "swap Banker of 1 for Omniscient of 3",
        "swap Merchant of 2 for Omniscient of 3",
        "end",
    )
    assert table.play("swap Merchant of 2 for Omniscient of 3").tableaux == (
        "1 Banker, 1 Lobbying", "1 Omniscient", "1 Merchant",
    )  # fmt: skip
    assert table.play("swap Banker of 1 for Merchant of 2").tableaux == (
        "1 Merchant, 1 Lobbying", "1 Banker", "1 Omniscient",
    )  # fmt: skip


def test_k7_7_events_are_not_exchanged(ordered: Callable[..., Table]) -> None:
    table = ordered("Banker, Barbarian", "Merchant, Barbarian", orders=("Lobbying",), tokens=(8,))
    assert table.legal == ("swap Banker of 1 for Merchant of 2", "end")
    with pytest.raises(IllegalActionError):
        table.game.apply(table.state, Swap(0, Kind.BARBARIAN, 1, Kind.MERCHANT))
    with pytest.raises(IllegalActionError):
        table.game.apply(table.state, Swap(0, Kind.BANKER, 1, Kind.BARBARIAN))


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("protected", range(4))
def test_k7_7_spy_without_a_guardian_takes_no_part(ordered: Callable[..., Table], players: int, protected: int) -> None:
    """Neither as a victim nor in his own Lobbying."""
    protected %= players
    tableaux = ["Merchant", "Priest", "Senator", "Broadcaster"][:players]
    tableaux[protected] += ", Spy"
    table = ordered(*tableaux, orders=("Lobbying",), season=1)
    taking_part = {word for swap in table.legal for word in swap.split() if word.isdigit()}
    assert taking_part == {str(seat + 1) for seat in range(players) if seat != protected}
    low, high = sorted((protected, (protected + 1) % players))
    given, returned = (tableaux[seat].split(", ")[0] for seat in (low, high))
    assert table.refuses(f"swap {given} of {low + 1} for {returned} of {high + 1}")


@pytest.mark.parametrize("protected", [0, 1, 2])
def test_k7_7_one_guardian_ends_the_protection(ordered: Callable[..., Table], protected: int) -> None:
    tableaux = ["Merchant, 2 Guardian", "Priest, 2 Guardian", "Senator, 2 Guardian"]
    tableaux[protected] = "Merchant, Spy, Guardian"
    table = ordered(*tableaux, orders=("Lobbying",))
    taking_part = {word for swap in table.legal for word in swap.split() if word.isdigit()}
    assert taking_part == {"1", "2", "3"}


def test_k7_7_tied_spies_protect_nobody(ordered: Callable[..., Table]) -> None:
    table = ordered("Merchant", "Spy", "Spy", orders=("Lobbying",))
    assert table.legal == ("swap Merchant of 1 for Spy of 2", "swap Merchant of 1 for Spy of 3", "end")
    table = ordered("Merchant", "Spy, Omniscient", "Spy", orders=("Lobbying",))
    assert table.legal == ("swap Merchant of 1 for Spy of 3", "end")


@pytest.mark.parametrize("spy", [0, 1])
def test_k7_7_with_two_players_there_is_no_protection(ordered: Callable[..., Table], spy: int) -> None:
    tableaux = ["Merchant", "Priest"]
    tableaux[spy] = "2 Spy"
    expected = "swap Spy of 1 for Priest of 2" if spy == 0 else "swap Merchant of 1 for Spy of 2"
    assert ordered(*tableaux, orders=("Lobbying",)).legal == (expected, "end")


def test_k7_7_exchange_within_a_family_is_not_offered(ordered: Callable[..., Table]) -> None:
    table = ordered("Merchant, Banker", "Merchant", orders=("Lobbying",), tokens=(8,))
    assert table.legal == ("swap Banker of 1 for Merchant of 2", "end")
    with pytest.raises(IllegalActionError):
        table.game.apply(table.state, Swap(0, Kind.MERCHANT, 1, Kind.MERCHANT))
    assert ordered("Merchant", "3 Merchant", "", orders=("Lobbying",)).over


def test_k7_7_exchange_is_written_with_the_lower_seat_first(ordered: Callable[..., Table]) -> None:
    table = ordered("Banker", "Merchant", first=1, orders=("", "Lobbying"))
    assert table.legal == ("swap Banker of 1 for Merchant of 2", "end")
    with pytest.raises(IllegalActionError):
        table.game.apply(table.state, Swap(1, Kind.MERCHANT, 0, Kind.BANKER))


def test_k7_7_no_exchange_of_one_player_with_himself(ordered: Callable[..., Table]) -> None:
    table = ordered("Banker, Spy", "Merchant", orders=("Lobbying",))
    with pytest.raises(IllegalActionError):
        table.game.apply(table.state, Swap(0, Kind.SPY, 0, Kind.BANKER))


def test_k7_7_guardians_do_not_stop_lobbying_nor_spies_barbarians(ordered: Callable[..., Table]) -> None:
    table = ordered("Merchant", "2 Guardian", "Priest", orders=("Lobbying",))
    assert "swap Merchant of 1 for Guardian of 2" in table.legal
    table = ordered("Merchant", "2 Spy", "Priest", orders=("Barbarian",))
    assert "destroy Spy of 2" in table.legal


# Options, and the end of a turn.


def test_k7_8_everything_is_optional(ordered: Callable[..., Table]) -> None:
    table = ordered("Spy, Priest, Banker", "Merchant", orders=("2 Barbarian",), tokens=(0, 1), season=3)
    assert table.legal[-1] == "end"
    table = table.play("end")
    assert table.state.round.season == 4
    assert table.state.tokens == (0, 1)
    assert table.tableaux == ("1 Spy, 1 Priest, 1 Banker, 2 Barbarian", "1 Merchant")


def test_k7_8_what_is_given_up_does_not_come_back(ordered: Callable[..., Table]) -> None:
    table = ordered("", "Merchant", orders=("2 Barbarian",), season=3)
    table = table.play("end", "order none", "order none")
    assert table.state.round.season == 5


def test_k7_8_event_without_a_target_may_find_one_later_in_the_turn(ordered: Callable[..., Table]) -> None:
    """No target for the Barbarian while player 2 has the Guardian majority; the exchange takes it from him."""
    table = ordered("Ship Owner, Merchant", "Guardian", orders=("Barbarian, Lobbying",))
    assert not any(action.startswith("destroy") for action in table.legal)
    table = table.play("swap Merchant of 1 for Guardian of 2")
    assert table.legal == ("destroy Merchant of 2", "end")


def test_k7_8_event_without_a_target_stays_in_the_tableau(ordered: Callable[..., Table]) -> None:
    table = ordered("Merchant", "Guardian", orders=("2 Barbarian",))
    assert table.over
    assert table.tableaux == ("1 Merchant, 2 Barbarian", "1 Guardian")


def test_k7_9_turn_with_nothing_to_do_is_not_asked_for(ordered: Callable[..., Table]) -> None:
    table = ordered("Merchant", "Banker", "Guardian", orders=("2 Merchant", "", "Broadcaster"))
    assert table.state.player == 1
    assert table.play("bank").over


def test_k7_9_turn_ends_by_itself_when_nothing_is_left(ordered: Callable[..., Table]) -> None:
    table = ordered("Banker", "Banker, Merchant", orders=("Barbarian", "2 Banker"))
    table = table.play("destroy Banker of 2")
    assert table.state.player == 0
    assert table.play("bank").state.player == 1


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
        (("2 Merchant, Spy", "Banker", ""), "Lobbying"),  # protected, and only one other with a Character
        (("", "Priest", ""), "Priest"),  # no Event
    ],
)
def test_k7_9_no_question_without_an_answer(
    ordered: Callable[..., Table], tableaux: tuple[str, ...], order: str
) -> None:
    tokens = (8,) if order == "Lobbying" else ()
    table = ordered(*tableaux, orders=(order,), tokens=tokens)
    assert table.over or table.state.player != 0

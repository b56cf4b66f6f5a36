"""F2 and F3: setup, and the Share Influence Phase."""

from __future__ import annotations

import pytest

from boardgames.core.chance import generator
from boardgames.games.for_the_king import Favor, Keep, Phase, Take
from tests.games.for_the_king.positions import ended, game_for, sharing


def test_f2_every_primary_duty_starts_at_3() -> None:
    assert game_for(5).new_game(0).public.duties == (3, 3, 3, 3, 3, 3)
    assert game_for(4).new_game(0).public.duties == (3, 3, 0, 3, 3, 3)


@pytest.mark.parametrize(("primary", "secondary"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_f2_secondary_duty_is_half_the_primary_rounded_down(primary: int, secondary: int) -> None:
    position = ended("Military H4", "Military A2", "", duties={"Military": primary})
    assert position.game.score(position.state) == (primary, secondary, 0)


def test_f2_no_secondary_duties_with_2_players() -> None:
    position = ended("Military H4", "Military A2", duties={"Military": 6})
    assert position.game.score(position.state) == (6, 0)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_f2_first_player_is_random(players: int) -> None:
    firsts = {game_for(players).new_game(seed).public.first for seed in range(60)}
    assert firsts == set(range(players))
    state = game_for(players).new_game(3)
    assert game_for(players).to_act(state) == (state.public.first,)


def test_f2_removed_cards_are_random() -> None:
    removed = {game_for(2).new_game(seed).hidden.removed for seed in range(20)}
    assert len(removed) == 20


def test_f3_1_card_drawn_goes_where_the_advisor_says() -> None:
    position = sharing(2, "Military C2, Gold 3, Provisions A1")
    assert position.legal == ("keep", "centre", "favor")
    assert position.view(0).drawn == position.state.hidden.deck[0]
    position = position.play("favor")
    assert position.favored(0) == "Military C2"
    assert position.legal == ("keep", "centre")
    position = position.play("centre")
    assert position.centre == "Gold 3"
    assert position.legal == ("keep",)
    position = position.play("keep")
    assert position.hand(0) == "Provisions A1"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_f3_1_limits_are_one_one_and_one_per_opponent(players: int) -> None:
    position = sharing(players, "")
    for _ in range(players - 1):
        assert position.legal == ("keep", "centre", "favor")
        position = position.play("centre")
    assert position.legal == ("keep", "favor")
    assert position.play("keep").refuses("keep")
    assert position.play("favor").refuses("favor")
    assert position.refuses("centre")
    position = position.play("favor", "keep")
    assert position.state.phase is Phase.TAKE


def test_f3_1_worked_example_4_players() -> None:
    """The first card kept, the second into the centre, the third favored: the others must go to the
    centre.
    """
    position = sharing(
        4, "Military H4, Gold 1, Diplomacy A2, Provisions B1, Architecture C1", last_turn=False
    )
    position = position.play("keep", "centre", "favor")
    assert position.legal == ("centre",)
    position = position.play("centre")
    assert position.legal == ("centre",)
    position = position.play("centre")
    assert position.centre == "Architecture C1, Provisions B1, Gold 1"
    position = position.play("take Gold 1", "take Provisions B1", "take Architecture C1")
    assert [position.hand(seat) for seat in range(4)] == [
        "Military H4",
        "Gold 1",
        "Provisions B1",
        "Architecture C1",
    ]
    assert position.favored(0) == "Diplomacy A2"
    assert (position.state.player, position.state.phase) == (1, Phase.PLACE)


def test_f3_2_opponents_take_clockwise_from_the_advisors_left() -> None:
    position = sharing(
        4, "Gold 1, Gold 2, Gold 3, Military A2, Military B2", advisor=2, last_turn=False
    )
    position = position.play("centre", "centre", "centre", "keep", "favor")
    takers = []
    while position.state.phase is Phase.TAKE:
        takers.append(position.state.player)
        position = position.play(position.legal[0])
    assert takers == [3, 0, 1]
    assert [position.hand(seat) for seat in (3, 0, 1)] == ["Gold 1", "Gold 2", "Gold 3"]


def test_f3_2_only_cards_of_the_centre_can_be_taken() -> None:
    position = sharing(2, "Gold 1, Military A2, Military B2").play("centre", "keep", "favor")
    assert position.legal == ("take Gold 1",)
    assert position.refuses("take Military A2")


def test_f3_3_next_player_to_the_left_is_advisor() -> None:
    position = sharing(3, "Gold 1 x2, Military A2, Military B2", advisor=2, last_turn=False)
    position = position.play("centre", "centre", "keep", "favor", "take Gold 1", "take Gold 1")
    assert (position.state.player, position.state.phase) == (0, Phase.PLACE)


@pytest.mark.parametrize(
    ("players", "turns", "favor"), [(2, 20, 20), (3, 18, 18), (4, 16, 16), (5, 18, 18)]
)
def test_f3_3_phase_ends_with_the_deck(players: int, turns: int, favor: int) -> None:
    """With 2 players 20 turns and 20 Favor cards; with 5 players 18, so that three seats are
    Advisor once more.
    """
    rules, rng = game_for(players), generator(1, 0)
    state = rules.new_game(11)
    advisors, gained = [0] * players, [0] * players
    while state.turn is not None:
        action = rules.random_action(state, rng)
        advisors[state.player] += isinstance(action, Favor)
        gained[state.player] += isinstance(action, (Keep, Take))
        state = rules.apply(state, action)
    first = state.public.first
    assert sum(advisors) == turns
    assert [advisors[(first + step) % players] for step in range(players)] == [
        turns // players + (step < turns % players) for step in range(players)
    ]
    # Everybody gets one card a turn, Kings included: with 5 players 18.
    assert gained == [turns] * players
    assert len(state.hidden.favor) == favor


def test_f3_4_kept_king_uses_up_the_advisors_card_and_is_resolved_first() -> None:
    position = sharing(2, "King +1, Military A2, Military B2").play("keep")
    assert (position.state.phase, position.state.player) == (Phase.KING, 0)
    assert position.gone == "King +1"
    position = position.play("raise Military")
    assert position.state.phase is Phase.PLACE
    assert position.legal == ("centre", "favor")
    assert position.hand(0) == ""
    assert position.duties["Military"] == 4


def test_f3_4_taken_king_is_resolved_before_the_next_opponent_takes() -> None:
    position = sharing(3, "King -1, Gold 1, Military A2, Military B2").play(
        "centre", "centre", "keep", "favor"
    )
    position = position.play("take King -1")
    assert (position.state.phase, position.state.player) == (Phase.KING, 1)
    position = position.play("lower Diplomacy")
    assert (position.state.phase, position.state.player) == (Phase.TAKE, 2)
    assert position.duties["Diplomacy"] == 2
    assert position.hand(1) == ""


def test_f3_4_king_kept_as_the_last_card_of_a_turn() -> None:
    position = sharing(2, "Gold 1, Military B2, King +1").play(
        "centre", "favor", "keep", "raise Military"
    )
    assert (position.state.phase, position.state.player) == (Phase.TAKE, 1)


def test_f3_4_king_taken_last_ends_the_turn() -> None:
    position = sharing(2, "King +1, Military B2, Gold 1", last_turn=False).play(
        "centre", "favor", "keep"
    )
    position = position.play("take King +1", "raise Military")
    assert (position.state.phase, position.state.player) == (Phase.PLACE, 1)


def test_f3_5_forced_placements_are_decisions_with_one_choice() -> None:
    position = sharing(2, "Gold 1, Gold 2, Gold 3").play("keep", "favor")
    assert (position.state.phase, position.legal) == (Phase.PLACE, ("centre",))
    position = position.play("centre")
    assert (position.state.phase, position.legal) == (Phase.TAKE, ("take Gold 3",))


def test_f3_5_equal_cards_are_one_choice() -> None:
    position = sharing(5, "Gold 2 x2, King +1 x2, Military A2, Military B2")
    position = position.play("centre", "centre", "centre", "centre", "keep", "favor")
    assert position.legal == ("take King +1", "take Gold 2")


def test_f3_3_turns_are_numbered_from_1_and_auctions_on_from_the_last_turn() -> None:
    """With 3 players there are 18 turns; these are the last two of them."""
    position = sharing(3, "Gold 1 x4, Gold 2 x4")
    assert position.game.round(position.game.new_game(0)) == 1
    numbers = [position.game.round(position.state)]
    for notation in (
        *("keep", "favor", "centre", "centre", "take Gold 1", "take Gold 1"),
        *("keep", "favor", "centre", "centre", "take Gold 2", "take Gold 2"),
        *["pass"] * 6,
    ):
        position = position.play(notation)
        numbers.append(position.game.round(position.state))
    assert position.over
    assert numbers == [17] * 6 + [18] * 6 + [19] * 3 + [20] * 4

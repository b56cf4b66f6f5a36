"""States and actions read from outside: whatever cannot be is refused with one line that names the
place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boardgames import DecodeError
from boardgames.games.koryo import Koryo
from tests.games.koryo.positions import Position, ordered, ordering
from tests.games.position import changed


def placing() -> Position:
    """Player 2 of 3 is to place their order."""
    return ordering(
        "Ship Owner, Barbarian",
        "Merchant",
        "",
        hands=("3 Banker, Spy", "2 Guardian", "Priest"),
        season=4,
        tokens=(2,),
    ).play("order Spy Banker")


def acting() -> Position:
    """Player 1 of 3 has a Banker, a Barbarian and a Lobbying to use."""
    return ordered(
        "Ship Owner, Banker",
        "Merchant",
        "Spy",
        orders=("Barbarian, Lobbying", "3 Guardian"),
        season=4,
    )


def discarding() -> Position:
    """Player 1 of 3 has eight cards; their limit is 6."""
    return ordered("7 Guardian, Lobbying", "Merchant", "", season=4)


def over() -> Position:
    return ordered("Guardian, Lobbying", "Merchant", "")


def written(position: Position, changes: dict[str, Any]) -> Any:
    """Return the State as JSON, with what is at these paths replaced."""
    data = position.game.to_json(position.state)
    for path, value in changes.items():
        data = changed(
            data, [int(step) if step.isdigit() else step for step in path.split(".")], value
        )
    return data


def refusal(position: Position, changes: dict[str, Any]) -> str:
    game = position.game
    with pytest.raises(DecodeError) as caught:
        game.state_from_json(written(position, changes))
    assert "\n" not in str(caught.value)
    return str(caught.value)


PHASES = (placing, acting, discarding, over)


def test_the_positions_themselves_are_accepted() -> None:
    for position in [make() for make in PHASES]:
        assert position.game.state_from_json(written(position, {})) == position.state


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"round.season": 0}, "round.season: seasons are 1 to 8"),
        ({"round.season": 9}, "round.season: seasons are 1 to 8"),
        ({"round.first": 3}, "player, round: no such seat"),
        ({"player": 3}, "player, round: no such seat"),
        ({"player": True}, "player: "),
        ({"round.ship_owner": -1}, "player, round: no such seat"),
        ({"phase": 0}, "phase: "),
        ({"tokens": [2, 0]}, "tableaux, tokens, hidden: "),
        ({"tokens.0": -1, "tokens.1": 1}, "tokens, bank, "),
        ({"bank": -1, "tokens": [9, 0, 0]}, "tokens, bank, "),
        ({"bank": 7}, "top level: "),
        ({"tableaux": [{}, {}]}, "tableaux, tokens, hidden: "),
        ({"tableaux.0": {"spy": 16}}, "tableaux[0].spy: "),
        ({"tableaux.0": {"spy": 3}}, "top level: not the 55 cards and 8 tokens of the game"),
        ({"hidden.seed": -1}, "tokens, bank, hidden.seed, turn: negative"),
        ({"hidden.hands": [{}, {}, {}, {}]}, "tableaux, tokens, hidden: "),
        ({"hidden.orders": []}, "tableaux, tokens, hidden: "),
        ({"hidden.discards": [{}]}, "tableaux, tokens, hidden: "),
        ({"hidden.secret": 1}, "hidden: "),
    ],
    ids=str,
)
def test_faults_in_any_phase(changes: dict[str, Any], fault: str) -> None:
    for make in PHASES:
        assert refusal(make(), changes).startswith(fault)


@pytest.mark.parametrize(
    ("position", "changes"),
    [
        # Player 1 has placed their order: they have no hand left.
        (placing, {"hidden.hands.0": {"guardian": 1}, "hidden.hands.1": {"guardian": 1}}),
        # Player 3 has not placed their order yet.
        (placing, {"hidden.orders.2": {"priest": 1}, "hidden.hands.2": {}}),
        (placing, {"hidden.discards.2": {"priest": 1}, "hidden.hands.2": {}}),
        (placing, {"hidden.discards.1": {"priest": 1}, "hidden.hands.2": {}}),
        # Two kinds are for the Ship Owner only, just two cards of them, and everybody knows who
        # that is.
        (placing, {"round.ship_owner": None}),
        (placing, {"hidden.orders.0": {"spy": 1, "banker": 2}, "hidden.discards.0": {"banker": 1}}),
        (acting, {"hidden.hands.0": {"guardian": 3}, "hidden.orders.1": {}}),
        # Player 1 has revealed their order.
        (acting, {"hidden.orders.0": {"guardian": 3}, "hidden.orders.1": {}}),
        (
            acting,
            {"hidden.orders.1": {"guardian": 2}, "hidden.orders.2": {"guardian": 1}, "player": 2},
        ),
    ],
    ids=lambda each: getattr(each, "__name__", str(each)),
)
def test_face_down_cards_are_where_the_phase_allows(
    position: Callable[[], Position], changes: dict[str, Any]
) -> None:
    assert "cannot have in this phase" in refusal(position(), changes)


@pytest.mark.parametrize("changes", [{"turn.barbarians": -1}, {"turn.lobbyings": -1}], ids=str)
def test_no_fewer_than_no_events_wait(changes: dict[str, Any]) -> None:
    assert "negative" in refusal(acting(), changes)


def test_an_event_that_the_priest_destroyed_may_still_be_unresolved() -> None:
    position = ordered("Priest", "Merchant", orders=("Barbarian",)).play("absolve Barbarian")
    assert position.game.state_from_json(written(position, {})) == position.state


SIX_BARBARIANS = {"guardian": 2, "barbarian": 6}
"""Events alone reach the limit of season 4, so the Guardians would have gone without asking
(K8.2).
"""
FEWER_BARBARIANS = {
    "omniscient": 1,
    "spy": 2,
    "senator": 3,
    "priest": 4,
    "ship_owner": 5,
    "banker": 6,
    "guardian": 5,
    "broadcaster": 8,
    "merchant": 8,
    "lobbying": 4,
}


@pytest.mark.parametrize(
    "changes",
    [
        *[{"turn.limit": limit} for limit in (-3, 0, 8, 9)],
        {"player": 1},
        {"tableaux.0": SIX_BARBARIANS, "hidden.pile": FEWER_BARBARIANS},
    ],
    ids=str,
)
def test_a_discard_is_due_in_phase_iv(changes: dict[str, Any]) -> None:
    assert refusal(discarding(), changes) == "turn.limit: there is nothing to discard"


def test_seventy_cards_do_not_pass_for_fifty_five() -> None:
    """Sixteen Spies too many and one Senator too few are no full pack, however the counts are added
    up.
    """
    position = ordering("", "", "", "")
    zones = [f"tableaux.{seat}" for seat in range(4)] + [
        f"hidden.hands.{seat}" for seat in range(4)
    ]
    pile = {
        "omniscient": 1,
        "spy": 2,
        "senator": 2,
        "priest": 4,
        "ship_owner": 5,
        "banker": 6,
        "guardian": 7,
        "broadcaster": 8,
        "merchant": 9,
        "barbarian": 6,
        "lobbying": 4,
    }
    changes: dict[str, Any] = {"hidden.pile": pile} | {zone: {"spy": 2} for zone in zones}
    assert refusal(position, changes).startswith("top level: ")


@pytest.mark.parametrize("players", [2, 4])
def test_a_state_of_another_number_of_players(players: int) -> None:
    data = Koryo(3).to_json(Koryo(3).new_game(1))
    with pytest.raises(DecodeError, match=f"not of a game with {players} players"):
        Koryo(players).state_from_json(data)

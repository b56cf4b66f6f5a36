"""States and actions read from outside: whatever cannot be is refused with one line that names the
place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boardgames import DecodeError, evolve
from boardgames.games.koryo import EVENTS, Koryo
from boardgames.games.koryo.components import COMPONENTS, KEYS
from tests.games.koryo.positions import Position, ordered, ordering
from tests.games.position import changed

SPIES = COMPONENTS.published.copies[KEYS.index("spy")]


def left(**taken: int) -> dict[str, int]:
    """Return the cards of the box without these, by key."""
    box = dict(zip(KEYS, COMPONENTS.published.copies, strict=True))
    rest = {key: count - taken.get(key, 0) for key, count in box.items()}
    return {key: count for key, count in rest.items() if count}


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


def test_negative_numbers_are_refused_in_values_that_were_not_read_from_json() -> None:
    position = placing()
    game, state = position.game, position.state
    for spoilt, fault in (
        (evolve(state, hidden=evolve(state.hidden, seed=-1)), "hidden.seed: "),
        (evolve(state, bank=-1), "bank: "),
        (evolve(state, tokens=(-1, 1, 0)), "tokens[0]: "),
    ):
        with pytest.raises(DecodeError) as caught:
            game.check_state(spoilt)
        assert str(caught.value) == f"{fault}expected 0 or more"
    view = game.view(state, 0)
    for other, fault in (
        (evolve(view, hand_sizes=(0, 0, -1)), "hand_sizes[2]: "),
        (evolve(view, order_sizes=(0, 0, -1)), "order_sizes[2]: "),
        (evolve(view, discard_sizes=(0, 0, -1)), "discard_sizes[2]: "),
    ):
        with pytest.raises(DecodeError) as caught:
            game.check_view(other)
        assert str(caught.value) == f"{fault}expected 0 or more"


def test_the_positions_themselves_are_accepted() -> None:
    for position in [make() for make in PHASES]:
        assert position.game.state_from_json(written(position, {})) == position.state


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"round.season": 0}, "round.season: expected 1 or more"),
        ({"round.season": 9}, "round.season: seasons are 1 to 8"),
        ({"round.first": 3}, "round.first: no such seat"),
        ({"player": 3}, "player: no such seat"),
        ({"player": True}, "player: "),
        ({"round.ship_owner": 3}, "round.ship_owner: no such seat"),
        ({"phase": 0}, "phase: "),
        ({"tokens": [2, 0]}, "tokens: not of a game with 3 players"),
        ({"tokens.0": -1, "tokens.1": 1}, "tokens[0]: expected 0 or more"),
        ({"bank": -1, "tokens": [9, 0, 0]}, "bank: expected 0 or more"),
        ({"bank": 7}, "tokens: expected 8 with those in the bank"),
        ({"tableaux": [{}, {}]}, "tableaux: not of a game with 3 players"),
        ({"tableaux.0": {"spy": 16}}, "tableaux[0].spy: "),
        (
            {"tableaux.0": {"spy": SPIES + 1}},
            f"hidden.pile: expected {SPIES} Spy with those elsewhere, not ",
        ),
        ({"hidden.seed": -1}, "hidden.seed: expected 0 or more"),
        ({"hidden.hands": [{}, {}, {}, {}]}, "hidden.hands: not of a game with 3 players"),
        ({"hidden.orders": []}, "hidden.orders: not of a game with 3 players"),
        ({"hidden.discards": [{}]}, "hidden.discards: not of a game with 3 players"),
        ({"hidden.secret": 1}, "hidden: "),
    ],
    ids=str,
)
def test_faults_in_any_phase(changes: dict[str, Any], fault: str) -> None:
    for make in PHASES:
        assert refusal(make(), changes).startswith(fault)


NOT_NOW = "no cards there in this phase"


@pytest.mark.parametrize(
    ("position", "changes", "fault"),
    [
        # Player 1 has placed their order: they have no hand left.
        (
            placing,
            {"hidden.hands.0": {"guardian": 1}, "hidden.hands.1": {"guardian": 1}},
            f"hidden.hands[0]: {NOT_NOW}",
        ),
        # Player 3 has not placed their order yet.
        (
            placing,
            {"hidden.orders.2": {"priest": 1}, "hidden.hands.2": {}},
            f"hidden.orders[2]: {NOT_NOW}",
        ),
        (
            placing,
            {"hidden.discards.2": {"priest": 1}, "hidden.hands.2": {}},
            f"hidden.discards[2]: {NOT_NOW}",
        ),
        # Player 2 is about to.
        (
            placing,
            {"hidden.discards.1": {"priest": 1}, "hidden.hands.2": {}},
            f"hidden.discards[1]: {NOT_NOW}",
        ),
        (
            acting,
            {"hidden.hands.0": {"guardian": 3}, "hidden.orders.1": {}},
            f"hidden.hands[0]: {NOT_NOW}",
        ),
        # Player 1 has revealed their order.
        (
            acting,
            {"hidden.orders.0": {"guardian": 3}, "hidden.orders.1": {}},
            f"hidden.orders[0]: {NOT_NOW}",
        ),
        # It is player 3's turn, so player 2 has revealed theirs.
        (
            acting,
            {"hidden.orders.1": {"guardian": 2}, "hidden.orders.2": {"guardian": 1}, "player": 2},
            f"hidden.orders[1]: {NOT_NOW}",
        ),
    ],
    ids=lambda each: getattr(each, "__name__", str(each)),
)
def test_face_down_cards_are_where_the_phase_allows(
    position: Callable[[], Position], changes: dict[str, Any], fault: str
) -> None:
    assert refusal(position(), changes) == fault


ONE_OF_EACH = {"spy": 1, "banker": 1, "merchant": 1}
PILE = left(priest=1, ship_owner=1, guardian=2, barbarian=1, banker=1, spy=1, merchant=2)
"""What `placing` leaves, if one each of three kinds are ordered as below."""


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"round.ship_owner": None}, "only the Ship Owner orders two kinds"),
        (
            {
                "hidden.orders.0": ONE_OF_EACH,
                "hidden.discards.0": {},
                "hidden.pile": PILE,
            },
            "more than two kinds",
        ),
        (
            {
                "hidden.orders.0": {"spy": 1, "banker": 2},
                "hidden.discards.0": {"banker": 1},
            },
            "more than one card of two kinds",
        ),
    ],
    ids=str,
)
def test_k6_an_order_is_one_that_could_be_placed(changes: dict[str, Any], fault: str) -> None:
    assert refusal(placing(), changes) == f"hidden.orders[0]: {fault}"


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        *[
            ({f"turn.due.{event}": 2}, f"turn.due.{event}: expected at most 1, the number revealed")
            for event in ("barbarian", "lobbying")
        ],
        ({"turn.due.banker": 1}, "turn.due: expected Events only"),
        ({"turn.due": {}, "turn.banked": True}, "turn: there is nothing to decide"),
    ],
    ids=str,
)
def test_what_is_due_in_a_turn_was_revealed(changes: dict[str, Any], fault: str) -> None:
    assert refusal(acting(), changes) == fault


@pytest.mark.parametrize("make", [placing, discarding, over])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("due", {KEYS[event]: 1}) for event in EVENTS],
        ("banked", True),
        ("absolved", True),
        ("stolen", True),
    ],
)
def test_nothing_has_been_done_in_a_turn_outside_of_turns(
    make: Callable[[], Position], name: str, value: object
) -> None:
    assert refusal(make(), {f"turn.{name}": value}) == f"turn.{name}: not in this phase"


@pytest.mark.parametrize("make", [placing, acting, over])
def test_k8_there_is_no_limit_outside_phase_iv(make: Callable[[], Position]) -> None:
    assert refusal(make(), {"turn.limit": 6}) == "turn.limit: not in this phase"


def test_nothing_has_left_a_tableau_before_the_turns() -> None:
    changes: dict[str, Any] = {"tableaux.0": {"ship_owner": 1}, "gone": {"barbarian": 1}}
    assert refusal(placing(), changes) == "gone: no cards there in this phase"


def test_k6_3_the_ship_owner_has_the_majority_as_phase_ii_begins() -> None:
    changes: dict[str, Any] = {"round.ship_owner": 1, "hidden.orders.0": {"banker": 1}}
    changes["hidden.discards.0"] = {"spy": 1, "banker": 2}
    fault = "round.ship_owner: not the seat with the Ship Owner majority"
    assert refusal(placing(), changes) == fault


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"round.season": 7}, "round.season: expected 8 after the game"),
        ({"player": 1}, "player: expected round.first after the game"),
    ],
    ids=str,
)
def test_the_game_ends_after_the_last_season(changes: dict[str, Any], fault: str) -> None:
    assert refusal(over(), changes) == fault


def test_an_event_that_the_priest_destroyed_may_still_be_unresolved() -> None:
    position = ordered("Priest", "Merchant", orders=("Barbarian",)).play("absolve Barbarian")
    assert position.game.state_from_json(written(position, {})) == position.state


SIX_BARBARIANS = {"guardian": 2, "barbarian": 6}
"""Events alone reach the limit of season 4, so the Guardians would have gone without asking
(K8.2).
"""
NO_BARBARIANS = left(guardian=2, barbarian=6, merchant=1)
"""The pile beside these."""


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        *[({"turn.limit": limit}, "expected 6 or 8 in this season") for limit in (0, 7, 9)],
        ({"turn.limit": -3}, "expected 0 or more, not -3"),
        ({"turn.limit": 8}, "there is nothing to discard"),
        ({"player": 1}, "there is nothing to discard"),
        (
            {"tableaux.0": SIX_BARBARIANS, "hidden.pile": NO_BARBARIANS},
            "there is no choice, since Events reach it",
        ),
    ],
    ids=str,
)
def test_a_discard_is_due_in_phase_iv(changes: dict[str, Any], fault: str) -> None:
    assert refusal(discarding(), changes) == f"turn.limit: {fault}"


def test_fifteen_cards_too_many_do_not_pass_for_a_full_pack() -> None:
    """Sixteen Spies too many and one Senator too few are no full pack, however the counts are added
    up.
    """
    position = ordering("", "", "", "")
    zones = [f"tableaux.{seat}" for seat in range(4)] + [
        f"hidden.hands.{seat}" for seat in range(4)
    ]
    pile = {"hidden.pile": left(senator=1)}
    changes: dict[str, Any] = pile | {zone: {"spy": 2} for zone in zones}
    assert refusal(position, changes).startswith(f"hidden.pile: expected {SPIES} Spy ")


@pytest.mark.parametrize("players", [2, 4])
def test_a_state_of_another_number_of_players(players: int) -> None:
    data = Koryo(3).to_json(Koryo(3).new_game(1))
    with pytest.raises(DecodeError, match=f"not of a game with {players} players"):
        Koryo(players).state_from_json(data)

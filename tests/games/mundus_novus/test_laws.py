"""What holds in every position of random games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardgames import DecodeError
from boardgames.core.codec import to_json
from boardgames.games.mundus_novus import CARDS, MundusNovus, Phase, State, Supply, Turn, memory
from tests.games.mundus_novus.positions import arranged
from tests.games.position import changed

FIVES = {0: "5 corn", 1: "5 cocoa"}
PONCE = ["Juan Ponce de Leon", "Caravel 1", "Caravel 2"]
GAMES = {players: MundusNovus(players) for players in range(2, 7)}
positions = st.tuples(st.integers(2, 6), st.integers(0, 10_000), st.integers(0, 500))


def position(players: int, seed: int, plies: int) -> tuple[MundusNovus, State]:
    """Return a position of a random game after so many plies, or the last one but some."""
    game, rng = GAMES[players], Random(seed)  # noqa: S311  # random games, not secrets
    state = game.new_game(seed)
    for _ in range(plies):
        seats = game.to_act(state)
        after = game.apply(state, game.random_action(state, rng, seats[-1]), seats[-1])
        if not game.to_act(after):
            break
        state = after
    return game, state


@settings(max_examples=60, deadline=None)
@given(positions)
def test_every_legal_action_keeps_all_pieces_and_makes_a_possible_state(
    where: tuple[int, int, int],
) -> None:
    game, state = position(*where)
    pieces = dict(game.inventory(state))
    assert sum(pieces.values()) == 120 + len(game.used)
    for seat in game.to_act(state):
        legal = game.legal_actions(state, seat)
        assert len(legal) < 150
        for action in legal:
            after = game.apply(state, action, seat)
            assert dict(game.inventory(after)) == pieces
            game.check_state(after)


@settings(max_examples=60, deadline=None)
@given(positions)
def test_what_is_remembered_is_true(where: tuple[int, int, int]) -> None:
    game, state = position(*where)
    remembers_the_truth(game, state)


def remembers_the_truth(game: MundusNovus, state: State) -> None:
    """See that every hand has what each viewer knows of it, but for as many cards as may have left
    unseen.
    """
    for viewer in (*range(game.players), None):
        view = game.view(state, viewer)
        for seat, hand in enumerate(state.hidden.hands):
            held, doubts = memory.remembered(view.public, view.given, seat)
            pairs = zip(CARDS.unpack(held), CARDS.unpack(hand), strict=True)
            assert sum(max(0, known - has) for known, has in pairs) <= doubts


def storing_game() -> MundusNovus:
    """Return long games with much storing, in which gifts are remembered over rounds."""
    components = to_json(GAMES[4].components)
    assert isinstance(components, dict)
    warehouses = [{"slots": 3, "doubloons": 0, "players": 2, "event": "none"} for _ in range(8)]
    return MundusNovus(
        4, {**components, "relics": [0] * 5, "different": [1] * 6, "warehouses": warehouses}
    )


@pytest.mark.long
def test_what_is_remembered_of_many_gifts_is_true() -> None:
    game, rng, most = storing_game(), Random(2), 0  # noqa: S311  # random games, not secrets
    for seed in range(8):
        state = game.new_game(seed)
        while seats := game.to_act(state):
            state = game.apply(state, game.random_action(state, rng, seats[-1]), seats[-1])
            most = max(most, len(state.public.gifts))
            if len(state.public.gifts) > 1:
                remembers_the_truth(game, state)
                viewer = int(rng.random() * 4)
                world = game.determinize(game.view(state, viewer), rng)
                assert game.view(world, viewer) == game.view(state, viewer)
                game.check_state(world)
                remembers_the_truth(game, world)
    assert most >= 2


def test_sugar_is_short_for_sugar_cane() -> None:
    game = GAMES[6]
    assert game.parse("Set 3 sugar + 1 relic") is game.parse("set 3 sugar cane + 1 relic")


FAULTS = [
    (("phase",), "storage"),
    (("phase",), "gift"),
    (("owing",), [0]),
    (("round", "master"), 9),
    (("supply", "detached"), [3]),
    (("turn", "size"), 4),
    (("turn", "employed"), [1, 0, 0]),
    (("turn", "group"), 1),
    (("public", "market"), {"cocoa": 3}),
    (("public", "doubloons"), [0, -1]),
    (("public", "owned"), [[], [4000000000]]),
    (("public", "known"), [{"relic": 5}, {}]),
    (("public", "deal", "source"), {}),
    (("public", "earned"), [[1, 0], *[[0, 0]] * 5]),
    (("public", "deal", "held"), {"cocoa": 1}),
    (
        ("public", "gifts"),
        [{"giver": 0, "receiver": 0, "sure": [], "kept": [], "doubtful": True, "recent": True}],
    ),
    (("hidden", "steps"), [1, 0]),
    (("hidden", "chosen"), [{"cocoa": 1}, {}]),
    (("hidden", "given"), ["cocoa"]),
    (("hidden", "deck"), []),
    (("hidden", "seed"), -1),
]


@pytest.mark.parametrize(("path", "value"), FAULTS)
def test_a_state_that_cannot_be_is_refused(path: tuple[str, ...], value: object) -> None:
    game = GAMES[2]
    start = game.new_game(4)
    assert start.round.master == 0
    data = game.to_json(start)
    assert changed(data, path, value) != data
    with pytest.raises(DecodeError):
        game.state_from_json(changed(data, path, value))


FAULTS_IN_A_TURN = [
    (("turn", "reach"), 3),
    (("turn", "converted"), [["relic", "cocoa"]]),
    (("turn", "converted"), [["cotton", "cotton"]]),
    (("turn", "converted"), [["cocoa", "corn"]]),
    (("turn", "employed"), [0, 0]),
    (("turn", "employed"), [0, 2, 0]),
    (("turn", "group"), 5),
    (("turn", "size"), 99),
    (("phase",), "merchant"),
    (("phase",), "sale"),
    (("phase",), "purchase"),
]


@pytest.mark.parametrize(("path", "value"), FAULTS_IN_A_TURN)
def test_a_turn_that_cannot_be_is_refused(path: tuple[str, ...], value: object) -> None:
    position = arranged(2, hands={0: "1 cocoa, 2 cotton"}, owned={0: ["Merchant 4-6"]}).play(
        "employ 4-6", "use cocoa as cotton"
    )
    data = position.game.to_json(position.state)
    assert position.game.state_from_json(data) == position.state
    with pytest.raises(DecodeError):
        position.game.state_from_json(changed(data, path, value))


def test_m8_cards_shown_that_were_never_dealt_are_refused() -> None:
    position = arranged(2, hands={0: "3 coffee, 2 corn"}, known={0: "1 corn"}).play("set 3 coffee")
    data = position.game.to_json(position.state)
    assert position.game.state_from_json(data) == position.state
    dealt_to_them: list[Any] = [[{}, {}], [{"coffee": 3, "vanilla": 1}, {}], [{}, {"coffee": 3}]]
    for shown in dealt_to_them:
        with pytest.raises(DecodeError, match=r"public\.deal\.shown"):
            position.game.state_from_json(changed(data, ("public", "deal", "shown"), shown))
    data = changed(data, ("public", "known", 0), {"corn": 1, "relic": 1})
    with pytest.raises(DecodeError, match=r"public\.known: the hand does not hold it"):
        position.game.state_from_json(
            changed(data, ("public", "deal", "shown", 0), {"coffee": 3, "relic": 1})
        )


STATES_THAT_CANNOT_GO_ON = [
    (Phase.NUMBER, {"hands": {0: "4 corn", 1: "5 cocoa"}}, "not enough cards after the deal"),
    (Phase.FLEETS, {"owned": {0: PONCE}, "hands": FIVES}, "not a card for each Caravel"),
    (Phase.PICKS, {"hands": FIVES}, "does not begin with the player"),
    (
        Phase.FLEETS,
        {"owned": {0: PONCE}, "hands": FIVES, "supply": Supply(detached=(2,))},
        "can leave its fleet",
    ),
    (Phase.TURN, {"doubloons": [0, 10**400]}, "public.doubloons"),
    (Phase.OFFERS, {"announced": 5, "hands": FIVES}, "2 to 4 cards are offered"),
    (Phase.SALE, {"turn": Turn(size=5), "hands": {0: "5 corn"}}, "no set of that many"),
    (
        Phase.TURN,
        {"announced": 2, "offers": {0: "1 corn", 1: "1 corn"}},
        "trade.offers: not in this phase",
    ),
    (Phase.TRADES, {"announced": 2, "offers": {0: "1 corn", 1: ""}}, "there is nothing to decide"),
]


@pytest.mark.parametrize(("phase", "position", "fault"), STATES_THAT_CANNOT_GO_ON)
def test_a_state_that_could_not_go_on_is_refused(
    phase: Phase, position: dict[str, Any], fault: str
) -> None:
    with pytest.raises(DecodeError, match=fault):
        arranged(2, phase=phase, **position)


@pytest.mark.parametrize(
    ("chosen", "fault"),
    [("relic", "not what the seat can choose"), ("vanilla", "too few cards left to continue")],
)
def test_m5_1_an_offer_that_the_hand_cannot_complete_is_refused(chosen: str, fault: str) -> None:
    position = arranged(
        2, phase=Phase.OFFERS, announced=3, hands={0: "4 corn, 1 vanilla", 1: "5 cocoa"}
    )
    data = changed(position.game.to_json(position.state), ("hidden", "chosen", 0), {chosen: 1})
    with pytest.raises(DecodeError, match=fault):
        position.game.state_from_json(changed(data, ("hidden", "steps", 0), 1))


def test_the_largest_lead_can_be_estimated() -> None:
    position = arranged(2, doubloons=[0, 1_000_000])
    assert position.evaluate(0) < 0.001
    assert position.evaluate(1) > 0.999

"""What positions are worth, in the middle of decisions too, and how the greedy bot plays by it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from boardgames.games.mundus_novus import Event, MundusNovus, Phase
from boardgames.play import make_bot

if TYPE_CHECKING:
    from boardgames.games.mundus_novus import State
    from tests.games.mundus_novus.conftest import Desk

QUEUE = ["Caravel 4", "Hernan Cortes", "Caravel 2", "Caravel 5", "Caravel 7"]


def best(d: Desk, state: State) -> str:
    """Return the action after which the seat to act stands best."""
    seat = d.game.to_act(state)[0]
    actions = d.game.legal_actions(state)
    return str(max(actions, key=lambda action: d.game.evaluate(d.game.apply(state, action, seat), seat)))


def play_out(d: Desk, state: State, until: tuple[str, ...]) -> list[str]:
    """Return what is done one best action after the other, up to one of these."""
    done: list[str] = []
    while not done or done[-1] not in until:
        done.append(best(d, state))
        state = d.play(state, done[-1])
    return done


def test_more_doubloons_are_better(desk: type[Desk]) -> None:
    d = desk(2)
    values = [d.game.evaluate(d.position(doubloons=[held, 20]), 0) for held in (0, 20, 40, 60)]
    assert values == sorted(values)
    assert values[0] < 0.5 < values[-1]


def test_equal_seats_are_worth_the_same_before_their_turns(desk: type[Desk]) -> None:
    d = desk(3)
    state = d.position(phase=Phase.NUMBER, hands=dict.fromkeys(range(3), "4 corn, 1 relic"))
    assert len({d.game.evaluate(state, seat) for seat in range(3)}) == 1


def test_a_perfect_set_is_nearly_won(desk: type[Desk]) -> None:
    d = desk(3)
    state = d.position(perfect=(1,), doubloons=[70, 0, 0])
    values = [d.game.evaluate(state, seat) for seat in range(3)]
    assert values[1] > 0.9
    assert max(values[0], values[2]) < 0.1


@pytest.mark.parametrize("card", [
    "Hernan Cortes", "Juan de la Cosa", "Caravel 4", "Merchant 1-3", "Warehouse for 2", "Francisco de Orellana",
])  # fmt: skip
def test_development_cards_are_worth_something(desk: type[Desk], card: str) -> None:
    d = desk(2)
    assert d.game.evaluate(d.position(owned={0: [card]}), 0) > d.game.evaluate(d.position(), 0)


def test_a_shipyard_is_worth_what_it_pays(desk: type[Desk]) -> None:
    d = desk(3)
    few = d.position(owned={0: ["Shipyard"]})
    many = d.position(owned={0: ["Shipyard"], 1: ["Caravel 1"], 2: ["Caravel 2"]})
    none = d.position(owned={1: ["Caravel 1"], 2: ["Caravel 2"]})
    gain = d.game.evaluate(many, 0) - d.game.evaluate(none, 0)
    assert gain > d.game.evaluate(few, 0) - d.game.evaluate(d.position(), 0) > 0


def test_a_turn_is_not_ended_while_something_can_be_earned(desk: type[Desk]) -> None:
    d = desk(2)
    hands = {0: "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 relic"}
    assert sorted(play_out(d, d.position(hands=hands), ("done",))) == [
        "different 4", "done", "relics 1", "sell 1-2-3-4",
    ]  # fmt: skip


def test_a_different_set_is_as_big_as_it_can_be(desk: type[Desk]) -> None:
    d = desk(2)
    hands = {0: "2 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 sugar cane, 1 potato"}
    assert best(d, d.position(hands=hands, deck=["Shipyard"])) == "different 7"


def test_the_best_card_in_reach_is_bought(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.position(hands={0: "3 coffee"}, queue=QUEUE)
    assert play_out(d, state, ("done",)) == ["set 3 coffee", "buy 2", "done"]
    stormy = d.position(hands={0: "3 coffee"}, queue=QUEUE, event=Event.STORM)
    assert play_out(d, stormy, ("done",)) == ["set 3 coffee", "buy 1", "done"]


def test_a_merchant_works_where_he_helps(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.position(hands={0: "2 cotton, 1 cocoa"}, owned={0: ["Merchant 4-6"]}, queue=QUEUE)
    assert play_out(d, state, ("done",)) == [
        "employ 4-6", "use cocoa as cotton", "set 3 cotton", "buy 2", "done",
    ]  # fmt: skip


def test_natives_make_a_different_set_worth_less(desk: type[Desk]) -> None:
    d = desk(2)
    hands = {0: "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 sugar cane, 1 potato"}
    calm, raided = d.position(hands=hands), d.position(hands=hands, event=Event.NATIVES)
    assert d.game.evaluate(calm, 0) > d.game.evaluate(raided, 0)
    protected = d.position(hands=hands, event=Event.NATIVES, owned={0: ["Juan de la Cosa"]})
    assert d.game.evaluate(protected, 0) > d.game.evaluate(raided, 0)


def test_a_perfect_set_is_shown(desk: type[Desk]) -> None:
    d = desk(2)
    hand = "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 sugar cane, 1 potato, 1 indigo, 1 vanilla, 1 relic"
    assert best(d, d.position(hands={0: hand})) == "perfect set"


def test_relics_and_threes_are_not_offered(desk: type[Desk]) -> None:
    d = desk(2)
    hands = {0: "2 cocoa, 3 coffee, 2 corn, 2 relic", 1: "4 corn"}
    state = d.position(phase=Phase.OFFERS, announced=2, hands=hands)
    first = best(d, state)
    assert {first, best(d, d.play(state, first))} <= {"offer cocoa", "offer corn"}


def test_a_missing_card_is_taken(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.position(
        phase=Phase.TRADES, announced=2, hands={0: "2 vanilla, 1 corn"}, offers={0: "1 cocoa", 1: "1 corn, 1 vanilla"},
    )  # fmt: skip
    assert best(d, state) == "take vanilla from 2"


def test_the_best_cards_are_stored_in_ascending_order(desk: type[Desk]) -> None:
    d = desk(2)
    owned = {1: ["Warehouse for 2"]}
    state = d.position(player=1, first=0, hands={1: "1 cocoa, 1 vanilla, 1 relic"}, owned=owned, queue=QUEUE)
    storing = d.play(state, "done")
    assert best(d, storing) == "store vanilla"
    assert best(d, d.play(storing, "store vanilla")) == "store relic"


def greedy_against_random(seed: int, seat: int) -> tuple[float, int]:
    """Return the share of the greedy bot in the victory, and the number of rounds."""
    game = MundusNovus(2)
    bots = [make_bot("greedy" if each == seat else "random") for each in range(2)]
    state, rng = game.new_game(seed), Random(seed)  # noqa: S311  # games, not secrets
    while seats := game.to_act(state):
        player = seats[0]
        actions = game.legal_actions(state, player)
        state = game.apply(state, bots[player].choose(game, player, game.view(state, player), actions, rng), player)
    return game.evaluate(state, seat), state.round.number


def test_greedy_beats_random_in_a_believable_number_of_rounds() -> None:
    played = [greedy_against_random(seed, seed % 2) for seed in range(10)]
    assert sum(share for share, _ in played) >= 9
    assert all(7 <= rounds <= 20 for _, rounds in played)

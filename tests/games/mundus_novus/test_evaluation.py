"""What positions are worth, in the middle of decisions too, and how the greedy bot plays by it.

What looks promising to the prior is said here, too, where the position is the same.
"""

from __future__ import annotations

from math import exp
from operator import mul
from random import Random

import pytest

from boardgames.games.mundus_novus import MundusNovus, Phase, RoundEvent, Sail
from boardgames.games.mundus_novus.skill.evaluation import WEIGHTS, features
from boardgames.games.mundus_novus.skill.prior import GAINS
from boardgames.play import make_bot
from tests.games.mundus_novus.positions import MundusPosition, arranged

QUEUE = ["Caravel 4", "Hernan Cortes", "Caravel 2", "Caravel 5", "Caravel 7"]


def play_out(position: MundusPosition, until: tuple[str, ...]) -> list[str]:
    """Return what is done one best action after the other, up to one of these."""
    done: list[str] = []
    while not done or done[-1] not in until:
        done.append(position.best)
        position = position.play(done[-1])
    return done


def test_more_doubloons_are_better() -> None:
    values = [arranged(2, doubloons=[held, 20]).evaluate(0) for held in (0, 20, 40, 60)]
    assert values == sorted(values)
    assert values[0] < 0.5 < values[-1]


@pytest.mark.parametrize("players", [2, 4])
def test_the_estimate_is_the_softmax_of_the_weighted_features(players: int) -> None:
    game, phases = MundusNovus(players), set()
    state, rng = game.new_game(players), Random(players)  # noqa: S311  # games, not secrets
    while game.to_act(state):
        if not state.round.perfect:
            phases.add(state.phase)
            estimates = [game.evaluate(state, seat) for seat in game.seats]
            situation, rows = features(game, state)
            strengths = [exp(sum(map(mul, WEIGHTS[situation], row))) for row in rows]
            assert estimates == pytest.approx([strength / sum(strengths) for strength in strengths])
        state = game.apply(state, game.random_action(state, rng))
    assert {Phase.NUMBER, Phase.OFFERS, Phase.TRADES, Phase.TURN, Phase.PURCHASE} <= phases


def test_a_game_shows_no_bot_what_others_have_thought_of() -> None:
    """A cache in the game would: bots share the game."""
    game = MundusNovus(3)
    before = {name: repr(content) for name, content in vars(game).items()}
    state, rng = game.new_game(5), Random(5)  # noqa: S311  # games, not secrets
    while game.to_act(state):
        game.chances(state)
        game.prior(state, state.player, game.legal_actions(state))
        game.legal_actions(game.determinize(game.view(state, 0), rng))
        state = game.apply(state, game.random_action(state, rng))
    assert {name: repr(content) for name, content in vars(game).items()} == before


def test_a_perfect_set_is_nearly_won() -> None:
    position = arranged(3, perfect=(1,), doubloons=[70, 0, 0])
    values = [position.evaluate(seat) for seat in range(3)]
    assert values[1] > 0.9
    assert max(values[0], values[2]) < 0.1


@pytest.mark.parametrize(
    "card",
    [
        "Hernan Cortes",
        "Juan de la Cosa",
        "Caravel 4",
        "Merchant 1-3",
        "Warehouse for 2",
        "Francisco de Orellana",
    ],
)
def test_development_cards_are_worth_something(card: str) -> None:
    assert arranged(2, owned={0: [card]}).evaluate(0) > arranged(2).evaluate(0)


def test_a_shipyard_is_worth_what_it_pays() -> None:
    few = arranged(3, owned={0: ["Shipyard"]})
    many = arranged(3, owned={0: ["Shipyard"], 1: ["Caravel 1"], 2: ["Caravel 2"]})
    none = arranged(3, owned={1: ["Caravel 1"], 2: ["Caravel 2"]})
    gain = many.evaluate(0) - none.evaluate(0)
    assert gain > few.evaluate(0) - arranged(3).evaluate(0) > 0


def test_a_turn_is_not_ended_while_something_can_be_earned() -> None:
    hands = {0: "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 relic"}
    assert sorted(play_out(arranged(2, hands=hands), ("done",))) == [
        "different 4", "done", "relics 1", "sell 1-2-3-4",
    ]  # fmt: skip


def test_the_best_card_in_reach_is_bought() -> None:
    position = arranged(2, hands={0: "3 coffee"}, queue=QUEUE)
    assert play_out(position, ("done",)) == ["set 3 coffee", "buy 2", "done"]
    assert position.play("set 3 coffee").most_promising == "buy 2"
    stormy = arranged(2, hands={0: "3 coffee"}, queue=QUEUE, event=RoundEvent.STORM)
    assert play_out(stormy, ("done",)) == ["set 3 coffee", "buy 1", "done"]


def test_a_merchant_works_where_he_helps() -> None:
    position = arranged(2, hands={0: "2 cotton, 1 cocoa"}, owned={0: ["Merchant 4-6"]}, queue=QUEUE)
    assert play_out(position, ("done",)) == [
        "employ 4-6", "use cocoa as cotton", "set 3 cotton", "buy 2", "done",
    ]  # fmt: skip


def test_natives_make_a_different_set_worth_less() -> None:
    hands = {0: "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 sugar cane, 1 potato"}
    calm, raided = arranged(2, hands=hands), arranged(2, hands=hands, event=RoundEvent.NATIVES)
    assert calm.evaluate(0) > raided.evaluate(0)
    protected = arranged(2, hands=hands, event=RoundEvent.NATIVES, owned={0: ["Juan de la Cosa"]})
    assert protected.evaluate(0) > raided.evaluate(0)


def test_a_perfect_set_is_shown() -> None:
    hand = (
        "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 sugar cane, 1 potato, 1 indigo, 1"
        " vanilla, 1 relic"
    )
    position = arranged(2, hands={0: hand})
    assert position.best == position.most_promising == "perfect set"


def test_relics_and_threes_are_not_offered() -> None:
    hands = {0: "2 cocoa, 3 coffee, 2 corn, 2 relic", 1: "4 corn"}
    position = arranged(2, phase=Phase.OFFERS, announced=2, hands=hands)
    for first in (position.best, position.most_promising):
        then = position.play(first)
        assert {first, then.best, then.most_promising} <= {"offer cocoa", "offer corn"}


def test_a_missing_card_is_taken() -> None:
    position = arranged(
        2, phase=Phase.TRADES, announced=2, hands={0: "2 vanilla, 1 corn"},
        offers={0: "1 cocoa", 1: "1 corn, 1 vanilla"},
    )  # fmt: skip
    assert position.best == position.most_promising == "take vanilla from 2"


def test_the_best_cards_are_stored_in_ascending_order() -> None:
    owned = {1: ["Warehouse for 2"]}
    position = arranged(
        2, player=1, first=0, hands={1: "1 cocoa, 1 vanilla, 1 relic"}, owned=owned, queue=QUEUE
    )
    storing = position.play("done")
    assert storing.best == storing.most_promising == "store vanilla"
    then = storing.play("store vanilla")
    assert then.best == then.most_promising == "store relic"


# What a search tries first.


def test_natives_make_relics_look_better_than_a_different_set() -> None:
    hands = {0: "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 2 relic"}
    for event, better, worse in (
        (RoundEvent.NONE, "different 5", "relics 2"),
        (RoundEvent.NATIVES, "relics 2", "different 5"),
    ):
        found = arranged(2, hands=hands, event=event).prior
        assert found[better] >= found[worse]


def test_with_kings_help_a_merchant_is_as_useful_after_an_identical_set() -> None:
    owned = {0: ["Merchant 4-6"]}
    position = arranged(
        2, hands={0: "5 coffee, 1 vanilla"}, owned=owned, queue=QUEUE, event=RoundEvent.KINGS_HELP
    )
    needed = arranged(2, hands={0: "2 coffee, 1 vanilla"}, owned=owned, queue=QUEUE).prior[
        "employ 4-6"
    ]
    assert position.play("set 3 coffee", "buy 1").prior["employ 4-6"] == needed


def test_an_exchange_that_pays_orellana_looks_better() -> None:
    state = arranged(2,
        phase=Phase.TRADES, announced=2, hands={0: "1 corn"}, offers={0: "1 cocoa", 1: "1 coffee"},
        market="1 corn, 1 tobacco, 1 potato", owned={0: ["Francisco de Orellana"]},
    )  # fmt: skip
    assert state.most_promising == "take coffee from 2 for potato"


def test_every_choice_of_a_turn_has_a_gain() -> None:
    position = arranged(2, hands={0: "1 cocoa"}, owned={0: ["Warehouse for 1"]})
    ones = {type(action): action for action in reversed([*position.game.actions])}
    for action in ones.values():
        if action.phase in (Phase.TURN, Phase.PURCHASE, Phase.STORAGE):
            assert len(GAINS[action.phase](position.game, position.state, 0, [action])) == 1


@pytest.mark.parametrize("phase", [Phase.TURN, Phase.PURCHASE, Phase.STORAGE])
def test_a_choice_whose_gain_is_unknown_is_named(phase: Phase) -> None:
    position = arranged(2)
    with pytest.raises(NotImplementedError, match=r"^Sail: no gain is known$"):
        GAINS[phase](position.game, position.state, 0, [Sail()])


def greedy_against_random(seed: int, seat: int) -> tuple[float, int]:
    """Return the share of the greedy bot in the victory, and the number of rounds."""
    game = MundusNovus(2)
    bots = [make_bot("greedy" if each == seat else "random") for each in range(2)]
    state, rng = game.new_game(seed), Random(seed)  # noqa: S311  # games, not secrets
    while seats := game.to_act(state):
        player = seats[0]
        actions = game.legal_actions(state, player)
        state = game.apply(
            state, bots[player].choose(game, player, game.view(state, player), actions, rng), player
        )
    return game.evaluate(state, seat), state.round.number


@pytest.mark.long
def test_greedy_beats_random_in_a_believable_number_of_rounds() -> None:
    played = [greedy_against_random(seed, seed % 2) for seed in range(10)]
    assert sum(share for share, _ in played) >= 9
    assert all(7 <= rounds <= 20 for _, rounds in played)

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import pytest

import boardgames
from boardgames import ConfigurationError
from boardgames.core.chance import generator
from boardgames.games.koryo import Koryo
from boardgames.play import Bot, Match, bot_names, bots, make_bot
from boardgames.play.bots import EasyBot, FairBot, GreedyBot, MctsBot, RandomBot, StrongBot
from boardgames.play.bots.catalogue import OUR_BOTS, bot_class
from examples.tic_tac_toe import TicTacToe
from tests.boxes import frozen
from tests.play.players import Spy, match_of_bots
from tests.testing.small_games import Sealed

BRIEF = {"mcts": "mcts:iterations=50"}
REPEATABLE = [BRIEF.get(name, name) for name in bot_names()]


@pytest.mark.parametrize("name", bot_names())
def test_every_bot_is_made_by_its_name_alone(name: str) -> None:
    assert isinstance(make_bot(name), Bot)
    assert make_bot(name) == make_bot(f" {name}: ")


def test_every_bot_of_the_library_can_be_imported_from_one_place() -> None:
    assert {bot_class(name).__name__ for name in OUR_BOTS} <= {*bots.__all__}


@pytest.mark.parametrize(
    ("spec", "bot"),
    [
        ("random", RandomBot()),
        ("greedy", GreedyBot(1)),
        ("fair", FairBot()),
        ("greedy:worlds=8", GreedyBot(8)),
        (" greedy : worlds = 8 ", GreedyBot(8)),
        ("greedy:worlds=1", GreedyBot(1)),
        ("mcts:seconds=0.5,width=3", MctsBot(seconds=0.5, width=3)),
    ],
)
def test_a_spec_gives_a_bot_with_its_options(spec: str, bot: Bot[Any, Any]) -> None:
    assert make_bot(spec.replace(" :", ":")) == bot


@pytest.mark.parametrize("spec", [5, None, ["greedy"]])
def test_a_spec_that_is_no_string_is_refused(spec: Any) -> None:
    with pytest.raises(ConfigurationError, match="a bot's spec is a string such as 'greedy', not "):
        make_bot(spec)


@pytest.mark.parametrize(
    ("spec", "named"),
    [
        ("", "''"),
        ("Greedy", "'Greedy'"),
        (":worlds=8", "''"),
        ("a\nb", "'a\\nb'"),
        ("greedy:worlds", "'worlds' of bot 'greedy'"),
        ("greedy:worlds=", "'worlds' of bot 'greedy'"),
        ("mcts:seconds=nan", "'seconds' of bot 'mcts'"),
        ("greedy:worlds=many", "'worlds' of bot 'greedy'"),
        ("greedy:worlds=nan", "'worlds' of bot 'greedy'"),
        ("greedy:worlds=2,depth=3", "'depth' of bot 'greedy'"),
    ],
)
def test_another_spec_is_refused_by_what_is_wrong_in_it(spec: str, named: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        make_bot(spec)
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_refused_spec_is_told_what_there_is() -> None:
    def refusal(spec: str) -> str:
        with pytest.raises(ConfigurationError) as caught:
            make_bot(spec)
        return str(caught.value)

    assert (
        refusal("clever")
        == f"unknown bot 'clever'; known bots: {', '.join([*bot_names(), 'cmd:COMMAND'])}"
    )
    assert refusal("greedy:depth=2") == "unknown option 'depth' of bot 'greedy'; known: worlds"
    assert refusal("fair:worlds=2") == "unknown option 'worlds' of bot 'fair'; known: none"
    assert (
        refusal("greedy:worlds=1.5")
        == "option 'worlds' of bot 'greedy' must be a whole number of 0 or more, not '1.5'"
    )
    assert (
        refusal("mcts:seconds=inf")
        == "option 'seconds' of bot 'mcts' must be a number of 0 or more, not 'inf'"
    )
    assert refusal("greedy:worlds=0") == "greedy: worlds must be 1 or more"
    assert refusal("mcts:iterations=0") == "mcts: iterations must be 1 or more, or seconds above 0"


def _holds(value: object, kind: type) -> bool:
    """Tell whether there is a value of this class anywhere in the other one."""
    if isinstance(value, kind):
        return True
    if isinstance(value, (tuple, list)):
        return any(_holds(item, kind) for item in value)
    return any(
        _holds(getattr(value, name), kind) for name in getattr(value, "__dataclass_fields__", ())
    )


@pytest.mark.parametrize("name", boardgames.game_names())
def test_a_bot_is_given_a_view_of_its_seat_and_never_a_state(name: str) -> None:
    spy = Spy()
    game = boardgames.make(name, players=boardgames.game_class(name).player_counts[-1])
    match: Match[Any, Any, Any] = Match(game, [spy] * game.players, seed=7)
    kind = type(match.state)
    choices = 0
    for event in match.run():
        if len(game.legal_actions(event.before, event.player)) == 1:
            continue
        choices += 1
        player, view, actions = spy.given[-1]
        assert view == game.view(event.before, player)
        assert actions == game.legal_actions(event.before, player)
        assert not _holds(view, kind)
        assert not _holds(actions, kind)
    assert len(spy.given) == choices == sum(match.choices) > 0


@pytest.mark.parametrize("name", boardgames.game_names())
def test_the_game_that_all_bots_share_keeps_nothing_of_what_one_of_them_looked_at(
    name: str,
) -> None:
    """Otherwise a bot could read another seat's View, or a State, from the game it is given."""
    game = boardgames.make(name, players=2)
    kept = []
    for seed in range(2):
        state = game.new_game(seed)
        seat = game.to_act(state)[0]
        world = game.determinize(game.view(state, seat), generator(1, 1))
        game.evaluate(world, seat)
        game.prior(world, seat, game.legal_actions(world, seat))
        kept.append(pickle.dumps(vars(game)))
    assert kept[0] == kept[1]


@pytest.mark.parametrize("spec", REPEATABLE)
def test_a_bot_chooses_a_legal_action_from_its_view_alone(spec: str, sealed: Sealed) -> None:
    for event in match_of_bots(sealed, spec).run():
        actions = sealed.legal_actions(event.before, event.player)
        assert event.action in actions
        # Another world with the same View: the same choice.
        view = sealed.view(event.before, event.player)
        other = sealed.determinize(view, generator(99, event.ply))
        chosen = [
            make_bot(spec).choose(
                sealed, event.player, sealed.view(state, event.player), actions, generator(5, 5)
            )
            for state in (event.before, other)
        ]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("spec", REPEATABLE)
def test_a_bot_does_the_only_thing_there_is_without_drawing(spec: str, sealed: Sealed) -> None:
    state = sealed.new_game(7)
    only = sealed.legal_actions(state, 0)[:1]
    rng = generator(1, 1)
    assert make_bot(spec).choose(sealed, 0, sealed.view(state, 0), only, rng) == only[0]
    assert rng.random() == generator(1, 1).random()


def test_the_random_bot_does_all_there_is(sealed: Sealed) -> None:
    state = sealed.new_game(7)
    actions = sealed.legal_actions(state, 1)
    rng = generator(1, 1)
    chosen = {RandomBot().choose(sealed, 1, sealed.view(state, 1), actions, rng) for _ in range(60)}
    assert chosen == set(actions)


class Weighted(Sealed):
    """A game with a random policy of its own, which looks at the position."""

    def random_action(self, state: Any, rng: Random, player: int | None = None) -> Any:
        return super().random_action(state, rng, player)


@pytest.mark.parametrize("game", [Sealed(2), Weighted(2)], ids=lambda game: type(game).__name__)
@pytest.mark.parametrize(
    "bot", [RandomBot(), EasyBot(), FairBot()], ids=lambda bot: type(bot).__name__
)
def test_a_random_choice_samples_a_world_only_for_a_policy_of_the_games_own(
    bot: Any, game: Sealed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sealed, "slips", {"easy": 1.0, "fair": 1.0})
    state, sampled = game.new_game(7), list[object]()
    view, actions = game.view(state, 1), game.legal_actions(state, 1)

    def determinize(_: object, given: object, __: object) -> Any:
        sampled.append(given)
        return state

    monkeypatch.setattr(Sealed, "determinize", determinize)
    assert bot.choose(game, 1, view, actions, generator(1, 1)) in actions
    assert sampled == ([view] if isinstance(game, Weighted) else [])


class Blind(Sealed):
    """A game whose Views nobody can have."""

    def view(self, state: Any, player: int | None) -> Any:
        raise NotImplementedError(f"{player} looks at {state}")


def test_no_view_is_made_for_a_bot_that_does_not_read_it() -> None:
    match = Match(Blind(2), [RandomBot(), RandomBot()], seed=7)
    assert len([*match.run()]) == match.plies > 0
    with pytest.raises(NotImplementedError):
        [*Match(Blind(2), [GreedyBot(), RandomBot()], seed=7).run()]


def test_the_greedy_bot_takes_a_win_that_is_there(tic_tac_toe: TicTacToe) -> None:
    state = tic_tac_toe.new_game()
    for text in ("mark 0", "mark 3", "mark 1", "mark 4"):
        state = tic_tac_toe.apply(state, tic_tac_toe.parse(text))
    actions = tic_tac_toe.legal_actions(state)
    chosen = GreedyBot().choose(
        tic_tac_toe, 0, tic_tac_toe.view(state, 0), actions, generator(1, 1)
    )
    assert str(chosen) == "mark 2"


def test_the_greedy_bot_chooses_at_random_among_equals(tic_tac_toe: TicTacToe) -> None:
    state = tic_tac_toe.new_game()
    actions = tic_tac_toe.legal_actions(state)
    rng = generator(1, 1)
    chosen = {
        GreedyBot(1).choose(tic_tac_toe, 0, tic_tac_toe.view(state, 0), actions, rng).square
        for _ in range(200)
    }
    assert chosen == set(range(9))


@pytest.mark.parametrize(
    ("name", "plies", "digest"),
    [
        ("for_the_king", 185, "9aaa5c4c6b848096"),
        ("koryo", 29, "7bc82cbf3d55a192"),
        ("mundus_novus", 217, "79c96a33efda631b"),
    ],
)
def test_greedy_bots_play_the_same_game_on_every_version_of_python(
    name: str, plies: int, digest: str
) -> None:
    match = Match(frozen(name, 2), [make_bot("greedy")] * 2, 3)
    list(match.run())
    assert (match.plies, match.record().digest[:16]) == (plies, digest)


class AlwaysSlipping(Koryo):
    """Koryŏ, with an easy bot that does nothing but slip."""

    slips: ClassVar[Mapping[str, float]] = {"easy": 1.0}


def test_a_slip_is_an_action_of_the_random_policy() -> None:
    game = AlwaysSlipping(2)
    state = game.new_game(7)
    seat = game.to_act(state)[0]
    view, actions = game.view(state, seat), game.legal_actions(state, seat)
    slips, random = (
        Counter(bot.choose(game, seat, view, actions, generator(seed, 0)) for seed in range(600))
        for bot in (EasyBot(), RandomBot())
    )
    assert slips.keys() == random.keys() == set(actions)
    assert all(abs(slips[action] - random[action]) < 60 for action in actions)


@pytest.mark.parametrize("name", boardgames.game_names())
def test_a_level_does_not_slip_more_often_than_the_one_below(name: str) -> None:
    slips = boardgames.game_class(name).slips
    assert 1 > slips["easy"] > slips["fair"] >= 0


def test_a_bot_that_does_not_slip_does_what_its_search_prefers() -> None:
    game = AlwaysSlipping(2)
    state = game.new_game(7)
    seat = game.to_act(state)[0]
    view, actions = game.view(state, seat), game.legal_actions(state, seat)
    for bot, search in ((FairBot(), MctsBot(25)), (StrongBot(), MctsBot(200))):
        chosen = [each.choose(game, seat, view, actions, generator(1, 0)) for each in (bot, search)]
        assert chosen[0] == chosen[1]

"""The bot that learns a small game as a whole."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from boardgames import BotError, ConfigurationError, Game, make
from boardgames.core.chance import generator
from boardgames.play import Match, make_bot
from examples.cfr import CfrBot
from examples.kuhn_poker import BET, BOTH, CARDS, PASS, KuhnPoker, State

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GAME = KuhnPoker(2)
DEALS = [State((one, two), left) for one, two, left in permutations(CARDS)]


def strategy(bot: CfrBot, state: State) -> tuple[float, ...]:
    """Return how often the bot passes and bets here."""
    (seat,) = GAME.to_act(state)
    return bot.strategy(GAME, seat, GAME.view(state, seat), BOTH)


def won_by_best_answers(worth: Callable[[State, int], float], bot: CfrBot, seat: int) -> float:
    """Return what this seat gets from the bot if it knows the bot's strategy, but not its card."""

    def best(worlds: list[tuple[State, float]]) -> float:
        """Return its result over these positions, which it cannot tell apart, each with its
        chance.
        """
        state = worlds[0][0]
        if not GAME.to_act(state):
            return sum(chance * worth(end, seat) for end, chance in worlds)
        if GAME.to_act(state) == (seat,):
            return max(
                best([(GAME.apply(each, action), chance) for each, chance in worlds])
                for action in BOTH
            )
        total = 0.0
        for number, action in enumerate(GAME.legal_actions(state)):
            total += best(
                [
                    (GAME.apply(each, action), chance * strategy(bot, each)[number])
                    for each, chance in worlds
                ]
            )
        return total

    return sum(
        best([(deal, 1 / len(DEALS)) for deal in DEALS if deal.cards[seat] == card])
        for card in CARDS
    )


@pytest.mark.long
@pytest.mark.parametrize("points", [0, 1])
def test_in_kuhn_poker_nobody_wins_much_from_it(points: int) -> None:
    """Exploitability: half of what best answers to both seats win together; uniform play gives away
    0.458 coins.

    Without `points`, what counts is the share of the victory beyond one half.
    """

    def worth(state: State, seat: int) -> float:
        outcome = GAME.outcome(state)
        assert outcome is not None
        return GAME.score(state)[seat] if points else outcome.utility[seat] - 0.5

    answers = [won_by_best_answers(worth, CfrBot(points=points), seat) for seat in (0, 1)]
    assert 0 <= sum(answers) / 2 < 0.03


@pytest.mark.long
def test_it_bluffs_as_often_as_kuhn_found() -> None:
    """After a pass the second seat bets a third of its jacks and all its kings; its queen calls a
    third of the bets.
    """
    bot = CfrBot(20_000, points=1)

    def bets(card: int, said: str) -> float:
        other = next(each for each in CARDS if each != card)
        cards = (other, card) if len(said) == 1 else (card, other)
        return strategy(bot, State(cards, 6 - card - other, said))[BOTH.index(BET)]

    assert bets(1, "p") == pytest.approx(1 / 3, abs=0.05)
    assert bets(2, "b") == pytest.approx(1 / 3, abs=0.05)
    assert bets(3, "p") > 0.98
    assert bets(1, "b") < 0.02
    assert bets(3, "") == pytest.approx(3 * bets(1, ""), abs=0.1)


def test_it_draws_its_actions_as_often_as_its_strategy_says() -> None:
    bot, state = CfrBot(300, points=1), State((2, 1), 3, "p")
    view, rng = GAME.view(state, 1), generator(1, 0)
    drawn = [bot.choose(GAME, 1, view, BOTH, rng) for _ in range(2000)]
    assert drawn.count(PASS) / 2000 == pytest.approx(strategy(bot, state)[0], abs=0.04)


def test_what_it_learns_does_not_depend_on_the_match() -> None:
    view = GAME.view(State((2, 1), 3, "p"), 1)
    first, second = KuhnPoker(2), KuhnPoker(2)
    list(Match(first, [CfrBot(200), make_bot("random")], 5).run())
    assert CfrBot(200).strategy(first, 1, view, BOTH) == CfrBot(200).strategy(second, 1, view, BOTH)


def test_bots_that_learn_longer_do_not_teach_the_others() -> None:
    game, state = KuhnPoker(2), State((2, 1), 3, "p")
    alone = CfrBot(50, points=1).strategy(KuhnPoker(2), 1, game.view(state, 1), BOTH)
    longer = CfrBot(400, points=1).strategy(game, 1, game.view(state, 1), BOTH)
    assert CfrBot(50, points=1).strategy(game, 1, game.view(state, 1), BOTH) == alone != longer


def test_playing_for_the_victory_it_never_gives_up_a_card_that_may_win() -> None:
    for card in (2, 3):
        passes, bets = strategy(CfrBot(2000), State((1, card), 5 - card, "b"))
        assert passes < 0.05
        assert bets > 0.95


def test_it_beats_random_play() -> None:
    seats = [CfrBot(500), make_bot("random")]
    won = 0.0
    for seed in range(200):
        for seat in (0, 1):
            match = Match(GAME, seats if seat == 0 else seats[::-1], seed)
            list(match.run())
            outcome = GAME.outcome(match.state)
            won += outcome.utility[seat] if outcome else 0.0
    assert won > 220


@pytest.mark.parametrize("name", ["koryo", "for_the_king", "mundus_novus"])
def test_a_game_that_is_too_large_is_refused_before_the_deal(name: str) -> None:
    game: Game[Any, Any, Any] = make(name, players=2)
    with pytest.raises(
        BotError,
        match=f"^player 1, CfrBot: cfr is for small games, and {name} has too many positions$",
    ):
        Match(game, [CfrBot()] * 2, 1)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"iterations": 0}, "cfr: iterations must be 1 or more"),
        ({"points": 2}, "cfr: points must be 0 or 1"),
        ({"points": -1}, "cfr: points must be 0 or 1"),
    ],
)
def test_options_without_a_meaning_are_refused(options: dict[str, int], fault: str) -> None:
    with pytest.raises(ConfigurationError, match=f"^{fault}$"):
        CfrBot(**options)


def test_an_entry_point_gives_it_a_spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = tmp_path / "cfr-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: cfr\nVersion: 1.0\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text(
        "[boardgames.bots]\ncfr = examples.cfr:CfrBot\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert make_bot("cfr:iterations=200,points=1") == CfrBot(200, points=1)

"""Seats in words, answered by scripted models and by a real program."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boardgames import (
    BoardGamesError,
    BotError,
    ConfigurationError,
    IllegalActionError,
    NotationError,
    game_class,
    game_names,
    make,
    value,
)
from boardgames.adapters.text import Cost, Messages, TextBot, TextSeat
from boardgames.core.action import Action
from boardgames.core.chance import generator
from boardgames.games.koryo.words.english import English
from boardgames.play import Match, make_bot
from boardgames.play.text import AGAIN, GROUPED, HOW
from boardgames.scene.scene import Label
from boardgames.testing.probe import walk
from examples.harnesses import ArenaGame, KaggleGame, OpenEnvSeat
from examples.kuhn_poker import KuhnPoker, KuhnPokerWords
from tests.boxes import frozen
from tests.conftest import PACKAGE

PROMPTED = Path(__file__).parents[2] / "examples" / "bots" / "prompted.py"
KORYO = frozen("koryo", 2)
START = KORYO.new_game(1)
VIEW = KORYO.view(START, 0)
LEGAL = KORYO.legal_actions(START)
ONE = "expected one line that begins with ACTION:, and one action after it"


def refusal(answer: str) -> str:
    """Return with what words this answer is refused at the start of a game."""
    with pytest.raises(BoardGamesError) as caught:
        TextSeat(KORYO, 0).read(answer, VIEW, LEGAL)
    return str(caught.value)


def scripted(*answers: str) -> tuple[Callable[[Messages], str], list[Messages]]:
    """Return a model that gives these answers in turn, and the list of what it was asked."""
    asked: list[Messages] = []

    def ask(messages: Messages) -> str:
        asked.append(messages)
        return answers[min(len(asked), len(answers)) - 1]

    return ask, asked


@pytest.mark.parametrize(
    "answer",
    [
        "2",
        " 2. ",
        "{1}",
        "ACTION: 2",
        "I think.\nAction: {1}\nThat is all.",
        "**ACTION:** `{1}`",
        "action: [{1}]",
        "{1}\n",
        "2. {1}",
        "2) {1}",
        "2 ({1})",
        "ACTION: 2. **{1}**",
        "ACTION:\n{1}",
        "I think.\n**ACTION:**\n```\n{1}\n```",
        "ACTION: 2\nI repeat:\nACTION: 2",
        "ACTION: 2\nThat is:\nACTION: {1}",
        "Final answer: 2",
        "I think.\n**Final Answer:** 2",
        "My answer: 2",
        "The answer: {1}",
        "Final answer:\nACTION: 2",
        "#2",
        "ACTION: #2",
        "Option 2",
        "ACTION: option 2",
        "2 \u2014 {1}",
        "2 \u2013 {1}",
        "2 = {1}",
        "{1}".join("<>"),
        "$2$",
        r"\boxed{2}",
        r"So it is $\boxed{2}$.",
        r"\boxed{\text{{1}}}",
        '{"action": 2}',
        '{"action": "2"}',
        '{"Action": "{1}", "why": "ACTION: 1 is worse"}',
        '{"thoughts": {"first": "1"}, "action": 2}',
        '```json\n{"reasoning": "it is best", "action": 2}\n```',
        'I take this:\n```json\n{\n  "action": 2\n}\n```',
        'ACTION: {"action": 2}',
        "<answer>2</answer>",
        "It is this. <action>{1}</action>",
        "<think>\nACTION: 1\nOr not.\n</think>\nACTION: 2",
        "ACTION: 1 is bad.</think>2",
        "<think>ACTION: 1</think>ACTION: 2<think>ACTION: 3",
        "I will say ACTION: 2",
        "Write ACTION: and a number.\nACTION: 2",
        "ACTION\uff1a2",
    ],
)
def test_an_answer_names_an_action_by_number_or_notation(answer: str) -> None:
    assert TextSeat(KORYO, 0).read(answer.replace("{1}", str(LEGAL[1])), VIEW, LEGAL) == LEGAL[1]


@pytest.mark.parametrize(
    ("answer", "error", "reason"),
    [
        ("", NotationError, ONE),
        (" \n``\n", NotationError, ONE),
        ("first this\nthen that", NotationError, ONE),
        ("ACTION: 1\nACTION: 2", NotationError, "two different answers: '1' and '2'"),
        ("ACTION: 1\nFinal answer: 2", NotationError, "two different answers: '1' and '2'"),
        (r"ACTION: 1, so \boxed{2}", NotationError, "number 1 is not 'so 2'"),
        ('{"action": 1, "answer": 2}', NotationError, "two different answers: '1' and '2'"),
        (
            "<answer>1</answer> <answer>2</answer>",
            NotationError,
            "two different answers: '1' and '2'",
        ),
        (r"\boxed{ 1} or \boxed{2}", NotationError, "two different answers: '1' and '2'"),
        ("ACTION: 2 is bad, 1 is better", NotationError, "number 2 is not 'is bad, 1 is better'"),
        ("<think>ACTION: 2", NotationError, ONE),
        ('{"thought": "ACTION: 2"}', NotationError, ONE),
        ('{"action": true}', NotationError, ONE),
        ("1\n2", NotationError, ONE),
        ("ACTION:", NotationError, ONE),
        (f"ACTION: {'9' * 5000}", NotationError, f"not an action of this game: '{'9' * 56}..."),
        ("1. {1}", NotationError, "number 1 is not '{1}'"),
        ("2 ({0})", NotationError, "number 2 is not '{0}'"),
        ("99. {0}", IllegalActionError, f"there are actions 1 to {len(LEGAL)}, and no 99"),
        ("{0} {1}", NotationError, "not an action of this game: '{0} {1}'"),
        ("ACTION: 0", IllegalActionError, f"there are actions 1 to {len(LEGAL)}, and no 0"),
        ("ACTION: 999", IllegalActionError, f"there are actions 1 to {len(LEGAL)}, and no 999"),
        ("ACTION: win", NotationError, "not an action of this game: 'win'"),
        ("ACTION: -1", NotationError, "not an action of this game: '-1'"),
        ("ACTION: bank", IllegalActionError, "not legal now: 'bank'"),
    ],
)
def test_any_other_answer_is_refused_with_the_reason(
    answer: str, error: type[Exception], reason: str
) -> None:
    for number in (0, 1):
        answer, reason = (
            text.replace(f"{{{number}}}", str(LEGAL[number])) for text in (answer, reason)
        )
    with pytest.raises(error) as caught:
        TextSeat(KORYO, 0).read(answer, VIEW, LEGAL)
    assert str(caught.value) == reason


def test_a_model_without_an_answer_is_asked_again() -> None:
    ask, asked = scripted("", " \n", "2")
    assert TextSeat(KORYO, 0).choose(ask, VIEW, LEGAL) == LEGAL[1]
    assert [message["content"] for message in asked[-1] if message["role"] == "assistant"] == [
        "(no text)"
    ] * 2


@pytest.mark.parametrize(
    "piece",
    [
        "\n",
        " ",
        "*",
        "ACTION",
        "ACTION:",
        "ACTION:\n",
        "action*",
        "1",
        "1 ",
        "1.",
        "[",
        "order 1 ",
        "\u2028",
        "{",
        '{"action":',
        '{"action": [',
        "\\boxed{",
        "<answer>",
        "<think>",
        "</think>",
        "my ",
        "final answer: ",
    ],
)
def test_a_long_answer_is_read_in_a_moment(piece: str) -> None:
    """Every pattern is linear: a quadratic one would take minutes for 100 kB."""
    seat = TextSeat(KORYO, 0)
    for start in ("", "ACTION: ", "**ACTION", "99 "):
        answer = (start + piece * 100_000)[:100_000]
        with pytest.raises(BoardGamesError):
            seat.read(answer, VIEW, LEGAL)


@value
class Bid(Action):
    """An action whose notation is a number."""

    amount: int

    def __str__(self) -> str:
        return str(self.amount)


@value
class Word(Action):
    """An action with any notation."""

    text: str

    def __str__(self) -> str:
        return self.text


def test_a_notation_comes_before_a_number_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(English, "label", lambda _, _view, action: Label(str(action)))
    bids = (Bid(3), Bid(2), Bid(1))
    assert TextSeat(KORYO, 0).read("2", VIEW, bids) == Bid(2)
    assert TextSeat(KORYO, 0).read("3", VIEW, bids) == Bid(3)
    assert TextSeat(KORYO, 0).read("12. 2", VIEW, bids) == Bid(2)
    with pytest.raises(NotationError, match=r"^number 11 is not '2'$"):
        TextSeat(KORYO, 0).read("11. 2", VIEW, bids)


@pytest.mark.parametrize(
    ("texts", "first"),
    [
        (("pass", "bid 1", "bid 2"), 11),
        (("pass", "bid 10", "bid 54"), 1),
        (("bid 1", "bid 2", "pass"), 1),
        (("take Gold 2", "take Gold 1"), 11),
        (("pass", *[f"bid {amount}" for amount in range(1, 55)]), 101),
        (("order 2 Spy", "order 1 Spy"), 1),
    ],
)
def test_the_number_of_a_choice_is_none_that_another_one_ends_with(
    kuhn_poker: KuhnPoker,
    monkeypatch: pytest.MonkeyPatch,
    texts: tuple[str, ...],
    first: int,
) -> None:
    """Who answers "3" to "2. bid 1, 3. bid 2, 4. bid 3" may mean either."""
    monkeypatch.setattr(KuhnPokerWords, "label", lambda _, _view, action: Label(str(action)))
    view, words = kuhn_poker.view(kuhn_poker.new_game(1), 0), [Word(text) for text in texts]
    seat = TextSeat(kuhn_poker, 0)
    assert f"\n{first}. {texts[0]}\n{first + 1}. {texts[1]}" in seat.prompt(view, words)
    for number, word in enumerate(words, start=first):
        assert seat.read(str(number), view, words) == word
    last = first + len(words) - 1
    with pytest.raises(
        IllegalActionError, match=f"^there are actions {first} to {last}, and no {last + 1}$"
    ):
        seat.read(str(last + 1), view, words)


def test_a_label_names_an_action_too(
    kuhn_poker: KuhnPoker, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = kuhn_poker.new_game(1)
    view, legal = kuhn_poker.view(state, 0), kuhn_poker.legal_actions(state)
    labels = {"bet": "raise the stakes", "pass": "keep quiet"}
    monkeypatch.setattr(
        KuhnPokerWords, "label", lambda _, _view, action: Label(labels[str(action)], note="a note")
    )
    seat = TextSeat(kuhn_poker, 0)
    assert str(seat.read("ACTION: Raise the stakes", view, legal)) == "bet"
    assert seat.prompt(view, legal).endswith(
        "1. keep quiet (a note) [pass]\n2. raise the stakes (a note) [bet]"
    )
    for answer in (
        "2. raise the stakes (a note) [bet]",
        "2. raise the stakes [bet]",
        "raise the stakes [bet]",
        "raise the stakes (a note)",
        "2 (Raise the stakes)",
        "ACTION: **raise the stakes** [bet]",
    ):
        assert str(seat.read(answer, view, legal)) == "bet"
    for answer in (
        "1. raise the stakes [bet]",
        "raise the stakes [pass]",
        "1 [bet]",
        "raise the stakes keep quiet",
    ):
        with pytest.raises(NotationError):
            seat.read(answer, view, legal)


def test_a_label_that_two_actions_share_names_neither(
    kuhn_poker: KuhnPoker, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = kuhn_poker.new_game(1)
    monkeypatch.setattr(KuhnPokerWords, "label", lambda *_: Label("go on"))
    with pytest.raises(NotationError, match=r"^'go on' can mean several of the legal actions$"):
        TextSeat(kuhn_poker, 0).read(
            "go on", kuhn_poker.view(state, 0), kuhn_poker.legal_actions(state)
        )


@pytest.mark.parametrize("name", game_names())
def test_every_listed_line_can_be_copied(name: str) -> None:
    game = make(name, players=2)
    for ply in list(walk(game, 3, longest=10_000))[::20]:
        view, legal = game.view(ply.before, ply.player), game.legal_actions(ply.before, ply.player)
        seat = TextSeat(game, ply.player, characters=1_000_000)
        listed = seat.prompt(view, legal).partition("Your legal actions:\n")[2].splitlines()
        assert [seat.read(line, view, legal) for line in listed] == list(legal)


def test_a_prompt_holds_what_happened_the_table_and_the_actions() -> None:
    prompt = TextSeat(KORYO, 0).prompt(VIEW, LEGAL, ["Player 2: pass"])
    assert prompt.startswith("Since your last turn:\nPlayer 2: pass\n")
    table = KORYO.words.render(VIEW).splitlines()
    shown = prompt.splitlines()[2 : 2 + len(table)]
    assert [line.split() for line in shown] == [line.split() for line in table]
    assert f"\n1. {KORYO.words.label(VIEW, LEGAL[0]).text}" in prompt
    assert f"\n{len(LEGAL)}. " in prompt
    assert HOW not in prompt  # the opening says it


def test_a_table_is_as_narrow_as_its_columns_which_stay_aligned() -> None:
    table = KORYO.words.render(VIEW).splitlines()
    shown = TextSeat(KORYO, 0).prompt(VIEW, LEGAL).splitlines()[: len(table)]
    assert shown[0] == table[0]
    ends = [len(line) for line in shown[1:] if line.endswith("  .")]
    assert len(ends) > 5
    assert len({*ends}) == 1
    assert ends[0] < next(len(line) for line in table if line.endswith("  .")) - 10


def test_a_long_prompt_loses_old_lines_and_never_the_table_or_an_action() -> None:
    told = [f"line {number}" for number in range(1000)]
    seat = TextSeat(KORYO, 0, characters=2000)
    prompt = seat.prompt(VIEW, LEGAL, told)
    assert len(prompt) <= 2000
    assert re.search(r"^\.\.\. [89]\d\d earlier lines$", prompt, re.MULTILINE)
    assert "line 999\n" in prompt
    assert "line 1\n" not in prompt
    short = TextSeat(KORYO, 0, characters=1).prompt(VIEW, LEGAL, told)
    table = KORYO.words.render(VIEW).split()
    assert short.partition("lines\n")[2].split()[: len(table)] == table
    assert all(str(action).partition(" ")[2] in short for action in LEGAL)


def test_actions_of_a_long_list_are_grouped_by_as_many_words_as_make_it_shortest(
    kuhn_poker: KuhnPoker,
) -> None:
    view = kuhn_poker.view(kuhn_poker.new_game(1), 0)
    texts = [
        "pass",
        "take",
        "take corn from 1",
        "take corn from 2",
        "take corn from 3",
        "take a relic",
        "give corn",
    ]
    seat, words = TextSeat(kuhn_poker, 0, characters=1), [Word(text) for text in texts]
    prompt = seat.prompt(view, words)
    assert (
        f"\n{GROUPED}\n11. pass\n12. take\ntake corn from ... 13. 1; 14. 2; 15. 3\n16. take a relic"
        "\n17. give corn" in prompt
    )
    assert [
        str(seat.read(answer, view, words)) for answer in ("14", "14. 2", "14. take corn from 2")
    ] == [texts[3]] * 3
    with pytest.raises(NotationError, match=r"^number 14 is not '3'$"):
        seat.read("14. 3", view, words)


@pytest.mark.parametrize("name", game_names())
def test_a_grouped_list_has_every_legal_action(name: str) -> None:
    game = make(name, players=game_class(name).player_counts[-1])
    for ply in list(walk(game, 4, longest=10_000))[::20]:
        view, legal = game.view(ply.before, ply.player), game.legal_actions(ply.before, ply.player)
        lines = (
            TextSeat(game, ply.player, characters=1)
            .prompt(view, legal)
            .partition(f"{GROUPED}\n")[2]
            .splitlines()
        )
        listed = {}
        for line in lines:
            first, dots, items = line.partition(" ... ")
            for item in items.split("; ") if dots else [line]:
                number, _, rest = item.partition(". ")
                listed[int(number)] = f"{first} {rest}" if dots else rest
        assert listed == dict(enumerate(map(str, legal), start=min(listed)))


def test_the_opening_has_the_rules_in_short_or_whole_or_not() -> None:
    short, full, none = (
        TextSeat(KORYO, 1, rules=rules).opening() for rules in ("short", "full", "none")
    )
    for opening in (short, full, none):
        assert opening.startswith(f"You play {KORYO.title} with 2 players; you are Player 2.")
        assert opening.endswith(HOW)
    assert KORYO.words.rules() in full
    assert len(none) < len(short) < len(full)
    with pytest.raises(
        ConfigurationError, match=r"^rules: expected short, full or none, not 'long'$"
    ):
        TextSeat(KORYO, 1, rules="long")  # type: ignore[arg-type]  # as it should be
    with pytest.raises(
        ConfigurationError, match=r"^rules: expected short, full or none, not 'bogus'$"
    ):
        TextBot(str, rules="bogus")  # type: ignore[arg-type]  # as it should be
    with pytest.raises(ConfigurationError, match=r"^no seat 2"):
        TextSeat(KORYO, 2)


def test_a_wrong_answer_is_corrected_and_paid_for() -> None:
    ask, asked = scripted("Let me see", "ACTION: win", "ACTION: 2")
    cost = Cost()
    assert TextSeat(KORYO, 0).choose(ask, VIEW, LEGAL, cost=cost) == LEGAL[1]
    first, second, third = asked
    assert [message["role"] for message in third] == [
        "system",
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
    ]
    assert third[:2] == first
    assert second[-2:] == [
        {"role": "assistant", "content": "Let me see"},
        {"role": "user", "content": f"{refusal('Let me see')}. {AGAIN}"},
    ]
    prompts = [len(message["content"]) for message in third if message["role"] == "user"]
    said, opening = "Let me seeACTION: winACTION: 2", first[0]["content"]
    assert cost == Cost(1, 2, sum(prompts), prompts[0], len(said), len(opening))
    assert opening == TextSeat(KORYO, 0).opening()


def test_after_the_last_correction_the_turn_is_given_up_and_nothing_is_guessed() -> None:
    ask, asked = scripted("win")
    with pytest.raises(BotError) as caught:
        TextSeat(KORYO, 0).choose(ask, VIEW, LEGAL, corrections=1)
    assert len(asked) == 2
    assert str(caught.value) == f"no legal action in 2 answers; the last fault: {refusal('win')}"
    match: Match[Any, Any, Any] = Match(
        KORYO, [TextBot(ask), make_bot("random")], 1, on_fault="forfeit"
    )
    for _ in match.run():
        pass
    assert match.ending is not None
    assert match.ending.seat == 0


@pytest.mark.parametrize("name", game_names())
def test_a_model_plays_a_whole_game_of_every_sort(name: str) -> None:
    asked: list[Messages] = []

    def ask(messages: Messages) -> str:
        """Take the first action of the list."""
        asked.append(messages)
        prompt = messages[-1]["content"]
        listed = re.findall(r"^(?:.* \.\.\. )?([0-9]+)\. ", prompt, re.MULTILINE)
        return f"ACTION: {listed[0]}"

    game = make(name, players=2)
    bot = TextBot(ask)
    match: Match[Any, Any, Any] = Match(game, [bot, make_bot("random")], 3)
    for _ in match.run():
        pass
    assert match.outcome is not None
    assert bot.cost.turns == len(asked) == match.choices[0]
    assert bot.cost.corrections == 0


@pytest.mark.parametrize("name", game_names())
def test_what_a_model_is_asked_depends_on_the_view_of_its_seat_alone(name: str) -> None:
    """In all worlds that a seat cannot tell apart, it is asked the same, to the letter."""
    game = make(name, players=3)
    rng = generator(1, 2)
    compared = 0
    for ply in list(walk(game, 5, longest=10_000))[::7]:
        view, legal = game.view(ply.before, ply.player), game.legal_actions(ply.before, ply.player)
        seat = TextSeat(game, ply.player)
        asked = (seat.opening(), seat.prompt(view, legal))
        for _ in range(3):
            world = game.determinize(view, rng)
            compared += world != ply.before
            seen = game.view(world, ply.player)
            there = game.legal_actions(world, ply.player)
            assert (seat.opening(), seat.prompt(seen, there)) == asked
    assert compared > 10


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_a_turn_costs_less_than_three_thousand_characters(name: str) -> None:
    """With as many players as there can be, told lines and all."""
    players = game_class(name).player_counts[-1]
    game = make(name, players=players)
    told: list[list[str]] = [[] for _ in range(players)]
    lengths = []
    for ply in walk(game, 2, longest=10_000):
        view = game.view(ply.before, ply.player)
        lengths.append(
            len(
                TextSeat(game, ply.player).prompt(
                    view, game.legal_actions(ply.before, ply.player), told[ply.player]
                )
            )
        )
        told[ply.player] = []
        for viewer, lines in enumerate(told):
            lines.extend(game.words.tell(ply.before, ply.player, ply.action, ply.after, viewer))
    assert max(lengths) < 3000


@pytest.mark.long
def test_a_program_that_reads_prompts_plays_by_way_of_cmd(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program answers the number 1, after one answer that has to be corrected."""
    model = tmp_path / "model.py"
    model.write_text(
        "import sys\nprompt = sys.stdin.read()\nassert 'legal actions' in prompt\n"
        f"print('ACTION: 1' if {AGAIN!r} in prompt else 'What a hand!')\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(PACKAGE.parent))
    bot = make_bot(f"cmd:{sys.executable} {PROMPTED} {sys.executable} {model}")
    match: Match[Any, Any, Any] = Match(KORYO, [bot, make_bot("random")], 1)
    events = []
    for event in match.run():
        events.append(event)
        if event.player == 0 and len(events) > 4:
            break
    match.close()
    own = [event for event in events if event.player == 0]
    assert own
    assert all(event.action == event.game.legal_actions(event.before, 0)[0] for event in own)


# Harnesses.


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_all_seats_of_a_game_act_by_text(name: str) -> None:
    env = ArenaGame(make(name, players=3))
    env.reset(num_players=3, seed=1)
    greeted, done, turns = set(), False, 0
    while not done:
        player, observation = env.get_observation()
        assert observation.startswith("You play ") == (player not in greeted)
        greeted.add(player)
        (first, *_) = re.findall(r"^(\d+)\. ", observation, re.MULTILINE)
        done, info = env.step(f"[{first}]")
        assert info == {}
        turns += 1
    rewards, ended = env.close()
    outcome = env.table.match.outcome
    assert outcome is not None
    tie = len(outcome.winners) == 3
    assert rewards == {
        seat: 0 if tie else 1 if seat in outcome.winners else -1 for seat in range(3)
    }
    in_words = env.table.game.words.ended(outcome).reason
    assert in_words != outcome.reason
    assert ended[0] == {"reason": in_words, "invalid_move": False}
    with pytest.raises(ConfigurationError, match=r"^the game is over: call reset first$"):
        env.step("1")
    with pytest.raises(ConfigurationError, match=r"^the game was made for 3 players, not 2$"):
        env.reset(num_players=2)


def test_a_seat_by_text_is_told_of_a_refusal_and_loses_after_too_many() -> None:
    env = ArenaGame(make("koryo", players=3), corrections=1)
    env.reset(seed=1)
    player, _ = env.get_observation()
    assert env.step("win") == (False, {"refused": refusal("win")})
    again, observation = env.get_observation()
    assert again == player
    assert observation.startswith(f"{refusal('win')}. {AGAIN}\n")
    assert env.step("win") == (True, {"refused": refusal("win")})
    rewards, ended = env.close()
    assert [seat for seat, reward in rewards.items() if reward < 0] == [player]
    assert [seat for seat, each in ended.items() if each["invalid_move"]] == [player]
    assert ended[player]["reason"].endswith(f": {refusal('win')}")


def test_a_game_in_the_shape_of_kaggles_game_arena() -> None:
    game = KaggleGame(make("koryo", players=3))
    game.reset(seed=1)
    rng = generator(1, 1)
    payoffs: tuple[float, ...] = ()
    while not game.observation(0)["isTerminal"]:
        seen = [game.observation(player) for player in range(3)]
        player = seen[0]["currentPlayer"]
        assert isinstance(player, int)
        for each in seen:
            assert bool(each["legalActions"]) == (each["playerId"] == player)
        numbers, strings = seen[player]["legalActions"], seen[player]["legalActionStrings"]
        assert isinstance(numbers, list)
        assert isinstance(strings, list)
        assert len(numbers) == len(strings)
        shown = str(seen[player]["observationString"])
        assert "\nYour legal actions" in shown
        for listed, text in zip(numbers, strings, strict=True):
            assert re.search(rf"\b{listed}\. .*\b{str(text).rpartition(' ')[2]}\b", shown)
        assert shown.endswith("\nSubmit the number of one of these actions.")
        number = numbers[int(rng.random() * len(numbers))]
        assert isinstance(number, int)
        assert not any(payoffs)
        payoffs = game.step({"submission": number})
    assert any(payoffs)
    assert sum(payoffs) == pytest.approx(0)
    assert game.observation(1)["currentPlayer"] == -4
    said = str(game.observation(1)["observationString"]).splitlines()[-1]
    assert re.fullmatch(
        r"The game is over: .*\. .* wins?\. Points: Player 1 -?\d+, you -?\d+, Player 3 -?\d+\.",
        said,
    )


def test_kaggle_is_shown_its_numbers_even_in_a_long_list() -> None:
    game = KaggleGame(frozen("koryo", 3))
    game.table.words = [TextSeat(game.table.game, player, characters=1) for player in range(3)]
    game.reset(seed=1)
    seen = game.observation(0)
    assert isinstance(seen["legalActions"], list)
    for number in seen["legalActions"]:
        assert f" {number}. " in str(seen["observationString"])


@pytest.mark.parametrize(
    "action",
    [
        {},
        None,
        3,
        {"submission": None},
        {"submission": "1"},
        {"submission": True},
        {"submission": 1.0},
    ],
)
def test_what_is_no_submission_is_refused(action: Any) -> None:
    game = KaggleGame(KORYO)
    game.reset(seed=1)
    with pytest.raises(ConfigurationError, match=r"^expected {'submission': NUMBER}, not "):
        game.step(action)
    with pytest.raises(IllegalActionError, match="a value of type int, too long"):
        game.step({"submission": 10**5000})


def test_before_reset_every_method_says_what_to_do() -> None:
    arena, kaggle, seat = ArenaGame(KORYO), KaggleGame(KORYO), OpenEnvSeat(KORYO)
    for method in (
        arena.get_observation,
        lambda: arena.step("1"),
        arena.close,
        lambda: kaggle.observation(0),
        lambda: kaggle.step({"submission": 1}),
        lambda: seat.step("1"),
        lambda: seat.state,
    ):
        with pytest.raises(
            ConfigurationError, match=r"^no game has been started: call reset first$"
        ):
            method()


def test_a_seat_is_told_what_followed_from_its_own_action() -> None:
    """The last order of a season reveals all of them; the seat knows its own action itself."""
    env = ArenaGame(make("koryo", players=2))
    env.reset(seed=1)
    first, _ = env.get_observation()
    env.step("order 1 Spy" if "order 1 Spy" in map(str, env.table.legal(first)) else "2")
    last, _ = env.get_observation()
    env.step("2")
    event = list(env.table.match.history())[-1]
    own, *effects = event.told(last)
    assert own.startswith("You ordered ")
    assert len(effects) > 1
    assert env.table.told[last] == effects
    assert env.table.told[first] == list(event.told(first))


def test_a_seat_in_the_shape_of_openenv() -> None:
    env = OpenEnvSeat(make("koryo", players=3), ["random", "greedy"], seat=1)
    seen = env.reset(seed=1)
    assert seen.prompt.startswith("You play ")
    assert env.step("win").prompt.startswith(f"{refusal('win')}. {AGAIN}\n")
    while not seen.done:
        assert seen.reward == 0
        assert seen.legal_actions
        seen = env.step(seen.legal_actions[0])
    assert re.fullmatch(
        r"The game is over: .*\. .* wins?\. Points: Player 1 -?\d+, you -?\d+, Player 3 -?\d+\.",
        seen.prompt,
    )
    assert seen.reward in (pytest.approx(2 / 3), pytest.approx(-1 / 3))
    assert env.state["game"] == "koryo"
    env.reset(seed=1)
    for _ in range(2):
        assert not env.step("win").done
    last = env.step("win")
    assert (last.done, last.reward) == (True, -1 / 3)
    assert last.prompt.endswith(f": {refusal('win')}.")
    with pytest.raises(
        ConfigurationError, match=r"^bots: expected 2, one for each other seat, not 1$"
    ):
        OpenEnvSeat(make("koryo", players=3), ["random"])

"""What models reply, of whatever type, and what keeps them from replying."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from email.utils import formatdate
from http.client import IncompleteRead
from types import SimpleNamespace as Object
from typing import Any
from urllib.error import HTTPError, URLError

import pytest

from boardgames import BotError, ConfigurationError, UnreachableError, make
from boardgames.play import Match, make_bot
from boardgames.play.bots.text import TextBot
from boardgames.play.prompt import Messages
from boardgames.play.reply import (
    Patience,
    Reply,
    Tokens,
    is_transient,
    reply_from,
    reply_of,
)
from boardgames.play.text import AGAIN, TOO_LONG, AnswerError, TextSeat
from tests.boxes import frozen

KORYO = frozen("koryo", 2)
START = KORYO.new_game(1)
VIEW = KORYO.view(START, 0)
LEGAL = KORYO.legal_actions(START)
FIRST = "ACTION: 1"

CHAT = Object(
    choices=[Object(message=Object(content=FIRST, role="assistant"), finish_reason="stop")],
    usage=Object(
        prompt_tokens=50,
        completion_tokens=20,
        prompt_tokens_details=Object(cached_tokens=40),
        completion_tokens_details=Object(reasoning_tokens=15),
    ),
    model="m-1",
    _hidden_params={"response_cost": 0.25},
)
"""As openai and litellm have it."""
BLOCKS = Object(
    content=[Object(type="thinking", thinking="So."), Object(type="text", text=FIRST)],
    stop_reason="max_tokens",
    usage=Object(input_tokens=50, output_tokens=20, cache_read_input_tokens=40),
    model="m-2",
)
"""As anthropic has it."""
RESPONSE = Object(
    output=[
        Object(type="reasoning", summary=[]),
        Object(type="message", content=[Object(type="output_text", text=FIRST)]),
    ],
    text=Object(format="plain"),
    incomplete_details=Object(reason="max_output_tokens"),
)
"""As the second form of openai has it."""


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        (FIRST, Reply(FIRST)),
        ({"text": FIRST, "price": 2}, Reply(FIRST, price=2.0)),
        (CHAT, Reply(FIRST, "stop", Tokens(50, 20, 40, 15), 0.25, "m-1")),
        (BLOCKS, Reply(FIRST, "max_tokens", Tokens(50, 20, 40), None, "m-2")),
        (RESPONSE, Reply(FIRST, "max_output_tokens")),
        (
            {"message": {"content": FIRST}, "done_reason": "stop", "model": "llama"},
            Reply(FIRST, "stop", model="llama"),
        ),
        (
            {"choices": [{"message": {"content": None}, "finish_reason": "length"}]},
            Reply("", "length"),
        ),
        ([{"type": "text", "text": "ACTION:"}, {"type": "text", "text": " 1"}], Reply(FIRST)),
        ({"content": [], "stop_reason": "end_turn"}, Reply("", "end_turn")),
        (Reply(FIRST, "stop"), Reply(FIRST, "stop")),
    ],
)
def test_what_has_text_in_a_known_place_is_read(answer: Any, reply: Reply) -> None:
    assert reply_of(answer) == reply


@pytest.mark.parametrize(
    "answer", [None, b"ACTION: 1", {"action": 1}, 1, iter(["ACTION: 1"]), [1], []]
)
def test_everything_else_is_a_fault_of_the_set_up_at_the_first_answer(answer: Any) -> None:
    asked: list[Messages] = []

    def ask(messages: Messages) -> Any:
        asked.append(messages)
        return answer

    match: Match[Any, Any, Any] = Match(
        KORYO, [TextBot(ask), make_bot("random")], 1, on_fault="forfeit"
    )
    with pytest.raises(ConfigurationError, match=rf", of type {type(answer).__name__}: expected"):
        list(match.run())
    assert len(asked) == 1
    assert (match.ending, match.faults) == (None, [])


def test_awaitables_are_awaited_on_one_loop_even_within_another() -> None:
    loops = set()

    async def ask(_: Messages) -> Any:
        await asyncio.sleep(0)
        loops.add(asyncio.get_running_loop())
        return CHAT

    async def within() -> Reply:
        return reply_from(ask, [])

    assert [reply_from(ask, []).text, asyncio.run(within()).text] == [FIRST] * 2
    assert reply_from(ask, [], Patience(answer_seconds=30)).text == FIRST
    assert len(loops) == 1


class Failing:
    """A model that raises these errors before it answers."""

    def __init__(self, *errors: BaseException) -> None:
        self.errors = [*errors]
        self.pauses: list[float] = []

    def __call__(self, _: Messages) -> str:
        if self.errors:
            raise self.errors.pop(0)
        return FIRST

    def patience(self, outage_seconds: float = 900.0) -> Patience:
        return Patience(outage_seconds=outage_seconds, pause=self.pauses.append)


def http(status: int, **headers: str) -> HTTPError:
    """Return the error of a client for this status."""
    return HTTPError("https://model", status, "no", headers, None)  # type: ignore[arg-type]  # a mapping will do


class APIStatusError(Exception):
    """The error of a client that has the response in it."""

    def __init__(self, status: int, **headers: str) -> None:
        super().__init__(f"status {status}")
        self.response = Object(status_code=status, headers=headers)


class APIConnectionError(Exception):
    """The error of a client that could not connect."""


def test_an_outage_is_waited_for_with_growing_pauses_or_as_the_service_asks() -> None:
    model = Failing(
        ConnectionError(),
        URLError("down"),
        http(503),
        TimeoutError(),
        http(429, **{"Retry-After": "7"}),
        APIStatusError(529, **{"retry-after": formatdate(time.time() + 100)}),
        APIConnectionError(),
        IncompleteRead(b""),
    )
    reply = reply_from(model, [], model.patience())
    assert (reply.text, reply.retries) == (FIRST, 8)
    *rest, date, last, longest = model.pauses
    assert rest == [1, 2, 4, 8, 7]
    assert 95 < date <= 100
    assert (last, longest) == (16, 32)


@pytest.mark.parametrize("error", [ConnectionResetError(), http(500), APIStatusError(429)])
def test_an_outage_that_lasts_is_no_defeat_and_the_match_can_go_on(error: Exception) -> None:
    model = Failing(*[error] * 20)
    bots = [TextBot(model, patience=model.patience(30)), make_bot("random")]
    match: Match[Any, Any, Any] = Match(KORYO, bots, 1, on_fault="forfeit")
    with pytest.raises(UnreachableError, match="player 1, TextBot: the model cannot be reached"):
        list(match.run())
    assert (match.ending, match.faults) == (None, [])
    assert len(model.pauses) < 20
    model.errors = []
    asked = match.plies
    while match.plies < asked + 3:
        match.step()
    match.close()


@pytest.mark.parametrize(
    "error",
    [NameError("x"), http(401), http(404), APIStatusError(400), FileNotFoundError(), KeyError()],
)
def test_what_cannot_pass_stops_at_once_and_is_nobodys_defeat(error: Exception) -> None:
    model = Failing(error)
    bots = [TextBot(model, patience=model.patience()), make_bot("random")]
    match: Match[Any, Any, Any] = Match(KORYO, bots, 1, on_fault="forfeit")
    with pytest.raises(ConfigurationError, match=type(error).__name__):
        list(match.run())
    assert (model.pauses, match.ending, match.faults) == ([], None, [])
    assert not is_transient(error)


def test_an_answer_that_takes_too_long_is_asked_for_again() -> None:
    asked: list[Messages] = []

    def slow_at_first(messages: Messages) -> str:
        asked.append(messages)
        if len(asked) == 1:
            time.sleep(5)
        return FIRST

    async def slow(_: Messages) -> str:
        await asyncio.sleep(60)
        return FIRST

    pauses: list[float] = []
    patience = Patience(answer_seconds=1, outage_seconds=900, pause=pauses.append)
    assert reply_from(slow_at_first, [], patience).retries == 1
    assert pauses == [1]
    with pytest.raises(UnreachableError, match=r"TimeoutError: no answer within 0.3 s"):
        reply_from(slow, [], Patience(0.3, 0.5, pauses.append))
    with pytest.raises(ConfigurationError, match=r"^answer_seconds: "):
        Patience(answer_seconds=0)


def test_an_error_of_the_library_is_what_the_function_answers() -> None:
    def ask(_: Messages) -> str:
        raise BotError("I resign")

    with pytest.raises(BotError, match=r"^I resign$"):
        reply_from(ask, [])


class LeavingError(BaseException):
    """What no `except Exception` catches."""


@pytest.mark.parametrize("error", [SystemExit, LeavingError, KeyError])
@pytest.mark.parametrize("seconds", [None, 30.0])
def test_whatever_a_function_raises_is_blamed_on_it_and_not_on_the_game(
    error: type[BaseException], seconds: float | None
) -> None:
    def plain(_: Messages) -> str:
        raise error("no key")

    async def awaited(_: Messages) -> str:
        raise error("no key")

    for ask in (plain, awaited):
        bot = TextBot(ask, patience=Patience(seconds))
        match: Match[Any, Any, Any] = Match(KORYO, [bot, make_bot("random")], 1)
        fault = rf": the model cannot be asked: it raised {error.__name__}: .*no key.* in "
        with pytest.raises(ConfigurationError, match=fault + ask.__name__):
            list(match.run())

    async def well(_: Messages) -> str:
        return FIRST

    assert reply_from(well, []).text == FIRST  # the loop of all models goes on


def judged(answer: Any) -> tuple[str | None, str]:
    """Return what is wrong with an answer at the start of a game."""
    found = TextSeat(KORYO, 0).judge(reply_of(answer), VIEW, LEGAL)
    return found.kind, found.reason


def test_what_is_wrong_with_an_answer_is_told_apart() -> None:
    assert judged(FIRST) == (None, "")
    assert judged(" \n")[0] == "empty"
    assert judged("I think")[0] == "unreadable" or judged("I think")[0] == "illegal"
    assert judged("First this,\nthen that.")[0] == "unreadable"
    assert judged("ACTION: 999")[0] == "illegal"
    cut_off = {"text": "I think that\nit is", "finish_reason": "length"}
    assert judged(cut_off) == ("cut_off", TOO_LONG)
    assert judged({**cut_off, "text": "ACTION: 1\nBecause"}) == (None, "")


def test_a_correction_says_what_was_wrong_and_the_last_fault_is_told() -> None:
    asked: list[Messages] = []

    def ask(messages: Messages) -> Any:
        asked.append(messages)
        return {"text": "", "finish_reason": "length"}

    with pytest.raises(AnswerError) as caught:
        TextSeat(KORYO, 0).choose(ask, VIEW, LEGAL)
    assert caught.value.kind == "cut_off"
    assert asked[-1][-1]["content"] == f"{TOO_LONG}. {AGAIN}"


def test_a_bot_that_asks_needs_a_function() -> None:
    ask: Any = "gpt"
    with pytest.raises(ConfigurationError, match=r"^ask: expected a function, not 'gpt'$"):
        TextBot(ask)


def first_listed(messages: Messages) -> str:
    """Return the first action that a prompt lists."""
    listed = messages[1]["content"].partition("egal actions")[2].partition(":\n")[2]
    return f"ACTION: {listed.partition('. ')[0].rpartition(' ')[2]}"


@pytest.mark.parametrize(
    ("name", "players", "most"),
    [("koryo", 2, 3_000), ("for_the_king", 3, 30_000), ("mundus_novus", 3, 80_000)],
)
def test_a_game_takes_few_new_tokens_beside_an_opening_that_never_changes(
    name: str, players: int, most: int
) -> None:
    """Four characters a token; the opening counts once, as it is cached from then on."""
    openings: dict[int, set[str]] = {seat: set() for seat in range(players)}
    new = [0] * players

    def asking(seat: int) -> Callable[[Messages], str]:
        def ask(messages: Messages) -> str:
            opening, prompt = messages
            openings[seat].add(opening["content"])
            new[seat] += len(prompt["content"])
            return first_listed(messages)

        return ask

    bots = [TextBot(asking(seat)) for seat in range(players)]
    match: Match[Any, Any, Any] = Match(make(name, players=players), bots, 7)
    assert sum(1 for _ in match.run()) > 10
    for seat, said in openings.items():
        (opening,) = said
        assert (new[seat] + len(opening)) / 4 < most

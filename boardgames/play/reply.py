"""What a model is asked and how it replies: text, tokens and finish reason, of whatever type.

A reply can be text, or the object that a client library returns: what has text in a known place is
read by its fields, and no such library is imported. Whatever keeps a model from replying is told
apart: where it may pass, the model is asked again after growing pauses; everything else is a fault
of the set-up, and not of the model.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import field
from inspect import isawaitable
from math import inf
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from boardgames.core.errors import (
    BoardGamesError,
    ConfigurationError,
    UnreachableError,
    describe_exception,
    quoted,
)
from boardgames.core.integers import Natural, as_integer
from boardgames.core.text import one_line, plural
from boardgames.core.values import evolve, value
from boardgames.play.bots.timed import SLICE, stop_flag
from boardgames.play.limits import LONGEST_PAUSE_SECONDS, OUTAGE_SECONDS, check_seconds
from boardgames.play.prompt import Ask, Messages

if TYPE_CHECKING:
    import asyncio  # slow to import, and only needed for models that are awaited

TEXT_FIELDS = ("text", "output_text", "content", "message", "choices", "output")
"""Where clients have the text of an answer, in the order in which they count."""
CUT_OFF = {"length", "max_tokens", "max_output_tokens", "MAX_TOKENS", "model_length"}
"""Finish reasons of an answer that was longer than the model may write."""
TRANSIENT_STATUSES = {408, 409, 425, 429, *range(500, 600)}
"""HTTP statuses of failures that may pass by themselves."""
TRANSIENT_NAMES = (
    "Connection",
    "Connect",
    "Timeout",
    "Transport",
    "Network",
    "ReadError",
    "RateLimit",
    "Overloaded",
    "Unavailable",
    "InternalServer",
    "HTTPException",  # what http.client raises where an answer breaks off
)
"""Parts of the names that client libraries give to errors that may pass by themselves."""
PERMANENT = (FileNotFoundError, PermissionError, IsADirectoryError, NotADirectoryError)
"""Errors of the operating system that no other attempt mends: the connection has not failed."""


@value
class Tokens:
    """How many tokens an answer took; None where the client does not say."""

    prompt: Natural | None = None
    """Of the conversation, cached ones included."""
    answer: Natural | None = None
    """Of the answer, reasoning included."""
    cached: Natural | None = None
    """Of the conversation, those that were read from a cache."""
    reasoning: Natural | None = None
    """Of the answer, those that are not shown."""


@value
class Reply:
    """What a model has answered."""

    text: str
    """Empty if there was none."""
    finish: str | None = None
    """Why the answer ended, as the client says it."""
    tokens: Tokens = Tokens()
    price: float | None = None
    """What it cost, if the client says so, in its currency."""
    model: str | None = None
    """The model, as the client names it."""
    retries: int = 0
    """How often it was asked in vain before."""
    seconds: float = field(default=0.0, compare=False)
    """From the first question to the answer, pauses included."""

    @property
    def is_cut_off(self) -> bool:
        """Whether the answer was longer than the model may write."""
        return self.finish in CUT_OFF


@value
class Patience:
    """How long a model is waited for. Raises `ConfigurationError` for what is not a time."""

    answer_seconds: float | None = None
    """For one answer; after that, it is asked again. None: no limit."""
    outage_seconds: float = OUTAGE_SECONDS
    """For all attempts to get one answer; after that, the model counts as unreachable."""
    pause: Callable[[float], None] = field(default=time.sleep, compare=False)
    """Waits between two attempts; tests replace it."""
    gate: AbstractContextManager[object] = field(default=nullcontext(), compare=False)
    """Entered while an answer is waited for, such as a semaphore that limits how many are."""

    def __post_init__(self) -> None:
        check_seconds("answer_seconds", self.answer_seconds)
        check_seconds("outage_seconds", self.outage_seconds)


USUAL = Patience()


def reply_from(ask: Ask, messages: Messages, patience: Patience = USUAL) -> Reply:
    """Return what the model replies to a conversation, after as many attempts as it takes.

    Raises `UnreachableError` if it cannot be reached for too long, `ConfigurationError` if the
    function fails in a way that cannot pass, or returns what has no text. Errors of the library
    that the function raises are its answer, and go on to the caller.
    """
    start = time.monotonic()
    pauses = _growing_pauses()
    retries = 0
    while True:
        try:
            with patience.gate:
                reply = reply_of(_answer(ask, messages, patience.answer_seconds))
        except (BoardGamesError, KeyboardInterrupt):
            raise
        except BaseException as error:  # such as SystemExit: the function may fail in any way
            if not is_transient(error):
                what = describe_exception(error, ask)
                raise ConfigurationError(f"the model cannot be asked: it {what}") from error
            waited = retry_after(error)
            pause = next(pauses) if waited is None else waited
            if time.monotonic() - start + pause > patience.outage_seconds:
                said = one_line(f"{type(error).__name__}: {error}", 200)
                attempts = plural(retries + 1, "attempt")
                raise UnreachableError(
                    f"the model cannot be reached, after {attempts}: {said}"
                ) from error
        else:
            return evolve(reply, retries=retries, seconds=time.monotonic() - start)
        retries += 1
        _wait(pause, patience)


def _growing_pauses() -> Iterator[float]:
    """Yield the seconds to wait before each further attempt."""
    pause = 1.0
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


def _wait(seconds: float, patience: Patience) -> None:
    """Wait before the next attempt; raise `UnreachableError` if the bot is told to stop."""
    stop = stop_flag.get()
    if stop is None:
        patience.pause(seconds)
    elif stop.wait(seconds):
        raise UnreachableError("was told to stop")


def is_transient(error: BaseException) -> bool:
    """Return whether this failure of a connection or a service may pass by itself."""
    status = _status(error)
    if status is not None:
        return status in TRANSIENT_STATUSES
    if isinstance(error, OSError):
        return not isinstance(error, PERMANENT)
    names = " ".join([cls.__name__ for cls in type(error).__mro__])
    return any(part in names for part in TRANSIENT_NAMES)


def _status(error: BaseException) -> int | None:
    """Return the HTTP status that this error tells; None if it tells none."""
    for holder in (error, getattr(error, "response", None)):
        for name in ("status_code", "status", "code"):
            status = as_integer(getattr(holder, name, None))
            if status is not None and 100 <= status <= 599:  # noqa: PLR2004  # HTTP
                return status
    return None


def retry_after(error: BaseException) -> float | None:
    """Return after how many seconds the service asks to be asked again; None if it does not say."""
    for holder in (error, getattr(error, "response", None)):
        headers: Any = getattr(holder, "headers", None)
        for name in ("retry-after", "Retry-After"):
            try:
                said = headers.get(name)
            except Exception:  # noqa: BLE001  # no headers
                said = None
            if said is None:
                continue
            seconds = _seconds_until(str(said))
            if seconds is not None:
                return seconds
    return None


def _seconds_until(said: str) -> float | None:
    """Return the seconds in a Retry-After header, which has a number or a date."""
    try:
        return max(0.0, float(said))
    except ValueError:
        pass
    from email.utils import parsedate_to_datetime  # slow to import, and rare

    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


# The answer, of whatever type.


def reply_of(answer: Any) -> Reply:
    """Return the text of an answer and what else it tells.

    Text counts, and what has text in a field, or under a key, where the clients of
    models have it: `text`, `content`, `message`, `choices` and so on. Raises `ConfigurationError`,
    which names the type, for everything else.
    """
    if isinstance(answer, Reply):
        return answer
    text = None if answer is None else _text(answer, depth=0)  # None: a `return` was forgotten
    if text is None:
        kind = type(answer).__name__
        raise ConfigurationError(
            f"the model answered with {quoted(answer)}, of type {kind}: expected text, or an object"
            " with text in one of the fields " + ", ".join(TEXT_FIELDS)
        )
    usage = _first(answer, "usage", "usage_metadata")
    model = _first(answer, "model")
    price = _first(answer, "price", "cost")
    if price is None:
        price = _first(_first(answer, "_hidden_params"), "response_cost")  # litellm has it there
    return Reply(
        text,
        _finish(answer),
        Tokens(
            _count(usage, "prompt_tokens", "input_tokens", "prompt_token_count"),
            _count(usage, "completion_tokens", "output_tokens", "candidates_token_count"),
            _count(
                usage,
                "cached_tokens",
                "cache_read_input_tokens",
                within=("prompt_tokens_details", "input_tokens_details"),
            ),
            _count(
                usage,
                "reasoning_tokens",
                within=("completion_tokens_details", "output_tokens_details"),
            ),
        ),
        float(price) if isinstance(price, int | float) and not isinstance(price, bool) else None,
        model if isinstance(model, str) else None,
    )


def _first(holder: Any, *names: str) -> Any:
    """Return the first field, or value under a key, with one of these names that is not None."""
    for name in names:
        found = holder.get(name) if isinstance(holder, Mapping) else getattr(holder, name, None)
        if found is not None:
            return found
    return None


def _count(usage: Any, *names: str, within: Sequence[str] = ()) -> int | None:
    """Return a number of tokens; `within` names the parts of the usage where it may be, too."""
    holders = [usage, *[_first(usage, part) for part in within]]
    for holder in holders:
        count = as_integer(_first(holder, *names))
        if count is not None:
            return count
    return None


MOST_NESTED = 4
"""How deep the text of an answer may be in an object: a list of outputs, of which one has a list of
parts."""


def _text(answer: Any, depth: int) -> str | None:
    """Return the text of an answer; None if it has none in a known place."""
    if answer is None:
        return ""
    if isinstance(answer, str):
        return answer
    if depth > MOST_NESTED or isinstance(answer, bytes | bytearray | memoryview):
        return None
    if isinstance(answer, list | tuple):
        # Parts of one message; those without text are thoughts or calls of tools.
        texts = [_text(part, depth + 1) for part in answer]
        known = [text for text in texts if text is not None]
        is_message = bool(known) or (depth > 0 and not texts)
        return "".join(known) if is_message else None
    for name in TEXT_FIELDS:
        is_there = name in answer if isinstance(answer, Mapping) else hasattr(answer, name)
        if not is_there:
            continue
        value = _first(answer, name)
        if callable(value):  # a method, such as that of a response of an HTTP client
            continue
        if name == "choices":
            value = value[0] if isinstance(value, list | tuple) and value else None
        text = _text(value, depth + 1)
        if text is not None:
            return text
    return None


def _finish(answer: Any) -> str | None:
    """Return why an answer ended."""
    choices = _first(answer, "choices")
    choice = choices[0] if isinstance(choices, list | tuple) and choices else None
    incomplete = _first(answer, "incomplete_details")
    for holder, names in (
        (answer, ("finish_reason", "stop_reason", "done_reason", "finish")),
        (choice, ("finish_reason",)),
        (incomplete, ("reason",)),
    ):
        reason = _first(holder, *names)
        if reason is not None:
            return str(getattr(reason, "value", reason))
    return None


# Asking, in time and awaited.


def _answer(ask: Ask, messages: Messages, seconds: float | None) -> Any:
    """Return what the function answers, awaited if need be; raise `TimeoutError` if that takes too
    long.
    """
    if seconds is None:
        answer = ask(messages)
        return _awaited(answer) if isawaitable(answer) else answer
    end = time.monotonic() + seconds
    results: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()

    def work() -> None:
        try:
            results.put((ask(messages), None))
        except BaseException as error:  # noqa: BLE001  # raised where it was asked
            results.put((None, error))

    # A thread cannot be killed: what it still returns goes nowhere.
    Thread(target=work, daemon=True, name="boardgames model").start()
    while True:
        left = end - time.monotonic()
        try:
            answer, error = results.get(timeout=max(0.0, min(SLICE, left)))
        except Empty:
            if left <= 0:
                raise TimeoutError(f"no answer within {seconds:g} s") from None
        else:
            break
    if error is not None:
        raise error
    return _awaited(answer, seconds, end) if isawaitable(answer) else answer


def _awaited(answer: Awaitable[Any], seconds: float | None = None, end: float = inf) -> Any:
    """Return the result of something to await, on a loop that all models share: the connections of
    a client belong to the loop on which they were opened.

    Raises `TimeoutError` at the time `end`.
    """
    import asyncio
    from concurrent.futures import TimeoutError as NotYetError

    async def result() -> Any:
        return await answer

    future = asyncio.run_coroutine_threadsafe(result(), _loop())
    try:
        while True:
            try:
                return future.result(max(0.0, min(SLICE, end - time.monotonic())))
            except NotYetError:
                if future.done():
                    raise  # the model raised it
                if time.monotonic() >= end:
                    raise TimeoutError(f"no answer within {seconds:g} s") from None
    finally:
        future.cancel()


def _run(loop: asyncio.AbstractEventLoop) -> None:
    """Run the loop, also after what a model has raised has ended it."""
    while True:
        with suppress(SystemExit, KeyboardInterrupt):
            loop.run_forever()


_loops: list[asyncio.AbstractEventLoop] = []
_starting = Lock()


def _loop() -> asyncio.AbstractEventLoop:
    """Return the loop on which models are awaited, in a thread of its own."""
    import asyncio

    with _starting:
        if not _loops:
            loop = asyncio.new_event_loop()
            Thread(target=_run, args=(loop,), daemon=True, name="boardgames models").start()
            _loops.append(loop)
        return _loops[0]

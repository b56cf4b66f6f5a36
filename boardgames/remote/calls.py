"""Calls of methods: finds out who asks, reads the parameters, and gives errors their codes.

A call is a generator, so that each server waits in its own way: it yields what it would wait for.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeAlias, TypeVar

from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import DecodeError, RefusedError, quoted
from boardgames.core.values import value
from boardgames.jsonrpc import INVALID_PARAMS, METHOD_NOT_FOUND, WireError
from boardgames.remote.method import Method, wire_errors
from boardgames.remote.methods import METHODS
from boardgames.remote.results import Opened
from boardgames.remote.rooms import CallerSeat, Named, Rooms, RoomsOfMany
from boardgames.table.seating import ONLY_THE_HOST
from boardgames.table.table import Table

T = TypeVar("T")


@value
class News:
    """Wait until the table has another version than this, but not for long."""

    table: Table
    version: int
    turn_of: int | None = None
    """The seat for whose turn to wait, or for the end of the game, instead of any news; longer."""

    @property
    def has_come(self) -> bool:
        """Whether there is nothing to wait for."""
        if self.turn_of is None or self.table.closed:
            return self.table.closed or self.table.version != self.version
        match = self.table.match
        is_turn = self.turn_of in match.to_act and match.seats[self.turn_of] is None
        return is_turn or self.table.over


@value
class Search:
    """What follows takes as long as a search, so it must not hold up other requests; at one table,
    there is one at a time.
    """

    table: Table


Pause: TypeAlias = News | Search
"""What a server does before it goes on with a call."""
Calling: TypeAlias = Generator[Pause, None, T]
"""A call that is being answered, or several."""


def call(
    rooms: Rooms, name: str, params: object, secret: str = "", address: str = ""
) -> Calling[JSON]:
    """Answer this method for whoever has this secret and asks from this address; if it fails, raise
    `WireError` and change nothing.
    """
    method = _method(rooms, name)
    try:
        asked = method.read(params)
    except DecodeError as error:
        raise WireError(INVALID_PARAMS, f"params: {error}") from None
    once = asked.pop("once", None)
    with wire_errors():
        named = _named(method, asked, params)

        def look_up() -> Rooms | CallerSeat:
            return _context(rooms, method, named, secret)

        def work(context: Rooms | CallerSeat) -> JSON:
            result = method.work(context, **asked)
            if isinstance(rooms, RoomsOfMany) and isinstance(result, Opened):
                rooms.note_address(result.secret or "", address)
            answer = to_json(result, method.result)
            if method.acts and isinstance(context, CallerSeat):
                rooms.go_on(context.table)
            return answer

        if once is not None:  # it changes something, so it neither waits nor searches
            # First of all: the table may be closed, and that is what the answer says.
            return rooms.once.do((secret, name, once), params, lambda: work(look_up()))
        context = look_up()
        if method.waits and isinstance(context, CallerSeat):
            version = asked["version"]
            with rooms.shares.taking("waits", secret):
                yield News(context.table, context.table.version if version is None else version)
            context = look_up()  # it may have been closed meanwhile
        if method.searches and isinstance(context, CallerSeat):
            with rooms.shares.taking("searches", secret):
                yield Search(context.table)
                return work(context)
        return work(context)


def once_each(calling: Calling[T]) -> Calling[T]:
    """Answer calls that come in one message, which waits for news at most once, and searches at
    most once: further waits end at once, and further searches are refused.
    """
    done = set[type[Pause]]()
    try:
        pause = next(calling)
        while True:
            fault: Exception | None = None
            if type(pause) not in done:
                done.add(type(pause))
                try:
                    yield pause
                except Exception as error:  # noqa: BLE001  # the call makes its answer of it
                    fault = error
            elif isinstance(pause, Search):
                fault = RefusedError("a message searches only once: send another one", "full")
            pause = next(calling) if fault is None else calling.throw(fault)
    except StopIteration as end:
        answer: T = end.value
        return answer
    finally:
        calling.close()


def drive(calling: Calling[T], wait: Callable[[Pause], object]) -> T:
    """Return the answer, waiting in this thread by `wait`."""
    try:
        pause = next(calling)
        while True:
            try:
                wait(pause)
            except Exception as error:  # noqa: BLE001  # the call makes its answer of it
                pause = calling.throw(error)
            else:
                pause = next(calling)
    except StopIteration as end:
        answer: T = end.value
        return answer


def _method(rooms: Rooms, name: str) -> Method:
    method = METHODS.get(name)
    if method is None or not method.is_over(rooms.carrier):
        known = ", ".join(METHODS.over(rooms.carrier))
        raise WireError(METHOD_NOT_FOUND, f"no method {quoted(name)}; methods: {known}")
    return method


def _named(method: Method, asked: dict[str, Any], params: object) -> Named:
    """Take the table and the seat that the request names out of its arguments."""
    if not method.is_at_table:
        return Named()
    has_seat = isinstance(params, dict) and "seat" in params
    is_player = method.caller == "player"
    return Named(asked.pop("table"), asked.pop("seat"), has_seat, is_player)


def _context(rooms: Rooms, method: Method, named: Named, secret: str) -> Rooms | CallerSeat:
    """Return what the function of the method takes; raise `RefusedError` if the caller may not."""
    if not method.is_at_table:
        if method.caller == "opener":
            rooms.check_opener(secret)
        return rooms
    place = rooms.place(secret, named)
    if rooms.carrier == "lines":
        return place
    if method.caller == "player":
        place.table.check_person(place.seat)
    if method.caller == "host" and not place.is_host:
        raise RefusedError(ONLY_THE_HOST, "not yours")
    return place

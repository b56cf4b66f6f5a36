"""The methods as an ASGI application without dependencies: under `boardgames web`, uvicorn or
hypercorn, or mounted in Starlette, FastAPI, Quart or Django.

`site.py` says whom it answers. What may block is done in threads of its own; whoever waits for news
or sends a request slowly holds none. `boardgames.web.asgi` has it with the page.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import field
from http import HTTPStatus
from secrets import token_urlsafe
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from boardgames.core.values import value
from boardgames.play import limits
from boardgames.remote.calls import Calling, News, Pause
from boardgames.remote.lobby import Lobby
from boardgames.remote.site import (
    Addresses,
    Pages,
    RefusedRequestError,
    Request,
    Response,
    Site,
    is_loopback,
    too_long,
)
from boardgames.table.table import Table

LOG = logging.getLogger("boardgames")
T = TypeVar("T")

Scope: TypeAlias = MutableMapping[str, Any]
"""What is known of a connection, as ASGI has it."""
Message: TypeAlias = MutableMapping[str, Any]
"""A part of what is received or sent."""
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]


class Application:
    """A lobby, and perhaps a page, as an ASGI application."""

    def __init__(
        self,
        lobby: Lobby | None = None,
        hosts: Sequence[str] = (),
        pages: Pages = MappingProxyType({}),
        proxies: Sequence[str] = (),
    ) -> None:
        """`hosts` are the names under which others reach the server, besides its addresses;
        `proxies` are the addresses or networks of proxies whose `X-Forwarded-For` is believed.

        Where others reach it, only those who know the key of the lobby open tables. If it has none,
        one is made and logged; with the key "", everybody opens tables.

        Raises `ConfigurationError` if a proxy has no valid address.
        """
        self.lobby: Lobby = lobby or Lobby()
        self.site: Site = Site(self.lobby, hosts, pages, proxies)
        self.patience: float = limits.LOOK_SECONDS
        """How many seconds `wait` waits for news."""
        self.turn_patience: float = limits.TURN_SECONDS
        """How many seconds a model waits for its turn."""
        self.arrival_seconds: float = limits.REQUEST_SECONDS
        """How many seconds a request may take to arrive as a whole."""
        self.most_connections: int = limits.MOST_CONNECTIONS
        self._threads = ThreadPoolExecutor(limits.THREADS, "boardgames")
        self._searches = ThreadPoolExecutor(limits.SEARCH_THREADS, "boardgames-search")
        self.arriving: OrderedDict[object, asyncio.Timeout] = OrderedDict()
        """The requests whose bodies have not arrived, the oldest first."""
        self._waiting: OrderedDict[object, asyncio.Event] = OrderedDict()
        """What ends each wait for news, the oldest first."""
        self._searching: WeakKeyDictionary[Table, asyncio.Lock] = WeakKeyDictionary()
        """Held while somebody searches at a table: the others hold no thread until it is free."""
        self._answering = 0
        """How many requests are being answered."""
        if hosts:
            self.need_key()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a connection."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})

    @asynccontextmanager
    async def lifespan(self, _: object) -> AsyncIterator[None]:
        """Close this at the end of an application in which it is mounted, as in
        `FastAPI(lifespan=games.lifespan)`.
        """
        try:
            yield
        finally:
            await asyncio.to_thread(self.close)

    def close(self) -> None:
        """Close all tables; where this is mounted in another application, call it at the end."""
        self.lobby.close()
        for threads in (self._threads, self._searches):
            threads.shutdown(wait=False, cancel_futures=True)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Follow the server from its start to its end."""
        while True:
            event = await receive()
            if event["type"] == "lifespan.shutdown":
                await asyncio.to_thread(self.close)
                await send({"type": "lifespan.shutdown.complete"})
                return
            await send({"type": "lifespan.startup.complete"})

    def listen(self, host: str, port: int) -> Addresses:
        """Note where a server listens for this application; return where it is reached."""
        addresses = Addresses.of(host, port)
        self.lobby.outside = addresses.outside
        if addresses.is_open:
            self.need_key()
        return addresses

    # One request.

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = _request(scope)
        has_body = bool(request.all("content-length") or request.all("transfer-encoding"))
        closes = has_body and request.method != "POST"
        try:
            response = await self._response(scope, request, receive)
        except RefusedRequestError as error:
            closes = True  # the rest of the request was not read
            response = self.site.refusal(request, error)
        except ConnectionResetError:  # the client has gone, and nobody waits for an answer
            return
        except Exception:
            LOG.exception("a request failed")
            response = self.site.fault(request)
        headers = dict(response.headers)
        closes = closes or self.lobby.closed  # the next request may be for another server
        if closes and request.version.startswith("1"):
            headers["Connection"] = "close"
        written = [
            (name.lower().encode(), each.encode("latin-1")) for name, each in headers.items()
        ]
        start = {"type": "http.response.start", "status": int(response.status), "headers": written}
        body = b"" if request.method == "HEAD" else response.body
        with suppress(TimeoutError):  # whoever does not read the answer
            async with asyncio.timeout(limits.CONNECTION_SILENCE_SECONDS):
                await send(start)
                await send({"type": "http.response.body", "body": body})

    async def _response(self, scope: Scope, request: Request, receive: Receive) -> Response:
        if not is_loopback((scope.get("server") or ("",))[0]):
            self.need_key()
        self.site.check(request)
        raw: bytes | None = scope.get("raw_path")  # "path" may lack where this is mounted
        asked = scope["path"] if raw is None else raw.decode("latin-1")
        if request.path == "/" and asked and not asked.endswith("/"):
            return self.site.moved(asked.rpartition("/")[2] + "/")  # where the page finds its parts
        if request.method != "POST":
            return await self._in_thread(lambda: self.site.page(request))
        body = await self._body(request, receive)
        if self._answering >= self.most_connections and not self.make_way():
            raise RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, "too many requests at once")
        self._answering += 1
        try:
            address = self.site.address(request, str((scope.get("client") or ("",))[0]))
            answer = await self._drive(self.site.answering(request, body, address), receive)
            return await self._in_thread(lambda: self.site.answered(request, answer))
        finally:
            self._answering -= 1

    @property
    def has_waiting(self) -> bool:
        """Whether anybody waits for news."""
        return bool(self._waiting)

    def make_way(self) -> bool:
        """Let whoever has waited longest for news make way; return whether anybody waits."""
        if not self._waiting:
            return False
        _, oldest = self._waiting.popitem(last=False)
        oldest.set()
        return True

    def need_key(self) -> None:
        """Others reach the server: make a key for those who may open tables, if there is none."""
        if self.lobby.key is None:
            self.lobby.key = token_urlsafe(12)
            LOG.warning("to open tables, open the page with #key=%s", self.lobby.key)

    async def _body(self, request: Request, receive: Receive) -> bytes:
        """Return the body of a request; raise `RefusedRequestError` if it takes too long to arrive.

        If there are too many of them, the one that is the slowest to arrive makes way.
        """
        if len(self.arriving) >= self.most_connections:
            _, oldest = self.arriving.popitem(last=False)
            oldest.reschedule(asyncio.get_running_loop().time())
        mine = object()
        try:
            async with asyncio.timeout(self.arrival_seconds) as timeout:
                self.arriving[mine] = timeout
                body = await _received(receive)
        except TimeoutError:
            raise RefusedRequestError(
                HTTPStatus.REQUEST_TIMEOUT, "the request took too long to arrive"
            ) from None
        finally:
            self.arriving.pop(mine, None)
        if any(int(length) != len(body) for length in request.all("content-length")):
            raise RefusedRequestError(
                HTTPStatus.BAD_REQUEST, "the body is not as long as its Content-Length says"
            )
        return body

    # Threads, and waiting without one.

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _drive(self, calling: Calling[T], receive: Receive) -> T:
        """Return the answer: each part of the work is done in a thread, and each wait without.

        Raises `ConnectionResetError` if the client goes while it waits for news.
        """
        loop = asyncio.get_running_loop()

        def advance(threads: ThreadPoolExecutor) -> Awaitable[Pause | _Done[T]]:
            return loop.run_in_executor(threads, _advance, calling)

        ahead = await advance(self._threads)
        while not isinstance(ahead, _Done):
            if isinstance(ahead, News):
                await self._news(ahead, receive)
                ahead = await advance(self._threads)
            else:
                async with self._searching.setdefault(ahead.table, asyncio.Lock()):
                    ahead = await advance(self._searches)
        answer: T = ahead.answer
        return answer

    async def _news(self, news: News, receive: Receive) -> None:
        """Wait for news of a table, but not for long, and not after the client has gone.

        Where there are too many requests, the one that has waited longest makes way.
        """
        loop, ended, mine = asyncio.get_running_loop(), asyncio.Event(), object()
        table = news.table

        has_gone = False

        def wake() -> None:
            if news.has_come:
                with suppress(RuntimeError):  # the loop has ended
                    loop.call_soon_threadsafe(ended.set)

        async def watch_client() -> None:
            nonlocal has_gone
            if (await receive())["type"] == "http.disconnect":  # nothing else can come from it
                has_gone = True
                ended.set()

        watching = loop.create_task(watch_client())
        table.listeners.append(wake)
        self._waiting[mine] = ended
        try:
            wake()
            with suppress(TimeoutError):
                is_turn = news.turn_of is not None
                async with asyncio.timeout(self.turn_patience if is_turn else self.patience):
                    await ended.wait()
        finally:
            self._waiting.pop(mine, None)
            table.listeners.remove(wake)
            watching.cancel()
        if has_gone:
            raise ConnectionResetError


@value
class _Done(Generic[T]):
    """The end of a call."""

    answer: T = field(repr=False)


def _advance(calling: Calling[T]) -> Pause | _Done[T]:
    """Do the work up to the next pause, or to the end."""
    try:
        return next(calling)
    except StopIteration as end:
        return _Done(end.value)


def _request(scope: Scope) -> Request:
    """Return the head of a request, with the path inside this application."""
    path = str(scope["path"])
    path = path.removeprefix(scope.get("root_path", "")) or "/"
    headers = [(name.decode("latin-1"), each.decode("latin-1")) for name, each in scope["headers"]]
    return Request(scope["method"], path, headers, scope["http_version"])


async def _received(receive: Receive) -> bytes:
    """Return a body; raise `RefusedRequestError` if it is too long."""
    body = bytearray()
    while True:
        event = await receive()
        if event["type"] == "http.disconnect":
            raise ConnectionResetError
        body += event.get("body", b"")
        if len(body) > limits.LONGEST_REQUEST_BYTES:
            raise too_long()
        if not event.get("more_body"):
            return bytes(body)

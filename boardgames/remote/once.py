"""Requests that are sent twice, and done once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Annotated, Any, TypeAlias, TypeVar

from boardgames.core.codec import Length
from boardgames.core.errors import RefusedError
from boardgames.play.limits import MOST_REMEMBERED

T = TypeVar("T")

OnceKey: TypeAlias = Annotated[str, Length(16, 100)]
"""A random key of the client's: nobody must guess it, as the answer may hold a secret."""

SentCall: TypeAlias = tuple[str, str, str]
"""A secret, a method and a client's key: what a request that is sent again has in common."""


@dataclass
class _Answer:
    """The answer to a request, once there is one."""

    params: object = field(repr=False)
    lock: Lock = field(default_factory=Lock)
    """Held while the request is carried out."""
    is_there: bool = False
    answer: Any = field(default=None, repr=False)


class Once:
    """Answers of the latest requests that carry a key of the client's.

    A request that failed is not remembered, so it can be sent again.
    """

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        """Remember so many answers."""
        self._most = most
        self._lock = Lock()
        self._answers: OrderedDict[SentCall, _Answer] = OrderedDict()

    def do(self, request: SentCall, params: object, work: Callable[[], T]) -> T:
        """Return the answer of this work, or the one that it gave before to the same request.

        Raises `RefusedError` if the key was used with other parameters.
        """
        with self._lock:
            known = self._answers.setdefault(request, _Answer(params))
        if known.params != params:
            raise RefusedError("once: this key was used for another request")
        with known.lock:
            if not known.is_there:
                try:
                    known.answer = work()
                except BaseException:
                    with self._lock:
                        if self._answers.get(request) is known:
                            del self._answers[request]
                    raise
                known.is_there = True
                with self._lock:
                    self._answers[request] = known  # an earlier attempt may have failed
                    while len(self._answers) > self._most:
                        self._answers.popitem(last=False)
            answer: T = known.answer
            return answer

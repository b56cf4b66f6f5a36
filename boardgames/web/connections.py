"""The connections of the server: how many there may be, and which one makes room for another."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Lock

from boardgames.play.limits import MOST_CONNECTIONS, MOST_CONNECTIONS_FROM_ONE_ADDRESS


class Connections:
    """All open connections. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle: dict[socket.socket, str] = {}
        """Those without a request that is being answered, by address; the one that became idle first comes first."""
        self.busy: dict[socket.socket, str] = {}
        """The others."""

    def admit(self, connection: socket.socket, address: str) -> bool:
        """Note a new connection, and close the longest idle ones if there are too many; False if none is idle."""
        with self._lock:
            for most, origin in ((MOST_CONNECTIONS_FROM_ONE_ADDRESS, address), (MOST_CONNECTIONS, None)):
                idle = [each for each, its in self._idle.items() if origin in (None, its)]
                busy = [each for each, its in self.busy.items() if origin in (None, its)]
                if len(idle) + len(busy) < most:
                    continue
                if not idle:
                    return False
                del self._idle[idle[0]]
                with suppress(OSError):
                    idle[0].shutdown(socket.SHUT_RDWR)  # the thread that waits for a request ends
            self._idle[connection] = address
            return True

    def set_busy(self, connection: socket.socket, *, busy: bool) -> None:
        """Note whether a request is being answered."""
        with self._lock:
            before, after = (self._idle, self.busy) if busy else (self.busy, self._idle)
            if connection in before:
                after[connection] = before.pop(connection)

    def release(self, connection: socket.socket) -> None:
        """Forget one that has ended."""
        with self._lock:
            self._idle.pop(connection, None)
            self.busy.pop(connection, None)

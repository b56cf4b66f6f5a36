"""The connections of the server: their maximum number, and which one is closed for another."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Lock

from boardgames.play.limits import MOST_CONNECTIONS, MOST_CONNECTIONS_FROM_ONE_ADDRESS


class Connections:
    """All open connections. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle: dict[socket.socket, str] = {}
        """The address of each idle connection; the longest idle one comes first."""
        self.busy: dict[socket.socket, str] = {}
        """The address of each connection with a request that is being answered."""

    def admit(self, connection: socket.socket, address: str) -> bool:
        """Add a connection, and close the longest idle ones if there are too many; return False if none is idle."""
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
                    idle[0].shutdown(socket.SHUT_RDWR)  # ends the thread that waits for a request
            self._idle[connection] = address
            return True

    def set_busy(self, connection: socket.socket, *, busy: bool) -> None:
        """Set whether a request is being answered."""
        with self._lock:
            before, after = (self._idle, self.busy) if busy else (self.busy, self._idle)
            if connection in before:
                after[connection] = before.pop(connection)

    def release(self, connection: socket.socket) -> None:
        """Remove a connection that has ended."""
        with self._lock:
            self._idle.pop(connection, None)
            self.busy.pop(connection, None)

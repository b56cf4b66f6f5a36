"""The connections of the server: their maximum number, and which one is closed for another."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Lock
from time import monotonic

from boardgames.play.limits import (
    CONNECTION_SILENCE_SECONDS,
    MOST_CONNECTIONS,
    MOST_CONNECTIONS_FROM_ONE_ADDRESS,
    REQUEST_SECONDS,
)


class Connections:
    """All open connections. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle: dict[socket.socket, tuple[str, float]] = {}
        """Those whose next request has not wholly arrived: address, and since when; the longest idle first."""
        self.busy: dict[socket.socket, str] = {}
        """The address of each connection with a request that is being answered."""

    def admit(self, connection: socket.socket, address: str) -> bool:
        """Add a connection, and close the longest idle ones if there are too many; return False if none is idle."""
        with self._lock:
            for most, origin in ((MOST_CONNECTIONS_FROM_ONE_ADDRESS, address), (MOST_CONNECTIONS, None)):
                idle = [each for each, (its, _) in self._idle.items() if origin in (None, its)]
                busy = [each for each, its in self.busy.items() if origin in (None, its)]
                if len(idle) + len(busy) < most:
                    continue
                if not idle:
                    return False
                self._close(idle[0])
            self._idle[connection] = address, monotonic()
            return True

    def close_slow(self) -> None:
        """Close the connections whose request has not arrived as a whole in time, however it trickles in."""
        with self._lock:
            latest = monotonic() - CONNECTION_SILENCE_SECONDS - REQUEST_SECONDS
            for connection in [each for each, (_, since) in self._idle.items() if since < latest]:
                self._close(connection)

    def _close(self, connection: socket.socket) -> None:
        del self._idle[connection]
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)  # ends the thread that waits for a request

    def set_busy(self, connection: socket.socket, *, busy: bool) -> None:
        """Set whether a request is being answered."""
        with self._lock:
            if busy and connection in self._idle:
                self.busy[connection], _ = self._idle.pop(connection)
            elif not busy and connection in self.busy:
                self._idle[connection] = self.busy.pop(connection), monotonic()

    def release(self, connection: socket.socket) -> None:
        """Remove a connection that has ended."""
        with self._lock:
            self._idle.pop(connection, None)
            self.busy.pop(connection, None)

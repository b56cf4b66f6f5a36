"""What programs, pages and other people's servers can ask: one set of typed methods.

They are carried over lines (`lines`), over HTTP (`http`), and by an ASGI application (`asgi`).
"""

from boardgames.core import lazy as _lazy

if _lazy.TYPE_CHECKING:
    from boardgames.remote.asgi import Application
    from boardgames.remote.lines import answer, serve
    from boardgames.remote.lobby import Lobby
    from boardgames.remote.shown import look
    from boardgames.remote.site import Page
    from boardgames.remote.tables import Tables

__all__ = [
    "Application",
    "Lobby",
    "Page",
    "Tables",
    "answer",
    "look",
    "serve",
]

_HOMES = {
    "Application": "boardgames.remote.asgi",
    "Lobby": "boardgames.remote.lobby",
    "Page": "boardgames.remote.site",
    "Tables": "boardgames.remote.tables",
    "answer": "boardgames.remote.lines",
    "look": "boardgames.remote.shown",
    "serve": "boardgames.remote.lines",
}
"""The module of each name."""

if not _lazy.TYPE_CHECKING:  # type checkers would take any name for one of the package's
    __getattr__, __dir__ = _lazy.lazily(__name__, _HOMES)

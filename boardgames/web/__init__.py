"""The games in a browser: tables, seats and invitations, a page that works for any game, and two
ways to run it.
"""

from boardgames.core import lazy as _lazy

if _lazy.TYPE_CHECKING:
    from boardgames.web.asgi import application

__all__ = [
    "application",
]

_HOMES = {
    "application": "boardgames.web.asgi",
}
"""The module of each name."""

if not _lazy.TYPE_CHECKING:  # type checkers would take any name for one of the package's
    __getattr__, __dir__ = _lazy.lazily(__name__, _HOMES)

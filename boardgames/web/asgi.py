"""The page and its methods as an ASGI application.

    uvicorn boardgames.web.asgi:app

`application` makes one with tables that are kept, for a server with a name, or for mounting.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardgames.remote.asgi import Application
from boardgames.remote.lobby import Lobby
from boardgames.web.pages import PAGES


def application(
    lobby: Lobby | None = None, hosts: Sequence[str] = (), proxies: Sequence[str] = ()
) -> Application:
    """Return the page of this lobby (None: a new one) as an ASGI application.

    `hosts` are the names under which others reach the server, and `proxies` those that it believes,
    as for `Application`.
    """
    return Application(lobby, hosts, PAGES, proxies)


app: Application = application()
"""An application with a lobby of its own, for this machine alone."""

"""`boardgames web`: a page to play on, in a browser here or on other machines."""

from __future__ import annotations

import sys
import threading
import webbrowser
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardgames.core.errors import BoardGamesError, ConfigurationError
from boardgames.play.limits import BOT_CHOICE_SECONDS
from boardgames.play.signals import Stopped, stoppable
from boardgames.web.keeping import Folder
from boardgames.web.lobby import Lobby
from boardgames.web.server import Server

if TYPE_CHECKING:
    from boardgames.cli.terminal import Terminal
    from boardgames.play.table import Table
    from boardgames.web.params import Start


@dataclass(frozen=True)
class Site:
    """Where the page is served, and what it allows."""

    host: str
    port: int
    names: tuple[str, ...] = ()
    browser: bool = True
    records: str | None = None
    programs: bool = False
    seconds: float = BOT_CHOICE_SECONDS["web"]


def host_page(terminal: Terminal, site: Site, start: Start | None) -> int:
    """Serve until Ctrl-C; with a table to start, open it and show an invitation for each person."""
    lobby = Lobby(
        folder=None if site.records is None else Folder(site.records),
        programs=site.programs,
        seconds=site.seconds,
        warn=_warn,
    )
    try:
        table = None if start is None else lobby.open(start)
        server = Server(lobby, site.host, site.port, site.names)
    except BoardGamesError:
        lobby.close()
        raise
    except (OSError, OverflowError, TypeError) as error:  # a TypeError: a host that cannot be encoded
        lobby.close()
        reason = (isinstance(error, OSError) and error.strerror) or error
        raise ConfigurationError(f"cannot listen on {site.host} port {site.port}: {reason}; see --port") from None
    with server:
        for complaint in lobby.complaints:
            terminal.write(f"A table could not be opened again: {complaint}")
        address = _introduce(terminal, server, table)
        sys.stdout.flush()  # behind a pipe nobody would learn the address
        if site.browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        status = _serve(server)
    terminal.write()
    terminal.write("Stopped." if site.records is None else f"Stopped; the tables are kept in {site.records}.")
    return status


def _warn(fault: str) -> None:
    print(f"boardgames: a table is not kept any more: {fault}", file=sys.stderr, flush=True)  # noqa: T201  # a warning goes to stderr at once


def _serve(server: Server) -> int:
    """Serve until a signal ends it; return the exit status: 0 for Ctrl-C, the usual way to stop it."""
    try:
        with stoppable():
            server.serve_forever()
    except Stopped as stopped:
        return stopped.status
    except KeyboardInterrupt:
        return 0
    return 0


def export_page(terminal: Terminal, folder: str, pyodide: str) -> int:
    """Write the folder for a static host."""
    from boardgames.web.export import export

    written = export(folder, pyodide)
    megabytes = sum(file.stat().st_size for file in written) / 1e6
    terminal.write(f"Wrote {len(written)} files to {folder}, {megabytes:.1f} MB. Any static host can serve it;")
    terminal.write(f"to try it here: python -m http.server --directory {folder}")
    return 0


def _introduce(terminal: Terminal, server: Server, table: tuple[Table, dict[int | None, str]] | None) -> str:
    """Show the addresses to open, and return the one for the browser on this machine."""
    key = "" if server.lobby.key is None else f"#key={server.lobby.key}"
    terminal.write(f"Open {server.url}{key} in a browser. Ctrl-C stops the server.")
    if server.open:
        terminal.write("Other machines reach this server at these addresses, with an invitation to a table:")
        terminal.write_all([f"  {url}" for url in server.outside_urls] or ["  (no address of this machine was found)"])
        terminal.write("Nothing is encrypted: play among friends, or put a proxy with TLS in front (--name).")
    if table is None:
        return f"{server.url}{key}"
    opened, tokens = table
    base = server.outside_urls[0] if server.outside_urls else server.url
    title = opened.match.game.title
    terminal.write(f"{title}: {'one link per seat; each works once' if opened.people else 'open this link to watch'}.")
    for seat, token in tokens.items():
        reader = f"Player {seat + 1}" if seat is not None else "Spectators"
        terminal.write(f"  {reader}: {base}#join={token}")
    return f"{server.url}{key}" if server.open else f"{server.url}#join={next(iter(tokens.values()))}"

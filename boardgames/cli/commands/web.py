"""`boardgames web`: a page to play on, in browsers here or on other machines."""

from __future__ import annotations

import argparse
import os
import sys
import threading
import webbrowser
from importlib.util import find_spec
from typing import TYPE_CHECKING

from boardgames.cli.arguments import add_bot_seconds, add_game, add_programs, add_seats, seconds
from boardgames.cli.terminal import Terminal
from boardgames.core.errors import BoardGamesError, ConfigurationError, quoted
from boardgames.play.limits import BOT_CHOICE_SECONDS, THREAD_SECONDS
from boardgames.play.signals import Stopped, stoppable
from boardgames.remote.asgi import Application
from boardgames.remote.http import HttpServer
from boardgames.remote.lobby import Lobby
from boardgames.remote.rooms import Start
from boardgames.table.table import Table
from boardgames.web.asgi import application
from boardgames.web.export import export

if TYPE_CHECKING:
    from boardgames.adapters.uvicorn import UvicornServer

LAST_PORT = 65535


def add(parser: argparse.ArgumentParser) -> None:
    add_game(parser, "open a table of this game; default: choose on the page", nargs="?")
    add_seats(parser, "who plays at that table, as for play")
    parser.add_argument(
        "--port", type=_port, default=8000, metavar="N", help="0 chooses a free port; default 8000"
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="0.0.0.0 lets other machines in; default 127.0.0.1",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="another name that browsers may use for the server",
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy, or a network of them, whose X-Forwarded-For is believed",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--records",
        metavar="DIR",
        help="keep tables and records here: they are open again after a restart",
    )
    add_programs(parser)
    add_bot_seconds(parser, BOT_CHOICE_SECONDS["web"])
    parser.add_argument(
        "--person-seconds",
        type=seconds,
        metavar="S",
        help="seconds for each decision where several people play; then a bot plays on; default: no"
        " limit",
    )
    parser.add_argument(
        "--export", metavar="DIR", help="write a folder for a static host instead: no server needed"
    )
    parser.add_argument(
        "--pyodide", metavar="DIR", help="a copy of Pyodide for --export: npm install pyodide"
    )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text[:9]) <= LAST_PORT):
        raise argparse.ArgumentTypeError(
            f"expected a whole number from 0 to {LAST_PORT}, not {quoted(text)}"
        )
    return int(text)


def run(args: argparse.Namespace) -> int:
    if (args.export is None) != (args.pyodide is None):
        raise ConfigurationError("--export and --pyodide go together")
    if args.export is not None:
        return _export(args.export, args.pyodide)
    for option in ("seats", "players"):
        if getattr(args, option) is not None and args.game is None:
            raise ConfigurationError(f"--{option}: name the game, too")
    start = None
    if args.game is not None:
        seats = args.game.seats(args.players, args.seats)
        start = Start(args.game.name, seats, quick=True, options=args.game.options)
    return _host(args, start)


def _export(folder: str, pyodide: str) -> int:
    written = export(folder, pyodide)
    megabytes = sum(file.stat().st_size for file in written) / 1e6
    terminal = Terminal()
    terminal.write(
        f"Wrote {len(written)} files to {folder}, {megabytes:.1f} MB. Any static host can serve it;"
    )
    terminal.write(f"to try it here: python -m http.server --directory {folder}")
    return 0


def _host(args: argparse.Namespace, start: Start | None) -> int:
    """Serve until Ctrl-C; with a table to start, open it and show an invitation for each person."""
    terminal = Terminal()
    key = os.environ.get("BOARDGAMES_KEY")
    lobby = Lobby(
        records=args.records,
        key=key,
        programs=args.programs,
        seconds=args.seconds,
        person_seconds=args.person_seconds,
    )
    try:
        app = application(lobby, args.name, args.proxy)
        table = None if start is None else lobby.open(start)
        server = _listening(app, args.host, args.port)
    except BoardGamesError:
        lobby.close()
        raise
    sys.setswitchinterval(THREAD_SECONDS)
    with server:
        for complaint in lobby.complaints:
            terminal.write(f"A table could not be reopened: {complaint}")
        address = _introduce(terminal, server, table)
        sys.stdout.flush()  # a pipe would buffer the address
        if not args.no_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        status = 0
        try:
            with stoppable():
                server.serve_forever()
        except KeyboardInterrupt as interrupt:  # Ctrl-C is the usual way to stop
            status = interrupt.status if isinstance(interrupt, Stopped) else 0
    terminal.write("")
    terminal.write(
        "Stopped." if args.records is None else f"Stopped; the tables are kept in {args.records}."
    )
    return status


def _listening(app: Application, host: str, port: int) -> HttpServer | UvicornServer:
    """Return a server that listens there: uvicorn, if it is installed; raise `ConfigurationError`
    on failure.
    """
    try:
        if find_spec("uvicorn") is None:
            return HttpServer(app, host, port)
        from boardgames.adapters.uvicorn import UvicornServer

        return UvicornServer(app, host, port)
    except (OSError, OverflowError, TypeError) as error:  # TypeError: a host that cannot be encoded
        reason = (isinstance(error, OSError) and error.strerror) or error
        raise ConfigurationError(
            f"cannot listen on {host} port {port}: {reason}; see --port"
        ) from None


def _introduce(
    terminal: Terminal,
    server: HttpServer | UvicornServer,
    table: tuple[Table, dict[int | None, str]] | None,
) -> str:
    """Show the addresses to open, and return the one for the browser on this machine."""
    url, outside = server.url, server.addresses.outside
    start_page = f"{url}#key={server.lobby.key}" if server.lobby.key else url
    terminal.write(f"Open {start_page} in a browser. Ctrl-C stops the server.")
    if server.addresses.is_open:
        found = outside or ["(no address of this machine was found)"]
        terminal.write(
            "Other machines reach this server at these addresses, with an invitation to a table:",
            *[f"  {address}" for address in found],
            "Nothing is encrypted: play among friends, or put a proxy with TLS in front (--name).",
        )
    if table is None:
        return start_page
    opened, invitations = table
    base = outside[0] if outside else url
    links = "one link per seat; each works once" if opened.people else "open this link to watch"
    terminal.write(f"{opened.match.game.title}: {links}.")
    for seat, invitation in invitations.items():
        reader = f"Player {seat + 1}" if seat is not None else "Spectators"
        terminal.write(f"  {reader}: {base}#join={invitation}")
    if server.addresses.is_open:
        return start_page
    return f"{url}#join={next(iter(invitations.values()))}"

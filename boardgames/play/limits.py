"""Every limit of time and number for people, bots, tables and servers; the name says what it limits, and in which unit.

docs/limits.md has them in one table. Limits of formats and of searches stand where these are written.
"""

from __future__ import annotations

from dataclasses import dataclass

from boardgames.play.fault import OnFault  # a field's type, read at run time


@dataclass(frozen=True)
class Limits:
    """How long players at one table may take, and what happens to those who take longer."""

    bot_seconds: float | None = None
    """For each choice of a bot; None: no limit."""
    on_fault: OnFault = "random"
    """What happens when a bot takes longer, or fails in another way."""
    person_seconds: float | None = None
    """For each decision of a person; None: no limit. After that a bot plays on for them, until they come back."""


# Bots.
LONGEST_CHOICE_SECONDS = 1e6
"""Longer times for a choice are refused: not every system can wait for them."""
BOT_CHOICE_SECONDS = {"serve": 60.0, "web": 30.0, "mcp": 10.0}
"""How long a bot may take for a choice unless told otherwise, by command; `play` and `arena` set no limit."""
PROGRAM_CHOICE_SECONDS = 60.0
"""How long a program may take for a choice where the match sets no limit."""
PROGRAM_START_SECONDS = 10.0
"""How long a program may take for its first answer, at least."""
PROGRAM_EXIT_SECONDS = 0.5
"""How long a program may take to exit once it is told that the game is over."""
EVEN_PACE_SECONDS = 5.0
"""The longest wait after a choice that was quicker than others."""
STOPPING_SECONDS = 2.0
"""How long somebody who closes a table waits for a bot that is still thinking."""

# Hints and judgements.
HINT_SECONDS = 1.0
"""How long the search for a hint takes, unless told otherwise."""
LONGEST_HINT_SECONDS = 2.0
"""The most that a client of the protocol may ask for: nothing else is answered meanwhile."""
JUDGEMENT_SECONDS = 0.5
"""How long a search looks at a decision of a finished game that it judges."""

# Tables.
MOST_TABLES = 100
"""How many tables a server has open at once."""
MOST_SEATS = 2000
"""How many secrets of seats are in use at once; beyond that, spectators are refused."""
AWAY_SECONDS = 30.0
"""How long nothing is heard of a person before they count as away."""
IDLE_UNFINISHED_SECONDS = 3600.0
"""How long nobody has to look at an unfinished table before it may be closed to make room."""
IDLE_FINISHED_SECONDS = 600.0
"""The same for a finished table."""
IDLE_FINISHED_WHEN_FULL_SECONDS = 60.0
"""The same for a finished table when all tables are taken."""
LONGEST_NAME_LETTERS = 20
"""The name of a player at a table."""

# What visitors of the page may ask of bots.
LONGEST_SPEC_LETTERS = 80
"""The spec of a bot."""
VISITOR_BOT_SECONDS = 20.0
"""The option `seconds` of a bot, and the time between the actions of bots."""
VISITOR_BOT_OPTION = 20_000
"""Any other option of a bot."""

# Connections.
LOOK_SECONDS = 5.0
"""How long a request for news waits for some; a browser opens few connections at a time."""
CONNECTION_SILENCE_SECONDS = 30.0
"""How long a connection may send nothing before it is closed."""
MOST_CONNECTIONS = 512
"""How many connections are open at once."""
MOST_CONNECTIONS_FROM_ONE_ADDRESS = 384
"""How many of them from one address; all browsers behind a proxy come from one."""
LONGEST_REQUEST_BYTES = 1 << 16
"""A request of a page."""
LONGEST_RECORD_BYTES = 1 << 20
"""A request with a record."""
WORKER_EXIT_SECONDS = 3.0
"""How long a worker of the arena may take to end."""

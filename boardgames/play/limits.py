"""Every limit of time and number for people, bots, tables and servers; names end with the unit
where there is one.

docs/limits.md lists them. Limits of formats and searches are in their own modules.
"""

from __future__ import annotations

from numbers import Real
from typing import Any, Literal, TypeAlias, get_args

from boardgames.core.errors import ConfigurationError, quoted
from boardgames.core.integers import as_integer
from boardgames.core.values import value

OnFault: TypeAlias = Literal["forfeit", "random", "raise"]
"""What happens when a bot raises an error, chooses an illegal action or takes too long: it loses
the game, a random action replaces this choice, or the match raises `BotError`."""
ON_FAULT: tuple[OnFault, ...] = get_args(OnFault)


@value
class Limits:
    """Time limits of the players at one table, and what happens when they take longer.

    Raises `ConfigurationError` for values that are not limits.
    """

    bot_seconds: float | None = None
    """For each choice of a bot; None: no limit."""
    on_fault: OnFault = "random"
    """What happens when a bot takes longer, or fails in another way."""
    person_seconds: float | None = None
    """For each decision of a person; None: no limit. After that a bot plays for them until they
    come back.
    """

    def __post_init__(self) -> None:
        check_seconds("bot_seconds", self.bot_seconds)
        check_on_fault(self.on_fault)
        check_seconds("person_seconds", self.person_seconds)


def check_seconds(name: str, seconds: Any) -> None:
    """Raise `ConfigurationError` unless this is a time limit: a number above 0 that every system
    can wait for, or None.
    """
    if seconds is None:
        return
    is_number = isinstance(seconds, Real) and not isinstance(seconds, bool)
    if not is_number or not 0 < seconds <= LONGEST_CHOICE_SECONDS:
        most = f"{LONGEST_CHOICE_SECONDS:,.0f}"
        raise ConfigurationError(
            f"{name}: expected more than 0, and at most {most}, not {quoted(seconds)}"
        )


def check_on_fault(on_fault: object) -> None:
    """Raise `ConfigurationError` unless this says what happens when a bot fails."""
    if on_fault not in ON_FAULT:
        raise ConfigurationError(
            f"on_fault: expected one of {', '.join(ON_FAULT)}, not {quoted(on_fault)}"
        )


def check_count(name: str, number: object) -> None:
    """Raise `ConfigurationError` unless this is a whole number of 1 or more."""
    count = as_integer(number)
    if count is None or count < 1:
        raise ConfigurationError(
            f"{name}: expected a whole number of 1 or more, not {quoted(number)}"
        )


# Bots.
LONGEST_CHOICE_SECONDS = 1e6
"""Maximum time limit for a choice: not every system can wait for longer."""
BOT_CHOICE_SECONDS = {"serve": 60.0, "web": 30.0, "mcp": 10.0}
"""Default time limit for a bot's choice, by command; `play` and `arena` have none."""
PROGRAM_CHOICE_SECONDS = 60.0
"""Time limit for a program's choice if the match sets none."""
PROGRAM_START_SECONDS = 10.0
"""Minimum time limit for a program's first answer."""
PROGRAM_EXIT_SECONDS = 0.5
"""Time for a program to exit after it is told that the game is over."""
OUTAGE_SECONDS = 900.0
"""How long a model that cannot be reached is asked again."""
CORRECTIONS = 2
"""Default maximum number of answers of a model that are sent back in one turn."""
LONGEST_PAUSE_SECONDS = 60.0
"""Maximum pause between two attempts to reach a model; a service may ask for a longer one."""
EVEN_PACE_SECONDS = 5.0
"""Maximum wait after a choice that was quicker than others."""
BOTS_ROUND_SECONDS = 3.0
"""While more bots would think than can, those that people wait for at one table together have a
share of this time, and then answer with the best they have.
"""
BOTS_LEAST_SECONDS = 0.01
"""A bot that has to answer sooner because others wait has at least this long for a choice, and
until it has an answer at all.
"""
STOPPING_SECONDS = 2.0
"""How long closing a table waits for a bot that is still thinking."""

# Hints and judgements.
HINT_SECONDS = 1.0
"""Default duration of the search for a hint."""
LONGEST_HINT_SECONDS = 2.0
"""Maximum that a client of the protocol may request: it gets no other answers meanwhile."""
JUDGEMENT_SECONDS = 0.5
"""Duration of the search that judges a decision of a finished game."""

# Tables.
MOST_TABLES = 100
"""Maximum number of open tables on a server; a rematch shares the place of the last game."""
MOST_SEATS = 2000
"""Maximum number of secrets of seats in use; beyond that, spectators are refused."""
SPECTATORS_EACH = 200
"""Maximum number of spectators of one table, until its host renews their link."""
AWAY_SECONDS = 60.0
"""A person who has not been heard from for this long counts as away, and so does one who has been
asked something for this long meanwhile; then anyone at the table can let a bot play for them.
"""
IDLE_UNFINISHED_SECONDS = 3600.0
"""An unfinished table that nobody has looked at for this long may make room when all are taken."""
IDLE_FINISHED_SECONDS = 600.0
"""The same for a finished table."""
KEEP_AGAIN_SECONDS = 5.0
"""After this long, bots whose action could not be kept try again: there may be room on the disk."""
LONGEST_NAME_LETTERS = 20
"""Maximum length of a player's name."""

# What visitors of the page may request from bots.
VISITOR_BOT_SECONDS = 20.0
"""Maximum of the option `seconds` of a bot, and of the time between the actions of bots."""
VISITOR_BOT_OPTION = 20_000
"""Maximum of any other option of a bot."""

# What is sent.
LATEST_ENTRIES = 24
"""A log that is sent without what came earlier has at least so many entries, if there are."""

# Connections.
LOOK_SECONDS = 5.0
"""How long a request for news waits; short, because a browser opens few connections at a time."""
TURN_SECONDS = 30.0
"""How long a model over HTTP waits for its turn before it has to ask again."""
CONNECTION_SILENCE_SECONDS = 65.0
"""A connection that sends nothing for this long is closed: a little more than the 60 s for which
proxies and load balancers keep theirs, so that they never send a request into one that closes.
"""
REQUEST_SECONDS = 45.0
"""A request has this long to arrive as a whole: then its connection is closed, however slowly it
trickles in.
"""
MOST_CONNECTIONS = 768
"""Maximum number of open connections; those without a whole request make way for others."""
CALLS_EACH = 32
"""Maximum number of messages of one person that are answered at a time; whoever shows no secret of
a table counts by their address.
"""
WAITS_EACH = 8
"""Maximum number of calls of one person that wait for news at a time."""
SEARCHES_EACH = 2
"""Maximum number of searches of one person at a time, running or queued."""
THREADS = 16
"""Number of threads in which an ASGI application carries out requests; none waits for news."""
SEARCH_THREADS = 4
"""Number of its threads for searches: hints, and judgements of decisions."""
THREAD_SECONDS = 0.0005
"""After this long, a bot that thinks lets the thread of a waiting request go on."""
LONGEST_REQUEST_BYTES = 1 << 20
"""Maximum size of a request over HTTP, which may contain a record."""
LONGEST_ANSWER_BYTES = 1 << 23
"""Maximum size of an answer over HTTP."""
MOST_REMEMBERED = 1000
"""Number of answers that a server remembers, in case a request with a key is sent again."""
WORKER_EXIT_SECONDS = 3.0
"""Time for a worker of the arena to exit."""

"""The JSON Schemas of everything that the library writes and reads as JSON, by name.

server         the messages for frontends: requests, results, errors
bot            the messages to bots that are programs, and their answers
ending         the events that end a game outside its rules
record         a game record
arena          a line in a file with the results of an arena or a league
arena.plan     the plan beside such a file
league.answer  a line in a file with the answers of models in a league
trajectory     a line of a trajectory, to learn from
GAME           `server`, with the actions, Views and events of this game
GAME.action    an action of this game
GAME.view      a View of this game
GAME.event     an event of this game
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from boardgames.adapters.trajectories import Step
from boardgames.arena.league_folder import AnswerForm
from boardgames.arena.results_file import PlanFile, ResultForm
from boardgames.contract.game import Game, declared_types
from boardgames.core.errors import ConfigurationError, quoted
from boardgames.core.schema import DIALECT, Schema, Schemas, complete
from boardgames.games.catalogue import game_class, usable_games
from boardgames.jsonrpc import ERRORS, LONGEST_ID
from boardgames.play.bots.messages import BOT_METHODS
from boardgames.play.ending import Ending
from boardgames.play.record import RecordForm
from boardgames.remote.methods import METHODS

ABOUT_METHODS = "For each METHOD, $defs has METHOD_params and METHOD_result."

ID: Schema = {"oneOf": [{"type": "string", "maxLength": LONGEST_ID}, {"type": "number"}]}


def server(own: Mapping[str, tuple[object, ...]] | None = None, at: str = "") -> Schema:
    """Return the schema of the requests and answers for frontends, with the types of one
    game if there are any.
    """
    schemas = Schemas(own)
    methods: dict[str, Schema] = {}
    for name, method in METHODS.items():
        methods[f"{name}_params"] = schemas.object_of(method.params, allow_missing=True)
        methods[f"{name}_result"] = schemas.of(method.result)
    requests = _requests(methods)
    envelope = {"Request": _request(requests), "Answer": _answer(), "RequestError": _error()}
    return {
        "$schema": DIALECT,
        "title": f"The messages for frontends{at}",
        "description": ABOUT_METHODS,
        "oneOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Answer"}],
        "$defs": {**envelope, **requests, **methods, **schemas.defs},
    }


def _requests(methods: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the schemas of a request of each method, by a name that generated classes get."""
    requests: dict[str, Schema] = {}
    for name in METHODS:
        needs_params = bool(methods[f"{name}_params"]["required"])
        requests[f"{name.title().replace('_', '')}Request"] = {
            "type": "object",
            "properties": {
                "jsonrpc": {"const": "2.0"},
                "id": ID,
                "method": {"const": name},
                "params": {"$ref": f"#/$defs/{name}_params"},
            },
            "required": ["jsonrpc", "method", *(["params"] if needs_params else [])],
            "additionalProperties": False,
        }
    return requests


def _request(requests: Mapping[str, Schema]) -> Schema:
    """Return the schema of a request, in which the method decides about the parameters."""
    about = "A request; without an id, it is not answered."
    return {"description": about, "oneOf": [{"$ref": f"#/$defs/{name}"} for name in requests]}


def _answer() -> Schema:
    """Return the schema of an answer; its request says what the result is."""
    head = {"jsonrpc": {"const": "2.0"}, "id": {"oneOf": [*ID["oneOf"], {"type": "null"}]}}
    bodies: dict[str, Schema] = {"result": {}, "error": {"$ref": "#/$defs/RequestError"}}
    choices = [
        {
            "type": "object",
            "properties": head | {name: body},
            "required": ["jsonrpc", "id", name],
            "additionalProperties": False,
        }
        for name, body in bodies.items()
    ]
    return {"description": "The answer to the request with the same id.", "oneOf": choices}


def _error() -> Schema:
    codes = [
        {"const": error.code, "title": error.name, "description": error.meaning} for error in ERRORS
    ]
    about = "Why a request has failed. It has changed no table."
    return {
        "description": about,
        "type": "object",
        "properties": {
            "code": {"oneOf": codes},
            "message": {"type": "string", "description": "The reason, in a line for people."},
        },
        "required": ["code", "message"],
        "additionalProperties": False,
    }


def bot() -> Schema:
    """Return the schema of the messages of bots that are programs; their answers may have further
    fields.
    """
    schemas = Schemas()
    methods: dict[str, Schema] = {}
    for name, method in BOT_METHODS.items():
        methods[f"{name}_params"] = schemas.reference(method.params)
        if method.result is Any:
            methods[f"{name}_result"] = {"description": "Anything: it is ignored."}
        elif method.result is not None:
            methods[f"{name}_result"] = schemas.reference(method.result, allow_more=True)
    return {
        "$schema": DIALECT,
        "title": "Bots that are programs",
        "description": ABOUT_METHODS,
        "$defs": {**methods, **schemas.defs},
    }


FIXED: dict[str, tuple[str, Callable[[], Schema]]] = {
    "server": ("the messages for frontends: requests, results, errors", server),
    "bot": ("the messages to bots that are programs, and their answers", bot),
    "ending": (
        "the events that end a game outside its rules",
        lambda: complete(Ending, "Event that ends a game outside its rules"),
    ),
    "record": ("a game record", lambda: complete(RecordForm, "Game record")),
    "arena": (
        "a line in a file with the results of an arena or a league",
        lambda: complete(ResultForm, "Result of a game in an arena"),
    ),
    "arena.plan": (
        "the plan beside such a file",
        lambda: complete(PlanFile, "Plan of an arena"),
    ),
    "league.answer": (
        "a line in a file with the answers of models in a league",
        lambda: complete(AnswerForm, "Answer of a model in a league"),
    ),
    "trajectory": (
        "a line of a trajectory, to learn from",
        lambda: complete(Step, "Decision in a trajectory"),
    ),
}
"""The schemas that do not depend on a game, each with what it describes."""


def own_types(cls: type[Game[Any, Any, Any]]) -> dict[str, tuple[object, ...]]:
    """Return the types that this game defines itself, by the name of their form: `Action`, `View`
    and `Event`.

    At a table, an event may also be an ending.
    """
    own: dict[str, tuple[object, ...]] = {}
    types = declared_types(cls)
    if types is not None:
        _, own["Action"], own["View"] = types[0], (types[1],), (types[2],)
    own["Event"] = (Ending,) if cls.event_types is None else (cls.event_types, Ending)
    return own


def names() -> dict[str, str]:
    """Return the name of every schema, with what it describes."""
    found = {name: about for name, (about, _) in FIXED.items()}
    for name, cls in usable_games().items():
        found[name] = f"server, at a table of {cls.title}"
        own = own_types(cls)
        if "Action" in own:
            found[f"{name}.action"] = f"an action of {cls.title}"
            found[f"{name}.view"] = f"a View of {cls.title}"
        if cls.event_types is not None:
            found[f"{name}.event"] = f"an event of {cls.title}"
    return found


def schema(name: str) -> Schema:
    """Return the schema with this name; raise `ConfigurationError` if there is none."""
    if name in FIXED:
        _, make = FIXED[name]
        return make()
    if name not in names():
        raise ConfigurationError(f"no schema {quoted(name)}: boardgames schema lists their names")
    game, _, form = name.partition(".")
    cls = game_class(game)
    own = own_types(cls)
    if not form:
        return server(own, f" at a table of {cls.title}")
    return complete(own[form.title()][0], f"{form.title()} of {cls.title}")

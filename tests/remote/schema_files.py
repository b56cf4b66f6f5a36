"""JSON Schema (draft 2020-12) of the protocol's messages and of each game's Views and Actions, from
the type hints.

A schema describes what `boardgames.core.codec` writes; the docstrings of classes and
fields describe it in words.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from boardgames.contract.game import declared_types
from boardgames.core.codec import CountsOf, FormOf, WrittenAs
from boardgames.games import catalogue
from boardgames.play.ending import Ending
from boardgames.remote.methods import METHODS
from tests.remote.bot_messages import BOT_METHODS

Schema: TypeAlias = "dict[str, Any]"

FOLDER = Path(__file__).parents[2] / "docs" / "schema"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
PLAIN: dict[type, str] = {
    int: "integer",
    str: "string",
    bool: "boolean",
    float: "number",
    types.NoneType: "null",
}


class Schemas:
    """A set of schemas that refer to each other by name."""

    def __init__(self) -> None:
        self.defs: dict[str, Schema] = {}
        self._names: dict[tuple[type, str | None, bool, bool], str] = {}

    def of(self, hint: Any) -> Schema:  # noqa: PLR0911  # any type; one line for each sort
        """Return the schema of a type; raise `TypeError` if its values have no JSON."""
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._annotated(*inner)
        if origin in (Union, types.UnionType):
            return self._union(inner)
        if origin is tuple:
            return self._tuple(inner)
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        if origin is Literal:
            return {"enum": list(inner)}
        if hint is Any:
            return {}
        if hint in PLAIN:
            return {"type": PLAIN[hint]}
        if isinstance(hint, type) and issubclass(hint, Enum):
            return {"enum": [member.name.lower() for member in hint]}
        if isinstance(hint, type) and is_dataclass(hint):
            return self.reference(hint)
        raise TypeError(f"no JSON for values of type {hint!r}")

    def reference(
        self,
        cls: type,
        tag: str | None = None,
        *,
        defaults_optional: bool = False,
        allow_more_fields: bool = False,
    ) -> Schema:
        """Return a reference to the schema of a dataclass.

        With a `tag` it has a "type" as well. With `defaults_optional`, fields with a default are
        optional; with `allow_more_fields`, other fields are allowed.
        """
        variant = (cls, tag, defaults_optional, allow_more_fields)
        if variant not in self._names:
            name = cls.__name__
            while name in self.defs:
                name += "_"
            self._names[variant] = name
            self.defs[name] = {}  # so that a type may refer to itself
            schema = self.object_of(cls, tag, defaults_optional=defaults_optional)
            self.defs[name] = schema | ({"additionalProperties": True} if allow_more_fields else {})
        return {"$ref": f"#/$defs/{self._names[variant]}"}

    def object_of(self, cls: Any, tag: str | None = None, *, defaults_optional: bool) -> Schema:
        """Return the schema of a dataclass, described as in `reference`."""
        hints, words = get_type_hints(cls, include_extras=True), described(cls)
        properties: dict[str, Schema] = {} if tag is None else {"type": {"const": tag}}
        required = list(properties)
        for member in fields(cls):
            schema = self.of(hints[member.name])
            if member.name in words:
                schema = schema | {"description": words[member.name]}
            if not defaults_optional or (
                member.default is MISSING and member.default_factory is MISSING
            ):
                required.append(member.name)
            elif member.default is not MISSING:
                schema = schema | {"default": member.default}
            properties[member.name] = schema
        about = {"description": words[""]} if "" in words else {}
        return about | {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }

    def _annotated(self, base: Any, *notes: object) -> Schema:
        for note in notes:
            if isinstance(note, CountsOf):
                counts = {
                    name: {"type": "integer", "minimum": 1}
                    | ({"maximum": note.most[name]} if note.most else {})
                    for name in note.names
                }
                return {"type": "object", "properties": counts, "additionalProperties": False}
            if isinstance(note, (FormOf, WrittenAs)):
                return self.of(note.hint)
        return self.of(base)

    def _union(self, members: Sequence[Any]) -> Schema:
        optional = types.NoneType in members
        others = [member for member in members if member is not types.NoneType]
        if len(others) == 1:
            choices = [self.of(others[0])]
        else:
            choices = [self.reference(member, member.__name__.lower()) for member in others]
        return {"anyOf": [*choices, *([{"type": "null"}] if optional else [])]}

    def _tuple(self, items: Sequence[Any]) -> Schema:
        if len(items) == 2 and items[1] is Ellipsis:  # tuple[T, ...]
            return {"type": "array", "items": self.of(items[0])}
        each = [self.of(item) for item in items]
        return {"type": "array", "prefixItems": each, "items": False, "minItems": len(each)}


def described(cls: type) -> dict[str, str]:
    """Return the docstrings of the class (under the empty name) and of its fields, the inherited
    ones included.

    Only the first paragraph of a class counts: the others are for those who use it from Python. The
    parameters of a method are described by all of its docstring.
    """
    words: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if not is_dataclass(base):
            continue
        if base.__module__ == "types":  # the parameters of a method, which its docstring describes
            return {"": _one_line(str(base.__doc__))}
        (node,) = ast.parse(inspect.cleandoc("\n" + inspect.getsource(base))).body
        assert isinstance(node, ast.ClassDef)
        words.pop("", None)
        if text := ast.get_docstring(node):
            words[""] = _one_line(text.split("\n\n")[0])
        for member, after in zip(node.body, node.body[1:], strict=False):
            if (
                isinstance(member, ast.AnnAssign)
                and isinstance(member.target, ast.Name)
                and isinstance(after, ast.Expr)
            ):
                words[member.target.id] = _one_line(ast.literal_eval(after.value))
    return words


def _one_line(text: str) -> str:
    """Return a docstring as a description for readers of JSON, where None is null."""
    return re.sub(r"\bNone\b", "null", " ".join(text.split()))


def server_messages() -> Schema:
    """Return the schema of the requests and answers of `boardgames serve`."""
    schemas = Schemas()
    named: dict[str, Schema] = {}
    for name, method in METHODS.items():
        named[f"{name}.params"] = schemas.object_of(method.params, defaults_optional=True)
        named[f"{name}.result"] = schemas.of(method.result)
    return _collected("boardgames serve", named, schemas)


def bot_messages() -> Schema:
    """Return the schema of the messages of bots that are programs; their answers may have further
    fields.
    """
    schemas = Schemas()
    named: dict[str, Schema] = {}
    for name, method in BOT_METHODS.items():
        named[f"{name}.params"] = schemas.reference(method.params)
        if method.result is Any:
            named[f"{name}.result"] = {}
        elif method.result is not None:
            named[f"{name}.result"] = schemas.reference(method.result, allow_more_fields=True)
    return _collected("bots that are programs", named, schemas)


def _collected(title: str, named: Mapping[str, Schema], schemas: Schemas) -> Schema:
    about = "For each METHOD, $defs has METHOD.params and METHOD.result."
    return {
        "$schema": DIALECT,
        "title": title,
        "description": about,
        "$defs": {**named, **schemas.defs},
    }


def of_type(hint: Any, title: str) -> Schema:
    """Return the complete schema of one type."""
    schemas = Schemas()
    return {"$schema": DIALECT, "title": title} | schemas.of(hint) | {"$defs": schemas.defs}


def all_schemas() -> dict[str, Schema]:
    """Return every schema by the name of its file: the messages, the endings, and View, Actions and
    Events of every game.
    """
    schemas = {
        "server.json": server_messages(),
        "bot.json": bot_messages(),
        "ending.json": of_type(Ending, "Event that ends a game outside its rules"),
    }
    for name in catalogue.game_names():
        cls = catalogue.game_class(name)
        if not cls.__module__.startswith("boardgames."):
            continue
        _, action, view = declared_types(cls) or (None, None, None)
        schemas[f"{name}.view.json"] = of_type(view, f"View of {cls.title}")
        schemas[f"{name}.action.json"] = of_type(action, f"Action of {cls.title}")
        if cls.event_types is not None:
            schemas[f"{name}.event.json"] = of_type(cls.event_types, f"Event of {cls.title}")
    return schemas


def files() -> dict[Path, str]:
    """Return the content of every file of a schema."""
    return {
        FOLDER / name: json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in all_schemas().items()
    }

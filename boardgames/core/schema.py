"""JSON Schema (draft 2020-12) of what `boardgames.core.codec` writes, from the same type hints.

The docstrings of classes and fields become descriptions. Of a type that each game defines for
itself, such as `Action`, the schema says what all games have in common, unless `Schemas` is told
the type of one game.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from boardgames.core.codec import (
    MOST_EXACT,
    Bounds,
    CountsOf,
    FormOf,
    Length,
    Meaning,
    WrittenAs,
    to_json,
)

Schema: TypeAlias = "dict[str, Any]"

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PLAIN: dict[object, str] = {
    int: "integer",
    str: "string",
    bool: "boolean",
    float: "number",
    types.NoneType: "null",
}
NULL: Schema = {"type": "null"}


class Schemas:
    """A set of schemas that refer to each other by name."""

    def __init__(self, own: Mapping[str, Sequence[object]] | None = None) -> None:
        """`own` has the types of one game, by the name of their form: `Action`, `View`, `Event`."""
        self.defs: dict[str, Schema] = {}
        self._own = own or {}
        self._names: dict[object, str] = {}

    def of(self, hint: Any) -> Schema:
        """Return the schema of a type; raise `TypeError` if its values have no JSON."""
        origin = get_origin(hint)
        if origin is not None:
            return self._generic(origin, get_args(hint))
        if hint is Any:
            return {}
        if hint in PLAIN:
            return {"type": PLAIN[hint]}
        if isinstance(hint, type) and issubclass(hint, Enum):
            return self._enum(hint)
        if is_dataclass(hint) or is_typeddict(hint):
            return self.reference(hint)
        raise TypeError(f"no JSON for values of type {hint!r}")

    def _generic(self, origin: object, inner: Sequence[Any]) -> Schema:  # noqa: PLR0911  # a line each
        """Return the schema of a type with others in brackets."""
        if origin is Annotated:
            return self._annotated(*inner)
        if origin in (Union, types.UnionType):
            return self._union(inner)
        if origin is NotRequired:
            return self.of(inner[0])
        if origin is tuple:
            return self._tuple(inner)
        if origin is list:
            return {"type": "array", "items": self.of(inner[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        if origin is Literal:
            return {"enum": list(inner)}
        raise TypeError(f"no JSON for values of type {origin!r}")

    def reference(
        self,
        cls: Any,
        tag: str | None = None,
        *,
        allow_missing: bool = False,
        allow_more: bool = False,
    ) -> Schema:
        """Return a reference to the schema of a class.

        With a `tag` it has a "type" as well. With `allow_missing`, fields that have a default are
        optional; with `allow_more`, other fields are allowed.
        """
        variant = (cls, tag, allow_missing, allow_more)
        if variant not in self._names:
            name = self._define(variant, cls.__name__)
            schema = self.object_of(cls, tag, allow_missing=allow_missing)
            self.defs[name] = schema | {"additionalProperties": allow_more}
        return self._reference_to(variant)

    def object_of(self, cls: Any, tag: str | None = None, *, allow_missing: bool) -> Schema:
        """Return the schema of a class, described as in `reference`."""
        hints = get_type_hints(cls, include_extras=True)
        words = described(cls)
        properties: dict[str, Schema] = {} if tag is None else {"type": {"const": tag}}
        required = list(properties)
        defaults = _defaults(cls)
        for name, hint in hints.items():
            if get_origin(hint) is ClassVar:
                continue
            schema = self.of(hint)
            if name in words:
                schema = schema | {"description": words[name]}
            is_optional = allow_missing and name in defaults
            if not is_optional and get_origin(hint) is not NotRequired:
                required.append(name)
            elif defaults.get(name, MISSING) is not MISSING:
                schema = schema | {"default": to_json(defaults[name], hint)}
            properties[name] = schema
        about = {"description": words[""]} if "" in words else {}
        return about | {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }

    def _enum(self, hint: type[Enum]) -> Schema:
        if hint not in self._names:
            names = {"enum": [member.name.lower() for member in hint]}
            self.defs[self._define(hint, hint.__name__)] |= names
        return self._reference_to(hint)

    def _define(self, variant: object, name: str) -> str:
        """Return a name for this schema that is not in use; it may refer to itself by it."""
        while name in self.defs:
            name += "_"
        self._names[variant] = name
        self.defs[name] = {}
        return name

    def _reference_to(self, variant: object) -> Schema:
        return {"$ref": f"#/$defs/{self._names[variant]}"}

    def _annotated(self, base: Any, *notes: object) -> Schema:
        said = [note.text for note in notes if isinstance(note, Meaning)]
        return self._noted(base, *notes) | ({"description": said[0]} if said else {})

    def _noted(self, base: Any, *notes: object) -> Schema:
        for note in notes:
            match note:
                case CountsOf():
                    return _counts(note)
                case WrittenAs():
                    return self._written_as(note)
                case FormOf():
                    return self._form_of(note)
                case Bounds(least, most) if least == most:
                    return {"const": least}
                case Bounds() | Length():
                    return self.of(base) | _between(note)
        return self.of(base)

    def _form_of(self, mark: FormOf) -> Schema:
        if mark.name:
            return self._form_of_game(mark)
        if mark.allow_missing:
            return self.reference(mark.hint, allow_missing=True)
        return self.of(mark.hint)

    def _written_as(self, mark: WrittenAs) -> Schema:
        schema = self.of(mark.hint)
        if not mark.pattern:
            return schema
        pattern = {"pattern": f"^({mark.pattern})$"}
        return schema | (pattern if mark.hint is str else {"propertyNames": pattern})

    def _form_of_game(self, mark: FormOf) -> Schema:
        """Return a reference to the schema of what each game defines for itself."""
        match own := self._own.get(mark.name, ()):
            case (hint,) if is_dataclass(hint):
                return self.of(hint)
        if mark.name not in self._names:
            name = self._define(mark.name, mark.name)
            choices: list[Schema] = []
            for hint in own:
                is_union = get_origin(hint) in (Union, types.UnionType)
                choices += self._tagged(get_args(hint)) if is_union else [self.of(hint)]
            if choices:
                self.defs[name] = {"oneOf": choices}
            else:
                about = f"Each game has its own: `boardgames schema GAME.{name.lower()}`."
                self.defs[name] = {"description": about} | self.of(mark.hint)
        return self._reference_to(mark.name)

    def _union(self, members: Sequence[Any]) -> Schema:
        others = tuple([member for member in members if member is not types.NoneType])
        optional = [NULL] if len(others) < len(members) else []
        if len(others) == 1 or not all(map(is_dataclass, others)):
            return {"oneOf": [*map(self.of, others), *optional]}
        name = _name_of(others)
        if name is None:
            return {"oneOf": [*self._tagged(others), *optional]}
        if others not in self._names:
            tagged = self._tagged(others)  # the members are defined before the union
            self.defs[self._define(others, name)]["oneOf"] = tagged
        reference = self._reference_to(others)
        return {"oneOf": [reference, *optional]} if optional else reference

    def _tagged(self, members: Sequence[Any]) -> list[Schema]:
        """Return the schemas of classes told apart by "type"."""
        return [self.reference(member, member.__name__.lower()) for member in members]

    def _tuple(self, items: Sequence[Any]) -> Schema:
        if len(items) == 2 and items[1] is Ellipsis:  # noqa: PLR2004  # tuple[T, ...]
            return {"type": "array", "items": self.of(items[0])}
        schemas = [self.of(item) for item in items]
        return {"type": "array", "prefixItems": schemas, "items": False, "minItems": len(schemas)}


def _name_of(members: Sequence[Any]) -> str | None:
    """Return the name that the module of the first of these classes has for their union."""
    known = vars(sys.modules[members[0].__module__])
    for name, value in known.items():
        if get_origin(value) in (Union, types.UnionType) and {*get_args(value)} == {*members}:
            return name
    return None


def _defaults(cls: Any) -> dict[str, object]:
    """Return the default of each field that may be left out; `MISSING` if it is made anew."""
    if not is_dataclass(cls):
        return {}
    defaults: dict[str, object] = {}
    for member in fields(cls):
        if member.default is not MISSING or member.default_factory is not MISSING:
            defaults[member.name] = member.default
    return defaults


def _between(mark: Bounds | Length) -> Schema:
    if isinstance(mark, Length):
        return {"minLength": mark.least, "maxLength": mark.most}
    minimum = "exclusiveMinimum" if mark.is_open else "minimum"
    return {minimum: mark.least, "maximum": mark.most}


def _counts(mark: CountsOf) -> Schema:
    counts: dict[str, Schema] = {}
    for name in mark.names:
        most = mark.most.get(name, MOST_EXACT)
        counts[name] = {"type": "integer", "minimum": 1, "maximum": most}
    return {"type": "object", "properties": counts, "additionalProperties": False}


def complete(hint: Any, title: str) -> Schema:
    """Return the complete schema of one type."""
    schemas = Schemas()
    return {"$schema": DIALECT, "title": title} | schemas.of(hint) | {"$defs": schemas.defs}


# Descriptions.


def described(cls: type) -> dict[str, str]:
    """Return the docstrings of the class (under the empty name) and of its fields, the inherited
    ones included.

    Only the first paragraph of a class counts: the others are for those who use it from Python. The
    parameters of a method are described by all of its docstring. Where there are no sources, as in
    a frozen program, there are none.
    """
    words: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base.__module__ == "types":  # the parameters of a method, which its docstring describes
            return {"": _one_line(str(base.__doc__))}
        if (node := _classes(base.__module__).get(base.__qualname__)) is None:
            continue
        words.pop("", None)
        if text := ast.get_docstring(node):
            words[""] = _one_line(text.split("\n\n")[0])
        words.update(_fields_of(node))
    return words


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    """Return the classes on top of a module, by name."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):  # a module without a source
        return {}
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _fields_of(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yield the name and docstring of each field that has one."""
    for member, after in zip(node.body, node.body[1:], strict=False):
        match member, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, _one_line(text)


def _one_line(text: str) -> str:
    """Return a docstring as a description for readers of JSON, where None is null."""
    return re.sub(r"\bNone\b", "null", " ".join(text.split()))

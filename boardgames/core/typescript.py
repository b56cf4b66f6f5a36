"""TypeScript types from the schemas of `boardgames.core.schema`.

Each definition becomes an `interface` or a `type`. Members of a union are told apart by their
"type", which TypeScript narrows. Where a schema has methods, with definitions such as
`apply_params` and `apply_result`, the interface `Methods` has the types of both under the name of
each method.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from boardgames.core.schema import Schema
from boardgames.core.text import fold

WIDTH = 96


def typescript(schema: Schema) -> str:
    """Return a module with the types of a complete schema."""
    head = f"// {schema['title']}: made by `boardgames schema --typescript`.\n"
    parts = [head]
    methods: dict[str, dict[str, str]] = {}
    for name, definition in schema["$defs"].items():
        method, _, part = name.rpartition("_")
        if part not in ("params", "result"):
            parts.append(_definition(name, definition))
        elif "$ref" in definition or part == "result":
            methods.setdefault(method, {})[part] = _type(definition)
        else:
            own = f"{_camel(method)}Params"
            parts.append(_definition(own, definition))
            methods.setdefault(method, {})[part] = own
    if "oneOf" in schema:
        parts.append(_definition(_camel(schema["title"]), schema))
    if methods:
        parts.append(_methods(methods))
    return "\n".join(parts)


def _definition(name: str, schema: Schema) -> str:
    about = "".join(_comment(schema.get("description", ""), ""))
    if schema.get("properties"):
        return f"{about}export interface {name} {_object(schema, '')}\n"
    return f"{about}export type {name} = {_type(schema)};\n"


def _methods(methods: Mapping[str, Mapping[str, str]]) -> str:
    lines = [
        f"  {name}: {{ params: {types['params']}; result: {types.get('result', 'undefined')} }};\n"
        for name, types in methods.items()
    ]
    about = "/** By method: what is sent with it, and what it answers. */\n"
    return f"{about}export interface Methods {{\n{''.join(lines)}}}\n"


def _type(schema: Schema, indent: str = "") -> str:  # noqa: PLR0911  # a line for each sort
    """Return the expression of a type."""
    if "$ref" in schema:
        return _referred(schema["$ref"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "oneOf" in schema:
        return " | ".join([_type(choice, indent) for choice in schema["oneOf"]])
    kind = schema.get("type")
    if kind == "array":
        return _array(schema, indent)
    if kind == "object":
        return _object(schema, indent)
    if kind is None:
        return "unknown"
    return "number" if kind == "integer" else str(kind)  # the other names are the same


def _referred(reference: str) -> str:
    name = reference.rpartition("/")[2]
    method = name.removesuffix("_params")
    return f"{_camel(method)}Params" if method != name else name


def _array(schema: Schema, indent: str) -> str:
    if "prefixItems" in schema:
        items = [_type(item, indent) for item in schema["prefixItems"]]
        return f"[{', '.join(items)}]"
    item = _type(schema["items"], indent)
    return f"({item})[]" if " | " in item else f"{item}[]"


def _object(schema: Schema, indent: str) -> str:
    """Return an object type, with a line for each field."""
    inner = indent + "  "
    lines: list[str] = []
    required = schema.get("required", ())
    for name, member in schema.get("properties", {}).items():
        lines += _comment(member.get("description", ""), inner)
        sign = ":" if name in required else "?:"
        lines.append(f"{inner}{_key(name)}{sign} {_type(member, inner)};\n")
    more = schema.get("additionalProperties", True)
    if isinstance(more, dict):
        lines.append(f"{inner}[key: string]: {_type(more, inner)};\n")
    elif more:
        lines.append(f"{inner}[key: string]: unknown;\n")
    return f"{{\n{''.join(lines)}{indent}}}" if lines else "{ [key: string]: never }"


def _comment(text: str, indent: str) -> Iterator[str]:
    """Yield the lines of a comment; none without a text."""
    text = text.replace("*/", "* /")
    if not text:
        return
    if len(indent) + len(text) <= WIDTH:
        yield f"{indent}/** {text} */\n"
        return
    yield f"{indent}/**\n"
    for line in fold(text.split(), "", "", WIDTH - len(indent)):
        yield f"{indent} * {line}\n"
    yield f"{indent} */\n"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_$][\w$]*", name) else json.dumps(name)


def _camel(name: str) -> str:
    words: Sequence[str] = re.findall(r"[A-Za-z0-9]+", name)
    return "".join([word[:1].upper() + word[1:] for word in words])

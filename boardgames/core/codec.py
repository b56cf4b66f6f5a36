"""Converts values to plain JSON and back, by their type hints.

A dataclass becomes an object of its fields, a tuple an array, an Enum its name in lower case, a
dict an object, and a tuple annotated with `CountsOf` an object with an entry for each kind that
occurs. A member of a union of classes has the name of its class under "type". Reading checks every
value: any data gives either a valid value or a `DecodeError`. `boardgames.core.schema` describes
the same JSON as JSON Schema.
"""

from __future__ import annotations

import re
import types
from collections import Counter
from collections.abc import Callable  # hints of WrittenAs need it
from contextlib import suppress
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from math import inf, isfinite
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from boardgames.core.errors import DecodeError, did_you_mean, quoted
from boardgames.core.values import value

if TYPE_CHECKING:
    from json import JSONDecodeError  # play does not need it

MOST_BITS = 14_000
"""Maximum size of a whole number, in bits; Python itself allows no more than about 4,300 digits."""

MOST_EXACT = 2**53
"""Up to here, a floating-point number represents each whole number exactly."""

JSON: TypeAlias = "dict[str, JSON] | list[JSON] | str | int | float | bool | None"

_CUT_OFF = r"|t|tr|tru|f|fa|fal|fals|n|nu|nul|-|\.|\.?[eE][+-]?|u[0-9a-fA-F]{0,4}"
"""What is left of a word, a number or an escaped character where JSON is cut off within it."""

T = TypeVar("T")


class CountsOf:
    """Marks a `tuple[int, ...]` as counts of the members of an Enum with the values 0, 1, 2, ...

    >>> from enum import IntEnum
    >>> Fruit = IntEnum("Fruit", "APPLE PEAR", start=0)
    >>> Basket = Annotated[tuple[int, ...], CountsOf(Fruit)]
    >>> to_json((0, 2), Basket)
    {'pear': 2}
    """

    def __init__(self, kinds: type[Enum], most: tuple[int, ...] | None = None) -> None:
        """`kinds` is the Enum whose members are counted; `most` has the maximum for each."""
        self.names: tuple[str, ...] = tuple([kind.name.lower() for kind in kinds])
        self.most: dict[str, int] = {}
        if most:
            self.most.update(zip(self.names, most, strict=True))


@value
class Bounds:
    """Marks a number that lies between two others, which are included.

    By default, the maximum is what a program in any language reads exactly.

    >>> Die = Annotated[int, Bounds(1, 6)]
    >>> from_json(Die, 7)
    Traceback (most recent call last):
    ...
    boardgames.core.errors.DecodeError: top level: expected 1 to 6, not 7
    """

    least: int
    most: int = MOST_EXACT
    is_open: bool = False
    """Whether the minimum itself is excluded, as 0 is for a duration."""

    def __str__(self) -> str:
        if self.is_open:
            at_most = "" if self.most == MOST_EXACT else f", and at most {self.most}"
            return f"more than {self.least}{at_most}"
        if self.most == MOST_EXACT:
            return f"{self.least} or more"
        if self.most > MOST_EXACT:
            return f"{self.least} or more and at most {self.most.bit_length()} bits"
        return f"{self.least} to {self.most}"


@value
class Length:
    """Marks a text whose number of characters lies between two others, which are included.

    >>> from_json(Annotated[str, Length(1, 3)], "four")
    Traceback (most recent call last):
    ...
    boardgames.core.errors.DecodeError: top level: expected 1 to 3 characters, not 4
    """

    least: int
    most: int


@value
class Meaning:
    """Describes a value to those who read its schema."""

    text: str


@value
class WrittenAs:
    """Marks a type that is written as another, such as a number in hexadecimal digits as text.

    `from_form` raises a `ValueError` that says what is wrong if the form is not valid.
    """

    hint: object
    to_form: Callable[[Any], object]
    from_form: Callable[[Any], object]
    pattern: str = ""
    """For schemas: a regular expression for all of a form that is text, or for the keys of one that
    is an object.
    """


@value
class FormOf:
    """Marks what is JSON already: a value of this type that has been encoded, written unchanged."""

    hint: object
    name: str = ""
    """If each game has a type of its own for it: what that type is called, such as `Action`."""
    allow_missing: bool = False
    """Whether fields that have a default may be left out."""
    is_checked: bool = True
    """Whether reading checks it; if not, whoever uses it has to."""


@value
class _Codec:
    encode: Callable[[Any], JSON]
    decode: Callable[[object, str], object]


def to_json(value: object, hint: object = None) -> JSON:
    """Return the value as plain JSON.

    `hint` is its type, for values whose class is not enough (unions, counts).
    """
    return _codec(type(value) if hint is None else hint).encode(value)


def from_json(hint: type[T], data: object, *, allow_missing: bool = False, place: str = "") -> T:
    """Return the value of this type that `to_json` wrote.

    Raises `DecodeError` with the path of the first fault, from the `place` of the data on. With
    `allow_missing`, fields that have a default may be left out, as in requests written by people or
    programs.
    """
    kind: object = hint
    codec = _dataclass(kind, allow_missing=True) if allow_missing else _codec(kind)
    return cast("T", codec.decode(data, place))


def read_text(content: bytes) -> str:
    """Return the text in these bytes, which are UTF-8, with or without a byte order mark; raise
    `DecodeError` if they are not.
    """
    try:
        return content.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        place = error.start
        fault = f"not UTF-8: byte 0x{content[place]:02x} at position {place}"
        raise DecodeError(fault) from None


def read_json(content: bytes) -> JSON:
    """Return the JSON in these bytes, which are UTF-8, with or without a byte order mark.

    NaN and Infinity are not JSON, and no key may be there twice. Raises `DecodeError` with the
    fault, and with its line and column where there is one.
    """
    import json  # play does not need it

    text = read_text(content)
    try:
        read: JSON = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except DecodeError:
        raise
    except json.JSONDecodeError as error:
        raise DecodeError(_json_fault(text, error)) from None
    except RecursionError:
        raise DecodeError("nested too deeply") from None
    except ValueError:  # the only other one: Python reads no more digits
        raise DecodeError("a number has too many digits") from None
    return read


def _json_fault(text: str, error: JSONDecodeError) -> str:
    """Return in plain words why this text is not JSON, and where."""
    if not text.strip():
        return "it is empty"
    rest = text[error.pos :].rstrip()
    is_cut_off = error.msg.startswith("Unterminated string") or re.fullmatch(_CUT_OFF, rest)
    last = text.rstrip().count("\n") + 1
    if is_cut_off:
        return "it is cut off" if last == 1 else f"it is cut off in line {last}"
    column = f"column {error.colno}"
    where = column if last == 1 else f"line {error.lineno}, {column}"
    return f"{where}: {error.msg[:1].lower()}{error.msg[1:].removesuffix(' at')}"


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object as a dict; raise `DecodeError` if it has a key twice."""
    by_key = dict(pairs)
    if len(by_key) < len(pairs):
        ((key, _),) = Counter([key for key, _ in pairs]).most_common(1)
        raise DecodeError(f"{quoted(key)} appears twice")
    return by_key


def _refuse(name: str) -> None:
    """Raise `DecodeError` for a constant such as NaN, which Python would read as a number."""
    raise DecodeError(f"{name} is not a number")


def whole(data: object) -> object:
    """Return a number such as 1.0 as a whole number, and anything else as it is.

    JSON has one kind of number, and programs in languages with one kind write 1 as 1.0. Above
    `MOST_EXACT`, such a number need not be the one that was meant.
    """
    if isinstance(data, float) and data.is_integer() and abs(data) <= MOST_EXACT:
        return int(data)
    return data


def digest(data: JSON) -> str:
    """Return the SHA-256 of the JSON in its canonical form, as 64 hexadecimal digits."""
    import hashlib  # play does not need these two
    import json

    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _fault(path: str, message: str) -> DecodeError:
    return DecodeError(f"{path.lstrip('.') or 'top level'}: {message}")


@cache
def _codec(hint: object) -> _Codec:  # noqa: PLR0911  # one line for each kind of type
    origin = get_origin(hint)
    if origin is Annotated:
        return _annotated(*get_args(hint))
    if origin in (Union, types.UnionType):
        return _union(get_args(hint))
    if origin is tuple:
        return _tuple(get_args(hint))
    if origin is dict:
        return _mapping(_codec(get_args(hint)[1]))
    if hint is Any:
        return _Codec(_as_it_is, _any)
    if origin is Literal:
        return _literal(get_args(hint))
    if hint in _PLAIN:
        return _Codec(_as_it_is, _PLAIN[hint])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return _dataclass(hint)
    raise TypeError(f"no JSON for values of type {hint!r}")


def _annotated(base: object, *notes: object) -> _Codec:
    for note in notes:
        if isinstance(note, CountsOf):
            return _counts(note)
        if isinstance(note, WrittenAs):
            return _written_as(note)
        if isinstance(note, FormOf):
            return _form_of(note)
        if isinstance(note, Bounds):
            return _bounded(base, note)
        if isinstance(note, Length):
            return _Codec(_as_it_is, partial(_text_of_length, note))
    return _codec(base)


def _as_it_is(value: JSON) -> JSON:
    return value


def _expect(kind: type[T], name: str, data: object, path: str) -> T:
    if not isinstance(data, kind):
        raise _fault(path, f"expected {name}, not {quoted(data)}")
    return data


_array = partial(_expect, list, "an array")
_object = partial(_expect, dict, "an object")


def _whole_number(data: object, path: str) -> int:
    if isinstance(data, bool):
        raise _fault(path, f"expected a whole number, not {data}")
    number = _expect(int, "a whole number", whole(data), path)
    bits = number.bit_length()
    if bits > MOST_BITS:
        raise _fault(path, f"a whole number has at most {MOST_BITS} bits, not {bits}")
    return number


def _text(data: object, path: str) -> str:
    text = _expect(str, "a string", data, path)
    try:
        text.encode()
    # JSON can escape a lone surrogate, which cannot be encoded afterwards.
    except UnicodeEncodeError:
        raise _fault(path, f"not a valid string: {quoted(text)}") from None
    return text


def _text_of_length(length: Length, data: object, path: str) -> str:
    text = _text(data, path)
    if not length.least <= len(text) <= length.most:
        expected = f"{length.least} to {length.most} characters"
        raise _fault(path, f"expected {expected}, not {len(text)}")
    return text


def _float(data: object, path: str) -> float:
    number = inf
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        with suppress(OverflowError):
            number = float(data)
    if not isfinite(number):
        raise _fault(path, f"expected a number, not {quoted(data)}")
    return number


_PLAIN: dict[object, Callable[[object, str], object]] = {
    int: _whole_number,
    str: _text,
    float: _float,
    bool: partial(_expect, bool, "true or false"),
    types.NoneType: partial(_expect, types.NoneType, "null"),
}


def _any(data: object, path: str) -> object:
    import json  # play does not need it

    try:
        json.dumps(data, allow_nan=False)
    except (RecursionError, TypeError, ValueError) as error:
        raise _fault(path, f"not JSON: {error}") from None
    return data


def _literal(allowed: tuple[object, ...]) -> _Codec:
    def decode(data: object, path: str) -> object:
        data = whole(data)
        for choice in allowed:
            if data == choice and type(data) is type(choice):
                return choice
        raise _fault(path, f"expected one of {', '.join(map(repr, allowed))}, not {quoted(data)}")

    return _Codec(_as_it_is, decode)


def _enum(hint: type[Enum]) -> _Codec:
    members = {member.name.lower(): member for member in hint}
    names: dict[Enum, str] = {member: name for name, member in members.items()}

    def decode(data: object, path: str) -> object:
        if not isinstance(data, str) or data not in members:
            raise _fault(path, f"expected one of {', '.join(members)}, not {quoted(data)}")
        return members[data]

    return _Codec(names.__getitem__, decode)


def _counts(mark: CountsOf) -> _Codec:
    names = mark.names
    most = mark.most

    def encode(value: tuple[int, ...]) -> JSON:
        return {name: count for name, count in zip(names, value, strict=True) if count}

    def decode(data: object, path: str) -> tuple[int, ...]:
        counts: dict[str, int] = {}
        for name, given in _expect(dict, "an object of counts", data, path).items():
            if name not in names:
                raise _fault(path, f"expected one of {', '.join(names)}, not {quoted(name)}")
            place = f"{path}.{name}"
            count = _whole_number(given, place)
            if count < 1:
                raise _fault(place, f"expected a whole number of 1 or more, not {quoted(count)}")
            if count > most.get(name, count):
                fault = f"there are only {most[name]} in the game, not {quoted(count)}"
                raise _fault(place, fault)
            counts[name] = count
        return tuple([counts.get(name, 0) for name in names])

    return _Codec(encode, decode)


def _written_as(mark: WrittenAs) -> _Codec:
    codec = _codec(mark.hint)

    def decode(data: object, path: str) -> object:
        form = codec.decode(data, path)
        try:
            return mark.from_form(form)
        except ValueError as error:
            raise _fault(path, str(error)) from None

    return _Codec(lambda value: codec.encode(mark.to_form(value)), decode)


def _bounded(base: object, bounds: Bounds) -> _Codec:
    read = _codec(base).decode
    least, most = bounds.least, bounds.most
    is_whole = base is int

    def decode(data: object, path: str) -> object:
        if is_whole and type(data) is int and least <= data <= most:
            return data  # a shortcut for what is nearly always there
        number: Any = read(data, path)
        is_least = bounds.is_open and number == least
        if is_least or not least <= number <= most:
            raise _fault(path, f"expected {bounds}, not {quoted(number)}")
        return number

    return _Codec(_as_it_is, decode)


def _form_of(mark: FormOf) -> _Codec:
    if not mark.is_checked:
        return _codec(Any)

    def decode(data: object, path: str) -> object:
        # Looked up only now: a form may contain itself.
        hint = mark.hint
        form = _dataclass(hint, allow_missing=True) if mark.allow_missing else _codec(hint)
        form.decode(data, path)
        return data

    return _Codec(_as_it_is, decode)


def _tuple(hints: tuple[object, ...]) -> _Codec:
    match hints:
        case (hint, types.EllipsisType()):
            return _tuple_of(_codec(hint))
        case _:
            return _fixed_tuple([_codec(hint) for hint in hints])


def _tuple_of(codec: _Codec) -> _Codec:
    """Return the codec of a tuple of any length."""

    def encode(value: tuple[object, ...]) -> JSON:
        return [codec.encode(item) for item in value]

    def decode(data: object, path: str) -> tuple[object, ...]:
        items = enumerate(_array(data, path))
        return tuple([codec.decode(item, f"{path}[{index}]") for index, item in items])

    is_plain = codec.encode is _as_it_is
    return _Codec(list if is_plain else encode, decode)


def _fixed_tuple(codecs: list[_Codec]) -> _Codec:
    def encode(value: tuple[object, ...]) -> JSON:
        return [codec.encode(item) for codec, item in zip(codecs, value, strict=True)]

    def decode(data: object, path: str) -> tuple[object, ...]:
        items = _array(data, path)
        if len(items) != len(codecs):
            raise _fault(path, f"expected {len(codecs)} items, not {len(items)}")
        decoded: list[object] = []
        for index, (codec, item) in enumerate(zip(codecs, items, strict=True)):
            decoded.append(codec.decode(item, f"{path}[{index}]"))
        return tuple(decoded)

    return _Codec(encode, decode)


def _mapping(codec: _Codec) -> _Codec:
    def encode(value: dict[str, object]) -> JSON:
        return {name: codec.encode(item) for name, item in value.items()}

    def decode(data: object, path: str) -> dict[str, object]:
        decoded: dict[str, object] = {}
        for name, item in _object(data, path).items():
            key = _text(name, path)
            shown = key if key.isprintable() else repr(key)
            decoded[key] = codec.decode(item, f"{path}.{shown}")
        return decoded

    return _Codec(encode, decode)


@cache
def _dataclass(hint: Any, tag: str | None = None, *, allow_missing: bool = False) -> _Codec:
    """Return the codec of a dataclass; before its fields, an object has the tag, if any, as "type".

    With `allow_missing`, fields that have a default may be missing.
    """
    hints = get_type_hints(hint, include_extras=True)
    codecs = {member.name: _codec(hints[member.name]) for member in fields(hint)}
    encoders = [(name, codec.encode) for name, codec in codecs.items()]
    tags: dict[str, JSON] = {} if tag is None else {"type": tag}
    known = {*codecs, *tags}
    required = {*codecs}
    if allow_missing:
        required = {member.name for member in fields(hint) if _is_required(member)}

    def encode(value: object) -> JSON:
        content = {name: encode_field(getattr(value, name)) for name, encode_field in encoders}
        return tags | content

    def decode(data: object, path: str) -> object:
        given = _object(data, path)
        for name in given:
            if name not in known:
                raise _fault(path, f"unknown field {quoted(name)}{did_you_mean(name, known)}")
        values = {}
        for name, codec in codecs.items():
            if name in given:
                values[name] = codec.decode(given[name], f"{path}.{name}")
            elif name in required:
                raise _fault(path, f"field {name!r} is missing")
        return hint(**values)

    return _Codec(encode, decode)


def _is_required(member: Field[Any]) -> bool:
    """Return whether this field of a dataclass has no default."""
    return member.default is MISSING and member.default_factory is MISSING


def _union(hints: tuple[object, ...]) -> _Codec:
    """Return the codec of a union: of one type or null, of dataclasses told apart by "type", or of
    a string and something that is written as an object.
    """
    others: list[Any] = [hint for hint in hints if hint is not types.NoneType]
    optional = len(others) < len(hints)
    if len(others) == 1:
        return _optional(_codec(others[0]))
    choice = _tagged(others) if all(map(is_dataclass, others)) else _text_or_object(others)
    return _optional(choice) if optional else choice


def _tagged(hints: list[Any]) -> _Codec:
    """Return the codec of dataclasses told apart by "type"."""
    tagged = {hint.__name__.lower(): hint for hint in hints}
    codecs = {tag: _dataclass(hint, tag) for tag, hint in tagged.items()}
    encoders = {hint: codecs[tag].encode for tag, hint in tagged.items()}

    def encode(value: object) -> JSON:
        return encoders[type(value)](value)

    def decode(data: object, path: str) -> object:
        tag = data.get("type") if isinstance(data, dict) else None
        if not isinstance(tag, str) or tag not in codecs:
            expected = f'an object whose "type" is one of {", ".join(codecs)}'
            raise _fault(path, f"expected {expected}, not {quoted(data)}")
        return codecs[tag].decode(data, path)

    return _Codec(encode, decode)


def _text_or_object(hints: list[Any]) -> _Codec:
    """Return the codec of a string or something that is written as an object."""
    others = [hint for hint in hints if hint is not str]
    if len(others) > 1 or not _is_object(others[0]):
        raise TypeError(f"no JSON for a union of {', '.join(map(str, hints))}")
    form = _codec(others[0])

    def encode(value: object) -> JSON:
        return value if isinstance(value, str) else form.encode(value)

    def decode(data: object, path: str) -> object:
        if isinstance(data, str):
            return _text(data, path)
        if not isinstance(data, dict):
            raise _fault(path, f"expected a string or an object, not {quoted(data)}")
        return form.decode(data, path)

    return _Codec(encode, decode)


def _is_object(hint: Any) -> bool:
    """Return whether values of this type are written as objects."""
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    forms = [note.hint for note in notes if isinstance(note, (FormOf, WrittenAs))]
    plain = forms[0] if forms else hint
    return is_dataclass(plain) or get_origin(plain) is dict


def _optional(codec: _Codec) -> _Codec:
    def encode(value: object) -> JSON:
        return None if value is None else codec.encode(value)

    def decode(data: object, path: str) -> object:
        return None if data is None else codec.decode(data, path)

    return _Codec(encode, decode)

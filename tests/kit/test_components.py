from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boardgames import ConfigurationError, value
from boardgames.core.codec import to_json
from boardgames.core.errors import quoted
from boardgames.kit.components import ComponentTable, read_components
from boardgames.scene.parts import Piece


@value
class Card:
    """A line of the table."""

    name: str
    count: int


@value
class Box:
    """What is in it."""

    cards: tuple[Card, ...]
    tokens: int


TABLE = """\
tokens = 8
[[cards]]
name = "Spy"
count = 2
[[cards]]
name = "Kory\N{LATIN SMALL LETTER O WITH BREVE}"
count = 1
"""
CONTENT = {"tokens": 8, "cards": [{"name": "Spy", "count": 2}, {"name": "Kory\u014f", "count": 1}]}
BOX = Box((Card("Spy", 2), Card("Kory\u014f", 1)), 8)


def test_a_file_and_its_content_give_the_same(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(TABLE, encoding="utf-8")
    assert read_components(Box, path) == BOX
    assert read_components(Box, str(path)) == BOX
    assert read_components(Box, CONTENT) == BOX


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(TABLE, encoding="utf-8-sig")
    assert read_components(Box, path) == BOX


def test_the_table_of_a_package_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "package_of_a_game"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "components.toml").write_text(TABLE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    table = ComponentTable(Box, "package_of_a_game", _faults)
    assert table.load(None) == table.published == BOX
    assert table.pieces == {}


def test_pieces_are_described_with_as_much_as_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package_with_pieces"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    file = package / "components.toml"
    monkeypatch.syspath_prepend(str(tmp_path))
    file.write_text('[pieces.spy]\nname = "Spy"\ntext = "Steals."\n', encoding="utf-8")
    assert ComponentTable(Box, "package_with_pieces", _faults).pieces == {
        "spy": Piece("spy", "Spy", "Steals.")
    }
    file.write_text('[pieces.spy]\nname = "Spy"\n', encoding="utf-8")
    with pytest.raises(
        ConfigurationError, match=r"^components.toml: \[pieces.spy\]: top level: .*'text'"
    ):
        _ = ComponentTable(Box, "package_with_pieces", _faults).pieces


def test_other_components_are_checked(tmp_path: Path) -> None:
    table = ComponentTable(Box, "package_of_a_game", _faults)
    table.__dict__["published"] = BOX
    more = table.load({**CONTENT, "tokens": 9})
    assert table.load(more) is more
    assert to_json(more) == {**CONTENT, "tokens": 9}
    with pytest.raises(
        ConfigurationError, match=r"^components: tokens: expected 0 or more, not -1$"
    ):
        table.load({**CONTENT, "tokens": -1})
    path = tmp_path / "box.toml"
    path.write_text(TABLE.replace("8", "-1"), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"box.toml: tokens: expected 0 or more, not -1$"):
        table.load(path)


def _faults(box: Box) -> Iterator[str]:
    if box.tokens < 0:
        yield f"tokens: expected 0 or more, not {box.tokens}"


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"tokens": 8}, "top level: .*'cards'"),
    ({**CONTENT, "dice": 2}, "top level: .*'dice'"),
    ({**CONTENT, "tokens": "8"}, "tokens: .*'8'"),
    ({**CONTENT, "cards": [{"name": "Spy"}]}, r"cards\[0\]: .*'count'"),
    (
        {**CONTENT, "cards": [{"name": "Spy", "count": 2}, {"name": 3, "count": 2}]},
        r"cards\[1\]\.name: ",
    ),
    ({**CONTENT, "cards": {"name": "Spy", "count": 2}}, "cards: "),
]


@pytest.mark.parametrize(("content", "fault"), FAULTS)
def test_a_fault_in_a_mapping_is_named_with_its_key(content: dict[str, Any], fault: str) -> None:
    with pytest.raises(ConfigurationError, match=f"^components: {fault}"):
        read_components(Box, content)


FILES = [
    ("tokens = 8\n", "box.toml: top level: "),
    ("tokens = 8\ncards = 3\n", "box.toml: cards: "),
    ("tokens = 1979-05-27\ncards = []\n", "box.toml: tokens: "),
    ("tokens = 8\ntokens = 9\n", "at line 2, column 11"),
    ("tokens = 8\n\ncards = [", "box.toml: not TOML: "),
    ("tokens = 8\n\ncards : []", "at line 3, column 7"),
    ("x = " + "[" * 100_000, "box.toml: not TOML: "),
    ("x = " + "1" * 5_000, "box.toml: not TOML: "),
]


@pytest.mark.parametrize(("text", "fault"), FILES, ids=range(len(FILES)))
def test_a_fault_in_a_file_is_named_with_its_line_or_key(
    tmp_path: Path, text: str, fault: str
) -> None:
    path = tmp_path / "box.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError) as caught:
        read_components(Box, path)
    assert str(path) in str(caught.value)
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "none.toml", "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        with pytest.raises(ConfigurationError) as caught:
            read_components(Box, path)
        assert str(caught.value) == f"cannot read components {str(path)!r}: {reason}"
    path = tmp_path / "box.toml"
    path.write_bytes(b"tokens = 8\n# \xff\n")
    with pytest.raises(
        ConfigurationError, match=r"box.toml: not TOML: not UTF-8: byte 0xff at position 13"
    ):
        read_components(Box, path)


@pytest.mark.parametrize("source", [None, 3, ["box.toml"], b"box.toml", TABLE])
def test_what_is_neither_file_nor_mapping_is_refused(source: Any) -> None:
    with pytest.raises(ConfigurationError) as caught:
        read_components(Box, source)
    wanted = "the path of a TOML file, or its content as a mapping"
    assert str(caught.value) == f"components: expected {wanted}, not {quoted(source)}"

"""The program that measures anew what the pages on speed and strength tell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from examples.benchmarks import renew

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES = ("benchmarks.md", "strength.md")
ORIGIN = "Commit 01234567, CPython 3, some machine:"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Return a folder with a copy of the pages."""
    for name in PAGES:
        page = (renew.ROOT / "docs" / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(page, encoding="utf-8")
    return tmp_path


def told(docs: Path) -> dict[str, str]:
    """Return the text of each page."""
    return {name: (docs / name).read_text(encoding="utf-8") for name in PAGES}


def renewed(docs: Path, *arguments: str) -> int:
    """Run the program on these pages; every part measures the figure 42."""

    def measure(_: object) -> Iterator[str]:
        yield from renew.table("game | figure", ("Nim", 42))

    parts = {name: (page, measure) for name, (page, _) in renew.PARTS.items()}
    return renew.main(arguments, parts=parts, docs=docs, origin=lambda: ORIGIN)


@pytest.mark.parametrize("name", renew.PARTS)
def test_a_part_is_written_between_its_marks_and_nowhere_else(name: str, docs: Path) -> None:
    before = told(docs)
    assert renewed(docs, name) == 0
    page, _ = renew.PARTS[name]
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    start, _, rest = before[page].partition(begin)
    _, _, after = rest.partition(end)
    written = f"\n\n{ORIGIN}\n\n| game | figure |\n|---|---|\n| Nim | 42 |\n\n"
    assert told(docs) == before | {page: start + begin + written + end + after}


def test_without_names_every_part_is_written(docs: Path) -> None:
    renewed(docs)
    assert sum(page.count(ORIGIN) for page in told(docs).values()) == len(renew.PARTS)


def test_a_quick_run_prints_and_writes_nothing(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = told(docs)
    assert renewed(docs, "play", "--quick") == 0
    assert "| Nim | 42 |" in capsys.readouterr().out
    assert told(docs) == before


def test_an_unknown_part_is_refused_in_one_line_before_anything_is_measured(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = told(docs)
    with pytest.raises(SystemExit) as stopped:
        renewed(docs, "play", "speed")
    assert stopped.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"renew.py: no part 'speed'; there are {', '.join(renew.PARTS)}"
    assert told(docs) == before


def test_a_page_without_the_marks_is_left_alone(docs: Path) -> None:
    (docs / "strength.md").write_text("# No marks\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"^renew\.py: the page has no part strength$"):
        renewed(docs, "strength")
    assert told(docs)["strength.md"] == "# No marks\n"

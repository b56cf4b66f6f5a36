"""The one command that writes what is generated."""

from __future__ import annotations

from pathlib import Path

import pytest

import boardgames
from tests.docs.written import renewed
from tests.games.golden_records import path_of
from tests.remote import protocol_page
from tests.renew import main
from tests.web.screenshots import NoBrowserError, words_of
from tests.web.screenshots import path_of as path_of_words


@pytest.fixture
def files(tmp_path: Path) -> dict[Path, str]:
    """Three files that should be there: one is stale and one missing; another is generated no
    more.
    """
    (tmp_path / "right.txt").write_text("a\n", encoding="utf-8")
    (tmp_path / "stale.txt").write_text("old\n", encoding="utf-8")
    (tmp_path / "former.txt").write_text("b\n", encoding="utf-8")
    (tmp_path / "other.md").write_text("not generated\n", encoding="utf-8")
    return {tmp_path / f"{name}.txt": f"{name[0]}\n" for name in ("stale", "missing")} | {
        tmp_path / "right.txt": "a\n"
    }


def test_a_check_names_what_is_stale_and_writes_nothing(
    files: dict[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--check"], lambda: files, tmp_path) == 1
    named = [Path(line).name for line in capsys.readouterr().out.splitlines()]
    assert named == ["former.txt", "missing.txt", "stale.txt"]
    assert (tmp_path / "stale.txt").read_text(encoding="utf-8") == "old\n"
    assert not (tmp_path / "missing.txt").exists()


def test_the_command_writes_what_is_stale_and_nothing_else(
    files: dict[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([], lambda: files, tmp_path) == 0
    capsys.readouterr()
    assert {path.name for path in tmp_path.iterdir()} == {
        "right.txt",
        "stale.txt",
        "missing.txt",
        "other.md",
    }
    assert (tmp_path / "stale.txt").read_text(encoding="utf-8") == "s\n"
    assert main(["--check"], lambda: files, tmp_path) == 0
    assert capsys.readouterr().out == ""


def test_a_stale_table_in_a_page_is_noticed_and_pages_beside_it_are_left_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = protocol_page.PAGE
    page = path.read_text(encoding="utf-8")
    spoilt = page.replace("| `action`, `turn`?, `told`? |", "| `action` |")
    assert spoilt != page
    assert renewed(path, spoilt, protocol_page.PARTS) == page
    assert main(["--check"], lambda: {path: page}, tmp_path) == 0
    assert main(["--check"], lambda: {path: spoilt}, tmp_path) == 1
    assert capsys.readouterr().out.splitlines() == [str(Path("docs", "protocol.md"))]


def test_a_page_without_a_place_for_a_table_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"^docs/protocol.md: .* one place for methods, not 0$"):
        renewed(protocol_page.PAGE, "no table", protocol_page.PARTS)


@pytest.fixture
def words(tmp_path: Path) -> Path:
    """Return the file with the words of pictures, which are stale."""
    path = tmp_path / "screenshots" / "koryo.txt"
    path.parent.mkdir()
    path.write_text("old words\n", encoding="utf-8")
    return path


def test_pictures_are_taken_anew_when_their_words_have_changed(words: Path) -> None:
    taken: list[Path] = []
    assert main(["--check"], lambda: {words: "words\n"}, words.parent, taken.append) == 1
    assert taken == []
    assert main([], lambda: {words: "words\n"}, words.parent, taken.append) == 0
    assert taken == [words]
    assert words.read_text(encoding="utf-8") == "words\n"
    assert main([], lambda: {words: "words\n"}, words.parent, taken.append) == 0
    assert taken == [words]


def test_where_no_picture_can_be_taken_its_words_stay_stale(
    words: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def take(_: Path) -> None:
        raise NoBrowserError("there is no chromium")

    assert main([], lambda: {words: "words\n"}, words.parent, take) == 1
    assert capsys.readouterr().err.endswith("taken anew: there is no chromium\n")
    assert words.read_text(encoding="utf-8") == "old words\n"


@pytest.mark.parametrize("name", boardgames.game_names())
def test_the_pictures_of_a_game_show_its_words(name: str) -> None:
    kept = path_of_words(name).read_text(encoding="utf-8")
    assert words_of(name).splitlines() == kept.splitlines(), "run python -m tests.renew"


@pytest.mark.parametrize("arguments", [[], ["--check"]])
def test_rules_that_changed_under_the_same_version_are_named_and_nothing_is_written(
    files: dict[Path, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
) -> None:
    record = path_of("koryo", 2).read_text(encoding="utf-8")
    other_deal = record.replace('"seed": 1,', '"seed": 2,')
    assert other_deal != record
    golden = tmp_path / "golden"
    golden.mkdir()
    (golden / "koryo-2.json").write_text(other_deal, encoding="utf-8")
    assert main(arguments, lambda: files, golden) == 1
    assert capsys.readouterr().err.startswith("koryo: ")
    assert (tmp_path / "stale.txt").read_text(encoding="utf-8") == "old\n"


def test_a_record_of_another_version_is_simply_renewed(
    files: dict[Path, str], tmp_path: Path
) -> None:
    record = path_of("koryo", 2).read_text(encoding="utf-8")
    golden = tmp_path / "golden"
    golden.mkdir()
    now = boardgames.game_class("koryo").rules_version
    older = record.replace(f'"rules_version": {now}', f'"rules_version": {now - 1}')
    assert older != record
    (golden / "koryo-2.json").write_text(older, encoding="utf-8")
    assert main([], lambda: files, golden) == 0


def test_a_wrong_argument_is_refused_with_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--chek"]) == 2
    assert capsys.readouterr().err == "usage: python -m tests.renew [--check]\n"

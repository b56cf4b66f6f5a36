"""The one command that writes what is generated."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import boardgames
from tests.docs.written import renewed
from tests.games import golden_games
from tests.games.golden_records import path_of
from tests.remote import protocol_page
from tests.renew import GAMES, main, raise_version
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


def test_pictures_come_last_so_that_a_browser_at_fault_leaves_nothing_else_stale(
    words: Path, tmp_path: Path
) -> None:
    def take(_: Path) -> None:
        raise OSError("chromium has gone")

    other = tmp_path / "z.txt"
    with pytest.raises(OSError, match="gone"):
        main([], lambda: {words: "words\n", other: "z\n"}, words.parent, take)
    assert other.read_text(encoding="utf-8") == "z\n"
    assert words.read_text(encoding="utf-8") == "old words\n"


@pytest.mark.parametrize("name", boardgames.game_names())
def test_the_pictures_of_a_game_show_its_words(name: str) -> None:
    kept = path_of_words(name).read_text(encoding="utf-8")
    assert words_of(name).splitlines() == kept.splitlines(), "run python -m tests.renew"


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    """Return a folder with a golden record of Koryŏ that no longer replays."""
    record = path_of("koryo", 2).read_text(encoding="utf-8")
    other_deal = record.replace('"seed": 1,', '"seed": 2,')
    assert other_deal != record
    folder = tmp_path / "golden"
    folder.mkdir()
    (folder / "koryo-2.json").write_text(other_deal, encoding="utf-8")
    return folder


@pytest.mark.parametrize("arguments", [[], ["--check"], ["--raise", "mundus_novus"]])
def test_rules_that_changed_under_the_same_version_are_named_and_nothing_is_written(
    files: dict[Path, str],
    golden: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
) -> None:
    assert main(arguments, lambda: files, golden, raise_version=no_game_is_raised) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("koryo: ")
    assert line.endswith("python -m tests.renew --raise koryo")
    assert (golden.parent / "stale.txt").read_text(encoding="utf-8") == "old\n"


def test_rules_that_only_random_games_show_are_named_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = golden_games.line_of("koryo", 2)
    file = tmp_path / golden_games.FILE.name
    file.write_text(f"{line}\n", encoding="utf-8")
    assert main([], dict, tmp_path) == 0
    file.write_text(f"{line[:-1]}x\n", encoding="utf-8")
    assert main([], dict, tmp_path, raise_version=no_game_is_raised) == 1
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith("koryo: ")
    assert main(["--raise", "koryo"], dict, tmp_path, raise_version=lambda _: None) == 0


def no_game_is_raised(game: str) -> None:
    raise AssertionError(game)


def test_rules_that_are_to_change_are_raised_before_anything_is_generated(
    files: dict[Path, str], golden: Path, tmp_path: Path
) -> None:
    done: list[str] = []

    def generate() -> dict[Path, str]:
        done.append("generated")
        return files

    arguments = ["--raise", "koryo", "mundus_novus", "koryo"]
    assert main(arguments, generate, golden, raise_version=done.append) == 0
    assert done == ["koryo", "mundus_novus", "generated"]
    assert (tmp_path / "stale.txt").read_text(encoding="utf-8") == "s\n"


def test_a_version_rises_by_one_in_the_module_of_the_rules_and_in_this_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = boardgames.game_class("koryo")
    now = rules.rules_version
    monkeypatch.setattr(rules, "rules_version", now)  # puts it back in the end
    written = (GAMES / "koryo" / "rules.py").read_text(encoding="utf-8")
    module = tmp_path / "koryo" / "rules.py"
    module.parent.mkdir()
    module.write_text(written, encoding="utf-8")
    raise_version("koryo", tmp_path)
    raised = f"rules_version = {now + 1}\n"
    assert module.read_text(encoding="utf-8") == written.replace(f"rules_version = {now}\n", raised)
    assert rules.rules_version == now + 1
    module.write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match=f"one line 'rules_version = {now + 1}', not 0"):
        raise_version("koryo", tmp_path)


GIT = shutil.which("git")


@pytest.mark.skipif(GIT is None, reason="there is no git")
def test_rules_whose_page_has_not_changed_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sentence that nobody changes is wrong in silence."""
    rules = boardgames.game_class("koryo")
    monkeypatch.setattr(rules, "rules_version", 7)
    page, module = tmp_path / "koryo" / "RULES.md", tmp_path / "koryo" / "rules.py"
    page.parent.mkdir()
    page.write_text("- K7.3 Banker\n", encoding="utf-8")
    module.write_text("    rules_version = 7\n", encoding="utf-8")
    someone = "-c user.name=A -c user.email=a@example.org -c commit.gpgsign=false"
    for command in ("init -q", "add .", f"{someone} commit -q -m Begin"):
        subprocess.run([str(GIT), *command.split()], cwd=tmp_path, check=True)
    raise_version("koryo", tmp_path)
    assert capsys.readouterr().out.splitlines()[1:] == [
        f"{page}: as before; change the sentence if a rule has changed"
    ]
    page.write_text("- K7.3 Banker, once\n", encoding="utf-8")
    raise_version("koryo", tmp_path)
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_version_that_has_risen_since_the_golden_records_does_not_rise_again(
    golden: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = boardgames.game_class("koryo")
    monkeypatch.setattr(rules, "rules_version", rules.rules_version + 1)
    assert main(["--raise", "koryo"], dict, golden, raise_version=no_game_is_raised) == 1
    assert capsys.readouterr().err.startswith("koryo: its rules_version has risen already")


@pytest.mark.parametrize("wrong", ["korio", "", "../koryo", "Koryo"])
def test_a_wrong_name_is_refused_in_one_line_that_has_the_right_ones(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--raise", "koryo", wrong]
    assert main(arguments, dict, tmp_path, raise_version=no_game_is_raised) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{wrong}: ")
    assert line.endswith("for_the_king, koryo, mundus_novus")


def test_a_record_of_another_version_is_simply_renewed(
    files: dict[Path, str], golden: Path
) -> None:
    record = path_of("koryo", 2).read_text(encoding="utf-8")
    now = boardgames.game_class("koryo").rules_version
    older = record.replace(f'"rules_version": {now}', f'"rules_version": {now - 1}')
    assert older != record
    (golden / "koryo-2.json").write_text(older, encoding="utf-8")
    assert main([], lambda: files, golden) == 0


@pytest.mark.parametrize("arguments", [["--chek"], ["--raise"], ["--check", "--raise", "koryo"]])
def test_a_wrong_argument_is_refused_with_the_usage(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("usage: python -m tests.renew ")

"""A file that a game is written to while it is played."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import boardgames
from boardgames import RecordError
from boardgames.core.files import TAKEN, RecordFileError
from boardgames.play import Match, Record, RecordFile, make_bot
from tests.play.players import match_of_bots, played_match
from tests.play.test_record import refusal

KORYO = boardgames.make("koryo", players=2)
ROOT = Path(boardgames.__file__).parent.parent


@pytest.fixture(scope="module")
def record() -> Record:
    """Return the record of a finished game."""
    return played_match(KORYO).record()


@pytest.fixture(scope="module")
def begun() -> Record:
    """Return the record of the same game at its start."""
    return match_of_bots(KORYO).record()


def names(folder: Path) -> list[str]:
    """Return the names of all files there."""
    return sorted(each.name for each in folder.iterdir())


def test_a_game_is_in_its_file_after_every_decision(tmp_path: Path) -> None:
    match = match_of_bots(KORYO)
    with RecordFile.open(tmp_path / "game.json") as file:
        for event in match.run():
            file.write(match.record())
            assert len(Record.load(tmp_path / "game.json").replay().plies) == event.ply
    assert Record.load(tmp_path / "game.json") == match.record()
    assert names(tmp_path) == ["game.json"]


KILLED = """
import os, signal, sys
from boardgames import make
from boardgames.play import Match, RecordFile, make_bot
match = Match(make("koryo", players=2), [make_bot("random")] * 2, 7, ["random"] * 2)
with RecordFile.open("game.json") as file:
    for event in match.run():
        file.write(match.record())
        if event.ply == 9:
            os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_process_that_is_killed_leaves_all_decisions_so_far_and_a_file_that_is_free(
    tmp_path: Path,
) -> None:
    subprocess.run(
        [sys.executable, "-c", KILLED],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=False,
        timeout=60,
    )
    with RecordFile.open(tmp_path / "game.json", resume=True) as file:
        assert file.record is not None
        assert len(file.record.replay().plies) == 9
        match = Match(KORYO, [make_bot("random")] * 2, record=file.record)
        list(match.run())
        file.write(match.record())
    assert Record.load(tmp_path / "game.json").outcome is not None


def test_a_new_file_is_claimed_at_once_and_has_its_name_from_the_first_record_on(
    tmp_path: Path, begun: Record
) -> None:
    path = tmp_path / "game.json"
    with RecordFile.open(path):
        assert not path.exists()
        assert refusal(lambda: RecordFile.open(path)).endswith(TAKEN)
    assert names(tmp_path) == []
    with RecordFile.open(path) as file:
        file.write(begun)
        assert names(tmp_path) == [".game.json.lock", "game.json"]
        assert repr(str(path)) in refusal(lambda: RecordFile.open(path))
        assert refusal(lambda: RecordFile.open(path, resume=True)).endswith(TAKEN)


def test_the_first_record_replaces_nothing_that_came_in_between(
    tmp_path: Path, begun: Record
) -> None:
    path = tmp_path / "game.json"
    with RecordFile.open(path) as file:
        path.write_text("precious")
        assert repr(str(path)) in refusal(lambda: file.write(begun))
        assert path.read_text() == "precious"
        path.unlink()
        file.write(begun)
    assert Record.load(path) == begun


def test_an_empty_file_and_what_a_killed_process_left_beside_it_are_taken_as_new(
    tmp_path: Path, begun: Record
) -> None:
    path = tmp_path / "game.json"
    path.touch(0o644)
    (tmp_path / ".game.json.part").write_text("half a rec")
    begun.save(path)
    assert Record.load(path) == begun
    assert not path.stat().st_mode & 0o077
    assert names(tmp_path) == ["game.json"]


def test_the_reason_of_a_failure_does_not_name_the_file(tmp_path: Path, begun: Record) -> None:
    path = tmp_path / "a: b.json"
    file = RecordFile.open(path)
    with pytest.raises(RecordFileError) as caught:
        RecordFile.open(path)
    assert caught.value.reason == TAKEN == "another process is writing it"
    file.close()
    with pytest.raises(RecordFileError) as caught:
        file.write(begun)
    assert caught.value.reason == "it has been closed"


@pytest.mark.parametrize("content", [b"precious", b"{}"])
def test_a_file_that_exists_is_refused_and_stays(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    assert (
        refusal(lambda: RecordFile.open(path))
        == f"cannot write record {str(path)!r}: it exists already"
    )
    assert refusal(lambda: RecordFile.open(path, resume=True)).startswith(f"{path}: not ")
    assert path.read_bytes() == content
    assert names(tmp_path) == ["game.json"]


def test_a_second_process_is_noticed_whichever_of_them_writes(
    tmp_path: Path, record: Record, begun: Record
) -> None:
    path = tmp_path / "game.json"
    begun.save(path)
    other = (
        "import sys\nfrom boardgames.play import RecordFile\ntry:\n    RecordFile.open('game.json',"
        " resume=True)\nexcept ValueError as error:\n    print(error)\n"
    )
    with RecordFile.open(path, resume=True) as file:
        for written in (
            begun,
            record,
            begun,
        ):  # a write puts another file under the name; that one is locked as well
            file.write(written)
            done = subprocess.run(
                [sys.executable, "-c", other],
                cwd=tmp_path,
                env=os.environ | {"PYTHONPATH": str(ROOT)},
                capture_output=True,
                text=True,
                check=True,
                timeout=60,
            )
            assert done.stdout.endswith(f": {TAKEN}\n")
    with RecordFile.open(path, resume=True) as file:
        assert file.record == begun


def test_a_file_that_was_deleted_is_written_again(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "game.json"
    with RecordFile.open(path) as file:
        file.write(record)
        path.unlink()
        file.write(record)
    assert Record.load(path) == record


def test_a_lock_that_is_removed_while_it_is_opened_is_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its next owner and somebody who makes another one would both have the file."""
    path = tmp_path / "game.json"
    exists = Path.exists

    def removed_first(file: Path) -> bool:
        if file.suffix == ".lock":
            file.unlink()
        return exists(file)

    monkeypatch.setattr(Path, "exists", removed_first)
    assert refusal(lambda: RecordFile.open(path)).endswith(TAKEN)


def test_others_on_the_machine_cannot_read_a_new_file(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "game.json"
    before = os.umask(0)
    try:
        with RecordFile.open(path) as file:
            file.write(record)
            assert not path.stat().st_mode & 0o077
    finally:
        os.umask(before)
    assert not path.stat().st_mode & 0o077


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_the_mode_stays_as_it_is(tmp_path: Path, record: Record, begun: Record, mode: int) -> None:
    path = tmp_path / "game.json"
    begun.save(path)
    path.chmod(mode)
    record.save(path, resume=True)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert Record.load(path) == record


def test_a_read_only_file_is_refused_even_for_an_administrator(
    tmp_path: Path, record: Record, begun: Record
) -> None:
    path = tmp_path / "game.json"
    begun.save(path)
    path.chmod(0o444)
    assert refusal(lambda: record.save(path, resume=True)) in (
        f"cannot resume record {str(path)!r}: it is read-only",
        f"cannot resume record {str(path)!r}: Permission denied",
    )
    assert Record.load(path) == begun
    assert stat.S_IMODE(path.stat().st_mode) == 0o444


def test_a_symbolic_link_stays_and_what_it_leads_to_is_written(
    tmp_path: Path, record: Record, begun: Record
) -> None:
    (tmp_path / "kept").mkdir()
    link, real = tmp_path / "game.json", tmp_path / "kept" / "real.json"
    link.symlink_to(real)
    begun.save(link)
    record.save(link, resume=True)
    assert link.is_symlink()
    assert not real.is_symlink()
    assert Record.load(real) == record
    assert names(tmp_path) == ["game.json", "kept"]
    assert names(tmp_path / "kept") == ["real.json"]


@pytest.mark.parametrize("device", ["/dev/null", "/dev/full"])
def test_a_device_is_never_replaced(device: str, record: Record) -> None:
    before = os.stat(device)  # noqa: PTH116  # not a file
    for resume in (False, True):
        assert repr(str(device)) in refusal(partial(record.save, device, resume=resume))
    assert os.path.samestat(os.stat(device), before)  # noqa: PTH116  # not a file


def test_a_file_that_is_not_there_cannot_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    message = refusal(lambda: RecordFile.open(path, resume=True))
    assert message.endswith(f"{str(path)!r}: No such file or directory")
    assert names(tmp_path) == []


def test_what_a_killed_process_left_of_a_write_is_cleared(
    tmp_path: Path, begun: Record, record: Record
) -> None:
    path = tmp_path / "game.json"
    begun.save(path)
    (tmp_path / ".game.json.part").write_text("half a rec")
    (tmp_path / ".other.json.part").write_text("of another file")
    RecordFile.open(path, resume=True).close()
    assert names(tmp_path) == [".other.json.part", "game.json"]
    (tmp_path / ".game.json.part").symlink_to(tmp_path / ".other.json.part")
    record.save(path, resume=True)
    assert names(tmp_path) == [".other.json.part", "game.json"]
    assert (tmp_path / ".other.json.part").read_text() == "of another file"


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_where_writing_fails_the_older_record_stays_and_nothing_else(
    tmp_path: Path,
    record: Record,
    begun: Record,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
) -> None:
    def fail(*_: object) -> None:
        raise error

    path = tmp_path / "game.json"
    begun.save(path)
    with monkeypatch.context() as patch, RecordFile.open(path, resume=True) as file:
        patch.setattr(Path, "replace", fail)
        with pytest.raises(RecordError if isinstance(error, OSError) else KeyboardInterrupt):
            file.write(record)
    assert Record.load(path) == begun
    assert names(tmp_path) == ["game.json"]
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fail)
        with pytest.raises(RecordError if isinstance(error, OSError) else KeyboardInterrupt):
            record.save(tmp_path / "new.json")
    assert names(tmp_path) == ["game.json"]

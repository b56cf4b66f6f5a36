from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import boardgames
from boardgames import RecordError
from boardgames.core.outcome import Outcome
from boardgames.play import Match, Record, Replay
from boardgames.play.ending import Ending, Resigned, sentence_for
from boardgames.play.record import HUMAN
from examples.tic_tac_toe import TicTacToe
from tests.play.players import every_ending, match_of_bots, played_match
from tests.testing.small_games import Sealed

KORYO = boardgames.make("koryo", players=2)
FIELDS = [
    "format",
    "game",
    "rules_version",
    "players",
    "options",
    "seats",
    "seed",
    "actions",
    "checks",
    "outcome",
    "digest",
]


@pytest.fixture(scope="module")
def record() -> Record:
    """Return the record of a finished game."""
    return played_match(KORYO).record()


@pytest.fixture
def document(record: Record) -> dict[str, Any]:
    """Return the document of a finished game, to be spoilt."""
    data: Any = json.loads(json.dumps(record.to_json()))
    return dict(data)


@pytest.fixture
def path(tmp_path: Path, record: Record) -> Path:
    """Return the file of a finished game."""
    record.save(tmp_path / "game.json")
    return tmp_path / "game.json"


def refusal(wrong: Callable[[], object]) -> str:
    """Return the message with which this is refused, which is one line."""
    with pytest.raises(RecordError) as caught:
        wrong()
    (line,) = str(caught.value).splitlines()
    return line


# Writing.


def test_a_record_says_what_was_played(record: Record) -> None:
    assert list(record.__dataclass_fields__) == [*FIELDS, "ending"]
    assert (record.format, record.game, record.rules_version, record.players) == (
        1,
        "koryo",
        KORYO.rules_version,
        2,
    )
    assert record.seats == ("random", "random")
    assert (record.seed, record.options) == (7, {})
    assert record.actions[0].startswith(("1: order ", "2: order "))
    assert record.outcome is not None
    assert len(record.digest) == 64
    assert [len(check) for check in record.checks] == [8] * len(record.actions)


def test_what_is_saved_is_loaded(path: Path, record: Record) -> None:
    assert Record.load(path) == Record.load(str(path)) == record
    assert path.read_text(encoding="utf-8").endswith("}\n")


def test_a_file_may_begin_with_a_byte_order_mark(path: Path, record: Record) -> None:
    path.write_text(path.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert Record.load(path) == record
    assert Record.from_bytes(path.read_bytes()) == record


def test_names_in_any_letters_are_kept(tmp_path: Path, record: Record) -> None:
    named = record.renamed(["Zoë", "김 \N{SNOWMAN}\n"])
    named.save(tmp_path / "game.json")
    assert Record.load(tmp_path / "game.json") == named


def test_a_record_of_the_same_game_is_continued_when_asked(path: Path, record: Record) -> None:
    named = record.renamed(["a", "b"])
    named.save(path, resume=True)
    assert Record.load(path) == named
    other = played_match(KORYO, seed=8).record()
    message = refusal(lambda: other.save(path, resume=True))
    assert message.endswith(": it holds another game")
    assert Record.load(path) == named


def test_a_name_that_is_no_text_is_refused(tmp_path: Path, record: Record) -> None:
    message = refusal(lambda: record.renamed(["\ud800", "b"]).save(tmp_path / "game.json"))
    assert message.endswith("a name in the record is not text")
    assert list(tmp_path.iterdir()) == []


def test_a_record_is_not_written_where_it_cannot_be(
    tmp_path: Path, path: Path, record: Record
) -> None:
    nowhere = tmp_path / "none" / "game.json"
    assert refusal(lambda: record.save(nowhere)).endswith(
        f"{str(nowhere)!r}: No such file or directory"
    )
    below = path / "game.json"
    assert refusal(lambda: record.save(below)).endswith(f"{str(below)!r}: Not a directory")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for wrong in (tmp_path, pipe):
        assert repr(str(wrong)) in refusal(partial(record.save, wrong))
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["game.json", "pipe"]


# Replaying.


def test_a_record_replays_to_its_end(record: Record) -> None:
    replay: Replay[Any, Any] = record.replay()
    assert [f"{player + 1}: {action}" for player, action in replay.plies] == list(record.actions)
    assert len(replay.states) == len(replay.plies) + 1
    assert replay.states[0] == KORYO.new_game(7)
    assert KORYO.digest(replay.states[-1]) == record.digest


ENDINGS = every_ending(1)


def unfinished() -> Record:
    """Return the record of a game with one action, in which a person plays."""
    match = match_of_bots(KORYO)
    match.step()
    return match.record().renamed([HUMAN, "x"])


@pytest.mark.parametrize("plies", [0, 1, 5])
@pytest.mark.parametrize(
    "change",
    [
        {},
        {"seats": ("Zo\u00eb\n", '"', "\u2028")},
        {"options": {"deck": {"banker": [1, [], {}, "a\nb"]}, "": None}},
        {"ending": Resigned(1)},
        {"checks": ()},
    ],
    ids=", ".join,
)
def test_a_file_is_the_document_with_an_indentation_of_one(
    plies: int, change: dict[str, Any]
) -> None:
    match = match_of_bots(KORYO)
    for _ in range(plies):
        match.step()
    record = replace(match.record(), **change)
    text = json.dumps(record.to_json(), indent=1, ensure_ascii=False)
    assert record.to_bytes() == text.encode() + b"\n"


@pytest.mark.parametrize("ending", ENDINGS, ids=repr)
def test_an_ending_is_kept_read_and_shown_openly_but_not_played_on_with(
    ending: Ending, tmp_path: Path
) -> None:
    plain = unfinished()
    assert "ending" not in json.loads(plain.to_bytes())
    lost = replace(plain, ending=ending)
    lost.save(tmp_path / "lost.json")
    again = Record.load(tmp_path / "lost.json")
    assert (again, again.ending) == (lost, ending)
    assert (plain.is_revealed, again.is_revealed) == (False, True)
    stands: Match[Any, Any, Any] = Match(KORYO, [None, None], record=again, ended=True)
    assert (stands.ending, stands.record().ending, stands.to_act) == (ending, ending, ())
    resumed: Match[Any, Any, Any] = Match(KORYO, [None, None], record=again)
    assert (resumed.ending, resumed.outcome) == (None, None)
    assert resumed.record().ending == ending, "nothing has happened since"
    resumed.play(KORYO.legal_actions(resumed.state)[0])
    assert resumed.record().ending is None


@pytest.mark.parametrize("ending", ENDINGS, ids=repr)
def test_a_record_in_a_notebook_tells_its_ending_last(ending: Ending) -> None:
    html = replace(unfinished(), ending=ending)._repr_html_()
    assert sentence_for(None, ending, KORYO.words) in html
    assert "resigned" not in unfinished()._repr_html_()


@pytest.mark.parametrize("seat", [-1, 2])
def test_an_ending_by_nobody_is_refused(seat: int) -> None:
    broken = replace(unfinished(), ending=Resigned(seat))
    assert refusal(broken.replay) == f"ending.seat: expected 0 to 1, not {seat}"


def test_an_ending_of_a_game_that_its_rules_have_ended_is_refused() -> None:
    broken = replace(played_match(KORYO).record(), ending=Resigned(0))
    assert refusal(broken.replay) == "ending: the game was over already, by its rules"


def test_a_record_of_a_game_of_ones_own_replays_in_it(sealed: Sealed) -> None:
    record = played_match(sealed).record()
    assert len(record.replay(sealed).plies) == 8
    assert "'sealed'" in refusal(record.replay)


def test_notation_in_a_record_is_read_as_forgivingly_as_elsewhere(document: dict[str, Any]) -> None:
    document["actions"][0] = " " + document["actions"][0].upper().replace(":", " :  ")
    assert Record.from_json(document).replay().plies


def test_a_changed_action_is_reported_with_its_ply(document: dict[str, Any]) -> None:
    for ply in (1, 2, len(document["actions"])):
        spoilt = [*document["actions"]]
        spoilt[ply - 1] = f"{spoilt[ply - 1][0]}: swap Banker of 1 for Spy of 2"
        if spoilt[ply - 1] == document["actions"][ply - 1]:
            continue
        message = refusal(Record.from_json({**document, "actions": spoilt}).replay)
        assert message.startswith(f"ply {ply}, '{spoilt[ply - 1]}': ")
        assert "'swap Banker of 1 for Spy of 2'" in message
        assert "; legal: " in message


SPOILT_LINES = [
    "bank",
    "",
    "0: bank",
    "-1: bank",
    "x: bank",
    "1" * 5000 + ": bank",
    "1: ba\nnk",
    "1:",
    "1: rob",
    "9: bank",
]


@pytest.mark.parametrize("line", SPOILT_LINES, ids=range(len(SPOILT_LINES)))
def test_a_malformed_line_is_reported_with_its_ply(document: dict[str, Any], line: str) -> None:
    document["actions"][3] = line
    quoted = repr(line) if len(line) < 70 else f"'{'1' * 56}..."
    assert refusal(Record.from_json(document).replay).startswith(f"ply 4, {quoted}: ")


def test_an_action_of_another_seat_is_reported(document: dict[str, Any]) -> None:
    seat = document["actions"][0][0]
    other = {"1": "2", "2": "1"}[seat]
    document["actions"][0] = other + document["actions"][0][1:]
    assert f"of player {other}: player {seat} is to act" in refusal(
        Record.from_json(document).replay
    )


def test_an_action_after_the_end_is_reported(document: dict[str, Any]) -> None:
    ply = len(document["actions"]) + 1
    document["actions"].append("1: end")
    assert refusal(Record.from_json(document).replay).startswith(f"ply {ply}, '1: end': ")


@pytest.mark.long
def test_no_two_neighbouring_actions_can_be_swapped_unnoticed() -> None:
    """Those of one simultaneous step lead to the same State in either order, and are noticed all
    the same.
    """
    swaps, same_state = 0, 0
    for name in boardgames.game_names():
        record = played_match(boardgames.make(name, players=3)).record()
        for ply in range(30):
            swapped: dict[str, tuple[str, ...]] = {}
            for field in ("actions", "checks"):
                lines = [*getattr(record, field)]
                lines[ply : ply + 2] = reversed(lines[ply : ply + 2])
                swapped[field] = tuple(lines)
            if swapped["actions"] != record.actions:
                swaps += 1
                message = refusal(replace(record, actions=swapped["actions"]).replay)
                assert message.startswith(f"ply {ply + 1}, ")
                same_state += "not what was played: its check should be " in message
                message = refusal(
                    replace(record, actions=swapped["actions"], checks=swapped["checks"]).replay
                )
                assert message.startswith(f"ply {ply + 1}, ")
    assert swaps > 60
    assert same_state > 10


def test_every_change_of_an_action_to_another_legal_one_is_noticed_at_its_ply(
    record: Record,
) -> None:
    states = record.replay(KORYO).states
    changes = 0
    for ply, line in enumerate(record.actions, start=1):
        seat = int(line[0]) - 1
        for action in KORYO.legal_actions(states[ply - 1], seat)[:6]:
            actions = [*record.actions]
            actions[ply - 1] = f"{seat + 1}: {action}"
            if actions[ply - 1] != line:
                changes += 1
                assert refusal(replace(record, actions=tuple(actions)).replay).startswith(
                    f"ply {ply}, "
                )
    assert changes > 50


@pytest.mark.parametrize("change", ["drop", "add", "spoil", "none"])
def test_checks_that_do_not_fit_the_actions_are_noticed(record: Record, change: str) -> None:
    last = len(record.actions)
    checks = {
        "drop": record.checks[:-1],
        "add": (*record.checks, "00000000"),
        "spoil": (*record.checks[:-1], "00000000"),
        "none": (),
    }[change]
    message = refusal(replace(record, checks=checks).replay)
    expected = {"add": f"checks: there are {last + 1} for {last} actions", "none": "ply 1, "}
    assert message.startswith(expected.get(change, f"ply {last}, "))


def test_a_missing_last_action_is_noticed_by_the_outcome(document: dict[str, Any]) -> None:
    del document["actions"][-1]
    ply = len(document["actions"])
    message = refusal(Record.from_json(document).replay)
    assert message.startswith(f"after ply {ply}: the outcome is None, and the record says Outcome(")


def test_another_outcome_is_noticed(document: dict[str, Any], record: Record) -> None:
    document["outcome"]["scores"][0] += 1
    assert f"after ply {len(record.actions)}: the outcome is " in refusal(
        Record.from_json(document).replay
    )


@pytest.mark.parametrize("digest", ["", "0" * 64, "\n"])
def test_another_digest_is_noticed(document: dict[str, Any], record: Record, digest: str) -> None:
    document["digest"] = digest
    message = refusal(Record.from_json(document).replay)
    assert message.startswith(f"after ply {len(record.actions)}: the digest is {record.digest}")


def test_another_seed_does_not_replay(document: dict[str, Any]) -> None:
    document["seed"] = 8
    assert refusal(Record.from_json(document).replay).startswith(("ply ", "after ply "))


WRONG_HEADS: list[tuple[dict[str, Any], str]] = [
    ({"game": "chess"}, "'chess'"),
    ({"players": 9}, "not 9"),
    ({"players": 3}, "seats: "),
    (
        {"rules_version": 999},
        "the record was made with rules version 999 of koryo; this is version ",
    ),
    ({"seats": ["a"]}, "seats: "),
    ({"options": {"colour": "red"}}, "'colour'"),
    ({"options": {"players": 3}}, "options: 'players'"),
    ({"options": {"name": "koryo"}}, "options: 'name'"),
]


@pytest.mark.parametrize(("head", "named"), WRONG_HEADS, ids=range(len(WRONG_HEADS)))
def test_what_was_played_must_be_there_to_be_played(
    document: dict[str, Any], head: dict[str, Any], named: str
) -> None:
    assert named in refusal(Record.from_json({**document, **head}).replay)


@pytest.mark.parametrize("seed", [-1, 1 << 300, -(1 << 300)])
def test_a_seed_that_no_game_has_is_refused(
    document: dict[str, Any], record: Record, seed: int
) -> None:
    with pytest.raises(RecordError, match=r"^seed: expected 0 or more and at most 256 bits, not "):
        Record.from_json({**document, "seed": seed})
    assert refusal(replace(record, seed=seed).replay).startswith("seed: ")


@pytest.mark.parametrize("seed", [10**4299, -(10**5000)], ids=["large", "very large"])
def test_a_number_of_thousands_of_digits_is_refused_where_it_is_read(
    document: dict[str, Any], seed: int
) -> None:
    with pytest.raises(RecordError, match=r"^seed: a whole number has at most"):
        Record.from_json({**document, "seed": seed})


def test_another_game_than_the_record_is_of_is_refused(
    record: Record, tic_tac_toe: TicTacToe
) -> None:
    message = refusal(lambda: record.replay(tic_tac_toe))
    assert message == "the record is of koryo with 2 players, not of tic_tac_toe with 2 players"
    message = refusal(lambda: record.replay(boardgames.make("koryo", players=3)))
    assert message.endswith("koryo with 3 players")


# Loading.


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_must_be_there(path: Path, document: dict[str, Any], field: str) -> None:
    del document[field]
    path.write_text(json.dumps(document), encoding="utf-8")
    message = refusal(lambda: Record.load(path))
    assert message.startswith(f"{path}: ")
    assert repr(field) in message


WRONG_FIELDS: list[tuple[str, Any, str]] = [
    ("format", 3, "format"),
    ("format", 3.0, "format"),
    ("format", 0, "format"),
    ("format", "1", "format"),
    ("format", True, "format"),
    ("game", 3, "game"),
    ("rules_version", None, "rules_version"),
    ("players", "2", "players"),
    ("options", [], "options"),
    ("seats", "ab", "seats"),
    ("seats", ["a", 2], "seats[1]"),
    ("seed", 7.5, "seed"),
    ("seed", None, "seed"),
    ("actions", [["1", "end"]], "actions[0]"),
    ("outcome", "won", "outcome"),
    ("outcome", {"winners": [0]}, "outcome"),
    ("checks", None, "checks"),
    ("checks", [7], "checks[0]"),
    ("digest", 5, "digest"),
    ("forfeit", "lost", "top level"),
    ("ending", "lost", "ending"),
    ("ending", {"type": "resigned"}, "ending"),
    ("colour", "red", "top level"),
]


@pytest.mark.parametrize(("field", "data", "place"), WRONG_FIELDS, ids=range(len(WRONG_FIELDS)))
def test_every_field_must_be_what_it_is(
    path: Path, document: dict[str, Any], field: str, data: object, place: str
) -> None:
    path.write_text(json.dumps({**document, field: data}), encoding="utf-8")
    assert refusal(lambda: Record.load(path)).startswith(f"{path}: not a record: {place}: ")


@pytest.mark.parametrize("version", [0, 2, 3])
def test_another_format_is_refused_by_its_number(document: dict[str, Any], version: int) -> None:
    message = refusal(lambda: Record.from_json(document | {"format": version}))
    assert message == f"format: this is version {version}; only version 1 can be read"


def test_a_key_that_is_there_twice_is_refused(path: Path) -> None:
    path.write_text(path.read_text().replace('"seed":', '"seed": 5, "seed":'))
    assert refusal(lambda: Record.load(path)) == f"{path}: not a record: 'seed' appears twice"


def test_a_file_cut_off_anywhere_is_refused(path: Path) -> None:
    whole = path.read_bytes()
    for end in [*range(0, len(whole) - 2, max(1, len(whole) // 150)), len(whole) - 2]:
        path.write_bytes(whole[:end])
        assert refusal(lambda: Record.load(path)).startswith(f"{path}: not a record: ")


FILES = [
    b"",
    b" ",
    b"{",
    b"no record",
    b"\xff\xfe\x00",
    b"\x00\x01\x02",
    b"\x89PNG\r\n\x1a\n",
    b"null",
    b"3",
    b"[]",
    b'"x"',
    b"{}",
    b"NaN",
    b"[" * 200_000,
    b'{"a":' * 200_000,
    b"1" * 5_000,
    b'{"format": 1, "seed": ' + b"9" * 5_000 + b"}",
    b"\xef\xbb\xbf{}",
    b'{"format": ' + b"[" * 600 + b"]" * 600 + b"}",
]


@pytest.mark.parametrize("content", FILES, ids=range(len(FILES)))
def test_what_is_no_record_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert refusal(lambda: Record.load(path)).startswith(f"{path}: not ")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    nothing = tmp_path / "none.json"
    for path, reason in ((nothing, "No such file or directory"), (tmp_path, "Is a directory")):
        message = refusal(partial(Record.load, path))
        assert repr(str(path)) in message
        assert message.endswith(f": {reason}")


@pytest.mark.parametrize("device", ["/dev/full", "/dev/zero", "/dev/null"])
def test_what_is_not_a_regular_file_is_not_read(device: str) -> None:
    assert repr(device) in refusal(lambda: Record.load(device))


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert str(tmp_path / "pipe") in refusal(lambda: Record.load(tmp_path / "pipe"))


def test_a_file_that_is_too_large_is_not_read_to_its_end(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(1 << 40)  # which takes no room on the disk
    assert refusal(lambda: Record.load(path)).endswith(f" {1 << 24} bytes")


def nested(depth: int) -> Any:
    """Return an array in an array and so on."""
    data: Any = []
    for _ in range(depth):
        data = [data]
    return data


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(
    "wrong", [nested(100_000), 10**5000, -(10**5000), [10**5000]], ids=range(4)
)
def test_what_is_nested_deeply_or_has_thousands_of_digits_is_refused(
    document: dict[str, Any],
    field: str,
    wrong: Any,
) -> None:
    def read() -> None:
        Record.from_json({**document, field: wrong}).replay()

    assert len(refusal(read)) < 400


def test_an_outcome_is_a_value_in_the_record(record: Record) -> None:
    loaded = Record.from_json(record.to_json())
    assert isinstance(loaded.outcome, Outcome)
    assert loaded == record

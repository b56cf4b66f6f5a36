"""docs/protocol.md, example by example."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from boardgames.remote import Tables, answer
from boardgames.remote.calls import drive
from boardgames.remote.lobby import Lobby
from boardgames.remote.methods import METHODS
from boardgames.remote.rpc import Client, answering
from tests.remote import protocol_page
from tests.remote.client import choice_of

PAGE = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text(encoding="utf-8")
FRONTENDS, BOTS = PAGE.split("\n## For bots")
LINE = re.compile(r"^    (-->|<--) (.*)$", re.MULTILINE)
HTTP_LINE = re.compile(r"^    (Ann|Ben) (-->|<--) (.*)$", re.MULTILINE)


def alike(written: str, real: Any) -> bool:
    """Tell whether an answer reads as written, where an ellipsis may be anything."""
    pattern = ".*".join(re.escape(part) for part in re.sub(r",?\s*…\s*,?", "…", written).split("…"))
    return re.fullmatch(pattern, json.dumps(real, ensure_ascii=False)) is not None


KEY = re.compile(r"[\w-]{43}")


@pytest.mark.usefixtures("steady_hints")
def test_every_example_of_a_frontend_is_answered_so(tmp_path: Path) -> None:
    """Keys are drawn: one on the page stands for the one that is returned there."""
    keys: dict[str, str] = {}
    tables = Tables(records=str(tmp_path))
    lines = LINE.findall(FRONTENDS)
    assert len(lines) > 30
    for (arrow, request), (answer_arrow, reply) in zip(lines[::2], lines[1::2], strict=True):
        assert (arrow, answer_arrow) == ("-->", "<--")
        asked = KEY.sub(lambda written: keys[written.group()], request)
        real = json.loads(answer(tables, asked.encode()))
        for written in KEY.findall(reply):
            keys[written] = real["result"]["key"]
        expected = KEY.sub(lambda written: keys[written.group()], reply)
        assert alike(expected, real), f"{request} is answered by {json.dumps(real)[:500]}"


def test_every_example_over_http_is_answered_so() -> None:
    """`INVITATION` stands for the one that was returned last."""
    lobby = Lobby(play_on=lambda _: None)
    secrets = {"Ann": "", "Ben": ""}
    invitation = "INVITATION"
    lines = HTTP_LINE.findall(FRONTENDS)
    for (who, arrow, request), (reader, back, reply) in zip(lines[::2], lines[1::2], strict=True):
        assert (who, arrow, back) == (reader, "-->", "<--")
        message = request.replace("INVITATION", invitation).encode()
        real = json.loads(drive(answering(Client(lobby, secrets[who]), message), lambda _: None))
        result = real.get("result") or {}
        invitation = result.get("invitation", invitation)
        secrets[who] = result.get("secret", secrets[who])
        written = reply.replace("INVITATION", invitation)
        assert alike(written, real), f"{request} is answered by {json.dumps(real)[:500]}"


def test_every_method_and_error_has_its_example() -> None:
    sent = [text for arrow, text in LINE.findall(FRONTENDS) if arrow == "-->"]
    sent += [text for _, arrow, text in HTTP_LINE.findall(FRONTENDS) if arrow == "-->"]
    requests = [json.loads(text) for text in sent if text.startswith("{")]
    assert {request["method"] for request in requests} == {*METHODS, "dance"}
    assert set(re.findall(r"^\| (-\d+) \|", PAGE, re.MULTILINE)) >= set(
        re.findall(r'"code": (-\d+)', FRONTENDS)
    )


def test_the_tables_are_what_the_code_says() -> None:
    assert protocol_page.files() == {protocol_page.PAGE: PAGE}, "run python -m tests.renew"


def test_the_example_of_a_bot_is_what_a_bot_is_sent(tmp_path: Path) -> None:
    lines = LINE.findall(BOTS)
    answers = [text for arrow, text in lines if arrow == "<--"]
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import sys\n"
        f"for answer in {answers!r}:\n"
        "    print(sys.stdin.readline().rstrip(), file=open('got', 'a'))\n"
        "    print(answer, flush=True)\n"
        "print(sys.stdin.readline().rstrip(), file=open('got', 'a'))\n"
    )
    assert choice_of(bot) == "order none"
    sent = [text for arrow, text in lines if arrow == "-->"]
    got = (tmp_path / "got").read_text().splitlines()
    for written, real in zip(sent, got, strict=True):
        assert alike(written, json.loads(real)), f"{real[:500]} is written as {written}"

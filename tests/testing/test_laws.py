"""The laws of the checks, and the table of what each of them finds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardgames.testing import CHECKS, check_game
from boardgames.testing.compare import CHANCE, Agreement
from boardgames.testing.law import LAWS, Violation, demand, law
from examples.kuhn_poker import KuhnPoker
from tests.testing import laws
from tests.testing.kept_faults import kept_faults
from tests.testing.laws import Found, Tried


def test_every_law_has_a_promise_and_a_usual_cause() -> None:
    assert len(LAWS) > 90
    for each in LAWS.values():
        assert re.fullmatch(r"[^.]+", each.promise.replace("...", "")), each
        assert re.fullmatch(r"[A-Z`].*\.", each.cause), each
        assert len(each.cause) <= 200, each


@law("The outer one is meant.")
def outer(*, holds: bool, check: str = "") -> None:
    """Demand that the outer law holds."""
    inner(holds=holds, check=check)


@law("The inner one is meant.")
def inner(*, holds: bool, check: str = "") -> None:
    """Demand that the inner law holds.

    Returns nothing.
    """
    demand(holds, "it does not hold", check)


def test_a_fault_is_that_of_the_innermost_law() -> None:
    outer(holds=True)
    with pytest.raises(Violation) as caught:
        outer(holds=False)
    assert caught.value.law is not None
    assert caught.value.law.promise == "the inner law holds"


def test_a_fault_that_names_another_check_is_of_no_law() -> None:
    with pytest.raises(Violation) as caught:
        outer(holds=False, check="ends")
    assert caught.value.law is None


def test_what_is_found_first_is_what_all_must_agree_with() -> None:
    colours = Agreement[str]()
    assert colours.conflict("rose", "red", by="the first") is None
    assert colours.conflict("rose", "red", by="another") is None
    other = colours.conflict("rose", "blue", by="a third")
    assert other is not None
    assert (other.found, other.by) == ("red", "the first")
    assert colours.conflict("lily", "blue") is None


@pytest.mark.long
def test_the_report_states_the_bound_on_a_false_alarm() -> None:
    report = check_game(KuhnPoker(2), only=["frequencies"])
    assert report.judged > 0
    bound = re.search(r"less than 1 in ([\d,]+) \(([\d,]+)\s+numbers", report.summary)
    assert bound is not None
    one_in, judged = (int(number.replace(",", "")) for number in bound.groups())
    assert judged == report.judged
    assert 1 / one_in >= judged * CHANCE
    assert CHANCE < 2e-9


def test_names_of_kept_faults_differ() -> None:
    names = [fault.name for fault in kept_faults()]
    assert len({*names}) == len(names)
    assert {fault.check for fault in kept_faults()} <= {*CHECKS, ""}


def test_the_table_tells_what_finds_alone_and_what_first() -> None:
    seen = Found("views", "secrecy_checks._is_the_same_view", "it differs")
    told = Found("words", "secrecy_checks._is_said_alike", "it differs")
    results = [Tried("leak", [seen, told]), Tried("word", [told]), Tried("nothing", [])]
    found = laws.yields(results)
    assert (found["views"].found, found["views"].first, found["views"].alone) == (1, 1, [])
    assert (found["words"].found, found["words"].first, found["words"].alone) == (2, 1, ["word"])
    page = laws.table(results, {"views": 0.25})
    assert "Of 3 faults, 2 are found." in page
    assert "| views | 1 | 1 | 0 | 25.0 % |  |" in page
    assert page.endswith("Not found:\n\n- nothing\n")


def test_the_table_lists_every_law() -> None:
    page = Path(laws.TABLE).read_text(encoding="utf-8")
    listed = {*re.findall(r"^\| ([\w.]+) \|", page, re.MULTILINE)}
    ours = {name for name in LAWS if not name.startswith("test_")}
    assert ours <= listed, "write it anew: python -m tests.testing.laws"

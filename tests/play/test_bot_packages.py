"""Bots of other packages: made-up ones for what can be wrong, and a real one, built and
installed.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from boardgames import ConfigurationError
from boardgames.play import bot_names, make_bot
from boardgames.play.bots.catalogue import OUR_BOTS
from tests import packages
from tests.conftest import Shell

CAREFUL = Path(__file__).parent / "careful_package"
SOURCE = (CAREFUL / "careful_bot" / "__init__.py").read_text(encoding="utf-8")


@pytest.fixture
def add(site: Path) -> Callable[..., None]:
    """Return what installs a package: its name, its entry point and its module."""
    return partial(packages.add, site, "bots")


def test_a_bot_of_another_package_is_one_like_ours(add: Callable[..., None]) -> None:
    add("careful_bot", "careful = careful_bot:CarefulBot", SOURCE)
    assert bot_names() == tuple(sorted(["careful", *OUR_BOTS]))
    assert "careful_bot" not in sys.modules
    assert make_bot("careful") == make_bot("careful:worlds=3") != make_bot("careful:worlds=5")
    with pytest.raises(ConfigurationError, match=r"'luck' of bot 'careful'.*: worlds$"):
        make_bot("careful:luck=3")
    with pytest.raises(ConfigurationError, match=rf"'bold'.*: {', '.join(bot_names())}, cmd:"):
        make_bot("bold")


def test_a_class_may_refuse_a_value_in_its_own_words(add: Callable[..., None]) -> None:
    checks = [
        "    def __post_init__(self) -> None:",
        "        if self.worlds > 5:",
        "            raise ValueError('worlds: at most 5')",
    ]
    option = "    worlds: int = 3\n"
    source = SOURCE.replace(option, "\n".join([option, *checks, ""]))
    add("careful_bot", "careful = careful_bot:CarefulBot", source)
    with pytest.raises(ConfigurationError, match=r"^bot 'careful': worlds: at most 5$"):
        make_bot("careful:worlds=6")


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("greedy:worlds=2,worlds=3", "option 'worlds' of bot 'greedy' is given twice"),
        ("greedy:worlds=1_000", "option 'worlds' of bot 'greedy' .*'1_000'"),
        ("greedy:worlds=\u0663", "option 'worlds' of bot 'greedy' .*'\u0663'"),
        ("greedy:worlds=-1", "option 'worlds' of bot 'greedy' .*'-1'"),
    ],
)
def test_an_option_is_given_once_and_in_plain_digits(spec: str, fault: str) -> None:
    with pytest.raises(ConfigurationError, match=f"^{fault}$"):
        make_bot(spec)


def test_what_cannot_be_given_is_no_option(add: Callable[..., None]) -> None:
    source = SOURCE.replace("import dataclass\n", "import dataclass, field\n").replace(
        "    worlds: int = 3\n",
        "    worlds: int = 3\n    seen: int = field(default=0, init=False)\n",
    )
    assert "init=False" in source
    add("careful_bot", "careful = careful_bot:CarefulBot", source)
    with pytest.raises(ConfigurationError, match=r"'seen' of bot 'careful'.*: worlds$"):
        make_bot("careful:seen=1")


NO_FIELDS = "from boardgames.play import Bot\nclass CarefulBot(Bot): ..."
NO_CHOICE = f"from dataclasses import dataclass\n{NO_FIELDS}".replace(
    "\nclass", "\n@dataclass(frozen=True)\nclass"
)
IN_WORDS = SOURCE.replace(
    "    worlds: int = 3\n", '    worlds: int\n    mood: str = "bold"\n    brave: bool = True\n'
)
FAULTS = {
    "raise RuntimeError('two\\nlines')": "RuntimeError: two lines",
    "raise SystemExit(3)": "SystemExit: 3",
    "Other = 1": "AttributeError: module 'faulty' has no attribute 'CarefulBot'",
    "CarefulBot = 7": "it is not a dataclass derived from Bot",
    "class CarefulBot: ...": "it is not a dataclass derived from Bot",
    NO_FIELDS: "it is not a dataclass derived from Bot",
    NO_CHOICE: "it has no choose",
    IN_WORDS: "not an option with a number as its default: worlds, mood, brave",
}


@pytest.mark.parametrize("source", FAULTS, ids=FAULTS.values())
def test_a_package_at_fault_is_named_when_asked_for(add: Callable[..., None], source: str) -> None:
    add("faulty", "careful = faulty:CarefulBot", source)
    assert bot_names() == tuple(sorted(["careful", *OUR_BOTS]))
    with pytest.raises(ConfigurationError) as caught:
        make_bot("careful")
    assert str(caught.value).startswith("bot 'careful' of faulty:CarefulBot ")
    assert str(caught.value).endswith(f": {FAULTS[source]}")


def test_names_of_our_own_are_not_taken_and_two_packages_not_chosen_between(
    add: Callable[..., None],
) -> None:
    add("careful_bot", "greedy = careful_bot:CarefulBot\ncareful = careful_bot:CarefulBot", SOURCE)
    add("another", "careful = another:CarefulBot", SOURCE)
    assert type(make_bot("greedy")).__module__.startswith("boardgames.")
    with pytest.raises(ConfigurationError) as caught:
        make_bot("careful")
    assert str(caught.value) == (
        "bot 'careful' is provided by several packages: another:CarefulBot, careful_bot:CarefulBot"
    )


@pytest.mark.long
def test_an_installed_bot_plays_in_the_arena_and_its_workers(tmp_path: Path) -> None:
    """Its wheel is built from its source, and installed."""
    shutil.copytree(CAREFUL, tmp_path / "source")
    packages.install(tmp_path / "source", tmp_path / "site")
    shell = Shell(tmp_path, tmp_path / "site")
    arena = (
        "arena",
        "koryo",
        "--seats",
        "careful:worlds=2,random",
        "--games",
        "20",
        "--seed",
        "1",
        "--json",
    )
    shares = [
        json.loads(shell.output(*arena, "--jobs", jobs))["bots"][0]["share"] for jobs in ("1", "2")
    ]
    assert shares[0] == shares[1] > 0.7


def test_other_packages_are_looked_for_only_where_that_is_needed(shell: Shell) -> None:
    program = (
        "import sys\nfrom boardgames.play import make_bot\n"
        "for spec in ('greedy', 'random', 'mcts', 'cmd:true'): make_bot(spec)\n"
        "sys.exit('importlib.metadata' in sys.modules)"
    )
    command = [sys.executable, "-c", program]
    ran = shell.do(command)
    assert (ran.returncode, ran.stderr) == (0, "")

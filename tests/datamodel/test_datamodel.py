"""A client in Python whose classes another program generates from the schemas; it plays whole
games.

Skipped where datamodel-code-generator is not installed; with BOARDGAMES_ADAPTERS=1, as the gate has
it, that is a failure.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import boardgames
from boardgames.remote.lobby import Lobby
from boardgames.schema import schema
from tests.conftest import Shell
from tests.remote.servers import serving_http

PROGRAM = Path(__file__).parent / "play.py"
GENERATOR = "datamodel_code_generator"


@pytest.fixture(scope="module")
def client_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return what makes the client, beside classes generated from the schema with this name."""
    if importlib.util.find_spec(GENERATOR) is None:
        missing = "datamodel-code-generator is not installed: pip install datamodel-code-generator"
        if os.environ.get("BOARDGAMES_ADAPTERS") == "1":
            pytest.fail(missing)
        pytest.skip(missing)

    @cache
    def made(name: str) -> Path:
        folder = tmp_path_factory.mktemp(name)
        source = folder / "schema.json"
        source.write_text(json.dumps(schema(name)), encoding="utf-8")
        generate = [sys.executable, "-m", GENERATOR, "--input", str(source)]
        generate += ["--input-file-type", "jsonschema", "--output", str(folder / "models.py")]
        generate += ["--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin"]
        done = Shell(folder).do(generate)
        assert done.returncode == 0, done.stderr
        return Path(shutil.copy(PROGRAM, folder))

    return made


@pytest.mark.parametrize(
    ("name", "game"), [*[("server", game) for game in boardgames.game_names()], ("koryo", "koryo")]
)
def test_a_client_with_generated_classes_plays_a_whole_game(
    client_of: Callable[[str], Path], name: str, game: str, shell: Shell
) -> None:
    """With the schema of one game, its Views, actions and events have classes, too."""
    with serving_http(Lobby(), "127.0.0.1", (), 0, 1.0) as server:
        done = shell.do([sys.executable, str(client_of(name)), server.url, game])
    assert (done.returncode, done.stderr) == (0, "")
    played = json.loads(done.stdout)
    assert played["plies"] == played["record"] > 10
    assert played["winners"]
    assert played["changes"] > played["plies"]


def test_names_that_generators_would_number_are_given(client_of: Callable[[str], Path]) -> None:
    """A class `Request7` says nothing, and is another one after the next change."""
    generated = (client_of("server").parent / "models.py").read_text(encoding="utf-8")
    for method in ("New", "LegalActions", "LetBotPlay"):
        assert f"\nclass {method}Request(BaseModel):\n" in generated
    assert "class Request1(" not in generated


def test_what_is_not_as_the_schema_says_is_noticed(
    client_of: Callable[[str], Path], tmp_path: Path, shell: Shell
) -> None:
    """So the games above would have ended at the first fault."""
    folder = client_of("server").parent
    generated = (folder / "models.py").read_text(encoding="utf-8")
    assert "\n    plies: conint(" in generated
    wrong = re.sub(r"(?m)^    plies: conint\(.*?\)", "    plies: str", generated)
    (tmp_path / "models.py").write_text(wrong, encoding="utf-8")
    program = shutil.copy(PROGRAM, tmp_path)
    with serving_http(Lobby(), "127.0.0.1", (), 0, 1.0) as server:
        done = shell.do([sys.executable, str(program), server.url, "koryo"])
    assert done.returncode == 1
    assert "Input should be a valid string" in done.stderr

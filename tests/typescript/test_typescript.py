"""A client in TypeScript, whose types are generated, compiled strictly; it plays whole games.

Skipped unless BOARDGAMES_TYPESCRIPT=1 says that npm may be asked for TypeScript.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import boardgames
from boardgames.core.typescript import typescript
from boardgames.remote.lobby import Lobby
from boardgames.schema import names, schema
from tests.conftest import Shell
from tests.remote.servers import serving_http

HERE = Path(__file__).parent
COMPILER = ("npx", "--yes", "-p", "typescript@5.9.3", "tsc")
SCRIPT = "play.mjs"

pytestmark = pytest.mark.skipif(
    os.environ.get("BOARDGAMES_TYPESCRIPT") != "1",
    reason="BOARDGAMES_TYPESCRIPT=1 runs it, with npm and its registry",
)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the compiled client; every schema has been compiled with it."""
    folder = tmp_path_factory.mktemp("client")
    for name in names():
        path = folder / f"{name}.ts"
        path.write_text(typescript(schema(name)), encoding="utf-8")
    for path in [*HERE.glob("*.ts"), HERE / "tsconfig.json"]:
        shutil.copy(path, folder)
    shell = Shell(folder)
    done = shell.do([*COMPILER, "--project", str(folder)])
    assert done.returncode == 0, done.stdout
    result = folder / "compiled"
    (result / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    shutil.copy(HERE / SCRIPT, result)
    return result


@pytest.mark.parametrize("name", boardgames.game_names())
def test_a_client_with_generated_types_plays_a_whole_game(
    compiled: Path, name: str, shell: Shell
) -> None:
    check_game(shell.do(["node", str(compiled / SCRIPT), sys.executable, name]))


@pytest.mark.parametrize("name", boardgames.game_names())
def test_the_same_client_plays_over_http(compiled: Path, name: str, shell: Shell) -> None:
    with serving_http(Lobby(), "127.0.0.1", (), 0, 1.0) as server:
        check_game(shell.do(["node", str(compiled / SCRIPT), sys.executable, name, server.url]))


def check_game(done: subprocess.CompletedProcess[str]) -> None:
    """Assert that this was a whole game."""
    assert (done.returncode, done.stderr) == (0, "")
    played = json.loads(done.stdout)
    assert played["plies"] == played["record"] > 10
    assert played["outcome"]["winners"]
    assert len(played["changes"]) > played["plies"]

"""What is published: the wheel has the package and nothing else, the source distribution the whole
repository.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from sysconfig import get_config_var

import pytest

import boardgames
from boardgames.cli import commands
from tests.conftest import Shell
from tests.packages import install

CHECKOUT = Path(__file__).parent.parent
FOLDERS = {"boardgames", "docs", "examples", "tests", "typings"}
FILES = {
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CITATION.cff",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "mkdocs.yml",
    "pyproject.toml",
}
ADDED = {"PKG-INFO", ".gitignore"}
"""What the build tool puts into a source distribution by itself."""

pytestmark = pytest.mark.slow


def run(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with a wheel and a source distribution, built without the network."""
    folder = tmp_path_factory.mktemp("dist")
    run("-m", "build", "--no-isolation", "--outdir", str(folder), str(CHECKOUT))
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Sequence[str]:
    """Return the names in the wheel."""
    (path,) = built.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


@pytest.fixture(scope="module")
def source(built: Path) -> Sequence[str]:
    """Return the names in the source distribution, below its only folder."""
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        return [name.partition("/")[2] for name in archive.getnames()]


def files_in(folder: str) -> set[str]:
    """Return the files of this folder of the checkout that are no caches."""
    paths = [
        path
        for path in (CHECKOUT / folder).rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    ]
    return {path.relative_to(CHECKOUT).as_posix() for path in paths}


def test_the_wheel_has_the_package_and_nothing_else(wheel: Sequence[str]) -> None:
    assert {name for name in wheel if ".dist-info/" not in name} == files_in("boardgames")


def test_the_wheel_has_the_files_that_are_not_python(wheel: Sequence[str]) -> None:
    wanted = {
        "boardgames/py.typed",
        "boardgames/web/static/page.html",
        "boardgames/web/static/page.js",
    }
    for name in ("for_the_king", "koryo", "mundus_novus"):
        wanted |= {f"boardgames/games/{name}/RULES.md", f"boardgames/games/{name}/components.toml"}
    assert wanted <= set(wheel)
    assert any(name.endswith("/licenses/LICENSE") for name in wheel)


def test_the_source_distribution_has_the_repository_and_no_caches(source: Sequence[str]) -> None:
    tops = {name.partition("/")[0] for name in source}
    assert tops == FOLDERS | FILES | ADDED
    assert not [name for name in source if name.endswith(".pyc") or "__pycache__" in name]
    for folder in FOLDERS:
        assert files_in(folder) <= set(source), folder


def test_pip_installs_the_source_distribution(built: Path, tmp_path: Path) -> None:
    """From the archive alone, and the installed command lists the games."""
    (path,) = built.glob("*.tar.gz")
    install(path, tmp_path / "site")
    command = [str(tmp_path / "site" / "bin" / "boardgames"), "list"]
    environment = Shell(tmp_path).environment(PYTHONPATH=str(tmp_path / "site"))
    listed = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert [line.split()[0] for line in listed.stdout.splitlines()] == list(boardgames.game_names())


ARENA = ("arena", "koryo", "--seats", "greedy,random", "--games", "8", "--seed", "1", "--jobs", "2")


def test_a_wheel_on_the_path_plays_in_several_processes_and_refuses_to_be_exported(
    built: Path, tmp_path: Path
) -> None:
    (path,) = built.glob("*.whl")
    shell = Shell(tmp_path)
    shell.path = str(path)
    assert "8 games" in shell.output(*ARENA)
    done = shell.run("web", "--export", "site", "--pyodide", "node_modules/pyodide")
    assert done.stderr == (
        "boardgames: only an installed library can be exported, not one in an archive or a frozen"
        " program\n"
    )


@pytest.mark.skipif(find_spec("PyInstaller") is None, reason="PyInstaller is not installed")
@pytest.mark.skipif(
    sys.platform == "linux" and not (get_config_var("Py_ENABLE_SHARED") and which("objdump")),
    reason="PyInstaller needs a Python built with --enable-shared, and objdump",
)
def test_a_frozen_program_has_all_games_commands_and_texts(built: Path, tmp_path: Path) -> None:
    """The hook is found by its entry point; what is frozen needs neither Python nor the wheel."""
    (path,) = built.glob("*.whl")
    install(path, tmp_path / "site")
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\nfrom boardgames.cli import main\n"
        "if __name__ == '__main__':\n    sys.exit(main())\n",
        encoding="utf-8",
    )
    shell = Shell(tmp_path)
    shell.path = str(tmp_path / "site")
    frozen = shell.python("-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", program)
    assert frozen.returncode == 0, frozen.stderr
    command = str(tmp_path / "dist" / "program" / "program")

    def output(*arguments: str) -> str:
        done = shell.do([command, *arguments], PYTHONPATH="")
        assert (done.returncode, done.stderr) == (0, ""), arguments
        return done.stdout

    assert [line.split()[0] for line in output("list").splitlines()] == list(
        boardgames.game_names()
    )
    for name in boardgames.game_names():
        assert output("rules", name) == Shell(tmp_path).output("rules", name)
        assert output("cards", name)
        assert output("play", name, "--seats", "random,easy", "--seed", "1", "--quiet")
    for name in commands.HELP:
        assert output(name, "--help").startswith("usage: "), name
    assert "8 games" in output(*ARENA)


@pytest.mark.skipif(find_spec("twine") is None, reason="twine is not installed")
def test_the_package_index_accepts_the_description(built: Path) -> None:
    run("-m", "twine", "check", "--strict", *map(str, sorted(built.iterdir())))

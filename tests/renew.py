"""Write anew all files in this repository that are generated.

    python -m tests.renew               write them, and name those that have changed
    python -m tests.renew --check       name those that would change; exit with 1 if there are any
    python -m tests.renew --raise GAME  raise the rules_version of this game by one, then write them

These are golden records, logs and digests (`tests/games/golden`), the schemas (`docs/schema`), the
transcripts (`docs/transcripts`), the tables in `docs/protocol.md`, what `docs/guides/bot.md` and
`docs/reference/bots.md` say of each bot, the names of registered environments, the tables and the
numbers of cards in the RULES.md of each game, the types of what the page is sent
(`typings/server.d.ts`), and the words in the pictures (`docs/screenshots`). If these have changed,
the pictures of that game are taken anew, where Chromium and Selenium are. Look at what has changed,
and commit it for a stated reason only.

If a golden record no longer replays under its `rules_version`, or random games go otherwise, the
rules of this game have changed. Nothing is written then, unless `--raise` names the game.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from boardgames import BoardGamesError
from boardgames.games.catalogue import game_class
from boardgames.games.published import CLASSES
from boardgames.play import Record
from tests.cli import transcripts
from tests.docs import bots_pages, environment_names, public_names
from tests.games import golden_games, golden_logs, golden_records, rules_pages
from tests.remote import protocol_page, schema_files
from tests.web import screenshots

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "boardgames" / "games"
USAGE = "usage: python -m tests.renew [--check | --raise GAME ...]\n"
AMONG_OTHERS = (
    protocol_page.PAGE,
    schema_files.TYPES,
    *bots_pages.PARTS,
    *environment_names.FILES,
    public_names.LIST,
    *rules_pages.PAGES,
)
"""What is generated, or a part of it, and stands beside files that people write."""


def generated() -> dict[Path, str]:
    """Return the content of all generated files."""
    return {
        **golden_records.records(),
        **golden_logs.logs(),
        **golden_games.files(),
        **schema_files.files(),
        **transcripts.files(),
        **protocol_page.files(),
        **bots_pages.files(),
        **environment_names.files(),
        **public_names.files(),
        **rules_pages.files(),
        **screenshots.files(),
    }


def stale(files: Mapping[Path, str]) -> list[Path]:
    """Return the files that differ from these, or are missing, or stand beside them and are no
    longer generated.
    """
    kinds = {(path.parent, path.suffix) for path in files if path not in AMONG_OTHERS}
    there = {path for folder, suffix in kinds for path in folder.glob(f"*{suffix}")}
    differing = {
        path
        for path, content in files.items()
        if not path.is_file() or path.read_bytes() != content.encode()
    }
    return sorted(differing | (there - {*files}))


def outdated_versions(records: Iterable[Record]) -> list[str]:
    """Return the games whose rules have changed under the version of these records."""
    games = set()
    for record in records:
        if record.rules_version != game_class(record.game).rules_version:
            continue
        try:
            record.replay()
        except BoardGamesError:
            games.add(record.game)
    return sorted(games)


def refusals(records: Sequence[Record], digests: str, to_raise: Sequence[str]) -> Iterator[str]:
    """Yield why nothing can be written yet, given the games whose version is to rise.

    `records` and `digests` are of the games as they were.
    """
    older = {
        record.game
        for record in records
        if record.rules_version != game_class(record.game).rules_version
    }
    for game in to_raise:
        if game not in CLASSES:
            yield f"{game}: not a game of this repository, which has {', '.join(sorted(CLASSES))}"
        elif game in older:
            yield f"{game}: its rules_version has risen already; run python -m tests.renew"
    changed = {*outdated_versions(records), *golden_games.changed(digests)}
    for game in sorted(changed.difference(to_raise)):
        yield (
            f"{game}: its golden games go otherwise now; if its rules were to change, run"
            f" python -m tests.renew --raise {game}"
        )


def raise_version(game: str, games: Path = GAMES) -> None:
    """Raise the `rules_version` of this game by one: in its module, and in this process, which has
    read the module.
    """
    path = games / game / "rules.py"
    cls = game_class(game)
    now = f"    rules_version = {cls.rules_version}\n"
    source = path.read_text(encoding="utf-8")
    if source.count(now) != 1:
        raise ValueError(f"{path}: expected one line {now.strip()!r}, not {source.count(now)}")
    cls.rules_version += 1
    raised = f"    rules_version = {cls.rules_version}\n"
    path.write_bytes(source.replace(now, raised).encode())
    sys.stdout.write(f"{_shown(path)}: {raised.strip()}\n")
    page = path.with_name("RULES.md")
    if is_as_committed(page):
        sys.stdout.write(f"{_shown(page)}: as before; change the sentence if a rule has changed\n")


def is_as_committed(path: Path) -> bool:
    """Return whether git knows this file, and it has not changed since the last commit."""
    git = shutil.which("git")
    if git is None:
        return False
    known = [git, "ls-files", "--error-unmatch", path.name]
    same = [git, "diff", "--quiet", "HEAD", "--", path.name]
    for command in (known, same):
        done = subprocess.run(command, cwd=path.parent, capture_output=True, check=False)
        if done.returncode != 0:
            return False
    return True


def main(
    arguments: Sequence[str],
    generate: Callable[[], Mapping[Path, str]] = generated,
    golden: Path = golden_records.FOLDER,
    take_pictures: Callable[[Path], None] = screenshots.take,
    raise_version: Callable[[str], None] = raise_version,
) -> int:
    """Write the files that are stale, or only name them; return the exit status."""
    match [*arguments]:
        case [] | ["--check"]:
            to_raise = []
        case ["--raise", *games] if games:
            to_raise = list(dict.fromkeys(games))
        case _:
            sys.stderr.write(USAGE)
            return 2
    records = [Record.load(path) for path in sorted(golden.glob("*.json"))]
    file = golden / golden_games.FILE.name
    digests = file.read_text(encoding="utf-8") if file.is_file() else ""
    refused = [*refusals(records, digests, to_raise)]
    sys.stderr.writelines([f"{reason}\n" for reason in refused])
    if refused:
        return 1
    for game in to_raise:
        raise_version(game)
    files = generate()
    paths = stale(files)
    for path in paths:
        sys.stdout.write(f"{_shown(path)}\n")
    if [*arguments] == ["--check"]:
        return 1 if paths else 0
    paths.sort(key=_has_pictures)  # last: a browser can fail
    left = [path for path in paths if not _renew(path, files, take_pictures)]
    return 1 if left else 0


def _renew(path: Path, files: Mapping[Path, str], take_pictures: Callable[[Path], None]) -> bool:
    """Write this file, or remove it if it is no longer generated; return whether that was done.

    With the words of pictures, these are taken anew; where that fails, the words stay stale.
    """
    if path not in files:
        path.unlink()
        return True
    try:
        if _has_pictures(path):
            take_pictures(path)
    except screenshots.NoBrowserError as error:
        sys.stderr.write(f"{_shown(path)}: its pictures have to be taken anew: {error}\n")
        return False
    path.write_bytes(files[path].encode())
    return True


def _has_pictures(path: Path) -> bool:
    """Return whether this file has the words of pictures."""
    return path.parent.name == screenshots.FOLDER.name


def _shown(path: Path) -> Path:
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

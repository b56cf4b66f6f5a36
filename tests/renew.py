"""Write anew all files in this repository that are generated.

    python -m tests.renew          write them, and name those that have changed
    python -m tests.renew --check  name those that would change; exit with 1 if there are any

These are golden records and golden logs (`tests/games/golden`), the schemas (`docs/schema`), the
transcripts (`docs/transcripts`), the tables in `docs/protocol.md`, what `docs/guides/bot.md` and
`docs/reference/bots.md` say of each bot, and the types of what the page is sent
(`typings/server.d.ts`), and the words in the pictures (`docs/screenshots`). If these have changed,
the pictures of that game are taken anew, where Chromium and Selenium are. Look at what has changed,
and commit it for a stated reason only.

If a golden record no longer replays under its `rules_version`, nothing is written: the rules have
changed, and their version has to rise first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from boardgames import BoardGamesError
from boardgames.games.catalogue import game_class
from boardgames.play import Record
from tests.cli import transcripts
from tests.docs import bots_pages
from tests.games import golden_logs, golden_records
from tests.remote import protocol_page, schema_files
from tests.web import screenshots

ROOT = Path(__file__).parents[1]
AMONG_OTHERS = (protocol_page.PAGE, schema_files.TYPES, *bots_pages.PARTS)
"""What is generated, or a part of it, and stands beside files that people write."""


def generated() -> dict[Path, str]:
    """Return the content of all generated files."""
    return {
        **golden_records.records(),
        **golden_logs.logs(),
        **schema_files.files(),
        **transcripts.files(),
        **protocol_page.files(),
        **bots_pages.files(),
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


def outdated_versions(records: Sequence[Path]) -> list[str]:
    """Return the games whose rules have changed under the version of these records."""
    games = set()
    for path in records:
        record = Record.load(path)
        if record.rules_version != game_class(record.game).rules_version:
            continue
        try:
            record.replay()
        except BoardGamesError:
            games.add(record.game)
    return sorted(games)


def main(
    arguments: Sequence[str],
    generate: Callable[[], Mapping[Path, str]] = generated,
    golden: Path = golden_records.FOLDER,
    take_pictures: Callable[[Path], None] = screenshots.take,
) -> int:
    """Write the files that are stale, or only name them; return the exit status.

    With the words of pictures, these are taken anew; where that fails, the words stay stale.
    """
    if arguments not in ([], ["--check"]):
        sys.stderr.write("usage: python -m tests.renew [--check]\n")
        return 2
    games = outdated_versions(sorted(golden.glob("*.json")))
    for game in games:
        sys.stderr.write(f"{game}: its golden records no longer replay: raise its rules_version\n")
    if games:
        return 1
    files = generate()
    paths = stale(files)
    left = 0
    for path in paths:
        shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        sys.stdout.write(f"{shown}\n")
        if arguments:
            left += 1
        elif path not in files:
            path.unlink()
        else:
            try:
                if path.parent.name == screenshots.FOLDER.name:
                    take_pictures(path)
            except screenshots.NoBrowserError as error:
                sys.stderr.write(f"{shown}: its pictures have to be taken anew: {error}\n")
                left += 1
            else:
                path.write_bytes(files[path].encode())
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Make a release of the commit that is checked out, or say why not.

    python -m tests.release            build it, try it, and tag the commit
    python -m tests.release --tagged   the same for a commit that has its tag, as where it is hosted

The tree must be clean, and the newest section of CHANGELOG.md must be that of the package's
version, with a date and nothing unreleased above it. The files, built twice with the same bytes,
are then in `dist/`; `.ci/run wheel` tries exactly these; and what the CHANGELOG says of the version
is in `build/notes.md`. Public names may go only where the first number of the version rises
(`python -m tests.breaks`). Pushing the tag publishes the release, after the hosted gate has run all
tests.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.breaks import breaks

ROOT = Path(__file__).parents[1]
USAGE = "usage: python -m tests.release [--tagged]\n"
SECTION = re.compile(r"^## \[(?P<version>[^]]+)\](?: - (?P<date>\d{4}-\d\d-\d\d))?$", re.MULTILINE)
VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)


class NoReleaseError(Exception):
    """Why there is no release, a line each."""


@dataclass(frozen=True)
class Section:
    """What CHANGELOG.md says of one version."""

    version: str
    date: str | None
    notes: str


def sections(changelog: str) -> list[Section]:
    """Return the sections of a CHANGELOG, newest first, "Unreleased" among them."""
    heads = [*SECTION.finditer(changelog)]
    ends = [head.start() for head in heads[1:]] + [len(changelog)]
    return [
        Section(head["version"], head["date"], changelog[head.end() : end].strip())
        for head, end in zip(heads, ends, strict=False)  # no head, but an end, if there are none
    ]


def released(version: str, changelog: str) -> Section:
    """Return the section of this version, if the CHANGELOG is ready for its release.

    Raises:
        NoReleaseError: if it is not.
    """
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise NoReleaseError(f"the version of the package is {version!r}, not like 1.0.0")
    found = sections(changelog)
    unreleased = [one for one in found if one.version == "Unreleased"]
    if unreleased and unreleased[0].notes:
        raise NoReleaseError(f"CHANGELOG.md has entries under Unreleased, above {version}")
    newest = [one for one in found if one not in unreleased][:1]
    if [one.version for one in newest] != [version]:
        top = newest[0].version if newest else "none"
        raise NoReleaseError(f"the version of the package is {version}, that of CHANGELOG.md {top}")
    if newest[0].date is None:
        raise NoReleaseError(f"CHANGELOG.md: the section of {version} has no date")
    return newest[0]


class Checkout:
    """A git checkout of the project."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def git(self, *arguments: str, check: bool = True) -> str:
        """Return what git answers, without the end of its last line."""
        command = ["git", "-C", str(self.root), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if check and done.returncode != 0:
            raise NoReleaseError(f"{' '.join(command)}: {done.stderr.strip()}")
        return done.stdout.rstrip("\n")

    def read(self, *parts: str) -> str:
        """Return the text of a file."""
        return self.root.joinpath(*parts).read_text(encoding="utf-8")

    def section(self, *, tagged: bool) -> Section:
        """Return what is to be released.

        Raises:
            NoReleaseError: if the tree is not clean, CHANGELOG or citation is not ready, the
                commit lacks a tag that it should have (`tagged`), or another commit has it.
        """
        changed = self.git("status", "--porcelain")
        if changed:
            raise NoReleaseError(f"the tree is not clean:\n{changed}")
        version = VERSION.search(self.read("boardgames", "__init__.py"))
        if version is None:
            raise NoReleaseError("boardgames/__init__.py has no __version__")
        section = released(version[1], self.read("CHANGELOG.md"))
        for line in (f"version: {section.version}", f"date-released: {section.date}"):
            if line not in self.read("CITATION.cff").splitlines():
                raise NoReleaseError(f"CITATION.cff has no line {line!r}")
        tag = f"v{section.version}"
        at = self.git("rev-list", "-n", "1", f"refs/tags/{tag}", check=False)
        here = self.git("rev-parse", "HEAD")
        if tagged and not at:
            raise NoReleaseError(f"there is no tag {tag}")
        if at and at != here:
            raise NoReleaseError(f"the tag {tag} is at {at}, and the commit is {here}")
        return section

    def check_names(self, version: str) -> None:
        """Demand that public names stay from one version to the next of the same major number.

        Raises:
            NoReleaseError: if not; it names them.
        """
        major = version.partition(".")[0]
        tags = self.git("tag", "--list", f"v{major}.*", "--sort=-version:refname").split()
        before = [tag for tag in tags if tag != f"v{version}"][:1]
        gone = breaks(before[0], self.root) if before else []
        if gone:
            raise NoReleaseError("\n".join([f"what breaks since {before[0]}:", *gone]))

    def build(self, folder: Path) -> dict[str, str]:
        """Build the committed files into a folder; return the digest of each file, by its name.

        The source distribution is made first, and the wheel from it.
        """
        with tempfile.TemporaryDirectory() as scratch:
            archive = Path(scratch, "source.tar")
            self.git("archive", "--output", str(archive), "HEAD")
            source = Path(scratch, "source")
            shutil.unpack_archive(archive, source)
            command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder)]
            epoch = self.git("log", "-1", "--format=%ct")
            done = subprocess.run(
                [*command, str(source)],
                env={**os.environ, "SOURCE_DATE_EPOCH": epoch},
                capture_output=True,
                text=True,
                check=False,
            )
        if done.returncode != 0:
            raise NoReleaseError(done.stdout + done.stderr)
        return {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.iterdir())
        }


def compare(first: Mapping[str, str], second: Mapping[str, str]) -> None:
    """Demand that two builds have the same files with the same bytes.

    Raises:
        NoReleaseError: if not; it names the files.
    """
    differing = {name for name, _ in first.items() ^ second.items()}
    if differing:
        raise NoReleaseError(f"built twice, these differ: {', '.join(sorted(differing))}")


def release(checkout: Checkout, *, tagged: bool) -> None:
    """Build and try what is to be released, and tag the commit unless it has its tag.

    Raises:
        NoReleaseError: if there is something against it; the commit gets no tag then.
    """
    section = checkout.section(tagged=tagged)
    checkout.check_names(section.version)
    dist, notes = checkout.root / "dist", checkout.root / "build" / "notes.md"
    shutil.rmtree(dist, ignore_errors=True)
    digests = checkout.build(dist)
    with tempfile.TemporaryDirectory() as again:
        compare(digests, checkout.build(Path(again)))
    gate = subprocess.run(
        [str(checkout.root / ".ci" / "run"), "wheel"],
        env={**os.environ, "BUILT": str(dist)},
        check=False,
    )
    if gate.returncode != 0:
        raise NoReleaseError("what was built does not pass .ci/run wheel")
    notes.parent.mkdir(exist_ok=True)
    notes.write_text(f"{section.notes}\n", encoding="utf-8")
    tag = f"v{section.version}"
    if not checkout.git("tag", "--list", tag):
        checkout.git("tag", "--annotate", "--message", f"Release {section.version}", tag)
    for name, digest in digests.items():
        sys.stdout.write(f"{digest}  dist/{name}\n")
    if not tagged:
        sys.stdout.write(f"{tag} is tagged; to publish it: git push origin {tag}\n")


def main(arguments: Sequence[str], checkout: Checkout) -> int:
    """Make a release; return the exit status."""
    if [*arguments] not in ([], ["--tagged"]):
        sys.stderr.write(USAGE)
        return 2
    try:
        release(checkout, tagged=bool(arguments))
    except NoReleaseError as error:
        sys.stderr.write(f"no release: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Checkout(ROOT)))

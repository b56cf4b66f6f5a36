"""The one command that makes a release, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.release import Checkout, NoReleaseError, compare, main, released, sections

READY = """# Changelog

## [Unreleased]

## [1.1.0] - 2027-01-31

### Added

- A fourth game.

## [1.0.0] - 2026-11-28

- Three games.
"""


def test_the_newest_version_is_released_with_its_own_notes() -> None:
    section = released("1.1.0", READY)
    assert (section.version, section.date) == ("1.1.0", "2027-01-31")
    assert section.notes == "### Added\n\n- A fourth game."


def test_a_changelog_has_its_sections_newest_first() -> None:
    versions = [section.version for section in sections(READY)]
    assert versions == ["Unreleased", "1.1.0", "1.0.0"]


@pytest.mark.parametrize(
    ("version", "changelog"),
    [
        pytest.param("1.0.0", READY, id="an older version"),
        pytest.param("1.2.0", READY, id="a version without a section"),
        pytest.param("1.1.0.dev1", READY, id="no final version"),
        pytest.param("1.1.0", READY.replace(" - 2027-01-31", ""), id="no date"),
        pytest.param(
            "1.1.0", READY.replace("[Unreleased]\n", "[Unreleased]\n\n- New."), id="unreleased"
        ),
        pytest.param("1.0.0", "# Changelog\n", id="no section at all"),
    ],
)
def test_a_changelog_that_is_not_ready_is_refused(version: str, changelog: str) -> None:
    with pytest.raises(NoReleaseError, match=r"CHANGELOG|version of the package"):
        released(version, changelog)


def test_two_builds_that_differ_are_refused_by_name() -> None:
    compare({"a.whl": "1"}, {"a.whl": "1"})
    with pytest.raises(NoReleaseError, match=r": a\.whl, b\.whl$"):
        compare({"a.whl": "1", "b.whl": "1", "c": "1"}, {"a.whl": "2", "c": "1"})


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """Return a clean checkout of a small project that is ready for version 1.1.0."""
    (tmp_path / "boardgames").mkdir()
    (tmp_path / "boardgames" / "__init__.py").write_text('__version__ = "1.1.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(READY)
    (tmp_path / "CITATION.cff").write_text("version: 1.1.0\ndate-released: 2027-01-31\n")
    checkout = Checkout(tmp_path)
    checkout.git("init", "--quiet")
    checkout.git("config", "user.name", "Nobody")
    checkout.git("config", "user.email", "nobody@example.org")
    commit(checkout)
    return checkout


def commit(checkout: Checkout) -> None:
    checkout.git("add", ".")
    checkout.git("commit", "--quiet", "--allow-empty", "--message", "Change something")


def test_a_clean_checkout_is_released_with_its_tag_or_without_one(checkout: Checkout) -> None:
    assert checkout.section(tagged=False).version == "1.1.0"
    checkout.git("tag", "v1.1.0")
    assert checkout.section(tagged=False) == checkout.section(tagged=True)


def test_a_tree_that_is_not_clean_is_refused(checkout: Checkout) -> None:
    (checkout.root / "new.py").touch()
    with pytest.raises(NoReleaseError, match=r"not clean:\n\?\? new\.py"):
        checkout.section(tagged=False)


@pytest.mark.parametrize("stale", ["version: 1.0.0", "date-released: 2026-11-28"])
def test_a_citation_of_another_release_is_refused(checkout: Checkout, stale: str) -> None:
    path = checkout.root / "CITATION.cff"
    name = stale.partition(":")[0]
    lines = path.read_text().splitlines()
    path.write_text("\n".join(stale if line.startswith(name) else line for line in lines))
    commit(checkout)
    with pytest.raises(NoReleaseError, match=name):
        checkout.section(tagged=False)


def test_a_missing_tag_and_that_of_another_commit_are_refused(checkout: Checkout) -> None:
    with pytest.raises(NoReleaseError, match=r"no tag v1\.1\.0"):
        checkout.section(tagged=True)
    checkout.git("tag", "--annotate", "--message", "Release 1.1.0", "v1.1.0")
    commit(checkout)
    for tagged in (True, False):
        with pytest.raises(NoReleaseError, match=r"v1\.1\.0 is at"):
            checkout.section(tagged=tagged)


def test_what_is_refused_is_told_in_one_line_and_gets_no_tag(
    checkout: Checkout, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout.root / "CHANGELOG.md").write_text("# Changelog\n")
    commit(checkout)
    assert main([], checkout) == 1
    assert capsys.readouterr().err == (
        "no release: the version of the package is 1.1.0, that of CHANGELOG.md none\n"
    )
    assert checkout.git("tag", "--list") == ""
    assert main(["--force"], checkout) == 2


def test_a_public_name_that_goes_is_refused_until_the_first_number_rises(
    checkout: Checkout,
) -> None:
    package = checkout.root / "boardgames" / "__init__.py"

    def export(*names: str) -> None:
        package.write_text(
            f"__all__ = {[*names]}\n" + "".join(f"def {name}() -> None: ...\n" for name in names)
        )

    export("make", "play")
    commit(checkout)
    checkout.git("tag", "v1.0.0")
    checkout.check_names("1.0.0")
    export("make", "play", "watch")
    checkout.check_names("1.1.0")
    export("make")
    checkout.check_names("2.0.0")
    with pytest.raises(NoReleaseError, match=r"since v1\.0\.0:\nboardgames\.play: .*removed$"):
        checkout.check_names("1.1.0")

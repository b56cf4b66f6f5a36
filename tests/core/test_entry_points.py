"""The quick look for entry points never misses one that `importlib.metadata` finds."""

from __future__ import annotations

import sys
import zipfile
from importlib.abc import MetaPathFinder
from importlib.metadata import Distribution, DistributionFinder, entry_points
from pathlib import Path

import pytest

from boardgames.core.entry_points import surely_none

GROUP = "test.group"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that alone is on the path."""
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    return tmp_path


def register(place: Path, group: str) -> None:
    place.mkdir(parents=True, exist_ok=True)
    (place / "METADATA").write_text("Name: made\nVersion: 1\n")
    (place / "entry_points.txt").write_text(f"[{group}]\nname = module:Class\n")


def test_there_is_none_where_no_package_names_the_group(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(folder / "made-1.dist-info", "test.other")
    (folder / "plain-1.dist-info").mkdir()
    (folder / "single.egg-info").write_text("Name: single\n")
    sys.path.append(str(folder / "missing"))
    assert not entry_points(group=GROUP)
    own = sys.modules["_frozen_importlib_external"].PathFinder
    monkeypatch.setattr(sys, "meta_path", [own])  # libraries that others have loaded add finders
    assert surely_none(GROUP)


@pytest.mark.parametrize("name", ["made-1.dist-info", "made.egg-info", "Made-1.DIST-INFO"])
def test_a_package_in_a_folder_is_not_missed(folder: Path, name: str) -> None:
    register(folder / name, GROUP)
    assert entry_points(group=GROUP)
    assert not surely_none(GROUP)


def test_an_egg_is_not_missed(folder: Path) -> None:
    egg = folder / "made-1.egg"
    register(egg / "EGG-INFO", GROUP)
    sys.path.append(str(egg))
    assert entry_points(group=GROUP)
    assert not surely_none(GROUP)


def test_the_working_directory_is_not_missed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register(folder / "made-1.dist-info", GROUP)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [""])
    assert entry_points(group=GROUP)
    assert not surely_none(GROUP)


def test_nothing_is_sure_where_there_is_an_archive(folder: Path) -> None:
    archive = folder / "made.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("made-1.dist-info/METADATA", "Name: made\nVersion: 1\n")
        file.writestr("made-1.dist-info/entry_points.txt", f"[{GROUP}]\nname = module:Class\n")
    sys.path.append(str(archive))
    assert entry_points(group=GROUP)
    assert not surely_none(GROUP)


@pytest.mark.usefixtures("folder")
def test_nothing_is_sure_where_another_finder_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder(MetaPathFinder):
        def find_distributions(self, context: DistributionFinder.Context) -> list[Distribution]:
            del context
            return []

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder()])
    assert not surely_none(GROUP)

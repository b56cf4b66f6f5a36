from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from boardgames import ConfigurationError
from boardgames.kit.weights import read_weights

FEATURES = {"early": ("points", "hand"), "late": ("points",)}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    """Return a function that makes a package with these weights."""

    def made(name: str, text: str) -> str:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").touch()
        (folder / "weights.toml").write_text(text, encoding="utf-8")
        return name

    monkeypatch.syspath_prepend(str(tmp_path))
    return made


def test_weights_come_in_the_order_of_the_features(package: Callable[[str, str], str]) -> None:
    name = package("whole", "[worth.early]\nhand = 2\npoints = 0.5\n[worth.late]\npoints = -1\n")
    assert read_weights(name, "worth", FEATURES) == {"early": (0.5, 2.0), "late": (-1.0,)}


def test_what_has_not_been_fitted_is_listed_and_weighs_nothing(
    package: Callable[[str, str], str],
) -> None:
    text = "unfitted = ['hand']\n[worth.early]\npoints = 0.5\n[worth.late]\npoints = -1\n"
    name = package("begun", text)
    assert read_weights(name, "worth", FEATURES) == {"early": (0.5, 0.0), "late": (-1.0,)}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("unfitted = 'hand'\n", "unfitted: expected a list of names"),
        (
            "[worth.early]\npoints = 1\n[worth.late]\npoints = 1\n",
            "[worth.early]: no weight for 'hand'",
        ),
        ("[worth.late]\npoints = 1\n", "[worth.early]: no weight for 'points', 'hand'"),
        (
            "[prior.early]\npoints = 1\n",
            "[worth.early]: no weight for 'points', 'hand'; [worth.late]: no weight for 'points'",
        ),
        ("worth = 3\n", "[worth]: expected a section, not 3"),
        ("[worth]\nearly = 3\n", "[worth.early]: expected a section, not 3"),
        (
            "[worth.early]\npoints = 1\nhand = 'much'\n[worth.late]\npoints = 1\n",
            "[worth.early]: hand: expected a number, not 'much'",
        ),
        (
            "[worth.early]\npoints = true\nhand = 1\n[worth.late]\npoints = 1\n",
            "[worth.early]: points: expected a number, not True",
        ),
    ],
    ids=range(8),
)
def test_a_missing_weight_is_named_with_file_section_and_feature(
    package: Callable[[str, str], str], text: str, fault: str, request: pytest.FixtureRequest
) -> None:
    name = package(f"faulty_{request.node.callspec.indices['text']}", text)
    with pytest.raises(ConfigurationError) as caught:
        read_weights(name, "worth", FEATURES)
    assert str(caught.value) == f"weights.toml of {name}: {fault}"

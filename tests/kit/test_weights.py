"""Weights read from the file of a package."""

from __future__ import annotations

import pytest

from boardgames.kit.weights import read_weights

KORYO = "boardgames.games.koryo.skill"


def test_weights_come_in_the_order_of_the_features() -> None:
    forwards = read_weights(KORYO, "prior", {"discards": ("gain", "gain_late")})
    backwards = read_weights(KORYO, "prior", {"discards": ("gain_late", "gain")})
    assert forwards["discards"] == backwards["discards"][::-1]


def test_missing_weights_are_named_with_their_file_and_section() -> None:
    features = {"discards": ("gain", "courage", "luck")}
    with pytest.raises(KeyError) as caught:
        read_weights(KORYO, "prior", features)
    (message,) = caught.value.args
    assert message == (f"weights.toml of {KORYO}: [prior.discards] has no weight for courage, luck")

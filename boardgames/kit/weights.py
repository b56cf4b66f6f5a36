"""Reads the weights that `examples/tune.py` prints, and turns weighted sums into probabilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from math import exp, fsum
from typing import Any, TypeAlias, TypeVar, cast

from boardgames.contract.game import Game
from boardgames.core.errors import ConfigurationError, quoted
from boardgames.core.packaged import packaged_toml
from boardgames.core.values import identity_cache

F = TypeVar("F", bound="Callable[..., Sequence[float]]")

Features: TypeAlias = Mapping[str, tuple[str, ...]]
"""The names of features, by situation."""
Weights: TypeAlias = dict[str, tuple[float, ...]]
"""Their weights, in the same order."""

FILE = "weights.toml"
"""A file beside the modules that use it; sections `[MODULE.SITUATION]` have `FEATURE = WEIGHT`."""
UNFITTED = "unfitted"
"""The key, at the top of the file, of a list of features that have not been fitted yet: they weigh
0 wherever they have no weight."""


def softmax(sums: Sequence[float]) -> list[float]:
    """Return probabilities proportional to the exponentials of these numbers, at least one.

    >>> softmax([1000.0, 1000.0])
    [0.5, 0.5]
    """
    highest = max(sums)
    weights = [exp(weighted_sum - highest) for weighted_sum in sums]
    total = fsum(weights)
    return [weight / total for weight in weights]


def chances_by(sums: F) -> F:
    """Turn weighted sums, one for each seat, into chances to win; a decorator.

    At the end, the chances are the utilities of the outcome. The last result is cached, since a
    search asks for several seats of one State.
    """

    @wraps(sums)
    def chances(game: Game[Any, Any, Any], state: object) -> Sequence[float]:
        outcome = game.outcome(state)
        if outcome is not None:
            return outcome.utility
        return softmax(sums(game, state))

    return cast("F", identity_cache(chances))


def read_weights(package: str | None, module: str, features: Features) -> Weights:
    """Return the weights of these features, by situation and in this order.

    They are in the file of the package, under the name of the module. A feature that this lists as
    `unfitted` weighs 0. Raises `ConfigurationError` with the file and, of all sections, the
    features whose weights are missing there, or with the one whose weight is not a number.
    """
    file = f"{FILE} of {package}"
    content = _read(package or "")
    unfitted = dict.fromkeys(_unfitted(content, file), 0.0)
    situations = _section(content, module, f"{file}: [{module}]")
    weights: Weights = {}
    gaps: list[str] = []
    for situation, names in features.items():
        place = f"{file}: [{module}.{situation}]"
        section = {**unfitted, **_section(situations, situation, place)}
        missing = [repr(name) for name in names if name not in section]
        if missing:
            gaps.append(f"[{module}.{situation}]: no weight for {', '.join(missing)}")
        else:
            weights[situation] = tuple([_weight(section, name, place) for name in names])
    if gaps:
        raise ConfigurationError(f"{file}: {'; '.join(gaps)}")
    return weights


def _unfitted(content: Mapping[str, object], file: str) -> list[str]:
    names = content.get(UNFITTED, [])
    if not isinstance(names, list) or not all([isinstance(name, str) for name in names]):
        raise ConfigurationError(f"{file}: {UNFITTED}: expected a list of names")
    return names


def _section(content: Mapping[str, object], name: str, place: str) -> dict[str, object]:
    """Return this section; empty if it is missing, so that the first missing weight is named."""
    section = content.get(name, {})
    if not isinstance(section, dict):
        raise ConfigurationError(f"{place}: expected a section, not {quoted(section)}")
    return section


def _weight(section: Mapping[str, object], name: str, place: str) -> float:
    weight = section[name]
    if isinstance(weight, bool) or not isinstance(weight, (int, float)):
        raise ConfigurationError(f"{place}: {name}: expected a number, not {quoted(weight)}")
    return float(weight)


@cache
def _read(package: str) -> dict[str, Any]:
    """Return the content of this package's file; cached, since several modules read it."""
    return packaged_toml(package, FILE)

"""Adapters under test, where the libraries that they are for are installed."""

from __future__ import annotations

import importlib
import importlib.util
import os
from types import ModuleType

import pytest


def need(library: str) -> None:
    """Skip the test if this library is not installed; with BOARDGAMES_ADAPTERS=1, as the gate has
    it, that is a failure.
    """
    if importlib.util.find_spec(library) is None:
        missing = f"{library} is not installed: pip install -e '.[dev,adapters]' mcp"
        if os.environ.get("BOARDGAMES_ADAPTERS") == "1":
            pytest.fail(missing)
        pytest.skip(missing)


def adapter(library: str, name: str) -> ModuleType:
    """Return the adapter of this name, which needs this library."""
    need(library)
    return importlib.import_module(f"boardgames.adapters.{name}")


@pytest.fixture(scope="session")
def arrays_adapter() -> ModuleType:
    """Return what writes Views into NumPy arrays."""
    return adapter("numpy", "arrays")


@pytest.fixture(scope="session")
def pettingzoo_adapter() -> ModuleType:
    """Return the adapter for PettingZoo."""
    return adapter("pettingzoo", "pettingzoo")


@pytest.fixture(scope="session")
def gymnasium_adapter() -> ModuleType:
    """Return the adapter for Gymnasium."""
    return adapter("gymnasium", "gymnasium")


@pytest.fixture(scope="session")
def open_spiel_adapter() -> ModuleType:
    """Return the adapter for OpenSpiel."""
    return adapter("pyspiel", "open_spiel")

"""Koryŏ (Gary Kim, 2013): eight seasons of orders, majorities and events."""

from boardgames.games.koryo import actions
from boardgames.games.koryo.actions import *  # noqa: F403  # all that its `__all__` names
from boardgames.games.koryo.components import EVENTS, FAMILIES, Components, Counts, Kind, Season
from boardgames.games.koryo.rules import Koryo
from boardgames.games.koryo.secrets.view import View
from boardgames.games.koryo.state import Phase, Round, State, Turn

__all__ = [
    "EVENTS",
    "FAMILIES",
    "Components",
    "Counts",
    "Kind",
    "Koryo",
    "Phase",
    "Round",
    "Season",
    "State",
    "Turn",
    "View",
]
__all__ += actions.__all__

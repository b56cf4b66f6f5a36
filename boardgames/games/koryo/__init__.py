"""Koryŏ (Gary Kim, 2013): eight seasons of orders, majorities and events."""

from boardgames.games.koryo.actions import (
    Absolve,
    Action,
    Bank,
    Destroy,
    Discard,
    End,
    Order,
    Steal,
    Swap,
)
from boardgames.games.koryo.components import EVENTS, FAMILIES, Components, Counts, Kind, Season
from boardgames.games.koryo.rules import Koryo
from boardgames.games.koryo.secrets.view import View
from boardgames.games.koryo.state import Phase, Round, State, Turn

__all__ = [
    "EVENTS",
    "FAMILIES",
    "Absolve",
    "Action",
    "Bank",
    "Components",
    "Counts",
    "Destroy",
    "Discard",
    "End",
    "Kind",
    "Koryo",
    "Order",
    "Phase",
    "Round",
    "Season",
    "State",
    "Steal",
    "Swap",
    "Turn",
    "View",
]

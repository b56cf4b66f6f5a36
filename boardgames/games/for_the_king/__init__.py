"""For the King (and Me) (Steve Finn, 2021): advisors share out cards, then auction the rest."""

from boardgames.games.for_the_king import actions
from boardgames.games.for_the_king.actions import *  # noqa: F403  # all that its `__all__` names
from boardgames.games.for_the_king.components import (
    NAMES,
    Components,
    Effect,
    KingCards,
    Office,
    Setup,
    card_of,
    gold,
    government,
    king,
)
from boardgames.games.for_the_king.rules import ForTheKing
from boardgames.games.for_the_king.secrets.view import View
from boardgames.games.for_the_king.state import (
    Auction,
    Hidden,
    NoteKind,
    Phase,
    Public,
    State,
    Turn,
)

__all__ = [
    "NAMES",
    "Auction",
    "Components",
    "Effect",
    "ForTheKing",
    "Hidden",
    "KingCards",
    "NoteKind",
    "Office",
    "Phase",
    "Public",
    "Setup",
    "State",
    "Turn",
    "View",
    "card_of",
    "gold",
    "government",
    "king",
]
__all__ += actions.__all__

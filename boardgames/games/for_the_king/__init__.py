"""For the King (and Me) (Steve Finn, 2021): advisors share out cards, then auction the rest."""

from boardgames.games.for_the_king.actions import (
    Action,
    Bid,
    Centre,
    Change,
    Discard,
    Favor,
    Keep,
    Pass,
    Pay,
    Take,
)
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
    "Action",
    "Auction",
    "Bid",
    "Centre",
    "Change",
    "Components",
    "Discard",
    "Effect",
    "Favor",
    "ForTheKing",
    "Hidden",
    "Keep",
    "KingCards",
    "NoteKind",
    "Office",
    "Pass",
    "Pay",
    "Phase",
    "Public",
    "Setup",
    "State",
    "Take",
    "Turn",
    "View",
    "card_of",
    "gold",
    "government",
    "king",
]

"""Mundus Novus (Serge Laget and Bruno Cathala, 2011): trade, sets and fleets in the New World."""

from boardgames.games.mundus_novus import actions
from boardgames.games.mundus_novus.actions import *  # noqa: F403  # all that its `__all__` names
from boardgames.games.mundus_novus.components import (
    CARDS,
    CaravelCard,
    Character,
    CharacterCard,
    Components,
    Kind,
    MerchantCard,
    RoundEvent,
    ShipyardCard,
    WarehouseCard,
)
from boardgames.games.mundus_novus.rules import MundusNovus
from boardgames.games.mundus_novus.secrets.view import View
from boardgames.games.mundus_novus.state import (
    Hidden,
    Move,
    Note,
    Phase,
    Public,
    Round,
    State,
    Supply,
    Trade,
    Turn,
)

__all__ = [
    "CARDS",
    "CaravelCard",
    "Character",
    "CharacterCard",
    "Components",
    "Hidden",
    "Kind",
    "MerchantCard",
    "Move",
    "MundusNovus",
    "Note",
    "Phase",
    "Public",
    "Round",
    "RoundEvent",
    "ShipyardCard",
    "State",
    "Supply",
    "Trade",
    "Turn",
    "View",
    "WarehouseCard",
]
__all__ += actions.__all__

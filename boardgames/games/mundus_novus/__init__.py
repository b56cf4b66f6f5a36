"""Mundus Novus (Serge Laget and Bruno Cathala, 2011): trade, sets and fleets in the New World."""

from boardgames.games.mundus_novus.actions import (
    Action,
    Announce,
    Appoint,
    Begin,
    Buy,
    BuyUnseen,
    Convert,
    Detach,
    Different,
    Done,
    Employ,
    Exchange,
    Give,
    Identical,
    Offer,
    OfferNothing,
    Perfect,
    Pick,
    Relics,
    Sail,
    Sell,
    Store,
    StoreNothing,
    Summon,
    Take,
)
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
from boardgames.games.mundus_novus.state import Deal, Gift, Hidden, Phase, Public, Round, State, Supply, Trade, Turn
from boardgames.games.mundus_novus.view import View

__all__ = [
    "CARDS", "Action", "Announce", "Appoint", "Begin", "Buy", "BuyUnseen", "CaravelCard", "Character",
    "CharacterCard", "Components", "Convert", "Deal", "Detach", "Different", "Done", "Employ", "Exchange", "Gift",
    "Give", "Hidden", "Identical", "Kind", "MerchantCard", "MundusNovus", "Offer", "OfferNothing", "Perfect",
    "Phase", "Pick", "Public", "Relics", "Round", "RoundEvent", "Sail", "Sell", "ShipyardCard", "State", "Store",
    "StoreNothing", "Summon", "Supply", "Take", "Trade", "Turn", "View", "WarehouseCard",
]  # fmt: skip

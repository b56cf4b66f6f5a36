"""The components of a game for a number of players, with all that is worked out from them once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.games.mundus_novus.cards import Cards, packed
from boardgames.games.mundus_novus.components import SMALLEST, Estates, developments
from boardgames.games.mundus_novus.state import Action, Detach
from boardgames.games.mundus_novus.table import all_actions

if TYPE_CHECKING:
    from boardgames.games.mundus_novus.components import Components


class Box:
    """What lies on the table of a game, and what can be done with it; it never changes."""

    def __init__(self, components: Components, players: int) -> None:
        """Take components that have been checked."""
        self.components = components
        self.players = players
        self.cards = tuple(developments(components))
        """All Development cards, those for more players included."""
        self.used = tuple(index for index, card in enumerate(self.cards) if card.players <= players)
        """The indices of those that this number of players uses (M2)."""
        self.events = tuple(card.event for card in self.cards)
        self.estates = Estates(self.cards)
        self.resources: Cards = packed(components.resources)
        self.relic_prices = (0, *components.relics)
        """By number of relics (M6.5)."""
        self.different_prices = (0,) * SMALLEST + components.different
        """By number of different resources (M6.4)."""
        self.zeros = (0,) * players
        values = sorted({self.cards[index].caravel for index in self.used} - {0})
        self.detach = {value: Detach(value) for value in values}
        """By value of a Caravel."""
        self.actions: dict[Action, Action] = all_actions(values)
        """Every Action that the game ever has, by itself."""

"""Mundus Novus (Serge Laget and Bruno Cathala, 2011): trade, sets and fleets in the New World."""

from boardgames.games.mundus_novus.rules import MundusNovus

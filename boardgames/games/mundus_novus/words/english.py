"""Mundus Novus in English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from boardgames.contract.words import Words
from boardgames.games.mundus_novus import scoring
from boardgames.games.mundus_novus.actions import Action
from boardgames.games.mundus_novus.events import Event
from boardgames.games.mundus_novus.secrets.view import View
from boardgames.games.mundus_novus.state import Rules, State
from boardgames.games.mundus_novus.words import areas, scene
from boardgames.scene.parts import Piece
from boardgames.scene.scene import Label, Scene, ScoreSheet


class English(Words[State, Action, View]):
    """Mundus Novus in English."""

    goal: ClassVar[str] = (
        "Once somebody has 75 doubloons, the richest wins; a set of nine resources and a relic wins"
        " outright."
    )

    game: Rules

    def scene(self, view: View) -> Scene:
        return scene.scene(self.game, view)

    def pieces(self) -> Mapping[str, Piece]:
        return areas.pieces(self.game)

    def label(self, view: View, action: Action) -> Label:
        return scene.label(self.game, view, action)

    def describe(self, event: Event, viewer: int | None) -> Sequence[str]:
        return scene.describe(self.game, event, viewer)

    def score_sheet(self, state: State) -> ScoreSheet:
        return scoring.score_sheet(self.game, state)

    def position(self, state: State) -> str:
        return scene.position(self.game, state)

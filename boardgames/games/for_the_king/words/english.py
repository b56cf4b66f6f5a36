"""For the King in English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from boardgames.contract.words import Words
from boardgames.games.for_the_king import scoring
from boardgames.games.for_the_king.actions import Action
from boardgames.games.for_the_king.events import Event
from boardgames.games.for_the_king.secrets.view import View
from boardgames.games.for_the_king.state import Rules, State
from boardgames.games.for_the_king.words import areas, scene
from boardgames.scene.parts import Piece
from boardgames.scene.scene import Label, Scene, ScoreSheet


class English(Words[State, Action, View]):
    """For the King in English."""

    goal: ClassVar[str] = (
        "At the end each office, such as Diplomacy, pays points to the highest totals of its cards;"
        " the most points win."
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

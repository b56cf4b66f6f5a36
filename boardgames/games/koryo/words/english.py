"""Koryŏ in English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from boardgames.contract.words import Words
from boardgames.games.koryo import scoring
from boardgames.games.koryo.actions import Action
from boardgames.games.koryo.components import COMPONENTS
from boardgames.games.koryo.events import Event
from boardgames.games.koryo.secrets.view import View
from boardgames.games.koryo.state import Rules, State
from boardgames.games.koryo.words import scene
from boardgames.scene.parts import Piece
from boardgames.scene.scene import Label, Scene, ScoreSheet


class English(Words[State, Action, View]):
    """Koryŏ in English."""

    goal: ClassVar[str] = (
        "After eight seasons, the player with the most cards of a family scores its number; the"
        " most influence wins."
    )

    game: Rules

    def scene(self, view: View) -> Scene:
        return scene.scene(self.game, view)

    def pieces(self) -> Mapping[str, Piece]:
        return COMPONENTS.pieces

    def label(self, view: View, action: Action) -> Label:
        return scene.label(self.game, view, action)

    def describe(self, event: Event, viewer: int | None) -> Sequence[str]:
        return scene.describe(self.game, event, viewer)

    def score_sheet(self, state: State) -> ScoreSheet:
        return scoring.score_sheet(self.game, state)

    def position(self, state: State) -> str:
        return scene.position(self.game, state)

    def remarks(self, state: State, viewer: int | None) -> tuple[str, ...]:
        return scene.remarks(self.game, state, viewer)

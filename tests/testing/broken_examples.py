"""Games of ours and examples with one fault each, which the small games cannot have."""

from __future__ import annotations

from operator import gt
from random import Random
from typing import Any

from boardgames import Game
from boardgames.core.values import evolve, increased, replaced
from boardgames.games.for_the_king import Action as KingAction
from boardgames.games.for_the_king import ForTheKing
from boardgames.games.for_the_king import State as KingState
from boardgames.games.for_the_king.events import Event as KingEvent
from boardgames.games.for_the_king.events import Passed
from boardgames.games.koryo import Action as KoryoAction
from boardgames.games.koryo import Koryo
from boardgames.games.koryo import State as KoryoState
from boardgames.games.koryo.events import Event as KoryoEvent
from boardgames.games.koryo.events import TurnEnded
from boardgames.games.mundus_novus import MundusNovus
from boardgames.games.mundus_novus import State as MundusState
from boardgames.games.mundus_novus import View as MundusView
from boardgames.kit.declared_game import DeclaredGame
from boardgames.kit.visibility import Spot
from boardgames.scene.scene import Scene
from examples.hanabi import Clue, Hanabi, HanabiWords
from examples.hanabi import State as HanabiState
from examples.hanabi import View as HanabiView
from examples.kuhn_poker import KuhnPoker
from examples.kuhn_poker import State as KuhnState
from examples.kuhn_poker import View as KuhnView
from examples.skull import Skull
from examples.skull import State as SkullState
from tests.testing.small_games import Laid, LaidWords, Sealed, Sides, State, View


class RemembersWhatWasPlayed(Sealed):
    """What a position is worth depends on the last action of any game."""

    last = 0

    def committed(self, state: State, seat: int, card: int) -> State:
        self.last = card
        return super().committed(state, seat, card)

    def evaluate(self, state: State, player: int) -> float:
        found = super().evaluate(state, player)
        return found if self.outcome(state) else found / (2 + self.last)


class ShowsWhatWasPlayedWords(LaidWords):
    """Words that read what the game remembers."""

    game: ShowsWhatWasPlayed

    def scene(self, view: View) -> Scene:
        return evolve(super().scene(view), heading=str(self.game.last))


class ShowsWhatWasPlayed(Laid):
    """What a scene shows depends on the last action of any game."""

    last = 0
    words_type = ShowsWhatWasPlayedWords

    def committed(self, state: State, seat: int, card: int) -> State:
        self.last = card
        return super().committed(state, seat, card)


class ReadsABet(KuhnPoker):
    """Samples the king more often than the jack where the other has bet."""

    def determinize(self, view: KuhnView, rng: Random) -> KuhnState:
        worlds = [
            super(ReadsABet, self).determinize(view, rng)
            for _ in range(1 + view.said.endswith("b"))
        ]
        return max(worlds, key=lambda world: world.cards if view.seat == 1 else world.cards[::-1])


class ShowsTheLastChoice(MundusNovus):
    """Once a single seat has to choose, the others see how much it has chosen so far is worth."""

    def view(self, state: MundusState, player: int | None) -> MundusView:  # type: ignore[misc]  # broken on purpose
        """Show it in the number of its steps."""
        view = super().view(state, player)
        if len(state.owing) != 1 or player == state.owing[0]:
            return view
        seat = state.owing[0]
        shown = hash(state.hidden.chosen[seat]) % 1000
        return evolve(view, steps=increased(view.steps, seat, shown))


class Silent(ForTheKing):
    """Does not report that a player passes."""

    def events(
        self, state: KingState, action: KingAction, player: int | None = None
    ) -> tuple[KingEvent, ...]:
        return tuple(
            [
                event
                for event in super().events(state, action, player)
                if not isinstance(event, Passed)
            ]
        )


class Stammering(Koryo):
    """Reports twice that a player ends their turn."""

    def events(
        self, state: KoryoState, action: KoryoAction, player: int | None = None
    ) -> tuple[KoryoEvent, ...]:
        happened = super().events(state, action, player)
        return (*happened, *[event for event in happened if isinstance(event, TurnEnded)])


class NotesNoDenial(Hanabi):
    """A clue is noted for the cards that it names only: that the others are not so is forgotten."""

    def act(self, state: HanabiState, action: Any, seat: int) -> HanabiState:
        after = super().act(state, action, seat)
        if not isinstance(action, Clue):
            return after
        cards = zip(
            state.hands[action.seat],
            state.can_be[action.seat],
            after.can_be[action.seat],
            strict=True,
        )
        known = [now if action.named in card else before for card, before, now in cards]
        return evolve(after, can_be=replaced(state.can_be, action.seat, tuple(known)))


class ForgetsWhoHasNoSkull(Skull):
    """That a seat has lost its skull is not known any more in the round after the next."""

    def act(self, state: SkullState, action: Any, seat: int) -> SkullState:
        after = super().act(state, action, seat)
        return (
            after
            if after.round == state.round
            else evolve(after, gone=tuple(map(gt, after.gone, state.gone)))
        )


class MarksFromTheNewestWords(HanabiWords):
    """Hanabi with marks from the other end."""

    def marks(self, view: HanabiView, place: Spot) -> tuple[str, ...]:
        size = 0 if place.owner is None else len(view.hands[place.owner])
        return super().marks(
            view, place._replace(number=size - 1 - place.number) if size else place
        )


class MarksFromTheNewest(Hanabi):
    """Shows what is known of a card beside another one: counted from the other end of the hand."""

    words_type = MarksFromTheNewestWords


class SaysIdentical(Sealed):
    """Says that all have the same result, and only one wins."""

    utility_type = "identical"


class ForgetsItsTeams(Sides):
    """Two teams, of which nobody is told."""

    utility_type = "constant_sum"

    def teams(self, state: State) -> tuple[tuple[int, ...], ...]:
        del state
        return ()

    def score(self, state: State) -> tuple[int, ...]:
        one, other, third, fourth = state.points
        return (one + third, other + fourth) * 2


class AllowsAnything(Hanabi):
    """Its `possible` forgets the limits of places."""

    def possible(self, state: HanabiState) -> bool:
        del state
        return True


class AcceptsAnyDeal(KuhnPoker):
    """Its `check_state` accepts words that nobody can have said."""

    check_state = DeclaredGame.check_state


FAULTS: dict[str, tuple[Game[Any, Any, Any], str]] = {
    "RemembersWhatWasPlayed": (RemembersWhatWasPlayed(2), "determinism"),
    "ShowsWhatWasPlayed": (ShowsWhatWasPlayed(2), "determinism"),
    "ReadsABet": (ReadsABet(2), "frequencies"),
    "ShowsTheLastChoice": (ShowsTheLastChoice(3), "commits"),
    "Silent": (Silent(2), "events"),
    "Stammering": (Stammering(2), "events"),
    "NotesNoDenial": (NotesNoDenial(2), "frequencies"),
    "ForgetsWhoHasNoSkull": (ForgetsWhoHasNoSkull(3), "frequencies"),
    "MarksFromTheNewest": (MarksFromTheNewest(2), "scenes"),
    "SaysIdentical": (SaysIdentical(2), "ends"),
    "ForgetsItsTeams": (ForgetsItsTeams(4), "ends"),
    "AllowsAnything": (AllowsAnything(2), "samples"),
    "AcceptsAnyDeal": (AcceptsAnyDeal(2), "reading"),
}
"""By name: the game, and the check that finds the fault."""

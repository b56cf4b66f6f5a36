"""Copies of the small games, each with one fault, and the check that must refuse it.

The class is named after its fault, and its docstring says it. Some faults can be found only with
the help of `worlds` or `possible`, the functions that a caller of `check_game` may pass.
"""
# ruff: noqa: ARG002  # the docstring of each class says what is wrong; its methods override others

from __future__ import annotations

import random
from dataclasses import dataclass, field
from math import nan
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from boardgames import (
    Action,
    DecodeError,
    Game,
    IllegalActionError,
    Notation,
    Outcome,
    illegal_action,
    ranked,
    value,
)
from boardgames.core.chance import deal, draw, fresh_seed, generator, pick, shuffle
from boardgames.core.codec import from_json
from boardgames.core.values import evolve, replaced
from boardgames.kit.declared_game import DeclaredGame
from boardgames.kit.visibility import Hidden, Others
from boardgames.scene.events import Change, Event, PieceMove, Place
from boardgames.scene.parts import Area, Item, Unseen, Zone
from boardgames.scene.scene import Label, Scene, ScoreLine, ScoreSheet, Touch
from examples.kuhn_poker import SHOWDOWNS, KuhnPoker
from examples.kuhn_poker import State as KuhnState
from examples.kuhn_poker import View as KuhnView
from tests.testing.burying import Burying
from tests.testing.showing import ForgetsWhatItHasShown, PicksTheFirstThatFits
from tests.testing.small_games import (
    COMMITS,
    Coin,
    Coins,
    Commit,
    Committed,
    Drawn,
    Glimpse,
    Laid,
    LaidWords,
    Path,
    Reported,
    ReportedWords,
    Rounds,
    Scored,
    Sealed,
    SealedWords,
    Sight,
    Stacked,
    State,
    Steps,
    View,
    cards_of,
    items,
    redeal,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from boardgames.core.codec import JSON
    from boardgames.testing.probe import Possible, Redeal

AnyGame = TypeVar("AnyGame", bound=type[Game[Any, Any, Any]])


class Broken(NamedTuple):
    """A game with a fault."""

    game: type[Game[Any, Any, Any]]
    check: str
    """The check that must refuse it."""
    worlds: Redeal | None
    possible: Possible | None


BROKEN: dict[str, Broken] = {}
"""By name of the fault."""


def refused_by(
    check: str, *, worlds: Redeal | None = None, possible: Possible | None = None
) -> Callable[[AnyGame], AnyGame]:
    """Enter a game among the broken ones."""

    def enter(cls: AnyGame) -> AnyGame:
        BROKEN[cls.__name__] = Broken(cls, check, worlds, possible)
        return cls

    return enter


# Purity.


@refused_by("determinism")
class MutatesOlder(Sealed):
    """`apply` changes a State that was left long ago."""

    left: ClassVar[list[State]] = []

    def committed(self, state: State, seat: int, card: int) -> State:
        after = super().committed(state, seat, card)
        self.left.append(state)
        if len(self.left) > 1:
            object.__setattr__(self.left[-2], "points", tuple(count + 1 for count in after.points))
        return after


@refused_by("determinism")
class KeepsState(Sealed):
    """`apply` returns the State it was given, changed."""

    def committed(self, state: State, seat: int, card: int) -> State:
        after = super().committed(state, seat, card)
        for name in State.__dataclass_fields__:
            object.__setattr__(state, name, getattr(after, name))
        return state


class Loose:
    """A State that is not frozen."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __getattr__(self, name: str) -> object:
        if name == "state":
            raise AttributeError(name)
        return getattr(self.state, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Loose) and self.state == other.state

    def __hash__(self) -> int:
        return hash(self.state)


@refused_by("determinism")
class LooseStates(Sealed):
    """States can be changed."""

    def new_game(self, seed: int | None = None) -> State:
        loose: Any = Loose(super().new_game(seed))
        return loose  # type: ignore[no-any-return]  # the contract is broken on purpose

    def committed(self, state: State, seat: int, card: int) -> State:
        loose: Any = Loose(super().committed(state, seat, card))
        return loose  # type: ignore[no-any-return]  # the contract is broken on purpose

    def to_json(self, value: State | Commit | View | Event) -> JSON:
        return super().to_json(getattr(value, "state", value))


@refused_by("determinism")
class ListInView(Sealed):
    """Views hold a list, which can be changed."""

    def view(self, state: State, player: int | None) -> View:
        hand: Any = list(super().view(state, player).hand)
        return evolve(super().view(state, player), hand=hand)

    def determinize(self, view: View, rng: Random) -> State:
        return super().determinize(evolve(view, hand=tuple(view.hand)), rng)


@refused_by("determinism")
class ScoresByGlobal(Sealed):
    """The score depends on something that is not in the State."""

    asked: ClassVar[list[int]] = []

    def score(self, state: State) -> tuple[int, ...]:
        self.asked.append(1)
        return tuple(count + len(self.asked) for count in state.points)


# Determinism.


@refused_by("determinism")
class GlobalRandomInEstimate(Sealed):
    """Only bots draw from the global generator."""

    def evaluate(self, state: State, player: int) -> float:
        random.random()  # noqa: S311  # that is the fault
        return super().evaluate(state, player)


@refused_by("determinism")
class CountsGames(Sealed):
    """The deal depends on how many games there were before."""

    dealt: ClassVar[list[int]] = []

    def new_game(self, seed: int | None = None) -> State:
        self.dealt.append(1)
        return super().new_game(
            seed if type(seed) is not int or seed < 0 else seed + len(self.dealt)
        )


@refused_by("determinism")
class HashOrder(Sealed):
    """The deal follows the order of a set of texts."""

    def cards(self) -> list[int]:
        return [int(text) for text in {str(card) for card in super().cards()}]

    def check_state(self, state: State) -> None:
        """Accept any order."""


@refused_by("determinism")
class AcceptsAnySeed(Sealed):
    """Seeds are not checked."""

    def new_game(self, seed: int | None = None) -> State:
        return super().new_game(seed if type(seed) is int and seed >= 0 else 0)


# Legal actions.


@refused_by("legality")
class SeatsBackwards(Sealed):
    """The last seat to act comes first."""

    def to_act(self, state: State) -> tuple[int, ...]:
        return super().to_act(state)[::-1]


@refused_by("legality")
class OtherFirstSeat(Sealed):
    """Without a seat, the actions of the last one are listed."""

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Commit, ...]:
        return super().legal_actions(
            state, self.to_act(state)[-1] if player is None and self.to_act(state) else player
        )


@refused_by("legality")
class Unsorted(Sealed):
    """The highest card is listed first."""

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Commit, ...]:
        return super().legal_actions(state, player)[::-1]


@refused_by("legality")
class Duplicates(Sealed):
    """A card is listed twice."""

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Commit, ...]:
        actions = super().legal_actions(state, player)
        return actions[:1] + actions


@refused_by("legality")
class ActsWithoutActions(Sealed):
    """A seat that has committed still counts as one to act."""

    def to_act(self, state: State) -> tuple[int, ...]:
        return tuple(range(self.players)) if super().to_act(state) else ()

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Commit, ...]:
        seats = super().to_act(state)
        seat = (seats or (None,))[0] if player is None else player
        return (
            tuple(COMMITS[card] for card in state.hands[seat])
            if seat in seats and seat is not None
            else ()
        )

    def random_action(self, state: State, rng: Random, player: int | None = None) -> Commit:
        return pick(self.legal_actions(state, player) or self.legal_actions(state), rng)

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        seats = super().to_act(state)
        return super().apply(state, action, player if player in seats or not seats else seats[0])


@refused_by("applying")
class RefusesListed(Sealed):
    """A card that is listed is refused: the highest of all."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        seat = player if player is not None else (self.to_act(state) or (0,))[0]
        if (
            type(action) is Commit
            and len(state.hands[seat]) > 1
            and action.card == len(self.cards())
        ):
            raise illegal_action(self, state, action, player)
        return super().apply(state, action, player)

    def random_action(self, state: State, rng: Random, player: int | None = None) -> Commit:
        return self.legal_actions(state, player)[0]


@refused_by("applying")
class KnowsActionsByIdentity(Sealed):
    """An equal action is refused."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        if not any(action is listed for listed in COMMITS):
            raise illegal_action(self, state, action, player)
        return super().apply(state, action, player)


@refused_by("applying")
class TakesEqualForAnother(Sealed):
    """An equal action leads elsewhere."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        seats = self.to_act(state)
        seat = seats[0] if player is None and seats else player
        if (
            seat is not None
            and seat in seats
            and type(action) is Commit
            and action.card in state.hands[seat]
        ):
            known = any(action is listed for listed in COMMITS)
            return self.committed(state, seat, action.card if known else state.hands[seat][-1])
        raise illegal_action(self, state, action, player)


@refused_by("refusing")
class AcceptsAll(Sealed):
    """A player may commit a card that they do not hold."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        seats = self.to_act(state)
        seat = seats[0] if player is None and seats else player
        if seat is None or seat not in seats or type(action) is not Commit:
            raise illegal_action(self, state, action, player)
        return self.committed(
            state, seat, action.card if action.card in state.hands[seat] else state.hands[seat][0]
        )


@refused_by("refusing")
class AcceptsWhatIsNeverListed(Sealed):
    """A card that is in no game, 0, stands for the lowest of the hand."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        seat = player if player is not None else (self.to_act(state) or (0,))[0]
        lowest = seat in self.to_act(state) and action == Commit(0)
        return super().apply(state, Commit(state.hands[seat][0]) if lowest else action, player)


@refused_by("refusing")
class CountsSeatsBackwards(Sealed):
    """The seat -1 stands for the last one."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        return super().apply(state, action, self.players - 1 if player == -1 else player)


@refused_by("refusing")
class RefusesWithKeyError(Sealed):
    """The error is not an `IllegalActionError`."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        {card: card for hand in state.hands for card in hand}[action.card]
        return super().apply(state, action, player)


class Rewords(Sealed):
    """Illegal actions are refused in words of its own."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        try:
            return super().apply(state, action, player)
        except IllegalActionError as error:
            raise IllegalActionError(self.reworded(str(error), state)) from None

    def reworded(self, message: str, state: State) -> str:
        """Return what to say instead."""
        raise NotImplementedError


@refused_by("refusing")
class ChangesWhenRefusing(Rewords):
    """An illegal action gives everybody a point."""

    def reworded(self, message: str, state: State) -> str:
        object.__setattr__(state, "points", tuple(count + 1 for count in state.points))
        return message


@refused_by("refusing")
class AcceptsAfterTheEnd(Sealed):
    """When the game is over, any action leaves it so."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        return super().apply(state, action, player) if self.to_act(state) else state


@refused_by("refusing")
class RefusesWithoutAlternatives(Rewords):
    """The error names no legal action."""

    def reworded(self, message: str, state: State) -> str:
        del state
        return message.partition("; legal")[0]


@refused_by("random play")
class NeverPlaysTheHighest(Sealed):
    """Random play never commits the highest card of several."""

    def random_action(self, state: State, rng: Random, player: int | None = None) -> Commit:
        listed = self.legal_actions(state, player)
        return pick(listed[:-1] or listed, rng)


@refused_by("determinism")
class PlaysByOwnGenerator(Sealed):
    """Random play does not use the generator that it is given."""

    own: ClassVar[Random] = generator(1, 1)

    def random_action(self, state: State, rng: Random, player: int | None = None) -> Commit:
        del rng
        return pick(self.legal_actions(state, player), self.own)


# Reading and writing.


@refused_by("round trips")
class LosesField(Sealed):
    """States are written without their seed."""

    def to_json(self, value: State | Commit | View | Event) -> JSON:
        data = super().to_json(value)
        return {**data, "seed": 0} if isinstance(data, dict) and "seed" in data else data


@refused_by("samples")
class LosesViewField(Sealed):
    """Views are written without their points."""

    def to_json(self, value: State | Commit | View | Event) -> JSON:
        data = super().to_json(value)
        return (
            {**data, "points": [0] * self.players}
            if isinstance(data, dict) and "seat" in data
            else data
        )


@value
class Vague(Commit):
    """A commitment whose notation does not name the card."""

    def __str__(self) -> str:
        return "commit"


@value
class Accented(Commit):
    """A commitment whose notation is not ASCII."""

    def __str__(self) -> str:
        """Return `commit №5`."""
        return f"commit №{self.card}"


class SaysOtherwise(Sealed):
    """The actions are of another class."""

    kind: ClassVar[type[Commit]] = Commit

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Commit, ...]:
        return tuple(self.kind(action.card) for action in super().legal_actions(state, player))

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        if type(action) is not self.kind or action not in self.legal_actions(state, player):
            raise illegal_action(self, state, action, player)
        return super().apply(state, Commit(action.card), player)

    def action_from_json(self, data: JSON) -> Commit:
        return self.kind(super().action_from_json(data).card)


@refused_by("round trips")
class VagueNotation(SaysOtherwise):
    """Different actions are written alike."""

    kind = Vague


@refused_by("round trips")
class AccentedNotation(SaysOtherwise):
    """Actions are written in letters that not every keyboard has."""

    kind = Accented
    notation = Notation(tuple(Accented(card) for card in range(1, 13)))


@refused_by("round trips")
class UnreadableNotation(Sealed):
    """Some actions cannot be read back."""

    notation = Notation(COMMITS[1:4])


@refused_by("reading")
class ParsesAnything(Sealed):
    """Nonsense is read as an action."""

    def parse(self, text: str) -> Commit:
        digits = "".join(letter for letter in text if letter in "0123456789")[:2]
        return COMMITS[int(digits or "1") % len(COMMITS)]


@refused_by("reading")
class CrashesOnNonsense(Sealed):
    """Nonsense raises an error that is not a `NotationError`."""

    def parse(self, text: str) -> Commit:
        return COMMITS[int(text.split()[1])]


@refused_by("reading")
class CrashesOnJson(Sealed):
    """JSON with a fault raises an error that is not a `DecodeError`."""

    def view_from_json(self, data: JSON) -> View:
        view: Any = data
        lists = ("hand", "committed", "played", "points")
        return super().view_from_json(view | {name: [*view[name]] for name in lists})


@refused_by("reading")
class FillsIn(Sealed):
    """Fills in a field that older States did not have, whatever it is given."""

    def state_from_json(self, data: Any) -> State:
        return super().state_from_json({"seed": 0, **data})


@refused_by("reading")
class TrustsStates(Sealed):
    """States from outside are not checked."""

    def check_state(self, state: State) -> None:
        """Accept everything."""


@refused_by("reading")
class ChecksNoPile(Sealed):
    """The cards of the pile, which nobody sees, are not checked: one may be there twice."""

    def complete(self, state: State) -> bool:
        known = cards_of(evolve(state, pile=()))
        is_printed = all(0 < card <= len(self.cards()) for card in cards_of(state))
        return len({*known}) == len(known) and is_printed


@refused_by("applying")
class LosesCard(Sealed):
    """A card gets lost when hands are filled."""

    def revealed(self, state: State) -> State:
        return evolve(super().revealed(state), played=((),) * self.players)

    def check_state(self, state: State) -> None:
        """Accept everything."""


class WideWords(SealedWords):
    def render(self, view: View) -> str:
        return super().render(view) + " " * 80 + "."


@refused_by("text")
class Wide(Sealed):
    """The table needs a wide screen."""

    words_type = WideWords


class LongRemarksWords(SealedWords):
    def remarks(self, state: State, viewer: int | None) -> tuple[str, ...]:
        return (f"What a game: {'very ' * 20}close.",)


@refused_by("text")
class LongRemarks(Sealed):
    """A remark on the end is too long for a line."""

    words_type = LongRemarksWords


# The end.


@refused_by("ends")
class Endless(Sealed):
    """The game never ends."""

    def revealed(self, state: State) -> State:
        hands = tuple(
            tuple(sorted((*hand, card or 0)))
            for hand, card in zip(state.hands, state.commits, strict=True)
        )
        return evolve(state, hands=hands, commits=(None,) * self.players)


@refused_by("ends")
class EarlyOutcome(Sealed):
    """There is an outcome from the first reveal on."""

    def outcome(self, state: State) -> Outcome | None:
        ranking = ranked(state.points)
        return (
            Outcome(ranking[0], ranking, state.points, "somebody leads")
            if any(state.points)
            else None
        )


@refused_by("ends")
class NoOutcome(Sealed):
    """There is no outcome at the end."""

    def outcome(self, state: State) -> Outcome | None:
        return None

    def evaluate(self, state: State, player: int) -> float:
        return (1 + state.points[player]) / 6


@refused_by("ends")
class EstimatesNothing(Sealed):
    """Estimates are not numbers."""

    def prior(self, state: State, player: int, actions: Sequence[Commit]) -> Sequence[float]:
        return [0.0] * len(actions)

    def evaluate(self, state: State, player: int) -> float:
        return nan


@refused_by("estimates")
class PriorOfNothing(Sealed):
    """The prior is not a number."""

    def prior(self, state: State, player: int, actions: Sequence[Commit]) -> Sequence[float]:
        return [nan] * len(actions)


@refused_by("estimates")
class ReasonsWithoutWeight(Sealed):
    """A reason weighs as much as a text."""

    def reasons(self, state: State, player: int) -> Mapping[str, float]:
        return {"cards in hand": "much"}  # type: ignore[dict-item]


@refused_by("estimates")
class RoundsInWords(Sealed):
    """Rounds are not counted."""

    def round(self, state: State) -> int:
        return "one"  # type: ignore[return-value]


# Commitments.


@refused_by("commits")
class OrderMatters(Sealed):
    """Whoever commits first in the first round gets a point."""

    def committed(self, state: State, seat: int, card: int) -> State:
        after = super().committed(state, seat, card)
        if any(commit is not None for commit in state.commits) or len(state.played[0]):
            return after
        return evolve(after, points=replaced(after.points, seat, after.points[seat] + 1))

    def adds_up(self, state: State) -> bool:
        return sum(state.points) in (len(state.played[0]), len(state.played[0]) + 1)


@refused_by("commits")
class ShowsCommits(Sealed):
    """The number of points shows what others commit."""

    def view(self, state: State, player: int | None) -> View:
        view = super().view(state, player)
        points = tuple(
            count + 100 * (commit or 0)
            for count, commit in zip(view.points, state.commits, strict=True)
        )
        return evolve(view, points=points)


class TellsCommitsWords(SealedWords):
    def tell(
        self, before: State, player: int, action: Commit, after: State, viewer: int | None
    ) -> tuple[str, ...]:
        first, *others = super().tell(before, player, action, after, viewer)
        return (f"{first}, a {action.card}", *others)


@refused_by("commits")
class TellsCommits(Sealed):
    """Everybody is told what is committed."""

    words_type = TellsCommitsWords


# Views.


@refused_by("views")
class ShowsHands(Sealed):
    """The number of points shows the total of what the others hold."""

    def view(self, state: State, player: int | None) -> View:
        view = super().view(state, player)
        held = [
            sum(hand) + (commit or 0)
            for hand, commit in zip(state.hands, state.commits, strict=True)
        ]
        return evolve(
            view,
            points=tuple(
                count + 100 * total for count, total in zip(view.points, held, strict=True)
            ),
        )


@refused_by("views")
class SamplesOtherView(Sealed):
    """A seat can tell sampled worlds from its own: everybody has a point more."""

    def determinize(self, view: View, rng: Random) -> State:
        world = super().determinize(view, rng)
        return evolve(world, points=tuple(count + 1 for count in world.points))


@dataclass(frozen=True)
class Whispering(Sight):
    """A View with a field that does not count when Views are compared."""

    sum: int = field(default=0, compare=False)


@refused_by("views")
class HidesAFieldFromComparison(Coins):
    """Views hold the sum of all coins, and are equal all the same."""

    def view(self, state: Coin, player: int | None) -> Sight:
        view = super().view(state, player)
        return Whispering(view.seat, view.coins, view.guess, sum(state.coins))

    def view_from_json(self, data: JSON) -> Sight:
        return from_json(Whispering, data)


@dataclass(frozen=True)
class Noted(Sight):
    """A View that takes further attributes."""


@refused_by("views")
class HidesAnAttributeOfViews(Coins):
    """Views have an attribute that is no field, and tells what all coins are."""

    def view(self, state: Coin, player: int | None) -> Sight:
        view = super().view(state, player)
        noted = Noted(view.seat, view.coins, view.guess)
        vars(noted)["note"] = f"{state.coins}"
        return noted

    def view_from_json(self, data: JSON) -> Sight:
        return from_json(Noted, data)


@value
class Smuggling(Sight):
    """A View with the whole State in it."""

    state: Coin


@refused_by("views")
class Smuggles(Coins):
    """Views hold the State."""

    def view(self, state: Coin, player: int | None) -> Sight:
        view = super().view(state, player)
        return Smuggling(view.seat, view.coins, view.guess, state)

    def determinize(self, view: Sight, rng: Random) -> Coin:
        del rng
        assert isinstance(view, Smuggling)
        return view.state

    def view_from_json(self, data: JSON) -> Sight:
        return from_json(Smuggling, data)


@dataclass(frozen=True)
class Pocketing(Sight):
    """A View with room for more than its fields."""


@refused_by("views")
class HidesInPocket(Coins):
    """Views hold the State where neither equality nor JSON looks."""

    def view(self, state: Coin, player: int | None) -> Sight:
        view = super().view(state, player)
        pocketing = Pocketing(view.seat, view.coins, view.guess)
        object.__setattr__(pocketing, "pocket", state)
        return pocketing

    def determinize(self, view: Sight, rng: Random) -> Coin:
        found: Coin = getattr(view, "pocket", None) or super().determinize(view, rng)
        return found

    def view_from_json(self, data: JSON) -> Sight:
        return from_json(Pocketing, data)


class RendersByMemoryWords(SealedWords):
    game: RendersByMemory

    def render(self, view: View) -> str:
        return f"{super().render(view)}\nNext: {self.game.last[-1].pile}"


@refused_by("views")
class RendersByMemory(Sealed):
    """The table shows the State whose View was asked for last."""

    last: ClassVar[list[State]] = []
    words_type = RendersByMemoryWords

    def view(self, state: State, player: int | None) -> View:
        self.last[:] = [state]
        return super().view(state, player)


class Sampled(Sealed):
    """A game whose Views show too much, and whose sampler draws until a world fits."""

    def determinize(self, view: View, rng: Random) -> State:
        plain = evolve(view, points=tuple(count % 100 for count in view.points))
        for _ in range(10_000):
            world = super().determinize(plain, rng)
            if self.view(world, view.seat) == view:
                return world
        raise AssertionError("no world fits")


@refused_by("views", worlds=redeal)
class ShowsParity(Sampled):
    """A View shows whether the players hold an odd total; the sampler knows it."""

    def view(self, state: State, player: int | None) -> View:
        view = super().view(state, player)
        odd = (
            sum(
                sum(hand) + (card or 0)
                for hand, card in zip(state.hands, state.commits, strict=True)
            )
            % 2
        )
        return evolve(view, points=tuple(count + 100 * odd for count in view.points))


@refused_by("views", worlds=redeal)
class ShowsFingerprintOfSeed(Sealed):
    """A View shows the last digits of the seed, enough to find it by trying; the sampler keeps
    them.
    """

    def view(self, state: State, player: int | None) -> View:
        view = super().view(state, player)
        return evolve(
            view, points=tuple(count + 100 * (state.seed % 1000) for count in view.points)
        )

    def determinize(self, view: View, rng: Random) -> State:
        world = super().determinize(
            evolve(view, points=tuple(count % 100 for count in view.points)), rng
        )
        return evolve(world, seed=world.seed // 1000 * 1000 + view.points[0] // 100)


@refused_by("views")
class ShowsSpectatorsMore(Sampled):
    """A spectator sees the total of the first seat's cards; the sampler knows it."""

    def view(self, state: State, player: int | None) -> View:
        view = super().view(state, player)
        total = 100 * (sum(state.hands[0]) + (state.commits[0] or 0)) if player is None else 0
        return evolve(view, points=tuple(count + total for count in view.points))


@refused_by("views")
class ShowsAllInRarePhase(Steps):
    """In one turn out of 80, everybody sees both numbers."""

    def view(self, state: Path, player: int | None) -> Glimpse:
        return self.glimpse(state, player, all_open=not self.to_act(state) or state.wild)

    def determinize(self, view: Glimpse, rng: Random) -> Path:
        return super().determinize(evolve(view, secrets=(None, None)) if view.wild else view, rng)


# The seed.


@value
class Telling(View):
    """A View with the seed in it."""

    told: int


@refused_by("words")
class ShowsSeed(Sealed):
    """Views hold the seed."""

    def view(self, state: State, player: int | None) -> View:
        view = super().view(state, player)
        return Telling(
            view.seat,
            view.hand,
            view.commit,
            view.committed,
            view.played,
            view.pile_size,
            view.points,
            state.seed,
        )

    def determinize(self, view: View, rng: Random) -> State:
        assert isinstance(view, Telling)
        return evolve(super().determinize(view, rng), seed=view.told)

    def view_from_json(self, data: JSON) -> View:
        return from_json(Telling, data)


class TellsSeedWords(SealedWords):
    def tell(
        self, before: State, player: int, action: Commit, after: State, viewer: int | None
    ) -> tuple[str, ...]:
        return (*super().tell(before, player, action, after, viewer), f"Game {before.seed:X}")


@refused_by("words")
class TellsSeed(Sealed):
    """The first line of the game names it by its seed, in hexadecimal."""

    words_type = TellsSeedWords


class NamesSeedInPositionWords(SealedWords):
    def position(self, state: State) -> str:
        return f"game {state.seed}"


@refused_by("words")
class NamesSeedInPosition(Sealed):
    """Error messages name the game by its seed."""

    words_type = NamesSeedInPositionWords


# Who may act, and how.


@refused_by("words")
class LegalByOtherHands(Sealed):
    """While another player holds a 1, a seat has no choice."""

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Commit, ...]:
        seats = self.to_act(state)
        seat = seats[0] if player is None and seats else player
        actions = super().legal_actions(state, seat)
        others = [hand for each, hand in enumerate(state.hands) if each != seat]
        return actions[:1] if any(1 in hand for hand in others) else actions

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        if action not in self.legal_actions(state, player):
            raise illegal_action(self, state, action, player)
        return super().apply(state, action, player)


@refused_by("words")
class PriorByOtherHands(Sealed):
    """What looks promising depends on the lowest card of another player."""

    def prior(self, state: State, player: int, actions: Sequence[Commit]) -> Sequence[float]:
        return [float(min(state.hands[1 - player], default=0))] * len(actions)


@refused_by("words")
class PriorByTheUnseenNowAndThen(Sealed):
    """To a seat with the lowest and the highest card, another's lowest card shows what is good."""

    def prior(self, state: State, player: int, actions: Sequence[Commit]) -> Sequence[float]:
        others = [*state.hands[:player], *state.hands[player + 1 :]]
        is_rare = {1, len(self.cards())} <= {*state.hands[player]} and all(others)
        lowest = min(map(min, others)) if is_rare else 0
        return [action.card / (1 + lowest) for action in actions]


@refused_by("words")
class TurnsByHands(Sealed):
    """Of all who have not committed, those who hold an even lowest card must act first."""

    def to_act(self, state: State) -> tuple[int, ...]:
        seats = super().to_act(state)
        return tuple(seat for seat in seats if state.hands[seat][0] % 2 == 0) or seats


@refused_by("words")
class DrawsLotsUnseen(Sealed):
    """A tie is broken by the seed, which nobody sees."""

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None or len(outcome.winners) == 1:
            return outcome
        winner = outcome.winners[state.seed % len(outcome.winners)]
        rest = tuple(seat for seat in range(self.players) if seat != winner)
        return Outcome((winner,), ((winner,), rest), outcome.scores, outcome.reason, "lots")


# Words.


@refused_by("words")
class ErrorsNameOtherHands(Rewords):
    """An error message says who holds the card that was asked for."""

    def reworded(self, message: str, state: State) -> str:
        return f"{message}; the others hold {state.hands}"


class NamesPileInPositionWords(SealedWords):
    def position(self, state: State) -> str:
        return f"{min(state.pile, default=0)} in the pile"


@refused_by("words")
class NamesPileInPosition(Sealed):
    """The position names the lowest card of the pile."""

    words_type = NamesPileInPositionWords


class RemarksOnTheUnseenWords(SealedWords):
    def remarks(self, state: State, viewer: int | None) -> tuple[str, ...]:
        return ("What luck!",) if state.seed % 2 else ()


@refused_by("words")
class RemarksOnTheUnseen(Sealed):
    """A remark on the end depends on the seed, which nobody sees."""

    words_type = RemarksOnTheUnseenWords


@refused_by("words")
class CountsRoundsByTheUnseen(Sealed):
    """The round depends on the pile."""

    def round(self, state: State) -> int:
        return 1 + min(state.pile, default=0)


class TouchesWhatTheStateViewedLastHoldsWords(SealedWords):
    game: TouchesWhatTheStateViewedLastHolds

    def label(self, view: View, action: Commit) -> Label:
        return Label(str(action), (Touch(None, "cards", str(self.game.highest)),))


@refused_by("words")
class TouchesWhatTheStateViewedLastHolds(Sealed):
    """A label touches the highest card of the other hand, in the same words for all."""

    highest = 0
    words_type = TouchesWhatTheStateViewedLastHoldsWords

    def view(self, state: State, player: int | None) -> View:
        type(self).highest = max(
            (card for seat, hand in enumerate(state.hands) if seat != player for card in hand),
            default=0,
        )
        return super().view(state, player)


# What is told.


class TellsDrawnCardsWords(SealedWords):
    def tell(
        self, before: State, player: int, action: Commit, after: State, viewer: int | None
    ) -> tuple[str, ...]:
        told = super().tell(before, player, action, after, viewer)
        hands = enumerate(zip(before.hands, after.hands, strict=True), start=1)
        drawn = [(seat, card) for seat, (old, new) in hands for card in new if card not in old]
        return (*told, *(f"Player {seat} draws {card}" for seat, card in drawn))


@refused_by("told lines")
class TellsDrawnCards(Stacked):
    """Everybody is told which cards are drawn unseen."""

    words_type = TellsDrawnCardsWords


class TellsNextCardWords(SealedWords):
    def tell(
        self, before: State, player: int, action: Commit, after: State, viewer: int | None
    ) -> tuple[str, ...]:
        told = super().tell(before, player, action, after, viewer)
        return (*told, f"Next: {after.pile[0]}") if viewer == player and after.pile else told


@refused_by("told lines")
class TellsNextCard(Stacked):
    """Players are told the top card of the deck when they commit."""

    words_type = TellsNextCardWords


class TellsLuckWords(SealedWords):
    game: TellsLuck

    def tell(
        self, before: State, player: int, action: Commit, after: State, viewer: int | None
    ) -> tuple[str, ...]:
        told = super().tell(before, player, action, after, viewer)
        return (*told, "Lucky!") if len(self.game.cards()) in before.hands[player] else told


@refused_by("told lines")
class TellsLuck(Sealed):
    """Everybody is told when a player who holds the highest card of all commits another one, or it
    itself.
    """

    words_type = TellsLuckWords


# Sampled worlds.


@refused_by("samples")
class RemembersLast(Sealed):
    """The sampled world is the State whose View was asked for last."""

    last: ClassVar[list[State]] = []

    def view(self, state: State, player: int | None) -> View:
        self.last[:] = [state]
        return super().view(state, player)

    def determinize(self, view: View, rng: Random) -> State:
        found = self.last[0] if self.last else super().determinize(view, rng)
        return found if super().view(found, view.seat) == view else super().determinize(view, rng)


@refused_by("samples")
class RemembersAll(Sealed):
    """The sampled world is the State that a View was made from."""

    seen: ClassVar[dict[View, State]] = {}

    def view(self, state: State, player: int | None) -> View:
        view = super().view(state, player)
        self.seen.setdefault(view, state)
        return view

    def determinize(self, view: View, rng: Random) -> State:
        return self.seen[view] if view in self.seen else super().determinize(view, rng)


@refused_by("samples")
class TwoFutures(Sealed):
    """Sampled worlds go on in one of two ways."""

    def seed_ahead(self, rng: Random) -> int:
        return pick((7, 8), rng)


@refused_by("samples")
class HasOwnGenerator(Sealed):
    """Worlds are sampled by a generator that goes on from call to call."""

    own: ClassVar[Random] = generator(1, 1)

    def determinize(self, view: View, rng: Random) -> State:
        del rng
        return super().determinize(view, self.own)


@refused_by("samples")
class SamplesEndlessWorlds(Sealed):
    """Sampled worlds never end."""

    endless: ClassVar[int] = 2**60

    def seed_ahead(self, rng: Random) -> int:
        return self.endless + fresh_seed(rng)

    def revealed(self, state: State) -> State:
        if state.seed // self.endless != 1:
            return super().revealed(state)
        hands = tuple(
            tuple(sorted((*hand, card or 0)))
            for hand, card in zip(state.hands, state.commits, strict=True)
        )
        return evolve(state, hands=hands, commits=(None,) * self.players)


@refused_by("samples")
class SamplesOtherCards(Sealed):
    """In sampled worlds a card is there several times."""

    def determinize(self, view: View, rng: Random) -> State:
        world = super().determinize(view, rng)
        seat = self.players - 1 if view.seat != self.players - 1 else 0
        hand = tuple(world.hands[seat][:1]) * len(world.hands[seat])
        return evolve(world, hands=replaced(world.hands, seat, hand))

    def complete(self, state: State) -> bool:
        return set(cards_of(state)) <= set(self.cards())


@refused_by("samples")
class SamplesAnImpossibleSeedNowAndThen(Sealed):
    """Between two rounds, a sampled world has a seed that the game does not accept."""

    def determinize(self, view: View, rng: Random) -> State:
        world = super().determinize(view, rng)
        between = view.hand and view.played[0] and not any(view.committed)
        return evolve(world, seed=-1) if between else world


@refused_by("samples")
class FindsNoWorldAtTheEnd(Sealed):
    """The second seat has no world when both are about to commit their last cards."""

    def determinize(self, view: View, rng: Random) -> State:
        if len(view.hand) == 1 and view.seat == 1 and not any(view.committed):
            raise DecodeError("no State has this View")
        return super().determinize(view, rng)


def _has_low_card(state: State) -> bool:
    """Tell whether each seat was dealt one of the lowest cards."""
    drawn = 1 if len(state.played[0]) else 0
    low = range(1, len(state.hands) + 1)
    zones = [
        (*hand, *played, card)
        for hand, played, card in zip(state.hands, state.played, state.commits, strict=True)
    ]
    return bool(drawn) or all(sum(card in low for card in zone) == 1 for zone in zones)


@refused_by("samples", possible=_has_low_card)
class DealsByARule(Sealed):
    """Each seat is dealt one of the lowest cards; the sampler does not know."""

    def new_game(self, seed: int | None = None) -> State:
        state = super().new_game(seed)
        rng = generator(state.seed, 1000)
        low = shuffle(list(range(1, self.players + 1)), rng)
        others = shuffle(list(range(self.players + 1, len(self.cards()) + 1)), rng)
        hands = tuple(tuple(sorted((card, *draw(others, 2, rng)))) for card in low)
        return evolve(state, hands=hands, pile=tuple(sorted(others)))


@refused_by("frequencies")
class NeverDealsOne(Sealed):
    """No other player ever holds the lowest card of all in a sampled world."""

    def determinize(self, view: View, rng: Random) -> State:
        while True:
            world = super().determinize(view, rng)
            if not world.pile or min(cards_of(world)) not in [
                card for seat, hand in enumerate(world.hands) for card in hand if seat != view.seat
            ]:
                return world


@refused_by("frequencies")
class NeverDealsOneOfFew(Coins):
    """One of three deals is never sampled where another one fits."""

    def determinize(self, view: Sight, rng: Random) -> Coin:
        world = super().determinize(view, rng)
        return (
            world if world.coins != (1, 3) or view.coins != (1, 0) else evolve(world, coins=(1, 1))
        )


@refused_by("frequencies")
class DealsImpossibleOnes(Coins):
    """A deal is sampled that is never dealt."""

    sampled: ClassVar[list[tuple[int, int]]] = [*Coins.deals, (3, 3)]


@refused_by("frequencies")
class OneSided(Sealed):
    """In two of three sampled worlds the highest unseen cards are with the other players."""

    def shuffled(self, unseen: list[int], rng: Random) -> list[int]:
        return super().shuffled(unseen, rng) if rng.random() < 1 / 3 else sorted(unseen)


@refused_by("frequencies", worlds=redeal)
class OneSidedLater(Sealed):
    """From the second round on, the highest unseen cards are with the other players in two of three
    worlds.
    """

    def determinize(self, view: View, rng: Random) -> State:
        world = super().determinize(view, rng)
        if not view.played[0] or rng.random() < 1 / 3:
            return world
        return max(
            (super(OneSidedLater, self).determinize(view, rng) for _ in range(8)),
            key=lambda each: each.hands,
        )


@refused_by("replaying")
class OneSidedAfterReveals(OneSidedLater):
    """From the second round on, samples do not follow from earlier ones and what was revealed."""


@refused_by("frequencies")
class SamplesBetterChances(Sealed):
    """Others have the neighbours of the viewer's cards too often: each card is sampled as often as
    it is dealt.
    """

    def evaluate(self, state: State, player: int) -> float:
        near = sum(abs(one - other) == 1 for one in state.hands[0] for other in state.hands[1])
        return super().evaluate(state, player) if not self.to_act(state) else near / 9

    def determinize(self, view: View, rng: Random) -> State:
        twice = (super(SamplesBetterChances, self).determinize(view, rng) for _ in range(2))
        return max(twice, key=lambda world: self.evaluate(world, 0))


@value
class Hinted:
    """Hidden cards, a letter and a number each, and for each some letters of which it has one."""

    hands: Others[tuple[str, ...]]
    deck: Hidden[tuple[str, ...]]
    hints: tuple[tuple[tuple[str], ...], ...]
    turn: int = 0


@value
class HintedState(Hinted):
    """Everything."""


@value
class HintedView(Hinted):
    """What a seat sees."""

    seat: int | None = None


@value
class Wait(Action):
    """Do nothing."""


@refused_by("frequencies")
class IgnoresHints(DeclaredGame[HintedState, Wait, HintedView]):
    """A hint is kept as a tuple within the place of a card, never the same twice, and `allowed`
    does not say it.
    """

    name, title, player_counts = "hints", "Hints", range(2, 3)

    def pack(self) -> list[str]:
        return [letter + number for letter in "abcdefghij" for number in "12"]

    def start(self, seed: int) -> HintedState:
        cards = deal(self.pack(), 20, seed, 0)
        hints = [
            (("".join([card[0], *deal([*"abcdefghij"], 5, seed, number)]),),)
            for number, card in enumerate(cards[:2])
        ]
        return HintedState((tuple(cards[:1]), tuple(cards[1:2])), tuple(cards[2:]), tuple(hints))

    def to_act(self, state: Hinted) -> tuple[int, ...]:
        return (state.turn,) if state.turn < self.players else ()

    def choices(self, state: HintedState, seat: int) -> tuple[Wait, ...]:
        return (Wait(),)

    def act(self, state: HintedState, action: Wait, seat: int) -> HintedState:
        return evolve(state, turn=state.turn + 1)

    def score(self, state: HintedState) -> tuple[int, ...]:
        return (0, 0)


@refused_by("frequencies")
class ForgetsAnswers(IgnoresHints):
    """An action tells everybody whether both cards are alike, and the sampler does not use it."""

    def pack(self) -> list[str]:
        return ["a1", "a2"] * 4

    def start(self, seed: int) -> HintedState:
        cards = tuple(deal(self.pack(), 8, seed, 0))
        return HintedState((cards[:1], cards[1:2]), cards[2:], ())

    def act(self, state: HintedState, action: Wait, seat: int) -> HintedState:
        answer = "alike" if state.hands[0] == state.hands[1] else "other"
        return evolve(super().act(state, action, seat), hints=(((answer,),),))


@refused_by("frequencies")
class ForgetsDenials(IgnoresHints):
    """Each action tells everybody whether one more card is in the deck, and the sampler does not
    use it.
    """

    def pack(self) -> list[str]:
        return [*"abcdefghij"]

    def start(self, seed: int) -> HintedState:
        cards = tuple(deal(self.pack(), 10, seed, 0))
        return HintedState((cards[:1], cards[1:2]), cards[2:], ())

    def to_act(self, state: Hinted) -> tuple[int, ...]:
        return (state.turn % 2,) if state.turn < len(self.pack()) else ()

    def act(self, state: HintedState, action: Wait, seat: int) -> HintedState:
        answer = self.pack()[state.turn] in state.deck
        return evolve(super().act(state, action, seat), hints=(((str(answer),),),))


@refused_by("replaying")
class SortedDeckLater(Stacked):
    """Once cards have been drawn, the deck of a sampled world has the highest cards on top."""

    def determinize(self, view: View, rng: Random) -> State:
        world = super().determinize(view, rng)
        return (
            evolve(world, pile=tuple(sorted(world.pile, reverse=True))) if view.played[0] else world
        )


# What people see.


def _table(viewer: int | None, *items: Item) -> Scene:
    return Scene(viewer, "Sealed", "", (Area(None, "Table", (Zone("cards", "cards", items),)),))


@refused_by("shuffling")
class DealsTheSameEveryOtherTime(Rounds):
    """Every round begins with the numbers of the last but one."""

    def drawn(self, seed: int, number: int) -> tuple[int, ...]:
        rng = generator(seed, 4000 + number % 2)
        return (pick(range(1, 10), rng), pick(range(1, 10), rng))


class RacesBackwardsWords(LaidWords):
    def scene(self, view: View) -> Scene:
        scene = super().scene(view)
        lost = [
            tuple([evolve(each, value=-each.value) for each in area.counters])
            for area in scene.areas
        ]
        areas = [
            evolve(area, counters=counters)
            for area, counters in zip(scene.areas, lost, strict=True)
        ]
        return evolve(scene, areas=tuple(areas), race=("points",))


@refused_by("scenes")
class RacesBackwards(Laid):
    """The race is for the fewest points."""

    words_type = RacesBackwardsWords


class DrawsByMemoryWords(SealedWords):
    asked: ClassVar[int] = 0

    def scene(self, view: View) -> Scene:
        type(self).asked += 1
        return _table(view.seat, Item(None, self.asked))


@refused_by("determinism")
class DrawsByMemory(Sealed):
    """A scene depends on how often it was asked for."""

    words_type = DrawsByMemoryWords


class HeadsItsLogOtherwiseWords(SealedWords):
    def headings(self, view: View) -> tuple[str, str]:
        heading, stage = super().headings(view)
        return f"{heading}, as told", stage


@refused_by("scenes")
class HeadsItsLogOtherwise(Sealed):
    """A log has another heading than the table."""

    words_type = HeadsItsLogOtherwiseWords


class LeavesOutWhatLiesThereWords(LaidWords):
    def unseen(self, view: View) -> tuple[Unseen, ...]:
        return tuple([evolve(pool, items=pool.items[:-1]) for pool in super().unseen(view)])


@refused_by("face down")
class LeavesOutWhatLiesThere(Laid):
    """The highest card is not among those that lie face down."""

    words_type = LeavesOutWhatLiesThereWords


class ListsOwnCardsWords(LaidWords):
    def unseen(self, view: View) -> tuple[Unseen, ...]:
        return tuple(
            [evolve(pool, items=(*items(view.hand), *pool.items)) for pool in super().unseen(view)]
        )


@refused_by("face down")
class ListsOwnCards(Laid):
    """The seat's own cards are among those that lie face down."""

    words_type = ListsOwnCardsWords


class SortsIntoTheWrongZonesWords(LaidWords):
    def unseen(self, view: View) -> tuple[Unseen, ...]:
        (pool,) = super().unseen(view)
        half = len(pool.items) // 2
        return (Unseen(("hand", "commit"), pool.items[:half]), Unseen(("pile",), pool.items[half:]))


@refused_by("face down")
class SortsIntoTheWrongZones(Laid):
    """It takes the low cards for the hands, and the high ones for the pile."""

    words_type = SortsIntoTheWrongZonesWords


@refused_by("events")
class ForgetsAnEvent(Reported):
    """Nobody is told that a point is scored."""

    def report(self, event: Event) -> None:
        if not isinstance(event, Scored):
            super().report(event)


class SaysNothingWords(ReportedWords):
    def describe(self, event: Event, viewer: int | None) -> tuple[str, ...]:
        return () if viewer is None else super().describe(event, viewer)


@refused_by("events")
class SaysNothing(Reported):
    """Spectators see cards being committed and points scored, and are told nothing."""

    words_type = SaysNothingWords


@refused_by("events")
class ReportsBackwards(Reported):
    """What happens first is reported last."""

    def report(self, event: Event) -> None:
        if self.recorder is not None:
            self.recorder.insert(0, event)


@value
class Open(Event):
    """A card moves into a zone of the seat, and everybody is told which."""

    seat: int
    card: int
    source: Place
    zone: str

    def changes(self) -> tuple[Change, ...]:
        return (
            PieceMove(str(self.card), 1, self.source, Place(self.seat, self.zone), face_down=True),
        )


@refused_by("commits")
class ReportsCommitsToAll(Reported):
    """Everybody sees in an event which card is committed."""

    event_types = Reported.event_types | Open

    def report(self, event: Event) -> None:
        if isinstance(event, Committed) and event.card is not None:
            event = Open(event.seat, event.card, Place(event.seat, "hand"), "commit")
        super().report(event)


@refused_by("told lines")
class ReportsDrawnCardsToAll(Reported):
    """Everybody sees in an event which card is drawn."""

    event_types = Reported.event_types | Open

    def report(self, event: Event) -> None:
        if isinstance(event, Drawn) and event.card is not None:
            event = Open(event.seat, event.card, Place(None, "pile"), "hand")
        super().report(event)


@value
class Whispered(Event):
    """A card is laid down; only who does so is told."""

    seat: int
    card: int

    def seen_by(self, viewer: int | None) -> Whispered | None:
        return self if viewer == self.seat else None

    def changes(self) -> tuple[Change, ...]:
        return Committed(self.seat, self.card).changes()


@refused_by("events")
class HidesWhatHappens(Reported):
    """Nobody else is told that a card has been committed."""

    event_types = Reported.event_types | Whispered

    def report(self, event: Event) -> None:
        if isinstance(event, Committed) and event.card is not None:
            event = Whispered(event.seat, event.card)
        super().report(event)


@value
class Praised(Scored):
    """A point, and what nobody can find on the table."""

    praise: int = 3
    blame: int = 1


@refused_by("events")
class SaysMoreThanTheTable(Reported):
    """An event has two fields that change nothing, and do not say where they can be found."""

    event_types = Reported.event_types | Praised

    def report(self, event: Event) -> None:
        super().report(Praised(event.seat, event.points) if isinstance(event, Scored) else event)


@refused_by("events")
class BeginsWithoutCards(Reported):
    """The beginning deals fewer cards than lie in the hands."""

    def beginning(self, state: State) -> tuple[Event, ...]:
        return (Drawn(0, state.hands[0][0]),)


class TouchesWhatIsNotShownWords(LaidWords):
    def label(self, view: View, action: Commit) -> Label:
        return Label(str(action), (Touch(None, "pile", str(action.card)),))


@refused_by("labels")
class TouchesWhatIsNotShown(Laid):
    """A label touches a card in the pile, which lies face down."""

    words_type = TouchesWhatIsNotShownWords


class TouchesAnotherCardWords(ReportedWords):
    def label(self, view: View, action: Commit) -> Label:
        return Label(str(action), (Touch(view.seat, "hand", str(view.hand[0])),))


@refused_by("labels")
class TouchesAnotherCard(Reported):
    """Every label touches the lowest card of the hand."""

    words_type = TouchesAnotherCardWords


class TouchesTheNextCardWords(ReportedWords):
    def label(self, view: View, action: Commit) -> Label:
        hand = view.hand
        following = hand[(hand.index(action.card) + 1) % len(hand)]
        return Label(str(action), (Touch(view.seat, "hand", str(following)),))


@refused_by("labels")
class TouchesTheNextCard(Reported):
    """Every label touches the next card of the hand, and that of the highest the lowest."""

    words_type = TouchesTheNextCardWords


class AddsUpWronglyWords(SealedWords):
    game: AddsUpWrongly

    def score_sheet(self, state: State) -> ScoreSheet:
        return ScoreSheet(
            (ScoreLine("points", tuple([points + 1 for points in self.game.score(state)])),)
        )


@refused_by("score sheets")
class AddsUpWrongly(Sealed):
    """A score sheet has a point too many."""

    words_type = AddsUpWronglyWords


class TeachesNoActionWords(SealedWords):
    def lesson(self) -> str:
        question = 'text = "Choose."\nask = "Which?"\nright = ["nonsense"]\notherwise = "No."'
        return f'players = 2\nseed = 1\n[[steps]]\n{question}\n[[steps]]\ntext = "Go on."'


@refused_by("lessons")
class TeachesNoAction(Sealed):
    """The answer to a question of the lesson is no action."""

    words_type = TeachesNoActionWords


# A tiny game, looked at whole.


@refused_by("exactness")
class ForgetsItsCard(KuhnPoker):
    """A seat does not see its card any more once somebody has bet or passed."""

    def declared_view(self, state: KuhnState, player: int | None) -> KuhnView:
        view = super().declared_view(state, player)
        is_shown = not state.said or state.said in SHOWDOWNS
        return view if is_shown else evolve(view, cards=(0, 0))


# What the game object keeps.


@refused_by("sharing")
class KeepsHandsItWasAskedAbout(Sealed):
    """A cache in the game has the cards of every hand that a legal action was asked for."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.listed: dict[tuple[int, ...], tuple[Commit, ...]] = {}

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Commit, ...]:
        actions = super().legal_actions(state, player)
        if player is not None:
            self.listed.setdefault(state.hands[player], actions)
        return actions


@refused_by("sharing")
class KeepsTheStateOnItsClass(Sealed):
    """The class keeps the last State that was viewed."""

    last: ClassVar[list[State]] = []

    def view(self, state: State, player: int | None) -> View:
        self.last[:] = [state]
        return super().view(state, player)


@refused_by("samples")
class CountsItsSamples(Sealed):
    """A sample depends on how many there were, whoever asked for them."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.sampled = 0

    def determinize(self, view: View, rng: Random) -> State:
        self.sampled += 1
        world = super().determinize(view, rng)
        return evolve(world, seed=world.seed + self.sampled)


refused_by("recall")(Burying)
refused_by("frequencies")(ForgetsWhatItHasShown)
refused_by("frequencies")(PicksTheFirstThatFits)

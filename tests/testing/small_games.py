"""One small game that keeps the contract, with simultaneous hidden commitments, and copies that break it in one way.

In Sealed every player holds three of four cards per player, commits one unseen, and the highest scores a point; then
each draws another one while there are any.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from boardgames import Action, DecodeError, Game, Notation, Outcome, checked_seed, ranked, seat_name, value
from boardgames.core.chance import draw, fresh_seed, generator, shuffle
from boardgames.core.codec import from_json

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping
    from random import Random

    from boardgames import IllegalActionError
    from boardgames.core.codec import JSON

HAND = 3


@value
class State:
    """A position; tuples of tuples have an entry per seat."""

    hands: tuple[tuple[int, ...], ...]
    commits: tuple[int | None, ...]
    played: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    points: tuple[int, ...]
    seed: int


@value
class View:
    """What a seat may know."""

    seat: int | None
    hand: tuple[int, ...]
    commit: int | None
    committed: tuple[bool, ...]
    played: tuple[tuple[int, ...], ...]
    pile_size: int
    points: tuple[int, ...]


@value
class Commit(Action):
    """Lay this card down unseen."""

    card: int


COMMITS = tuple(Commit(card) for card in range(13))


def cards_of(state: State) -> list[int]:
    """Return all cards anywhere in the State."""
    zones = (*state.hands, *state.played, state.pile)
    return [*(card for zone in zones for card in zone), *(card for card in state.commits if card is not None)]


class Sealed(Game[State, Commit, View]):
    """Two or three players commit cards unseen; the highest scores."""

    name = "sealed"
    title = "Sealed"
    player_counts = range(2, 4)
    notation = Notation(COMMITS[1:])

    def new_game(self, seed: int | None = None) -> State:
        """Deal three cards each."""
        seed = checked_seed(seed)
        deck = shuffle(self.cards(), generator(seed, 0))
        hands = tuple(tuple(sorted(deck[seat * HAND : (seat + 1) * HAND])) for seat in range(self.players))
        nothing = ((),) * self.players
        pile = tuple(sorted(deck[self.players * HAND :]))
        return State(hands, (None,) * self.players, nothing, pile, (0,) * self.players, seed)

    def cards(self) -> list[int]:
        """Return all cards of the game."""
        return list(range(1, 4 * self.players + 1))

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return those who have not committed yet."""
        waiting = zip(state.hands, state.commits, strict=True)
        return tuple(seat for seat, (hand, commit) in enumerate(waiting) if hand and commit is None)

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Commit, ...]:
        """List the cards of the hand."""
        seats = self.to_act(state)
        seat = seats[0] if player is None and seats else player
        return tuple(COMMITS[card] for card in state.hands[seat]) if seat in seats and seat is not None else ()

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        """Commit the card; the last commitment reveals them all."""
        seats = self.to_act(state)
        seat = seats[0] if player is None and seats else player
        if seat is None or seat not in seats or type(action) is not Commit or action.card not in state.hands[seat]:
            raise self.illegal(state, action, player)
        return self.committed(state, seat, action.card)

    def committed(self, state: State, seat: int, card: int) -> State:
        """Return the State after a legal commitment."""
        hand = tuple(each for each in state.hands[seat] if each != card)
        hands = state.hands[:seat] + (hand,) + state.hands[seat + 1 :]
        commits = state.commits[:seat] + (card,) + state.commits[seat + 1 :]
        after = State(hands, commits, state.played, state.pile, state.points, state.seed)
        return self.revealed(after) if None not in commits else after

    def revealed(self, state: State) -> State:
        """Return the State after the commitments of all have been revealed and hands filled."""
        commits = [card for card in state.commits if card is not None]
        best = commits.index(max(commits))
        played = tuple((*cards, card) for cards, card in zip(state.played, commits, strict=True))
        points = tuple(count + (seat == best) for seat, count in enumerate(state.points))
        pile, hands = list(state.pile), state.hands
        if pile:
            drawn = draw(pile, self.players, generator(state.seed, len(played[0])))
            hands = tuple(tuple(sorted((*hand, card))) for hand, card in zip(hands, drawn, strict=True))
        return State(hands, (None,) * self.players, played, tuple(pile), points, state.seed)

    def score(self, state: State) -> tuple[int, ...]:
        """Return the points."""
        return state.points

    def outcome(self, state: State) -> Outcome | None:
        """Return who has most points."""
        if self.to_act(state):
            return None
        ranking = ranked(self.score(state))
        return Outcome(ranking[0], ranking, self.score(state), "all cards are played")

    def view(self, state: State, player: int | None) -> View:
        """Return own cards, and of the others' only those revealed."""
        return View(
            player,
            () if player is None else state.hands[player],
            None if player is None else state.commits[player],
            tuple(card is not None for card in state.commits),
            state.played,
            len(state.pile),
            state.points,
        )

    def determinize(self, view: View, rng: Random) -> State:
        """Deal the cards that this seat does not see."""
        known = {*view.hand, view.commit, *(card for cards in view.played for card in cards)}
        deck = shuffle([card for card in self.cards() if card not in known], rng)
        rounds = len(view.played[0])
        held = 4 - rounds if not view.pile_size else HAND
        hands: list[tuple[int, ...]] = []
        commits: list[int | None] = []
        for seat in range(self.players):
            if seat == view.seat:
                hands.append(view.hand)
                commits.append(view.commit)
            else:
                commits.append(deck.pop() if view.committed[seat] else None)
                hands.append(tuple(sorted(deck.pop() for _ in range(held - view.committed[seat]))))
        pile = tuple(sorted(deck))
        return State(tuple(hands), tuple(commits), view.played, pile, view.points, self.seed_ahead(rng))

    def seed_ahead(self, rng: Random) -> int:
        """Return the seed of what is drawn later in a sampled world."""
        return fresh_seed(rng)

    def evaluate(self, state: State, player: int) -> float:
        """Return the share of the points."""
        outcome = self.outcome(state)
        if outcome is None:
            return (1 + state.points[player]) / 6
        return 1 / len(outcome.winners) if player in outcome.winners else 0.0

    def parse(self, text: str) -> Commit:
        """Read `commit 5`."""
        return self.notation.parse(text)

    def render(self, view: View) -> str:
        """Return a line per seat, and the own hand."""
        rows = [
            f"{seat_name(seat, view.seat)}: {view.points[seat]} points, played {list(cards)}"
            for seat, cards in enumerate(view.played)
        ]
        return "\n".join([*rows, f"Hand: {list(view.hand)}"])

    def tell(self, before: State, player: int, action: Commit, after: State, viewer: int | None) -> tuple[str, ...]:
        """Return that a card is committed, and which ones when all are revealed."""
        lines = [f"{seat_name(player, viewer)}: {action if viewer == player else 'a card committed'}"]
        if len(after.played[0]) > len(before.played[0]):
            lines += [f"{seat_name(seat, viewer)}: {cards[-1]} revealed" for seat, cards in enumerate(after.played)]
        return tuple(lines)

    def inventory(self, state: State) -> Mapping[Hashable, int]:
        """Return how often each card is there."""
        cards = cards_of(state)
        return {card: cards.count(card) for card in cards}

    def check_state(self, state: State) -> None:
        """Raise `DecodeError` unless all cards are there once."""
        if len(state.hands) != self.players or sorted(cards_of(state)) != self.cards():
            raise DecodeError(f"the State does not hold the {len(self.cards())} cards of the game")


# The rules broken.


class Mutates(Sealed):
    """Lets `apply` change the State it is given."""

    def committed(self, state: State, seat: int, card: int) -> State:
        """Write into the old State what the new one says."""
        after = super().committed(state, seat, card)
        object.__setattr__(state, "points", after.points)
        return after


class KeepsState(Sealed):
    """Lets `apply` return the State it was given, changed."""

    def committed(self, state: State, seat: int, card: int) -> State:
        """Do everything in place."""
        after = super().committed(state, seat, card)
        for name in State.__dataclass_fields__:
            object.__setattr__(state, name, getattr(after, name))
        return state


class MutatesOlder(Sealed):
    """Lets `apply` change a State that was left long ago."""

    left: ClassVar[list[State]] = []

    def committed(self, state: State, seat: int, card: int) -> State:
        """Write the points of now into the State before the last."""
        after = super().committed(state, seat, card)
        self.left.append(state)
        if len(self.left) > 1:
            object.__setattr__(self.left[-2], "points", tuple(count + 1 for count in after.points))
        return after


class Loose:
    """A State like the other, not frozen."""

    def __init__(self, state: State) -> None:
        """Take its content."""
        self.state = state

    def __getattr__(self, name: str) -> object:
        """Return a field."""
        if name == "state":
            raise AttributeError(name)
        return getattr(self.state, name)

    def __eq__(self, other: object) -> bool:
        """Compare by content."""
        return isinstance(other, Loose) and self.state == other.state

    def __hash__(self) -> int:
        """Hash the content."""
        return hash(self.state)


class Unfrozen(Sealed):
    """Has States that can be changed."""

    def new_game(self, seed: int | None = None) -> State:
        """Return one that can be."""
        loose: Any = Loose(super().new_game(seed))
        return loose  # type: ignore[no-any-return]  # the contract is broken on purpose

    def committed(self, state: State, seat: int, card: int) -> State:
        """Return one that can be."""
        loose: Any = Loose(super().committed(state, seat, card))
        return loose  # type: ignore[no-any-return]  # the contract is broken on purpose

    def to_json(self, value: State | Commit | View) -> JSON:
        """Write what is in it."""
        return super().to_json(getattr(value, "state", value))


class ScoresByGlobal(Sealed):
    """Scores by something that is not in the State."""

    asked: ClassVar[list[int]] = []

    def score(self, state: State) -> tuple[int, ...]:
        """Return more points every time."""
        self.asked.append(1)
        return tuple(count + len(self.asked) for count in state.points)


class ScoresByProcess(Sealed):
    """Scores by something that is another in every process."""

    def score(self, state: State) -> tuple[int, ...]:
        """Count on hashes of texts."""
        return (*state.points[:-1], state.points[-1] + hash("points") % 1000)


class GlobalRandom(Sealed):
    """Draws from the global generator."""

    def new_game(self, seed: int | None = None) -> State:
        """Deal by `random`."""
        checked_seed(seed)
        return super().new_game(random.getrandbits(32))


class GlobalRandomInEstimate(Sealed):
    """Draws from the global generator where only bots look."""

    def evaluate(self, state: State, player: int) -> float:
        """Throw a coin."""
        random.random()  # noqa: S311  # that is the fault
        return super().evaluate(state, player)


class CountsGames(Sealed):
    """Deals by how often it has dealt before."""

    dealt: ClassVar[list[int]] = []

    def new_game(self, seed: int | None = None) -> State:
        """Deal another game every time."""
        self.dealt.append(1)
        return super().new_game(checked_seed(seed) + len(self.dealt))


class HashOrder(Sealed):
    """Deals in the order of a set of texts."""

    def cards(self) -> list[int]:
        """Return them as PYTHONHASHSEED has it."""
        return [int(text) for text in {str(card) for card in super().cards()}]

    def check_state(self, state: State) -> None:
        """Take any order."""


class TellsInHashOrder(Sealed):
    """Tells what happens in the order of a set of texts."""

    def tell(self, before: State, player: int, action: Commit, after: State, viewer: int | None) -> tuple[str, ...]:
        """Return the lines as PYTHONHASHSEED has it."""
        first, *others = super().tell(before, player, action, after, viewer)
        return (first, *set(others))


class TakesAnySeed(Sealed):
    """Does not look at the seed."""

    def new_game(self, seed: int | None = None) -> State:
        """Deal by whatever it is."""
        return super().new_game(seed if type(seed) is int and seed >= 0 else 0)


class SeatsBackwards(Sealed):
    """Names the last seat first."""

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return them backwards."""
        return super().to_act(state)[::-1]


class OtherFirstSeat(Sealed):
    """Lists for nobody in particular what the last seat may do."""

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Commit, ...]:
        """Take None for the last one."""
        return super().legal_actions(state, self.to_act(state)[-1] if player is None and self.to_act(state) else player)


class Unsorted(Sealed):
    """Lists the highest card first."""

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Commit, ...]:
        """Return them backwards."""
        return super().legal_actions(state, player)[::-1]


class Duplicates(Sealed):
    """Lists a card twice."""

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Commit, ...]:
        """Return the first one again."""
        actions = super().legal_actions(state, player)
        return actions[:1] + actions


class AcceptsAll(Sealed):
    """Lets a player commit what he does not hold."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        """Take any card for the first of the hand."""
        seats = self.to_act(state)
        seat = seats[0] if player is None and seats else player
        if seat is None or seat not in seats or type(action) is not Commit:
            raise self.illegal(state, action, player)
        card = action.card if action.card in state.hands[seat] else state.hands[seat][0]
        return self.committed(state, seat, card)


class CountsSeatsBackwards(Sealed):
    """Takes the seat -1 for the last one."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        """Look the seat up in a tuple."""
        return super().apply(state, action, player if player is None else range(self.players)[player])


class RaisesOther(Sealed):
    """Refuses with an error of another sort."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        """Look up what may not be there."""
        {card: card for hand in state.hands for card in hand}[action.card]
        return super().apply(state, action, player)


class TakesNoEqual(Sealed):
    """Knows actions by identity."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        """Take only the one that was listed."""
        if not any(action is listed for listed in COMMITS):
            raise self.illegal(state, action, player)
        return super().apply(state, action, player)


class KnowsEqualByIdentity(Sealed):
    """Does something else for an equal action."""

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        """Commit the highest card for an action that was not made here."""
        seats = self.to_act(state)
        seat = seats[0] if player is None and seats else player
        if seat is not None and seat in seats and type(action) is Commit and action.card in state.hands[seat]:
            known = any(action is listed for listed in COMMITS)
            return self.committed(state, seat, action.card if known else state.hands[seat][-1])
        raise self.illegal(state, action, player)


class ChangesWhenRefusing(Sealed):
    """Gives a point to the other seats for an illegal action."""

    def illegal(self, state: State, action: object, player: int | None) -> IllegalActionError:
        """Write the points into the State."""
        error = super().illegal(state, action, player)
        object.__setattr__(state, "points", tuple(count + 1 for count in state.points))
        return error


class LosesField(Sealed):
    """Writes States without their points."""

    def to_json(self, value: State | Commit | View) -> JSON:
        """Leave a field out."""
        data = super().to_json(value)
        return {**data, "points": [0] * self.players} if isinstance(data, dict) and "seed" in data else data


class LosesViewField(Sealed):
    """Writes Views without their points."""

    def to_json(self, value: State | Commit | View) -> JSON:
        """Leave a field out."""
        data = super().to_json(value)
        return {**data, "points": [0] * self.players} if isinstance(data, dict) and "seat" in data else data


@value
class Vague(Commit):
    """A commitment whose notation does not tell the card."""

    def __str__(self) -> str:
        """Return the same for all."""
        return "commit"


@value
class Accented(Commit):
    """A commitment whose notation is not ASCII."""

    def __str__(self) -> str:
        """Return `commit №5`."""
        return f"commit №{self.card}"


class SaysOtherwise(Sealed):
    """Has actions of another class."""

    kind: ClassVar[type[Commit]] = Commit

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Commit, ...]:
        """List actions of this class."""
        return tuple(self.kind(action.card) for action in super().legal_actions(state, player))

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        """Take actions of this class."""
        if type(action) is not self.kind:
            raise self.illegal(state, action, player)
        return super().apply(state, Commit(action.card), player)

    def action_from_json(self, data: JSON) -> Commit:
        """Read actions of this class."""
        return self.kind(super().action_from_json(data).card)


class VagueNotation(SaysOtherwise):
    """Writes different actions alike."""

    kind = Vague


class AccentedNotation(SaysOtherwise):
    """Writes actions in letters that not every keyboard has."""

    kind = Accented
    notation = Notation(tuple(Accented(card) for card in range(1, 13)))


class UnreadableNotation(Sealed):
    """Does not read what it writes."""

    notation = Notation(COMMITS[1:4])


class ParsesAnything(Sealed):
    """Takes nonsense for an action."""

    def parse(self, text: str) -> Commit:
        """Take the last number that is in the text, or the first card."""
        digits = "".join(letter for letter in text if letter.isdigit())
        return COMMITS[int(digits or "1")]


class LosesCard(Sealed):
    """Loses a card when hands are filled."""

    def revealed(self, state: State) -> State:
        """Leave the pile empty."""
        after = super().revealed(state)
        return State(after.hands, after.commits, ((),) * self.players, after.pile, after.points, after.seed)

    def check_state(self, state: State) -> None:
        """See nothing."""


class Wide(Sealed):
    """Needs a wide screen."""

    def render(self, view: View) -> str:
        """Return a table of more than 80 columns."""
        return super().render(view) + " " * 80 + "."


class TalksAccented(Sealed):
    """Tells what happens in letters that not every screen has."""

    def tell(self, before: State, player: int, action: Commit, after: State, viewer: int | None) -> tuple[str, ...]:
        """Use a dash."""
        return tuple(line.replace(":", " \N{EM DASH}") for line in super().tell(before, player, action, after, viewer))


class Endless(Sealed):
    """Never ends."""

    def revealed(self, state: State) -> State:
        """Give everybody his card back."""
        hands = tuple(tuple(sorted((*hand, card or 0))) for hand, card in zip(state.hands, state.commits, strict=True))
        return State(hands, (None,) * self.players, state.played, state.pile, state.points, state.seed)


class EarlyOutcome(Sealed):
    """Has an outcome from the first reveal on."""

    def outcome(self, state: State) -> Outcome | None:
        """Return who leads."""
        ranking = ranked(state.points)
        return Outcome(ranking[0], ranking, state.points, "somebody leads") if any(state.points) else None


class NoOutcome(Sealed):
    """Has no outcome at the end."""

    def outcome(self, state: State) -> Outcome | None:
        """Say nothing."""
        del state
        return None

    def evaluate(self, state: State, player: int) -> float:
        """Not look for an outcome."""
        return (1 + state.points[player]) / 6


class WrongWinners(Sealed):
    """Lets somebody win who does not lead."""

    def outcome(self, state: State) -> Outcome | None:
        """Return the last of the ranking as winner."""
        outcome = super().outcome(state)
        if outcome is None:
            return None
        return Outcome(outcome.ranking[-1], outcome.ranking, outcome.scores, outcome.reason)


class Overconfident(Sealed):
    """Estimates beyond certainty."""

    def evaluate(self, state: State, player: int) -> float:
        """Return up to twice the share."""
        return 2 * super().evaluate(state, player)


# Hidden information broken.


class OrderMatters(Sealed):
    """Gives a point to who commits first."""

    def committed(self, state: State, seat: int, card: int) -> State:
        """Count the first commitment of a round, if it is not the last."""
        after = super().committed(state, seat, card)
        if any(commit is not None for commit in state.commits) or len(state.played[0]):
            return after
        points = tuple(count + (each == seat) for each, count in enumerate(after.points))
        return State(after.hands, after.commits, after.played, after.pile, points, after.seed)


class ShowsCommits(Sealed):
    """Shows what others commit."""

    def view(self, state: State, player: int | None) -> View:
        """Tell by the number of points."""
        view = super().view(state, player)
        points = tuple(count + 100 * (commit or 0) for count, commit in zip(view.points, state.commits, strict=True))
        return View(view.seat, view.hand, view.commit, view.committed, view.played, view.pile_size, points)


class TellsCommits(Sealed):
    """Tells everybody what is committed."""

    def tell(self, before: State, player: int, action: Commit, after: State, viewer: int | None) -> tuple[str, ...]:
        """Return the card."""
        first, *others = super().tell(before, player, action, after, viewer)
        return (f"{first}, a {action.card}", *others)


class TellsSpectators(Sealed):
    """Tells a spectator what is committed."""

    def tell(self, before: State, player: int, action: Commit, after: State, viewer: int | None) -> tuple[str, ...]:
        """Return the card to those who do not play."""
        told = super().tell(before, player, action, after, viewer)
        return told if viewer is not None else (f"{told[0]}, a {action.card}", *told[1:])


class ShowsHands(Sealed):
    """Shows the total of what the others hold."""

    def view(self, state: State, player: int | None) -> View:
        """Tell by the number of points."""
        view = super().view(state, player)
        held = [sum(hand) + (commit or 0) for hand, commit in zip(state.hands, state.commits, strict=True)]
        points = tuple(count + 100 * total for count, total in zip(view.points, held, strict=True))
        return View(view.seat, view.hand, view.commit, view.committed, view.played, view.pile_size, points)


class HiddenLegality(Sealed):
    """Lists actions by what another player holds."""

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Commit, ...]:
        """Leave no choice to a seat while another one holds a 1."""
        seats = self.to_act(state)
        seat = seats[0] if player is None and seats else player
        actions = super().legal_actions(state, seat)
        others = [hand for each, hand in enumerate(state.hands) if each != seat]
        return actions[:1] if any(1 in hand for hand in others) else actions

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        """Accept that list."""
        if action not in self.legal_actions(state, player):
            raise self.illegal(state, action, player)
        return super().apply(state, action, player)


class RemembersLast(Sealed):
    """Samples the State whose View was asked for last."""

    last: ClassVar[list[State]] = []

    def view(self, state: State, player: int | None) -> View:
        """Keep the State where the sampler finds it."""
        self.last[:] = [state]
        return super().view(state, player)

    def determinize(self, view: View, rng: Random) -> State:
        """Return what was kept, if there is anything."""
        return self.last[0] if self.last else super().determinize(view, rng)


class RemembersAll(Sealed):
    """Samples the State that a View was made of, wherever it has seen it."""

    seen: ClassVar[dict[View, State]] = {}

    def view(self, state: State, player: int | None) -> View:
        """Keep the first State of each View where the sampler finds it."""
        view = super().view(state, player)
        self.seen.setdefault(view, state)
        return view

    def determinize(self, view: View, rng: Random) -> State:
        """Return what was kept, if there is anything."""
        return self.seen[view] if view in self.seen else super().determinize(view, rng)


@value
class Telling(View):
    """A View that holds the seed."""

    told: int


class ShowsSeed(Sealed):
    """Hands out the seed, from which all that is hidden can be computed."""

    def view(self, state: State, player: int | None) -> View:
        """Return View and seed."""
        view = super().view(state, player)
        return Telling(
            view.seat, view.hand, view.commit, view.committed, view.played, view.pile_size, view.points, state.seed
        )

    def determinize(self, view: View, rng: Random) -> State:
        """Sample all but the seed."""
        assert isinstance(view, Telling)
        world = super().determinize(view, rng)
        return State(world.hands, world.commits, world.played, world.pile, world.points, view.told)

    def view_from_json(self, data: JSON) -> View:
        """Read both."""
        return from_json(Telling, data)


class SameFuture(Sealed):
    """Samples worlds that all go on alike."""

    def seed_ahead(self, rng: Random) -> int:
        """Return the same every time."""
        del rng
        return 7


class IgnoresGenerator(Sealed):
    """Samples the same world every time."""

    def determinize(self, view: View, rng: Random) -> State:
        """Use a generator of its own."""
        del rng
        return super().determinize(view, generator(1, 1))


class HasOwnGenerator(Sealed):
    """Samples by a generator that goes on from call to call."""

    own: ClassVar[Random] = generator(1, 1)

    def determinize(self, view: View, rng: Random) -> State:
        """Use that one."""
        del rng
        return super().determinize(view, self.own)


class NeverDealsOne(Sealed):
    """Never samples that another player holds the lowest card that is not seen."""

    def determinize(self, view: View, rng: Random) -> State:
        """Draw again until it lies in the pile."""
        while True:
            world = super().determinize(view, rng)
            if not world.pile or min(cards_of(world)) not in [
                card for seat, hand in enumerate(world.hands) for card in hand if seat != view.seat
            ]:
                return world


class SamplesEndlessWorlds(Sealed):
    """Samples worlds that never end."""

    endless: ClassVar[int] = 2**60

    def seed_ahead(self, rng: Random) -> int:
        """Return a seed that no real game has."""
        return self.endless + fresh_seed(rng)

    def revealed(self, state: State) -> State:
        """Give everybody his card back in such a world."""
        if state.seed < self.endless:
            return super().revealed(state)
        hands = tuple(tuple(sorted((*hand, card or 0))) for hand, card in zip(state.hands, state.commits, strict=True))
        return State(hands, (None,) * self.players, state.played, state.pile, state.points, state.seed)


class SamplesOtherCards(Sealed):
    """Samples worlds with a card twice."""

    def determinize(self, view: View, rng: Random) -> State:
        """Deal one seat's hand to the next one."""
        world = super().determinize(view, rng)
        seat = self.players - 1 if view.seat != self.players - 1 else 0
        hand = tuple(world.hands[seat][:1]) * len(world.hands[seat])
        hands = world.hands[:seat] + (hand,) + world.hands[seat + 1 :]
        return State(hands, world.commits, world.played, world.pile, world.points, world.seed)

    def check_state(self, state: State) -> None:
        """See nothing."""


class SamplesOtherView(Sealed):
    """Samples worlds that this seat can tell from his own."""

    def determinize(self, view: View, rng: Random) -> State:
        """Give everybody a point."""
        world = super().determinize(view, rng)
        points = tuple(count + 1 for count in world.points)
        return State(world.hands, world.commits, world.played, world.pile, points, world.seed)


# A game of few deals.


@value
class Coin:
    """Who holds which coin, and what was guessed."""

    coins: tuple[int, ...]
    guess: int | None = None


@value
class Sight:
    """What a seat may know: its own coin, and at the end all of them."""

    seat: int | None
    coins: tuple[int, ...]
    guess: int | None


@value
class Guess(Action):
    """Guess the sum of all coins."""

    total: int


class Coins(Game[Coin, Guess, Sight]):
    """Two players hold a coin each, one or three, not both three; the first guesses the sum."""

    name = "coins"
    title = "Coins"
    player_counts = range(2, 3)
    deals: ClassVar[list[tuple[int, int]]] = [(1, 1), (1, 3), (3, 1)]
    sampled: ClassVar[list[tuple[int, int]]] = deals
    notation = Notation([Guess(2), Guess(4)])

    def new_game(self, seed: int | None = None) -> Coin:
        """Deal the coins."""
        return Coin(shuffle(list(self.deals), generator(checked_seed(seed), 0))[0])

    def to_act(self, state: Coin) -> tuple[int, ...]:
        """Return the first seat, once."""
        return (0,) if state.guess is None else ()

    def legal_actions(self, state: Coin, player: int | None = None) -> tuple[Guess, ...]:
        """List both sums."""
        return (Guess(2), Guess(4)) if state.guess is None and not player else ()

    def apply(self, state: Coin, action: Guess, player: int | None = None) -> Coin:
        """Guess."""
        if action not in self.legal_actions(state, player):
            raise self.illegal(state, action, player)
        return Coin(state.coins, action.total)

    def score(self, state: Coin) -> tuple[int, ...]:
        """Return a point for who is right about the sum."""
        right = state.guess == sum(state.coins)
        return (int(right), int(not right)) if state.guess is not None else (0, 0)

    def outcome(self, state: Coin) -> Outcome | None:
        """Return who won, after the guess."""
        ranking = ranked(self.score(state))
        return None if state.guess is None else Outcome(ranking[0], ranking, self.score(state), "the sum is guessed")

    def view(self, state: Coin, player: int | None) -> Sight:
        """Return the own coin; all of them after the guess."""
        seen = [coin if seat == player or state.guess is not None else 0 for seat, coin in enumerate(state.coins)]
        return Sight(player, tuple(seen), state.guess)

    def determinize(self, view: Sight, rng: Random) -> Coin:
        """Draw one of the deals with this coin in its place."""
        fitting = [
            deal
            for deal in self.sampled
            if all(known in (0, coin) for known, coin in zip(view.coins, deal, strict=True))
        ]
        return Coin(shuffle(fitting, rng)[0], view.guess)

    def evaluate(self, state: Coin, player: int) -> float:
        """Return the point, or an even chance."""
        return 0.5 if state.guess is None else float(self.score(state)[player])

    def parse(self, text: str) -> Guess:
        """Read `guess 4`."""
        return self.notation.parse(text)

    def render(self, view: Sight) -> str:
        """Return the coins."""
        return f"Coins: {list(view.coins)}"


class NeverDealsOneOfFew(Coins):
    """Never samples one of the deals."""

    sampled: ClassVar[list[tuple[int, int]]] = [(1, 1), (3, 1), (1, 3)][:2]

    def determinize(self, view: Sight, rng: Random) -> Coin:
        """Sample it only where nothing else fits."""
        try:
            return super().determinize(view, rng)
        except IndexError:
            return Coin((1, 3), view.guess)


class DealsImpossibleOnes(Coins):
    """Samples a deal that is never dealt."""

    sampled: ClassVar[list[tuple[int, int]]] = [*Coins.deals, (3, 3)]


@value
class Smuggling(Sight):
    """A View that has the whole State in its pocket."""

    state: Coin


class Smuggles(Coins):
    """Hands out the State in the View."""

    def view(self, state: Coin, player: int | None) -> Sight:
        """Return View and State."""
        view = super().view(state, player)
        return Smuggling(view.seat, view.coins, view.guess, state)

    def determinize(self, view: Sight, rng: Random) -> Coin:
        """Return the truth."""
        del rng
        assert isinstance(view, Smuggling)
        return view.state

    def view_from_json(self, data: JSON) -> Sight:
        """Read both."""
        return from_json(Smuggling, data)


@dataclass(frozen=True)
class Pocketing(Sight):
    """A View with room for more than its fields."""


class HidesInPocket(Coins):
    """Hides the State in the View, where neither equality nor JSON looks."""

    def view(self, state: Coin, player: int | None) -> Sight:
        """Return the View with the State in its pocket."""
        view = super().view(state, player)
        pocketing = Pocketing(view.seat, view.coins, view.guess)
        object.__setattr__(pocketing, "pocket", state)
        return pocketing

    def determinize(self, view: Sight, rng: Random) -> Coin:
        """Return what is in the pocket."""
        found: Coin = getattr(view, "pocket", None) or super().determinize(view, rng)
        return found

    def view_from_json(self, data: JSON) -> Sight:
        """Read what is not in the pocket."""
        return from_json(Pocketing, data)


class IgnoresGeneratorOfFew(Coins):
    """Samples the same deal every time."""

    def determinize(self, view: Sight, rng: Random) -> Coin:
        """Use a generator of its own."""
        del rng
        return super().determinize(view, generator(1, 1))

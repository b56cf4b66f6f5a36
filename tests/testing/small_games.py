"""Small games that keep the contract; `broken_games` has copies that break it in one way each.

Sealed: simultaneous hidden commitments. Every player holds three of four cards per player, commits
one unseen, and the highest scores a point; then each draws another card while there are any.
Stacked: the same with a shuffled deck, whose order is in the State. Laid: Sealed with a scene.
Reported: with events, too. Together: Sealed with a common result. Sides: Sealed between two teams;
Pairs and Alone: with a victory that the teams share in the end.
Coins: a game of few deals. Steps: a game with a rare phase. Rounds: the same in rounds with new
numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from boardgames import (
    Action,
    DecodeError,
    Game,
    Notation,
    Outcome,
    Words,
    check_seed,
    illegal_action,
    ranked,
    value,
)
from boardgames.core.chance import chance, draw, fresh_seed, generator, shuffle
from boardgames.core.values import evolve, replaced
from boardgames.scene.events import Change, CounterChange, Event, PieceMove, Place
from boardgames.scene.parts import Area, Counter, Item, Piece, Unseen, Zone, face_down
from boardgames.scene.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping
    from random import Random


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


COMMITS = tuple(Commit(card) for card in range(19))


def cards_of(state: State) -> list[int]:
    """Return all cards anywhere in the State."""
    zones = (*state.hands, *state.played, state.pile)
    return [
        *(card for zone in zones for card in zone),
        *(card for card in state.commits if card is not None),
    ]


class SealedWords(Words[State, Commit, View]):
    """Sealed in words."""

    def render(self, view: View) -> str:
        rows = [
            f"{self.seat_name(seat, view.seat)}: {view.points[seat]} points, played {list(cards)}"
            for seat, cards in enumerate(view.played)
        ]
        return "\n".join([*rows, f"Hand: {list(view.hand)}"])

    def tell(
        self, before: State, player: int, action: Commit, after: State, viewer: int | None
    ) -> tuple[str, ...]:
        """Return that a card is committed, and which ones when all are revealed."""
        committed = action if viewer == player else "a card committed"
        lines = [f"{self.seat_name(player, viewer)}: {committed}"]
        if len(after.played[0]) > len(before.played[0]):
            lines += [
                f"{self.seat_name(seat, viewer)}: {cards[-1]} revealed"
                for seat, cards in enumerate(after.played)
            ]
        return tuple(lines)


class Sealed(Game[State, Commit, View]):
    """Two or three players commit cards unseen; the highest scores."""

    name = "sealed"
    title = "Sealed"
    player_counts = range(2, 4)
    notation = Notation(COMMITS[1:])
    words_type = SealedWords

    def new_game(self, seed: int | None = None) -> State:
        seed = check_seed(seed)
        deck = shuffle(self.cards(), generator(seed, 0))
        hands = tuple(
            tuple(sorted(deck[seat * HAND : (seat + 1) * HAND])) for seat in range(self.players)
        )
        nothing = ((),) * self.players
        pile = self.laid(deck[self.players * HAND :])
        return State(hands, (None,) * self.players, nothing, pile, (0,) * self.players, seed)

    def cards(self) -> list[int]:
        """Return all cards of the game."""
        return list(range(1, 4 * self.players + 1))

    def to_act(self, state: State) -> tuple[int, ...]:
        waiting = zip(state.hands, state.commits, strict=True)
        return tuple(seat for seat, (hand, commit) in enumerate(waiting) if hand and commit is None)

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Commit, ...]:
        seats = self.to_act(state)
        seat = seats[0] if player is None and seats else player
        return (
            tuple(COMMITS[card] for card in state.hands[seat])
            if seat in seats and seat is not None
            else ()
        )

    def apply(self, state: State, action: Commit, player: int | None = None) -> State:
        """Commit the card; the last commitment reveals them all."""
        seats = self.to_act(state)
        seat = seats[0] if player is None and seats else player
        if (
            seat is None
            or seat not in seats
            or type(action) is not Commit
            or action.card not in state.hands[seat]
        ):
            raise illegal_action(self, state, action, player)
        return self.committed(state, seat, action.card)

    def committed(self, state: State, seat: int, card: int) -> State:
        """Return the State after a legal commitment."""
        hand = tuple(each for each in state.hands[seat] if each != card)
        after = evolve(
            state,
            hands=replaced(state.hands, seat, hand),
            commits=replaced(state.commits, seat, card),
        )
        return self.revealed(after) if None not in after.commits else after

    def revealed(self, state: State) -> State:
        """Return the State after the commitments of all have been revealed and hands filled."""
        commits = [card for card in state.commits if card is not None]
        best = commits.index(max(commits))
        played = tuple((*cards, card) for cards, card in zip(state.played, commits, strict=True))
        points = tuple(count + (seat == best) for seat, count in enumerate(state.points))
        pile, hands = list(state.pile), state.hands
        if pile:
            drawn = self.drawn(pile, state)
            hands = tuple(
                tuple(sorted((*hand, card))) for hand, card in zip(hands, drawn, strict=True)
            )
        return State(hands, (None,) * self.players, played, tuple(pile), points, state.seed)

    def drawn(self, pile: list[int], state: State) -> list[int]:
        """Take the next card of each seat out of the pile."""
        return draw(pile, self.players, generator(state.seed, len(state.played[0]) + 1))

    def score(self, state: State) -> tuple[int, ...]:
        return state.points

    def outcome(self, state: State) -> Outcome | None:
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
        deck = self.shuffled([card for card in self.cards() if card not in known], rng)
        held = min(HAND, len(self.cards()) // self.players - len(view.played[0]))
        hands: list[tuple[int, ...]] = []
        commits: list[int | None] = []
        for seat in range(self.players):
            if seat == view.seat:
                hands.append(view.hand)
                commits.append(view.commit)
            else:
                commits.append(deck.pop() if view.committed[seat] else None)
                hands.append(tuple(sorted(deck.pop() for _ in range(held - view.committed[seat]))))
        pile = self.laid(deck)
        return State(
            tuple(hands), tuple(commits), view.played, pile, view.points, self.seed_ahead(rng)
        )

    def shuffled(self, unseen: list[int], rng: Random) -> list[int]:
        """Return the cards that this seat does not see in random order."""
        return shuffle(unseen, rng)

    def laid(self, cards: list[int]) -> tuple[int, ...]:
        """Return the pile of these cards; its order means nothing, for cards are drawn from it at
        random.
        """
        return tuple(sorted(cards))

    def seed_ahead(self, rng: Random) -> int:
        """Return the seed of what is drawn later in a sampled world."""
        return fresh_seed(rng)

    def evaluate(self, state: State, player: int) -> float:
        outcome = self.outcome(state)
        if outcome is None:
            return (1 + self.score(state)[player]) / (2 + len(self.cards()) // self.players)
        return outcome.utility[player]

    def parse(self, text: str) -> Commit:
        return self.notation.parse(text)

    def inventory(self, state: State) -> Mapping[Hashable, int]:
        cards = cards_of(state)
        return {card: cards.count(card) for card in cards}

    def check_state(self, state: State) -> None:
        per_seat = (state.hands, state.commits, state.played, state.points)
        if any(len(entries) != self.players for entries in per_seat):
            raise DecodeError(
                f"hands, commits, played, points: expected one entry for each of {self.players}"
                " seats"
            )
        if not self.complete(state):
            raise DecodeError(f"the State does not hold the {len(self.cards())} cards of the game")
        rounds = {len(cards) for cards in state.played}
        left = len(self.cards()) // self.players - max(rounds)
        sizes = {
            len(hand) + (card is not None)
            for hand, card in zip(state.hands, state.commits, strict=True)
        }
        if (
            len(rounds) > 1
            or sizes != {min(HAND, left)}
            or len(state.pile) != max(0, left - HAND) * self.players
        ):
            raise DecodeError("hands, played, pile: no such numbers of cards")
        if (
            min(*state.points, state.seed) < 0
            or None not in state.commits
            or not self.adds_up(state)
        ):
            raise DecodeError("points, seed, commits: no such numbers")

    def complete(self, state: State) -> bool:
        """Tell whether every card is there once."""
        return sorted(cards_of(state)) == self.cards()

    def adds_up(self, state: State) -> bool:
        """Tell whether there are as many points as rounds."""
        return sum(state.points) == len(state.played[0])


class Scarce(Sealed):
    """Sealed without a pile: a card that has left a hand unseen is nowhere else."""

    name = "scarce"

    def cards(self) -> list[int]:
        return list(range(1, HAND * self.players + 1))


class Together(Sealed):
    """All try to have everybody score equally often: as many points as whoever scored least;
    without any, all lose.
    """

    name = "together"
    title = "Together"
    utility_type = "identical"

    def score(self, state: State) -> tuple[int, ...]:
        return (min(state.points),) * self.players

    def outcome(self, state: State) -> Outcome | None:
        """Return the points as the result; all win with the most that are possible."""
        if self.to_act(state):
            return None
        seats, scores, most = tuple(range(self.players)), self.score(state), 4 // self.players
        winners = seats if scores[0] == most else ()
        return Outcome(
            winners, (seats,), scores, "all cards are played", teams=(seats,), maximum=most
        )


class SidesWords(SealedWords):
    """Sealed with teams."""

    def scene(self, view: View) -> Scene:
        return evolve(super().scene(view), teams=((0, 2), (1, 3)))


class Sides(Sealed):
    """Two teams of two, which add up their points; with equal points, nobody wins."""

    name = "sides"
    title = "Sides"
    player_counts = range(4, 5)
    utility_type: ClassVar[Literal["constant_sum", "general_sum"]] = "general_sum"
    words_type = SidesWords

    def teams(self, state: State) -> tuple[tuple[int, ...], ...]:
        del state
        return (0, 2), (1, 3)

    def score(self, state: State) -> tuple[int, ...]:
        sums = [sum(state.points[seat] for seat in team) for team in self.teams(state)]
        return tuple(sums * 2)

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state):
            return None
        ranking = ranked(self.score(state))
        winners = ranking[0] if len(ranking) > 1 else ()
        return Outcome(
            winners, ranking, self.score(state), "all cards are played", teams=self.teams(state)
        )


class Pairs(Sides):
    """Sides, but with equal points they share the victory: zero-sum by team."""

    name = "pairs"
    title = "Pairs"
    utility_type = "constant_sum"

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state):
            return None
        ranking, teams = ranked(self.score(state)), self.teams(state)
        return Outcome(ranking[0], ranking, self.score(state), "all cards are played", teams=teams)


class AloneWords(SidesWords):
    """Sealed with one against three."""

    def scene(self, view: View) -> Scene:
        return evolve(super().scene(view), teams=((0,), (1, 2, 3)))


class Alone(Pairs):
    """One against three, who have the points of the best of them."""

    name = "alone"
    title = "Alone"
    words_type = AloneWords

    def teams(self, state: State) -> tuple[tuple[int, ...], ...]:
        del state
        return (0,), (1, 2, 3)

    def score(self, state: State) -> tuple[int, ...]:
        return (state.points[0], *[max(state.points[1:])] * 3)


class Stacked(Sealed):
    """Sealed with a shuffled deck: the cards to be drawn lie in their order in the State."""

    name = "stacked"
    title = "Stacked"

    def cards(self) -> list[int]:
        """Return six cards for every player, so that there is a deck to shuffle."""
        return list(range(1, 6 * self.players + 1))

    def laid(self, cards: list[int]) -> tuple[int, ...]:
        return tuple(cards)

    def drawn(self, pile: list[int], state: State) -> list[int]:
        del state
        return [pile.pop(0) for _ in range(self.players)]


def redeal(state: State, seat: int | None, rng: Random) -> State:
    """Exchange cards and commitments that this seat cannot see, and begin a new future: the
    `worlds` of Sealed.
    """
    others = [each for each in range(len(state.hands)) if each != seat]
    unseen = [
        *state.pile,
        *(
            card
            for each in others
            for card in (*state.hands[each], state.commits[each] or 0)
            if card
        ),
    ]
    rng.shuffle(unseen)
    hands, commits = list(state.hands), list(state.commits)
    for each in others:
        commits[each] = None if state.commits[each] is None else unseen.pop()
        hands[each] = tuple(sorted(unseen.pop() for _ in state.hands[each]))
    ordered = list(state.pile) != sorted(state.pile)
    pile = tuple(unseen) if ordered else tuple(sorted(unseen))
    return evolve(
        state, hands=tuple(hands), commits=tuple(commits), pile=pile, seed=fresh_seed(rng)
    )


# A game with a scene.


class LaidWords(SealedWords):
    """Sealed as a scene."""

    game: Laid

    def pieces(self) -> Mapping[str, Piece]:
        return {str(card): Piece(str(card), str(card), "A card.") for card in self.game.cards()}

    def scene(self, view: View) -> Scene:
        """Return hands, commitments and played cards by seat, and the pile."""
        areas = [Area(None, "Table", (Zone("pile", "pile", face_down(view.pile_size)),))]
        for seat, played in enumerate(view.played):
            held = (
                min(HAND, len(self.game.cards()) // self.game.players - len(played))
                - view.committed[seat]
            )
            own = seat == view.seat
            commit = () if view.commit is None else (view.commit,)
            zones = (
                Zone("hand", "hand", items(view.hand) if own else face_down(held)),
                Zone(
                    "commit",
                    "commit",
                    items(commit, hidden=True) if own else face_down(int(view.committed[seat])),
                ),
                Zone("played", "played", items(played)),
            )
            points = Counter("points", "points", view.points[seat])
            areas.append(Area(seat, self.seat_name(seat, view.seat), zones, (points,)))
        return Scene(view.seat, self.title, "", tuple(areas), unseen=self.unseen(view))

    def unseen(self, view: View) -> tuple[Unseen, ...]:
        """Return the cards that this seat does not see."""
        seen = {*view.hand, view.commit, *(card for cards in view.played for card in cards)}
        return (
            Unseen(
                ("hand", "commit", "pile"),
                items(card for card in self.game.cards() if card not in seen),
            ),
        )


class Laid(Sealed):
    """Sealed with a scene: hands, commitments and pile lie face down, and `unseen` says what they
    can be.
    """

    name = "laid"
    title = "Laid"
    words_type = LaidWords


@value
class Committed(Event):
    """A card is laid down; None to those who do not see it."""

    seat: int
    card: int | None

    def seen_by(self, viewer: int | None) -> Committed:
        return self if viewer == self.seat else Committed(self.seat, None)

    def changes(self) -> tuple[Change, ...]:
        return _moved(
            self.card, Place(self.seat, "hand"), Place(self.seat, "commit"), face_down=True
        )


@value
class Revealed(Event):
    """A card is turned over."""

    seat: int
    card: int

    def changes(self) -> tuple[Change, ...]:
        return _moved(self.card, Place(self.seat, "commit"), Place(self.seat, "played"))


@value
class Scored(Event):
    """A seat scores points."""

    seat: int
    points: int = 1

    def changes(self) -> tuple[Change, ...]:
        return (CounterChange(self.seat, "points", self.points),)


@value
class Drawn(Event):
    """A seat draws a card; None to those who do not see it."""

    seat: int
    card: int | None

    def seen_by(self, viewer: int | None) -> Drawn:
        return self if viewer == self.seat else Drawn(self.seat, None)

    def changes(self) -> tuple[Change, ...]:
        return _moved(
            self.card, Place(None, "pile"), Place(self.seat, "hand"), face_down=self.card is None
        )


def _moved(
    card: int | None, source: Place, target: Place, *, face_down: bool = False
) -> tuple[Change, ...]:
    return (PieceMove(None if card is None else str(card), 1, source, target, face_down=face_down),)


class ReportedWords(LaidWords):
    """Laid with its events in words."""

    def tell(
        self, before: State, player: int, action: Commit, after: State, viewer: int | None
    ) -> tuple[str, ...]:
        return Words.tell(self, before, player, action, after, viewer)

    def describe(self, event: Event, viewer: int | None) -> tuple[str, ...]:
        del viewer
        return (str(event),)


class Reported(Laid):
    """Laid with events."""

    name = "reported"
    title = "Reported"
    event_types = Committed | Revealed | Scored | Drawn
    words_type = ReportedWords

    def report(self, event: Event) -> None:
        """Record what happens."""
        if self.recorder is not None:
            self.recorder.append(event)

    def committed(self, state: State, seat: int, card: int) -> State:
        self.report(Committed(seat, card))
        return super().committed(state, seat, card)

    def revealed(self, state: State) -> State:
        commits = [card for card in state.commits if card is not None]
        for seat, card in enumerate(commits):
            self.report(Revealed(seat, card))
        self.report(Scored(commits.index(max(commits))))
        return super().revealed(state)

    def drawn(self, pile: list[int], state: State) -> list[int]:
        cards = super().drawn(pile, state)
        for seat, card in enumerate(cards):
            self.report(Drawn(seat, card))
        return cards


def items(cards: Iterable[int], *, hidden: bool = False) -> tuple[Item, ...]:
    """Return each card as an item."""
    return tuple([Item(str(card), hidden=hidden) for card in cards])


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


class CoinsWords(Words[Coin, Guess, Sight]):
    """Coins in words."""

    def render(self, view: Sight) -> str:
        return f"Coins: {list(view.coins)}"


class Coins(Game[Coin, Guess, Sight]):
    """Two players hold a coin each, one or three, not both three; the first guesses the sum."""

    name = "coins"
    title = "Coins"
    player_counts = range(2, 3)
    deals: ClassVar[list[tuple[int, int]]] = [(1, 1), (1, 3), (3, 1)]
    sampled: ClassVar[list[tuple[int, int]]] = deals
    notation = Notation([Guess(2), Guess(4)])
    words_type = CoinsWords

    def new_game(self, seed: int | None = None) -> Coin:
        return Coin(shuffle(list(self.deals), generator(check_seed(seed), 0))[0])

    def to_act(self, state: Coin) -> tuple[int, ...]:
        return (0,) if state.guess is None else ()

    def legal_actions(self, state: Coin, player: int | None = None) -> tuple[Guess, ...]:
        return (Guess(2), Guess(4)) if state.guess is None and not player else ()

    def apply(self, state: Coin, action: Guess, player: int | None = None) -> Coin:
        if action not in self.legal_actions(state, player):
            raise illegal_action(self, state, action, player)
        return Coin(state.coins, action.total)

    def score(self, state: Coin) -> tuple[int, ...]:
        right = state.guess == sum(state.coins)
        return (int(right), int(not right)) if state.guess is not None else (0, 0)

    def outcome(self, state: Coin) -> Outcome | None:
        ranking = ranked(self.score(state))
        return (
            None
            if state.guess is None
            else Outcome(ranking[0], ranking, self.score(state), "the sum is guessed")
        )

    def view(self, state: Coin, player: int | None) -> Sight:
        seen = [
            coin if seat == player or state.guess is not None else 0
            for seat, coin in enumerate(state.coins)
        ]
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
        return 0.5 if state.guess is None else float(self.score(state)[player])

    def parse(self, text: str) -> Guess:
        return self.notation.parse(text)

    def check_state(self, state: Coin) -> None:
        if state.coins not in self.sampled or state.guess not in (None, 2, 4):
            raise DecodeError("coins, guess: no such position")


# A game with a rare phase.

TURNS = 20
RARELY = 80


@value
class Path:
    """A secret number for each seat, and how far the game has come."""

    secrets: tuple[int, ...]
    turn: int
    wild: bool
    """Whether this is one of the rare turns in which the player shouts."""
    seed: int


@value
class Glimpse:
    """What a seat may know: its own number."""

    seat: int | None
    secrets: tuple[int | None, ...]
    turn: int
    wild: bool


@value
class Step(Action):
    """Take a step."""


@value
class Shout(Action):
    """Shout, in a rare turn."""


class StepsWords(Words[Path, Step | Shout, Glimpse]):
    """Steps in words."""

    def render(self, view: Glimpse) -> str:
        return f"Turn {view.turn}: {list(view.secrets)}"


class Steps(Game[Path, Step | Shout, Glimpse]):
    """Two players with a secret number each take turns; one turn in 80 is wild. The higher number
    wins.
    """

    name = "steps"
    title = "Steps"
    player_counts = range(2, 3)
    notation = Notation[Step | Shout]([Step(), Shout()])
    words_type = StepsWords

    def new_game(self, seed: int | None = None) -> Path:
        seed = check_seed(seed)
        return Path(
            (chance(10, seed, 1000), chance(10, seed, 1001)), 0, chance(RARELY, seed, 0) == 0, seed
        )

    def to_act(self, state: Path) -> tuple[int, ...]:
        return (state.turn % 2,) if state.turn < TURNS else ()

    def legal_actions(self, state: Path, player: int | None = None) -> tuple[Step | Shout, ...]:
        return (
            ((Shout() if state.wild else Step()),)
            if player in (None, *self.to_act(state)) and self.to_act(state)
            else ()
        )

    def apply(self, state: Path, action: Step | Shout, player: int | None = None) -> Path:
        if action not in self.legal_actions(state, player):
            raise illegal_action(self, state, action, player)
        return evolve(
            state, turn=state.turn + 1, wild=chance(RARELY, state.seed, state.turn + 1) == 0
        )

    def score(self, state: Path) -> tuple[int, ...]:
        return state.secrets

    def outcome(self, state: Path) -> Outcome | None:
        ranking = ranked(state.secrets)
        return (
            None
            if self.to_act(state)
            else Outcome(ranking[0], ranking, state.secrets, "the last step is taken")
        )

    def view(self, state: Path, player: int | None) -> Glimpse:
        return self.glimpse(state, player, all_open=not self.to_act(state))

    def glimpse(self, state: Path, player: int | None, *, all_open: bool) -> Glimpse:
        secrets = tuple(
            number if all_open or seat == player else None
            for seat, number in enumerate(state.secrets)
        )
        return Glimpse(player, secrets, state.turn, state.wild)

    def determinize(self, view: Glimpse, rng: Random) -> Path:
        secrets = tuple(
            int(rng.random() * 10) if number is None else number for number in view.secrets
        )
        return Path(secrets, view.turn, view.wild, fresh_seed(rng))

    def evaluate(self, state: Path, player: int) -> float:
        outcome = self.outcome(state)
        return 0.5 if outcome is None else outcome.utility[player]

    def parse(self, text: str) -> Step | Shout:
        return self.notation.parse(text)

    def check_state(self, state: Path) -> None:
        if (
            len(state.secrets) != 2
            or not set(state.secrets) <= set(range(10))
            or not 0 <= state.turn <= TURNS
        ):
            raise DecodeError("secrets, turn: no such position")
        if state.seed < 0:
            raise DecodeError("seed: expected 0 or more")


LENGTH = 5


class Rounds(Steps):
    """Steps in rounds of five turns: the numbers are put away before the last turn of each, and new
    ones drawn.
    """

    name = "rounds"
    title = "Rounds"

    def new_game(self, seed: int | None = None) -> Path:
        state = super().new_game(seed)
        return evolve(state, secrets=self.drawn(state.seed, 0))

    def drawn(self, seed: int, number: int) -> tuple[int, ...]:
        return (1 + chance(9, seed, 2000 + number), 1 + chance(9, seed, 3000 + number))

    def round(self, state: Path) -> int:
        return state.turn // LENGTH + 1

    def apply(self, state: Path, action: Step | Shout, player: int | None = None) -> Path:
        """Go on to the next turn, and perhaps to the next round."""
        after = super().apply(state, action, player)
        if after.turn % LENGTH == LENGTH - 1:
            return evolve(after, secrets=(0, 0))
        return (
            after
            if after.turn % LENGTH
            else evolve(after, secrets=self.drawn(after.seed, after.turn // LENGTH))
        )

    def determinize(self, view: Glimpse, rng: Random) -> Path:
        """Draw the other number, unless it is put away."""
        away = view.turn % LENGTH == LENGTH - 1
        drawn = [0 if away else 1 + int(rng.random() * 9) for _ in view.secrets]
        secrets = tuple(
            new if old is None else old for new, old in zip(drawn, view.secrets, strict=True)
        )
        return evolve(super().determinize(view, rng), secrets=secrets)

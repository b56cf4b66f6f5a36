"""Small games that say nothing of how they look, so that the page draws them as it draws any game:
numbered cards, a market, a deck-builder, a board, long names.

In each of them players play the cards of their hands in turn, and what they have played counts.
"""

# ruff: noqa: ARG002, D101  # the contract describes the methods

from __future__ import annotations

from random import Random
from typing import ClassVar

from boardgames import (
    Action,
    Game,
    Notation,
    Outcome,
    Words,
    check_seed,
    illegal_action,
    ranked,
    value,
)
from boardgames.contract.game import Game as AnyGame
from boardgames.core.chance import deal, fresh_seed, shuffle
from boardgames.core.values import deleted, evolve, replaced
from boardgames.scene.parts import Area, Counter, Item, Piece, Zone, face_down
from boardgames.scene.scene import Label, Scene, Touch

ROUNDS = 4
SUPPLY = 10  # of each card of a market


@value
class State:
    seed: int
    hands: tuple[tuple[int, ...], ...]
    played: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]


@value
class View:
    seat: int | None
    hand: tuple[int, ...]
    sizes: tuple[int, ...]
    played: tuple[tuple[int, ...], ...]
    deck: int


@value
class Play(Action):
    card: int

    def __str__(self) -> str:
        return f"play {self.card}"


class LookWords(Words[State, Play, View]):
    """How such a game is told."""

    game: Look

    def tell(
        self, before: State, player: int, action: Play, after: State, viewer: int | None
    ) -> tuple[str, ...]:
        return (f"{self.seat_name(player, viewer)} played {self.game.names[action.card - 1]}",)

    def pieces(self) -> dict[str, Piece]:
        return {
            key_of(card): Piece(key_of(card), name, f"It counts {card}.", "", worth)
            for card, (name, worth) in enumerate(
                zip(self.game.names, self.game.worths(), strict=True), 1
            )
        }

    def scene(self, view: View) -> Scene:
        seats = []
        for seat, played in enumerate(view.played):
            hand = items(view.hand) if seat == view.seat else face_down(view.sizes[seat])
            own = (*self.game.own(played), Zone("hand", "hand", hand))
            counters = (Counter("points", "points", sum(played)), *self.game.counters)
            seats.append(Area(seat, self.seat_name(seat, view.seat), own, counters))
        to_act = acting(view.sizes, view.played)
        prompt = "Play a card" if view.seat in to_act else ""
        zones, counters = self.game.centre(view)
        table = (Area(None, "Table", zones, counters, board=self.game.board), *seats)
        return Scene(view.seat, self.title, "play", table, to_act, prompt)

    def label(self, view: View, action: Play) -> Label:
        name = self.game.names[action.card - 1]
        return Label(f"play {name}", (Touch(view.seat, "hand", key_of(action.card)),), "play")


class Look(Game[State, Play, View]):
    """The rules that all of them share."""

    player_counts = range(2, 6)
    names: ClassVar[tuple[str, ...]]
    hand_size: ClassVar[int] = 8
    notation: Notation[Play]
    board: ClassVar[tuple[tuple[str, ...], ...]] = ()
    counters: ClassVar[tuple[Counter, ...]] = ()
    words_type = LookWords

    def worths(self) -> list[int | None]:
        """Return what is printed on the pieces."""
        return [None] * len(self.names)

    def centre(self, view: View) -> tuple[tuple[Zone, ...], tuple[Counter, ...]]:
        """Return zones and counters of the centre."""
        return (Zone("deck", "deck", face_down(view.deck)),), ()

    def own(self, played: tuple[int, ...]) -> tuple[Zone, ...]:
        """Return the zones of a seat, besides its hand."""
        return (Zone("played", "played", items(played)),)

    def new_game(self, seed: int | None = None) -> State:
        seed = check_seed(seed)
        every = [*range(1, len(self.names) + 1)]
        order = deal(every, len(every), seed, 0)
        size = self.hand_size
        hands = tuple(
            [tuple(sorted(order[size * seat : size * seat + size])) for seat in range(self.players)]
        )
        return State(seed, hands, ((),) * self.players, tuple(order[size * self.players :]))

    def to_act(self, state: State) -> tuple[int, ...]:
        return acting(tuple(map(len, state.hands)), state.played)

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Play, ...]:
        seats = self.to_act(state)
        seat = seats[0] if seats and player is None else player
        return tuple([Play(card) for card in state.hands[seat]]) if seat in seats else ()

    def apply(self, state: State, action: Play, player: int | None = None) -> State:
        if action not in self.legal_actions(state, player):
            raise illegal_action(self, state, action, player)
        (seat,) = self.to_act(state)
        hands = replaced(state.hands, seat, deleted(state.hands[seat], action.card))
        played = replaced(state.played, seat, (*state.played[seat], action.card))
        return evolve(state, hands=hands, played=played)

    def score(self, state: State) -> tuple[int, ...]:
        return tuple(map(sum, state.played))

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state):
            return None
        ranking = ranked(self.score(state))
        return Outcome(ranking[0], ranking, self.score(state), "all cards are played")

    def view(self, state: State, player: int | None) -> View:
        hand = () if player is None else state.hands[player]
        sizes = tuple(map(len, state.hands))
        return View(player, hand, sizes, state.played, len(state.deck))

    def determinize(self, view: View, rng: Random) -> State:
        seen = {*view.hand, *[card for played in view.played for card in played]}
        rest = [card for card in range(1, len(self.names) + 1) if card not in seen]
        cards = shuffle(rest, rng)
        hands = []
        for seat, size in enumerate(view.sizes):
            taken = 0 if seat == view.seat else size
            hands.append(tuple(sorted(cards[:taken])) if taken else view.hand)
            cards = cards[taken:]
        return State(fresh_seed(rng), tuple(hands), view.played, tuple(cards))

    def evaluate(self, state: State, player: int) -> float:
        outcome = self.outcome(state)
        return 0.5 if outcome is None else outcome.utility[player]

    def parse(self, text: str) -> Play:
        return self.notation.parse(text)

    def round(self, state: State) -> int:
        return len(state.played[0])


def acting(sizes: tuple[int, ...], played: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return who plays next: whoever has played least; nobody after the last round."""
    done = min(map(len, played))
    if not any(sizes) or done == ROUNDS:
        return ()
    return ([len(each) for each in played].index(done),)


def key_of(card: int) -> str:
    """Return the key of a piece."""
    return f"p{card}"


def items(cards: tuple[int, ...]) -> tuple[Item, ...]:
    """Return cards as the items of a zone."""
    return tuple([Item(key_of(card)) for card in cards])


class Numbers(Look):
    """104 cards whose names are their numbers, and four rows in the centre."""

    name, title, names = "numbers", "Numbers", tuple(map(str, range(1, 105)))
    hand_size = 10
    notation: Notation[Play] = Notation([Play(card) for card in range(1, 105)])

    def centre(self, view: View) -> tuple[tuple[Zone, ...], tuple[Counter, ...]]:
        on_table = [card for played in view.played for card in played]
        rows = [tuple(on_table[row::4]) for row in range(4)]
        return tuple([Zone(f"row{n}", f"row {n}", items(row)) for n, row in enumerate(rows, 1)]), ()


KINGDOM = (
    *("Copper", "Courier", "Court", "Village Elder", "Village Green", "Moat", "Smithy", "Witch"),
    *("Gardens", "Gold", "Council Room", "Cellar", "Chapel", "Festival", "Laboratory", "Library"),
    *("Market", "Mine", "Militia", "Remodel"),
)


class Market(Look):
    """A market of twelve piles, whose cards have costs."""

    name, title, names = "market", "Market", KINGDOM
    hand_size = 4
    notation: Notation[Play] = Notation([Play(card) for card in range(1, len(KINGDOM) + 1)])

    def worths(self) -> list[int | None]:
        return [card % 9 for card in range(len(self.names))]

    def centre(self, view: View) -> tuple[tuple[Zone, ...], tuple[Counter, ...]]:
        piles = tuple([Item(key_of(card), SUPPLY) for card in range(1, 13)])
        trash = Zone("trash", "trash", items((13, 14)), brief=True)
        return (Zone("market", "market", piles), trash), (Counter("coins", "coins", 7),)


class Builder(Market):
    """The same with a deck, a discard pile and cards in play of one's own."""

    name, title = "builder", "Builder"
    counters = tuple([Counter(name, name, 1) for name in ("actions", "purchases", "coins")])

    def own(self, played: tuple[int, ...]) -> tuple[Zone, ...]:
        return (
            Zone("play", "in play", items(played[-2:])),
            Zone("deck", "deck", face_down(10 - len(played))),
            Zone("discard", "discard pile", items(played[:-2])),
        )


class Grid(Look):
    """A board of five by five, on whose cells the cards come to lie."""

    name, title = "grid", "Grid"
    names = tuple([f"Tile {number}" for number in range(1, 41)])
    hand_size = 5
    notation: Notation[Play] = Notation([Play(card) for card in range(1, 41)])
    board = tuple([tuple([f"{column}{row}" for column in "abcde"]) for row in range(5, 0, -1)])

    def centre(self, view: View) -> tuple[tuple[Zone, ...], tuple[Counter, ...]]:
        on_board = [card for played in view.played for card in played]
        cells = [cell for row in self.board for cell in row]
        lying = {cell: (card,) for cell, card in zip(cells, on_board, strict=False)}
        return tuple([Zone(cell, cell, items(lying.get(cell, ()))) for cell in cells]), ()


class LongNames(Look):
    """Names that are longer than any card is wide."""

    name, title = "long_names", "The Long Names of Distinguished Personages"
    names = tuple(
        [
            f"{what} of {where}"
            for what in ("Grand Chancellor", "Quartermaster-General", "Superintendent")
            for where in ("Konstantinopolitania", "the Northern Marches", "Upper Transylvania")
        ]
        + ["Bartholomew Featherstonehaugh-Cholmondeley", "Ox", "The Unnamed Ambassador's Nephew"]
    )
    player_counts = range(2, 3)
    hand_size = 5
    notation: Notation[Play] = Notation([Play(card) for card in range(1, 13)])


LOOKS: tuple[type[Look], ...] = (Numbers, Market, Builder, Grid, LongNames)

_: type[AnyGame[State, Play, View]] = Numbers

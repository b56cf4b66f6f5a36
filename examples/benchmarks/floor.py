"""How near random play is to the floor: Koryŏ written by hand, changed in place and unchecked.

    python examples/benchmarks/floor.py --players 2

The library plays in two ways: by `random_action`, and by choosing from `legal_actions`. The first
loop below plays the same games by the same decisions, deals included; the second one deals with its
own generator and keeps nothing. Both are what a program would do that needs nothing but the result:
no positions to keep, no Views, no events, no errors. All take turns; the least CPU time of many
short slices counts.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import boardgames
from boardgames.kit import chance, deal

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 20
"""Number of games in a slice."""
SLICES = 150
OMNISCIENT, SPY, SENATOR, PRIEST, SHIP_OWNER, BANKER, GUARDIAN, BROADCASTER = range(8)
BARBARIAN, LOBBYING = 9, 10
FAMILIES = range(BARBARIAN)
KINDS = range(LOBBYING + 1)
END, BANK, ABSOLVE, STEAL, DESTROY, SWAP = range(6)
MOST_COPIES = 15
IDENTICAL = [[(kind,) * count for count in range(1, MOST_COPIES + 1)] for kind in KINDS]
"""By kind: the orders of one card, two cards and so on."""


class Loop:
    """One game of Koryŏ, played at random. A tableau is a list with the number of cards by kind."""

    def __init__(self, game: Any, seed: int, rng: Random) -> None:
        self.players = game.players
        self.seasons = game.components.seasons
        self.copies = game.components.copies
        self.bank = game.components.tokens
        self.seed = seed
        self.random = rng.random
        self.tableaux = [[0] * len(KINDS) for _ in range(self.players)]
        self.tokens = [0] * self.players
        self.choices: list[int] = []
        """The number of options at each decision so far."""

    def pick(self, options: list[Any]) -> Any:
        """Return one of the options at random."""
        self.choices.append(len(options))
        return options[int(self.random() * len(options))]

    def majority(self, kind: int) -> int | None:
        """Return the seat with the majority (K2)."""
        counts = [tableau[kind] for tableau in self.tableaux]
        most = max(counts)
        if not most:
            return None
        if counts.count(most) == 1:
            return counts.index(most)
        for seat, tableau in enumerate(self.tableaux):
            if counts[seat] == most and tableau[OMNISCIENT]:
                return seat
        return None

    def play(self) -> list[int]:
        """Play the game; return the scores (K9)."""
        first = chance(self.players, self.seed, 0)
        cards = [kind for kind in KINDS for _ in range(self.copies[kind])]
        for number, season in enumerate(self.seasons, start=1):
            order = [*range(first, self.players), *range(first)]
            self.aside = cards
            hands = self.hands(number, season.dealt, order)
            orders = self.orders(hands, order)
            for seat in order:
                self.turn(seat, orders[seat])
            for seat in order:
                self.discard(seat, season.limit)
            cards = sorted(self.aside)
            first = (first + 1) % self.players
        return self.scores()

    def hands(self, number: int, each: int, order: list[int]) -> list[list[int]]:
        """Deal the cards from those put aside (K5)."""
        extra = self.majority(BROADCASTER)
        regular = each * self.players
        wanted = regular if extra is None else regular + 1
        dealt = deal(self.aside, min(wanted, len(self.aside)), self.seed, number)
        hands: list[list[int]] = [[]] * self.players
        for step, seat in enumerate(order):
            hands[seat] = dealt[step : regular : self.players]
        if extra is not None and len(dealt) > regular:
            hands[extra].append(dealt[regular])
        return hands

    def orders(self, hands: list[list[int]], order: list[int]) -> list[tuple[int, ...]]:
        """Place the orders, and put the rest of the hands aside (K6)."""
        may_mix = self.majority(SHIP_OWNER)
        orders: list[tuple[int, ...]] = [()] * self.players
        for seat in order:
            hand = hands[seat]
            kinds = sorted(set(hand))
            options: list[tuple[int, ...]] = [()]
            for place, kind in enumerate(kinds, start=1):
                options += IDENTICAL[kind][: hand.count(kind)]
                if seat == may_mix:
                    options += [(kind, other) for other in kinds[place:]]
            orders[seat] = self.pick(options)
            for kind in orders[seat]:
                hand.remove(kind)
            self.aside += hand
        return orders

    def turn(self, seat: int, order: tuple[int, ...]) -> None:
        """Reveal the order, and use powers and Events (K7)."""
        tableau = self.tableaux[seat]
        for kind in order:
            tableau[kind] += 1
        self.barbarians = order.count(BARBARIAN)
        self.lobbyings = order.count(LOBBYING)
        self.banked = self.absolved = self.stolen = False
        while options := self.options(seat):
            options.append((END,))
            action = self.pick(options)
            if action[0] == END:
                return
            if action[0] == BANK:
                self.banked = True
                self.bank -= 1
                self.tokens[seat] += 1
            elif action[0] == ABSOLVE:
                self.absolved = True
                self.remove(seat, action[1])
            elif action[0] == STEAL:
                self.stolen = True
                self.tokens[action[1]] -= 1
                self.tokens[seat] += 1
            elif action[0] == DESTROY:
                self.barbarians -= 1
                self.remove(action[1], action[2])
            else:
                _, low, given, high, returned = action
                self.lobbyings -= 1
                self.tableaux[low][given] -= 1
                self.tableaux[high][given] += 1
                self.tableaux[high][returned] -= 1
                self.tableaux[low][returned] += 1

    def remove(self, seat: int, kind: int) -> None:
        """Put a card of this tableau aside."""
        self.tableaux[seat][kind] -= 1
        self.aside.append(kind)

    def options(self, seat: int) -> list[tuple[int, ...]]:
        """Return what the seat can do besides ending its turn."""
        own = self.tableaux[seat]
        options: list[tuple[int, ...]] = []
        if own[BANKER] and not self.banked and self.bank and self.majority(BANKER) == seat:
            options.append((BANK,))
        if own[PRIEST] and not self.absolved and self.majority(PRIEST) == seat:
            options += [(ABSOLVE, kind) for kind in (BARBARIAN, LOBBYING) if own[kind]]
        if own[SPY] and not self.stolen and self.majority(SPY) == seat:
            others = enumerate(self.tokens)
            options += [(STEAL, victim) for victim, held in others if held and victim != seat]
        if self.barbarians:
            safe = (seat, self.majority(GUARDIAN))
            for victim, tableau in enumerate(self.tableaux):
                if victim not in safe:
                    options += [(DESTROY, victim, kind) for kind in FAMILIES if tableau[kind]]
        if self.lobbyings:
            self.add_swaps(options)
        return options

    def add_swaps(self, options: list[tuple[int, ...]]) -> None:
        """Add the exchanges that a Lobbying allows (K7.7)."""
        protected = self.majority(SPY) if self.players > 2 else None
        if protected is not None and self.tableaux[protected][GUARDIAN]:
            protected = None
        held = [[kind for kind in FAMILIES if tableau[kind]] for tableau in self.tableaux]
        partners = [seat for seat in range(self.players) if seat != protected and held[seat]]
        for place, low in enumerate(partners, start=1):
            for given in held[low]:
                for high in partners[place:]:
                    options += [
                        (SWAP, low, given, high, returned)
                        for returned in held[high]
                        if returned != given
                    ]

    def discard(self, seat: int, limit: int) -> None:
        """Discard down to the limit (K8)."""
        tableau = self.tableaux[seat]
        excess = sum(tableau) - limit
        if excess > 0 and self.majority(SENATOR) == seat:
            limit += 2
            excess -= 2
        if excess <= 0:
            return
        if tableau[BARBARIAN] + tableau[LOBBYING] >= limit:
            for kind in FAMILIES:
                self.aside += [kind] * tableau[kind]
                tableau[kind] = 0
            return
        for _ in range(excess):
            self.remove(seat, self.pick([kind for kind in FAMILIES if tableau[kind]]))

    def scores(self) -> list[int]:
        """Return the influence of every seat (K9)."""
        scores = [
            held - tableau[BARBARIAN] - tableau[LOBBYING]
            for held, tableau in zip(self.tokens, self.tableaux, strict=True)
        ]
        for kind in FAMILIES:
            counts = [tableau[kind] for tableau in self.tableaux]
            most = max(counts)
            if most and counts.count(most) == 1:
                scores[counts.index(most)] += kind + 1
        return scores


class LeanLoop(Loop):
    """The same rules with other deals: a generator shuffles, and no decision is noted."""

    def pick(self, options: list[Any]) -> Any:
        """Return one of the options at random."""
        return options[int(self.random() * len(options))]

    def hands(self, number: int, each: int, order: list[int]) -> list[list[int]]:
        """Deal the cards from those put aside (K5)."""
        extra = self.majority(BROADCASTER)
        regular = each * self.players
        wanted = regular if extra is None else regular + 1
        aside, dealt = self.aside, []
        for left in range(len(aside), max(len(aside) - wanted, 0), -1):
            place = int(self.random() * left)
            dealt.append(aside[place])
            aside[place] = aside[-1]
            aside.pop()
        hands: list[list[int]] = [[]] * self.players
        for step, seat in enumerate(order):
            hands[seat] = dealt[step : regular : self.players]
        if extra is not None and len(dealt) > regular:
            hands[extra].append(dealt[regular])
        return hands


def play_by_hand(game: boardgames.Game[Any, Any, Any]) -> None:
    """Play the games of a slice."""
    rng = Random(0)
    for seed in range(GAMES):
        Loop(game, seed, rng).play()


def play_leanly(game: boardgames.Game[Any, Any, Any]) -> None:
    """Play as many games, with other deals."""
    rng = Random(0)
    for seed in range(GAMES):
        LeanLoop(game, seed, rng).play()


def play_at_random(game: boardgames.Game[Any, Any, Any]) -> None:
    """Play the same games with the library, which chooses."""
    rng = Random(0)
    for seed in range(GAMES):
        state = game.new_game(seed)
        while game.to_act(state):
            state = game.apply(state, game.random_action(state, rng))


def play_by_list(game: boardgames.Game[Any, Any, Any]) -> None:
    """Play the same games with the library, choosing from the legal actions."""
    rng = Random(0)
    for seed in range(GAMES):
        state = game.new_game(seed)
        while game.to_act(state):
            actions = game.legal_actions(state)
            state = game.apply(state, actions[int(rng.random() * len(actions))])


WAYS = {
    "random_action": play_at_random,
    "legal_actions": play_by_list,
    "by hand": play_by_hand,
    "lean": play_leanly,
}


def seconds(
    work: Callable[[boardgames.Game[Any, Any, Any]], None], game: boardgames.Game[Any, Any, Any]
) -> float:
    """Return the CPU time that the work takes."""
    start = process_time()
    work(game)
    return process_time() - start


def measure(players: int, slices: int) -> dict[str, float]:
    """Return the microseconds that a game takes in each of the `WAYS`."""
    game = boardgames.make("koryo", players=players)
    least = dict.fromkeys(WAYS, float("inf"))
    for _ in range(slices):
        for name, play in WAYS.items():
            least[name] = min(least[name], seconds(play, game) / GAMES * 1e6)
    return least


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Koryŏ beside loops written by hand.")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--slices", type=int, default=SLICES)
    chosen = parser.parse_args()
    least = measure(chosen.players, chosen.slices)
    for name, taken in least.items():
        print(
            f"koryo, {chosen.players} players, {name}: {taken:.0f} us a game,"
            f" {taken / least['by hand']:.2f} times the loop by hand,"
            f" {taken / least['lean']:.2f} times the lean one"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

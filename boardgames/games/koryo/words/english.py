"""Koryŏ in English."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, assert_never

from boardgames.core.text import (
    fold,
    listed,
    plural,
    with_commas,
)
from boardgames.games.koryo import actions, events
from boardgames.games.koryo.components import FAMILIES, KEYS, LOBBYING, NAMES, OMNISCIENT, SPY
from boardgames.games.koryo.state import ACTIONS, DISCARDS, ORDERS, OVER, Phase, State
from boardgames.games.koryo.words.structure import KoryoWords

if TYPE_CHECKING:
    from boardgames.games.koryo.components import Kind

PLURALS = {OMNISCIENT: "Omniscient", SPY: "Spies", LOBBYING: "Lobbying"}
"""The kinds of which several do not end in a plain -s."""


class English(KoryoWords):
    """Koryŏ in English."""

    goal: ClassVar[str] = (
        "After eight seasons, the player with the most cards of a family scores its number; the"
        " most points win."
    )
    round_name: ClassVar[str] = "season"
    names: ClassVar[Mapping[str, str]] = {
        "table": "Table",
        # zones
        "gone": "Gone this season",
        "pile": "Pile",
        "discards": "discards, face down",
        "discarded": "discards",
        # counters
        "bank": "bank",
        "influence": "points right now",
        # marks
        "first_player": "first player",
        # sources of influence
        "events": "Events",
        # reasons of an estimate
        **{f"{KEYS[family]}_majority": f"{family} majority" for family in FAMILIES},
        "card_limit": "card limit",
        # how the game ends
        "seasons_#": "# seasons have been played",
    }
    phases: ClassVar[Mapping[Phase, str]] = {
        ORDERS: "orders",
        ACTIONS: "actions",
        DISCARDS: "end of the season",
        OVER: "game over",
    }
    tips: ClassVar[Mapping[Phase, str]] = {
        ORDERS: (
            "Everybody orders cards of one kind and discards the rest. The player with the most"
            " cards of a family has its power, and scores its number at the end."
        ),
        ACTIONS: (
            "Each player reveals their order, and uses the powers of their majorities and their"
            " Events in any order."
        ),
        DISCARDS: (
            "At the end of a season, a player with more cards than the limit discards Characters,"
            " down to the limit."
        ),
    }
    groups: ClassVar[Mapping[type[actions.Action], str]] = {
        actions.Order: "order",
        actions.Steal: "steal a token",
        actions.Destroy: "destroy a Character",
        actions.Swap: "swap Characters",
        actions.Discard: "discard",
    }

    def position(self, state: State) -> str:
        return f"season {state.round.season}, {state.phase.name.lower()}"

    def stage(self, season: int, seasons: int) -> str:
        return f"season {season} of {seasons}"

    def heading(self, season: int, seasons: int, phase: Phase) -> str:
        return f"{self.stage(season, seasons)}, {self.phases[phase]}"

    def waiting(self, player: int, viewer: int | None) -> str:
        return f"{self.seat_name(player, viewer)} is to act"

    def prompt(self, phase: Phase, limit: int, excess: int, *, may_pair: bool) -> str:
        if phase is ORDERS:
            pair = ", or two different ones (Ship Owner)" if may_pair else ""
            return f"Order cards of one kind, face down{pair}:"
        if phase is DISCARDS:
            return f"Discard {plural(excess, 'Character')} to keep to your limit of {limit}:"
        return "Your turn: use your powers and resolve your Events, in any order, then end it:"

    def to_resolve(self, events: Sequence[tuple[Kind, int]]) -> str:
        return f"To resolve: {_counted(events)}"

    def given_up(self, events: Sequence[tuple[Kind, int]]) -> str:
        return f"gives up {_counted(events)}"

    def on_ties(self) -> str:
        return "A tie won by the Omniscient gives the family's power, but no points."

    def remark(self, seat: int, viewer: int | None, points: int) -> str:
        who = self.seat_name(seat, viewer)
        if points < 0:
            return f"{who} landed on the Wall of Shame, with {points} points"
        return f"{who} entered the Hall of Fame, with {points} points"

    def action(self, action: actions.Action, seat: int, viewer: int | None) -> str:
        match action:
            case actions.Order(cards):
                return f"order {_ordered(cards)}"
            case actions.Bank():
                return "take a token from the bank (Banker)"
            case actions.Absolve(event):
                return f"destroy {self.seat_possessive(seat, viewer)} {NAMES[event]} (Priest)"
            case actions.Steal(victim):
                return f"steal a token from {self.seat_object(victim, viewer)} (Spy)"
            case actions.Destroy(victim, character):
                return f"destroy {self.seat_possessive(victim, viewer)} {NAMES[character]}"
            case actions.Swap(low, given, high, returned):
                gift, price = self._swapped(low, given, high, returned, viewer)
                return f"swap {gift} for {price}"
            case actions.Discard(character):
                return f"discard {NAMES[character]}"
            case actions.End():
                return "end your turn"
            case _:
                assert_never(action)

    def describe(self, event: events.Event, viewer: int | None) -> Sequence[str]:
        deed = self.phrases.deed
        match event:
            case events.OrderPlaced(seat, size, _, order):
                is_known = bool(order) or not size
                cards = _ordered(order or ()) if is_known else f"{plural(size, 'card')}, face down"
                return deed(seat, viewer, f"ordered {cards}")
            case events.OrderRevealed(seat, cards):
                return fold(_parts(cards), f"{self.seat_name(seat, viewer)} revealed")
            case events.EventsWithoutUse(seat, cards):
                return fold(_parts(cards), f"{self.seat_name(seat, viewer)} had no use for")
            case events.TokenTaken(seat):
                return deed(seat, viewer, "took a token from the bank")
            case events.TokenStolen(seat, victim):
                return deed(seat, viewer, f"stole a token from {self.seat_object(victim, viewer)}")
            case events.EventAbsolved(seat, kind):
                return deed(seat, viewer, f"destroyed 1 {kind} with the Priest")
            case events.CharacterDestroyed(seat, victim, character):
                whose = self.seat_possessive(victim, viewer)
                return deed(seat, viewer, f"destroyed {whose} {character}")
            case events.CharactersSwapped(seat, low, given, high, returned):
                gift, price = self._swapped(low, given, high, returned, viewer, seat)
                return deed(seat, viewer, f"swapped {gift} for {price}")
            case events.TurnEnded(seat):
                return deed(seat, viewer, "ended the turn")
            case events.CharacterDiscarded(seat, character):
                return deed(seat, viewer, f"discarded 1 {character}")
            case events.CharactersLost(seat, cards):
                lost = "lost all Characters, as Events reach the limit:"
                return fold(_parts(cards), f"{self.seat_name(seat, viewer)} {lost}")
            case events.SeasonBegins(season, first):
                begins = f"Season {season} begins"
                return [f"{begins}, with {self.seat_object(first, viewer)} as first player"]
            case events.CardsLaidOut() | events.CardsDealt():
                return []
            case events.GameEnds():
                return ["The last season is over"]
            case _:
                assert_never(event)

    def _swapped(
        self,
        low: int,
        given: Kind,
        high: int,
        returned: Kind,
        viewer: int | None,
        by: int | None = None,
    ) -> tuple[str, str]:
        """Return both sides of an exchange in words, first those of the viewer or of the player
        who makes it.
        """
        first = viewer if viewer in (low, high) else by

        def of(seat: int, kind: Kind) -> str:
            is_told_of = seat == by != viewer
            whose = "their own" if is_told_of else self.seat_possessive(seat, viewer)
            return f"{whose} {NAMES[kind]}"

        sides = of(low, given), of(high, returned)
        return sides[::-1] if high == first else sides


def several(count: int, kind: Kind) -> str:
    """Return so many cards of a kind: `1 Spy`, `2 Spies`."""
    return plural(count, NAMES[kind], PLURALS.get(kind))


def _ordered(cards: Sequence[Kind]) -> str:
    if not cards:
        return "nothing"
    first, last = cards[0], cards[-1]
    if first == last:
        return several(len(cards), first)
    return f"{NAMES[first]} and {NAMES[last]}"


def _counted(cards: Sequence[tuple[Kind, int]]) -> str:
    return listed([several(count, kind) for kind, count in cards])


def _parts(cards: Sequence[Kind]) -> list[str]:
    """Return the cards in words, such as `2 Bankers,` and `1 Spy`: a line may be broken between
    them.
    """
    return with_commas([several(count, kind) for kind, count in Tally(cards).items()])

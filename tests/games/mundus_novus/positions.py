"""Positions of Mundus Novus in words: `3 coffee, 1 relic` is a hand, `Shipyard [Storm]` a
Development card.

Every position is checked, so none of them is one that the game would refuse.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from boardgames.games.mundus_novus import (
    CARDS,
    Hidden,
    Kind,
    Move,
    MundusNovus,
    Note,
    Phase,
    Public,
    Round,
    RoundEvent,
    State,
    Supply,
    Trade,
    Turn,
    View,
    memory,
)
from boardgames.games.mundus_novus.components import Income
from boardgames.kit.cards import NO_CARDS, PackedCards
from tests.games.position import Position

KINDS = {str(kind): kind for kind in Kind}


def cards(words: str) -> PackedCards:
    """Return cards as a State counts them: `3 coffee, 1 relic`."""
    counts = [0] * len(Kind)
    for part in filter(None, words.split(", ")):
        number, _, name = part.partition(" ")
        counts[KINDS[name]] += int(number)
    return CARDS.pack(counts)


def worded(held: PackedCards) -> str:
    """Return cards in words: `3 coffee, 1 relic`."""
    return ", ".join(
        f"{count} {kind}" for kind, count in zip(Kind, CARDS.unpack(held), strict=True) if count
    )


@cache
def game_for(players: int) -> MundusNovus:
    """Return the game as published."""
    return MundusNovus(players)


IN_BOX = dict(zip(Kind, game_for(2).components.resources, strict=True))
"""Resource cards of each kind."""
RELICS = IN_BOX[Kind.RELIC]
DIFFERENT_PAY = dict(enumerate(game_for(2).components.different, start=4))
"""Doubloons for so many different resources."""
RELICS_PAY = dict(enumerate(game_for(2).components.relics, start=1))
"""Doubloons for so many relics."""


def no_relics_but(elsewhere: str, relics: int = 0) -> str:
    """Return all Resource cards that are no relics, without those that are elsewhere, and so many
    relics.
    """
    away = dict(zip(Kind, CARDS.unpack(cards(elsewhere)), strict=True))
    left = [f"{count - away[kind]} {kind}" for kind, count in IN_BOX.items() if kind != Kind.RELIC]
    return ", ".join([*left, f"{relics} {Kind.RELIC}"])


@dataclass(frozen=True)
class MundusPosition(Position[MundusNovus, State, View]):
    """A position of Mundus Novus, which also shows its cards in words."""

    def evaluate(self, seat: int) -> float:
        """Return the estimated chance of this seat to win."""
        return self.game.evaluate(self.state, seat)

    def hand(self, seat: int) -> str:
        """Return what this player holds."""
        return worded(self.state.hidden.hands[seat])

    def estate(self, seat: int) -> tuple[str, ...]:
        """Return the names of this player's Development cards."""
        return tuple(self.game.developments[key].name for key in self.state.public.owned[seat])

    @property
    def queue(self) -> tuple[str, ...]:
        """The names of the cards in the queue."""
        return tuple(self.game.developments[key].name for key in self.state.public.queue)


def arranged(  # noqa: PLR0913  # a position has many parts, and a test names a few
    game: MundusNovus | int,
    *,
    phase: Phase = Phase.TURN,
    number: int = 2,
    event: RoundEvent = RoundEvent.NONE,
    player: int = 0,
    master: int = 0,
    first: int | None = None,
    hands: Mapping[int, str] | None = None,
    owned: Mapping[int, Sequence[str]] | None = None,
    doubloons: Sequence[int] | None = None,
    queue: Sequence[str] | None = None,
    deck: Sequence[str] | None = None,
    market: str = "1 cocoa, 1 coffee, 1 potato",
    discards: str = "",
    known: Mapping[int, str] | None = None,
    shown: Mapping[int, str] | None = None,
    perfect: tuple[int, ...] = (),
    unfilled: bool = False,
    announced: int = 0,
    offers: Mapping[int, str] | None = None,
    partner: int | None = None,
    repeated: bool = False,
    short: int | None = None,
    candidates: tuple[int, ...] = (),
    turn: Turn | None = None,
    supply: Supply | None = None,
) -> MundusPosition:
    """Return a position, of the published game for so many players or of this game.

    Cards that are not named are in the pile or the deck.

    What is not known of a hand was dealt face down from the pile, and so were the cards `shown`
    since.

    A short queue needs an empty deck; a queue that is not named is filled from the top of the box.
    """
    game = game_for(game) if isinstance(game, int) else game
    seats = range(game.players)
    taken: set[str] = set()
    estates = [
        sorted(_card(game, name, taken) for name in (owned or {}).get(seat, ())) for seat in seats
    ]
    places = [_card(game, name, taken) for name in queue or ()]
    top = [_card(game, name, taken) for name in deck or ()]
    rest = [key for key in game.used if key not in taken]
    if queue is None:
        places, rest = rest[-5:], rest[:-5]
    elif deck is not None:
        # What is neither in the queue nor in the deck belongs to the last seat.
        estates[-1] = sorted([*estates[-1], *rest])
        rest = []
    laid = [cards((hands or {}).get(seat, "")) for seat in seats]
    seen = [cards((shown or {}).get(seat, "")) for seat in seats]
    dealt = [
        CARDS.add(CARDS.without(hand, cards((known or {}).get(seat, ""))), left)
        for seat, (hand, left) in enumerate(zip(laid, seen, strict=True))
    ]
    offered = tuple(cards(offers.get(seat, "")) for seat in seats) if offers is not None else ()
    supply, turn = supply or Supply(), turn or Turn()
    away = [*laid, *offered, cards(market), cards(discards), supply.display]
    away += [CARDS.one[card] for _, card in turn.converted]
    pile = CARDS.pack([
        total - sum(column)
        for total, column in zip(
            game.components.resources, zip(*map(CARDS.unpack, away), strict=True), strict=True
        )
    ])  # fmt: skip
    zeros, none = (0,) * game.players, (NO_CARDS,) * game.players
    simultaneous = phase in (Phase.OFFERS, Phase.STORAGE)
    state = State(
        Round(number, event, master, master if first is None else first, perfect, unfilled),
        phase,
        player,
        tuple(seats) if simultaneous else (),
        supply,
        Trade(announced, offered, partner, repeated, candidates, short),
        turn,
        Public(
            cards(market),
            cards(discards),
            (
                memory.piled(CARDS.join([pile, *dealt])),
                *_passed(dealt, seen, known or {}),
            ),
            tuple(places),
            tuple(doubloons or zeros),
            (tuple(doubloons or zeros), *[zeros] * (len(Income) - 1)),
            tuple(map(tuple, estates)),
        ),
        Hidden(
            tuple(laid),
            none,
            zeros,
            ((),) * game.players,
            pile,
            tuple((each,) for each in dealt),
            (*top, *rest),
            7,
        ),
    )
    game.check_state(state)
    return MundusPosition(game, state)


def _passed(
    dealt: Sequence[PackedCards], shown: Sequence[PackedCards], known: Mapping[int, str]
) -> Iterator[Note]:
    """Yield what has happened to the hands: all were dealt, then some shown what they have no
    longer, then what is known came openly.
    """
    for seat, cards_dealt in enumerate(dealt):
        if cards_dealt:
            yield memory.dealt(seat, CARDS.size(cards_dealt))
    for seat, gone in enumerate(shown):
        if gone:
            yield Note(Move.LEFT, seat, gone)
    for seat, words in known.items():
        yield Note(Move.ENTERED, seat, cards(words))


def choices_reached(position: MundusPosition, seat: int) -> list[PackedCards]:
    """Return all cards that this seat can choose to offer or to store, once for each path."""
    if seat not in position.to_act:
        return [position.state.hidden.chosen[seat]]
    after = [position.play(action, seat=seat) for action in position.legal_for(seat)]
    return [chosen for each in after for chosen in choices_reached(each, seat)]


def _card(game: MundusNovus, name: str, taken: set[str]) -> str:
    """Return the first card of this name, `Shipyard` or with its event `Shipyard [Storm]`, that is
    not taken.
    """
    for key in game.used:
        card = game.developments[key]
        if key not in taken and name in (card.name, f"{card.name} [{card.event}]"):
            taken.add(key)
            return key
    raise AssertionError(f"no {name} is left for {game.players} players")

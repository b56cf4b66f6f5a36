"""Positions of For the King, written in words: `Military C4, Gold 3 x2` is a hand, a deck or a
centre.

Every position goes through `state_from_json`, so the game accepts all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from boardgames.core.chance import generator
from boardgames.games.for_the_king import (
    NAMES,
    Auction,
    ForTheKing,
    Hidden,
    NoteKind,
    Office,
    Phase,
    Public,
    State,
    Turn,
    View,
    card_of,
)
from tests.boxes import box
from tests.games.position import Position


def cards(words: str) -> list[int]:
    """Read `Military C4, Gold 3 x2`."""
    found: list[int] = []
    for part in filter(None, words.split(", ")):
        name, _, count = part.partition(" x")
        found += [card_of(name)] * int(count or 1)
    return found


def worded(numbers: Iterable[int]) -> str:
    """Return the cards one by one: `Military C4, Gold 3, Gold 3`."""
    return ", ".join(names(numbers))


@cache
def game_for(players: int) -> ForTheKing:
    """Return the game with its frozen box: most numbers of the published one are reconstructed, and
    positions need cards of certain values.
    """
    return ForTheKing(players, components=box("for_the_king"))


@dataclass(frozen=True)
class KingPosition(Position[ForTheKing, State, View]):
    """A position of For the King."""

    @property
    def duties(self) -> dict[str, int]:
        """The Primary Duties by name."""
        return {str(office): self.state.public.duties[office] for office in Office}

    @property
    def gone(self) -> str:
        """The cards that were seen to leave the game."""
        return worded(self.state.public.gone)

    @property
    def centre(self) -> str:
        """The cards in the centre."""
        assert self.state.turn is not None
        return worded(self.state.turn.centre)

    @property
    def auction(self) -> Auction:
        """The current auction."""
        assert self.state.auction is not None
        return self.state.auction

    def hand(self, seat: int) -> str:
        """Return what this player holds."""
        return worded(self.view(seat).hand)

    def favored(self, seat: int) -> str:
        """Return what this player placed on the Favor deck."""
        return worded(self.view(seat).favored)

    def lost(self, seat: int) -> str:
        """Return what this player lost unseen."""
        return worded(self.view(seat).lost)


def _rest(game: ForTheKing, used: Iterable[int]) -> list[int]:
    left = list(game.cards)
    for card in used:
        left.remove(card)
    return left


def _duties(players: int, duties: Mapping[str, int]) -> tuple[int, ...]:
    usual = [0 if office is Office.LIVESTOCK and players < 5 else 3 for office in Office]
    return tuple(
        duties.get(str(office), worth) for office, worth in zip(Office, usual, strict=True)
    )


def _histories(
    hands: Sequence[Sequence[int]], kept: Sequence[str]
) -> tuple[tuple[tuple[NoteKind, int], ...], ...]:
    """Return histories of hands in which everybody knows all cards except those kept unseen."""
    histories = []
    for hand, words in zip(hands, kept, strict=True):
        unseen = cards(words)
        known = list(hand)
        for card in unseen:
            known.remove(card)
        histories.append(
            ((NoteKind.KEPT, 1),) * len(unseen) + tuple((NoteKind.GAINED, card) for card in known)
        )
    return tuple(histories)


def _checked(game: ForTheKing, state: State) -> KingPosition:
    return KingPosition(game, game.state_from_json(game.to_json(state)))


def sharing(
    players: int,
    deck: str,
    *,
    hands: Sequence[str] = (),
    kept: Sequence[str] = (),
    advisor: int = 0,
    first: int = 0,
    duties: Mapping[str, int] | None = None,
    last_turn: bool = True,
) -> KingPosition:
    """Let the Advisor begin a turn, by default the last one, with these cards on top of the
    deck.
    """
    game = game_for(players)
    held = [cards(words) for words in [*hands, *[""] * (players - len(hands))]]
    top = cards(deck)
    rest = _rest(game, [*top, *(card for hand in held for card in hand)])
    missing = -len(top) % (players + 1) + (0 if last_turn and top else players + 1)
    top, rest = top + rest[:missing], rest[missing:]
    nothing = ((),) * players
    public = Public(
        first,
        _duties(players, duties or {}),
        game.gold,
        (),
        _histories(held, [*kept, *[""] * (players - len(kept))]),
    )
    hidden = Hidden(
        tuple(tuple(sorted(hand)) for hand in held),
        tuple(top),
        tuple(rest),
        nothing,
        (),
        nothing,
        None,
        0,
        1,
    )
    turn = Turn(advisor, kept=False, favored=False, centre=())
    return _checked(game, State(Phase.PLACE, advisor, (), 0, turn, None, public, hidden))


def auctioning(
    favor: str,
    *hands: str,
    kept: Sequence[str] = (),
    favored: Sequence[str] = (),
    opener: int = 0,
    gone: str = "",
    duties: Mapping[str, int] | None = None,
    seed: int = 0,
) -> KingPosition:
    """Let the opener speak first on the first of these Favor cards; `favored`: who placed which, if
    it matters.
    """
    players = len(hands)
    game = game_for(players)
    held, deck, out = [cards(words) for words in hands], cards(favor), cards(gone)
    placed = [cards(words) for words in favored] or [deck, *[[] for _ in hands[1:]]]
    removed = _rest(game, [*deck, *out, *(card for hand in held for card in hand)])
    public = Public(
        opener,
        _duties(players, duties or {}),
        game.gold - gold(out),
        tuple(out),
        _histories(held, kept or hands),
    )
    hidden = Hidden(
        tuple(tuple(sorted(hand)) for hand in held),
        (),
        tuple(removed),
        tuple(tuple(sorted(each)) for each in placed),
        tuple(deck),
        ((),) * players,
        None,
        seed,
        2,
    )
    bidding = tuple((opener + step) % players for step in range(players))
    auction = Auction(0, opener, (), 0)
    return _checked(game, State(Phase.BID, opener, bidding, 0, None, auction, public, hidden))


def ended(*hands: str, duties: Mapping[str, int] | None = None) -> KingPosition:
    position = auctioning("King +1", *hands, duties=duties)
    return position.play(*["pass"] * len(hands))


# Sampled worlds, and what lies in them.

SAMPLES = 400


def worlds(position: KingPosition, viewer: int | None, samples: int = SAMPLES) -> Iterator[State]:
    """Yield sampled worlds, each checked to be possible and to look the same to the viewer."""
    view, rng = position.view(viewer), generator(5, 0)
    for _ in range(samples):
        world = position.game.determinize(view, rng)
        position.game.check_state(world)
        assert position.game.view(world, viewer) == view
        assert position.game.to_act(world) == position.game.to_act(position.state)
        yield world


def names(cards: Iterable[int]) -> list[str]:
    """Return the cards by name."""
    return [NAMES[card] for card in cards]


def gold(cards: Iterable[int]) -> int:
    """Return the value of the Gold among the cards."""
    return sum(int(name[-1]) for name in names(cards) if name.startswith("Gold"))

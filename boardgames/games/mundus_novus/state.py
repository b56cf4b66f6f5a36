"""The State of Mundus Novus and its parts."""

from __future__ import annotations

from dataclasses import field
from enum import IntEnum
from functools import lru_cache
from typing import Protocol

from boardgames.contract import protocols
from boardgames.core.chance import SeedNumber
from boardgames.core.integers import Natural, Points, Positive
from boardgames.core.values import increased, maker, replaced, value
from boardgames.games.mundus_novus.components import (
    CARDS,
    Cards,
    Character,
    Components,
    Development,
    Estate,
    Income,
    Kind,
    KindSet,
    MerchantGroup,
    Owned,
    RoundEvent,
    Seat,
    kind_set,
)
from boardgames.kit.cards import NO_CARDS, PackedCards


class Rules(protocols.Listing, Protocol):
    """The game as its rules see it."""

    components: Components
    seats: tuple[int, ...]
    zeros: tuple[int, ...]
    """A zero for each seat."""
    no_cards: tuple[PackedCards, ...]
    """No cards for each seat."""
    developments: dict[str, Development]
    """All Development cards by key, including those for more players."""
    used: tuple[str, ...]
    """The keys of the cards used with this number of players (M2)."""
    resources: PackedCards
    """All resource cards."""
    relic_prices: tuple[int, ...]
    """By number of relics (M6.5)."""
    different_prices: tuple[int, ...]
    """By number of different resources; fewer than four are no set (M6.4)."""
    cards_dealt: int
    """The number of Resource cards that each player gets in a round (M4.1)."""
    announced: tuple[int, ...]
    """The numbers of cards that the Trade Master may announce (M5.1)."""
    last_round: int
    """The round that ends the game in any case (M7.4)."""


# A cache of its own, and no attribute of the game: what one bot has looked up must not be visible
# to another bot with the same game.
@lru_cache(maxsize=1 << 15)
def estate_of(game: Rules, owned: Owned) -> Estate:
    """Return what owning these cards amounts to."""
    return Estate.of([game.developments[key] for key in owned])


def caravels_of(game: Rules, public: Public) -> list[int]:
    """Return the number of Caravels of each seat."""
    return [len(estate_of(game, owned).caravels) for owned in public.owned]


def has(game: Rules, owned: Owned, character: Character) -> bool:
    """Return whether this Character is among these cards."""
    return character in estate_of(game, owned).characters


class Phase(IntEnum):
    """The kind of decision, and who makes it."""

    EVENT = 0
    """Coronado's owner may choose the event (M3.2)."""
    FLEETS = 1
    """Ponce de Leon's owner may split their Caravels (M4.4)."""
    PICKS = 2
    """A fleet picks a card (M4.2)."""
    NUMBER = 3
    """The Trade Master announces the number of cards to offer (M5.1)."""
    OFFERS = 4
    """All choose their offers at the same time (M5.1)."""
    MASTER = 5
    """The Trade Master chooses the next one among the tied players (M5.2)."""
    TRADES = 6
    """A player takes a card (M5.3, M5.4)."""
    GIFT = 7
    """The Trade Master gives a card to the player who is one short (M5.6)."""
    FIRST = 8
    """The Trade Master names the first player (M6.1)."""
    TURN = 9
    """A player makes sets (M6.1)."""
    MERCHANT = 10
    """The player chooses the card that the Merchant converts, and its new resource (M6.6)."""
    SALE = 11
    """The player chooses the resources in their different set (M6.4)."""
    PURCHASE = 12
    """The player chooses the Development card that their identical set takes (M6.2)."""
    STORAGE = 13
    """All who may store cards choose them at the same time (M6.10)."""
    OVER = 14


SIMULTANEOUS = (Phase.OFFERS, Phase.STORAGE)
IN_TURN = (Phase.TURN, Phase.MERCHANT, Phase.SALE, Phase.PURCHASE)
OVER = Phase.OVER


@value
class Round:
    """The current round."""

    number: Positive
    """From 1."""
    event: RoundEvent
    """The event of this round (M3)."""
    master: Seat
    """The seat of the Trade Master."""
    first: Seat
    """The first player of Progression (M6.1); the Trade Master until one is named."""
    perfect: tuple[Seat, ...] = ()
    """The seats that showed a perfect set (M6.7), in ascending order."""
    unfilled: bool = False
    """Whether a refill of the queue has failed (M7.3)."""


@value
class Supply:
    """The cards turned up for the fleets, and who picks them (M4)."""

    display: Cards = NO_CARDS
    """The cards turned up and not yet picked (M4.2)."""
    picks: tuple[Seat, ...] = ()
    """The seat of each remaining pick, in order."""
    detached: tuple[Natural, ...] = ()
    """The values of the Caravels that form the second fleet of Ponce de Leon's owner (M4.4),
    ascending.
    """


@value
class Trade:
    """The offers and the progress of the exchange (M5)."""

    announced: Natural = 0
    """The number of cards that each player offers; 0 before the announcement."""
    offers: tuple[Cards, ...] = ()
    """The cards that each seat still has on offer; an empty tuple before the offers are
    revealed.
    """
    partner: Seat | None = None
    """The seat that has just taken a card from the player to move."""
    repeated: bool = False
    """Whether the player to move had taken a card from this partner just before that (M5.5)."""
    candidates: tuple[Seat, ...] = ()
    """The seats tied for Trade Master, while the current one has to choose (M5.2)."""
    short: Seat | None = None
    """The seat that is one card short after Trade and gets one from the Trade Master (M5.6)."""


@value
class Turn:
    """What a player has done in their turn, and the set that they are making (M6)."""

    identical: bool = False
    """Whether an identical set was made in this turn (M6.1)."""
    different: bool = False
    """Whether a different set was made (M6.1)."""
    relics: bool = False
    """Whether a relic set was made (M6.1)."""
    employed: tuple[Natural, ...] = (0, 0, 0)
    """The number of Merchants used, by group (M6.6)."""
    group: MerchantGroup | None = None
    """The group of the Merchant who is about to convert a card."""
    converted: tuple[tuple[Kind, Kind], ...] = ()
    """Cards laid aside for the next set: the kind that each counts as, and its own kind."""
    size: Natural = 0
    """The number of cards in the different set that is being made; otherwise 0."""
    reach: Natural | None = None
    """The number of queue cards, from card 1 on, that the identical set can choose from; None
    without such a set.
    """

    def aside(self) -> Cards:
        """Return the converted cards, by their own kinds."""
        return CARDS.join([CARDS.one[card] for _, card in self.converted])

    def targets(self) -> KindSet:
        """Return the kinds that the converted cards count as."""
        return kind_set([target for target, _ in self.converted])


NO_SUPPLY, NO_TRADE, NO_TURN = Supply(), Trade(), Turn()
"""The values outside of Supply, Trade and turns."""


class Move(IntEnum):
    """What can happen to hidden cards before everybody's eyes."""

    PILED = 0
    """These cards were shuffled into a new pile."""
    TURNED_UP = 1
    """These cards were turned up from the pile (M4.2)."""
    DEALT = 2
    """The seat was dealt this number of cards from the pile (M4.1)."""
    ENTERED = 3
    """These cards entered the hand of the seat openly."""
    LEFT = 4
    """These cards left it openly."""
    GIVEN = 5
    """The seat gave a card to the receiver, unseen by the others (M5.6)."""
    STOLEN = 6
    """Pirates took this card at random from the hand of the seat (M4.5)."""


PILED, TURNED_UP, DEALT, ENTERED, LEFT, GIVEN, STOLEN = Move


@value
class Note:
    """One entry in the public history of the hands (M8)."""

    move: Move
    """What happened."""
    seat: Seat | None
    """Whose hand it happened to; None if it was no hand."""
    cards: Cards
    """The cards that everybody saw."""
    number: Natural = 0
    """The number of cards dealt face down."""
    receiver: Seat | None = None
    """The seat that was given a card."""


@value
class Public:
    """What is open on the table, and what all remember. Tuples have one entry per seat."""

    market: Cards
    """The Resource cards in the market (M2, M5.3)."""
    discards: Cards
    """The discarded Resource cards, face up (M4.6)."""
    history: tuple[Note, ...] = field(hash=False)  # it is long, and searches hash Views
    """All that everybody saw of the hands since they were last empty, in order: all that others can
    know about them (M8). It begins with the cards that were in the pile then.
    """
    queue: tuple[str, ...]
    """The keys of the Development cards in the queue, card 1 first."""
    doubloons: tuple[Points, ...]
    """The doubloons of each player (M7)."""
    earned: tuple[tuple[Points, ...], ...]
    """By Income: the doubloons that each seat has received or paid so far."""
    owned: tuple[Owned, ...]
    """The keys of each player's Development cards, in alphabetical order."""
    discarded: tuple[Cards, ...] = ()
    """The cards that each seat discarded at the end of the last round (M6.10); empty in round 1."""

    def open_developments(self) -> list[str]:
        """Return the keys of the Development cards in the queue and with the players."""
        return [*self.queue, *[key for owned in self.owned for key in owned]]


@value
class Hidden:
    """What no View shows completely. Tuples have one entry per seat."""

    hands: tuple[Cards, ...]
    """The hands, including stored cards, and chosen cards until all are revealed."""
    chosen: tuple[Cards, ...]
    """The cards chosen so far, to offer or to store."""
    steps: tuple[Natural, ...]
    """The number of these decisions so far; those in excess of the cards were `nothing`."""
    given: tuple[tuple[Kind | None, ...], ...]
    """By seat: the kind of each card given in `Public.history`, in order; None unless the seat gave
    or received it.
    """
    pile: Cards
    """The resource pile; it has no order, since every card is drawn from it at random."""
    dealt: tuple[tuple[Cards, ...], ...]
    """By seat, and by pile of `Public.history`: the cards that the seat was dealt from it."""
    deck: tuple[str, ...]
    """The keys of the Development cards in the deck, top first."""
    seed: SeedNumber
    """The seed of the game."""


@value
class Table:
    """The public part of a position, shared by a State and all its Views."""

    round: Round
    """The number of the round, its event, Trade Master and first player (M3, M5, M6.1)."""
    phase: Phase
    """The kind of decision."""
    player: Seat
    """The first seat that may act; after the game the Trade Master."""
    owing: tuple[Seat, ...]
    """The seats that still have to choose while all do so simultaneously (M5.1, M6.10); otherwise
    empty.
    """
    supply: Supply
    """The cards turned up for the fleets, and who picks them (M4.2); empty in other phases."""
    trade: Trade
    """The offers and the progress of the exchange (M5); empty in other phases."""
    turn: Turn
    """What the player has done in their turn so far (M6); empty in other phases."""
    public: Public
    """What is open on the table, and what all remember."""

    def open_cards(self) -> list[Cards]:
        """Return the Resource cards that lie face up, by place."""
        public = self.public
        return [
            public.market,
            public.discards,
            self.supply.display,
            *self.trade.offers,
            self.turn.aside(),
        ]


@value
class State(Table):
    """A complete position."""

    hidden: Hidden
    """What no View shows completely."""


# For values that are built at nearly every decision, in a third of the time that `evolve` takes.
make_trade = maker(Trade)
make_note = maker(Note)
make_public = maker(Public)
make_hidden = maker(Hidden)
make_state = maker(State)


def with_hands(hidden: Hidden, hands: tuple[Cards, ...]) -> Hidden:
    """Return the hidden part with these hands."""
    return make_hidden(
        hands,
        hidden.chosen,
        hidden.steps,
        hidden.given,
        hidden.pile,
        hidden.dealt,
        hidden.deck,
        hidden.seed,
    )


def with_choices(hidden: Hidden, chosen: tuple[Cards, ...], steps: tuple[int, ...]) -> Hidden:
    """Return the hidden part after these cards have been chosen, in these numbers of steps."""
    return make_hidden(
        hidden.hands,
        chosen,
        steps,
        hidden.given,
        hidden.pile,
        hidden.dealt,
        hidden.deck,
        hidden.seed,
    )


def after_step(state: State, phase: Phase, turn: Turn, public: Public, hidden: Hidden) -> State:
    """Return the State after a step of the turn of the same player."""
    return make_state(
        state.round,
        phase,
        state.player,
        state.owing,
        state.supply,
        state.trade,
        turn,
        public,
        hidden,
    )


def with_income(public: Public, income: Income, seat: int, amount: int) -> Public:
    """Return the public part after the seat has received this amount of doubloons, or paid it if
    negative.
    """
    if not amount:
        return public
    earned = replaced(public.earned, income, increased(public.earned[income], seat, amount))
    return make_public(
        public.market,
        public.discards,
        public.history,
        public.queue,
        increased(public.doubloons, seat, amount),
        earned,
        public.owned,
        public.discarded,
    )

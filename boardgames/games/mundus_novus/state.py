"""The State of Mundus Novus and its parts."""

from __future__ import annotations

from enum import IntEnum

from boardgames.core.cards import NO_CARDS
from boardgames.core.tuples import increased, replaced
from boardgames.core.values import maker, value
from boardgames.games.mundus_novus.components import CARDS, Cards, Kind, KindSet, Owned, RoundEvent


class Phase(IntEnum):
    """What is being decided, and by whom."""

    EVENT = 0
    """Coronado's owner may choose the event (M3.2)."""
    FLEETS = 1
    """Ponce de Leon's owner may split their Caravels (M4.4)."""
    PICKS = 2
    """A fleet picks a card (M4.2)."""
    NUMBER = 3
    """The Trade Master announces how many cards are offered (M5.1)."""
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
    """The player says which card the Merchant converts, and into what (M6.6)."""
    SALE = 11
    """The player says which resources are in their different set (M6.4)."""
    PURCHASE = 12
    """The player says which Development card their identical set takes (M6.2)."""
    STORAGE = 13
    """All who may store cards choose them at the same time (M6.10)."""
    OVER = 14


SIMULTANEOUS = (Phase.OFFERS, Phase.STORAGE)
IN_TURN = (Phase.TURN, Phase.MERCHANT, Phase.SALE, Phase.PURCHASE)
OVER = Phase.OVER


class Income(IntEnum):
    """What doubloons come from, or go to; the score sheet names them with their rules."""

    DIFFERENT_SETS = 0
    RELIC_SETS = 1
    DEVELOPMENT_CARDS = 2
    SHIPYARDS = 3
    ORELLANA = 4
    CORONADO = 5
    """Paid, not earned."""


@value
class Round:
    """What is set for a round."""

    number: int
    """From 1."""
    event: RoundEvent
    """What is in force this round (M3)."""
    master: int
    """The seat of the Trade Master."""
    first: int
    """The first player of Progression (M6.1); the Trade Master until one is named."""
    perfect: tuple[int, ...] = ()
    """The seats that showed a perfect set (M6.7), in ascending order."""
    unfilled: bool = False
    """Whether a refill of the queue has failed (M7.3)."""


@value
class Supply:
    """The cards turned up for the fleets, and who picks them (M4)."""

    display: Cards = NO_CARDS
    """The cards turned up and not yet picked (M4.2)."""
    picks: tuple[int, ...] = ()
    """The seat of each pick still to come, in order."""
    detached: tuple[int, ...] = ()
    """The values of the Caravels that form the second fleet of Ponce de Leon's owner (M4.4), ascending."""


@value
class Trade:
    """The offers, and how far the exchange has got (M5)."""

    announced: int = 0
    """How many cards each player offers; 0 before the announcement."""
    offers: tuple[Cards, ...] = ()
    """What each seat still has on offer; an empty tuple before the offers are revealed."""
    partner: int | None = None
    """Who has just taken a card from the player to move."""
    repeated: bool = False
    """Whether the player to move had taken one from this partner just before (M5.5)."""
    candidates: tuple[int, ...] = ()
    """The seats tied for Trade Master, when the current one has to choose (M5.2)."""
    short: int | None = None
    """Who is one card short after Trade and gets one from the Trade Master (M5.6)."""


@value
class Turn:
    """What a player has done in their turn, and the set that they are making (M6)."""

    identical: bool = False
    """Whether an identical set was made in this turn (M6.1)."""
    different: bool = False
    """Whether a different set was made (M6.1)."""
    relics: bool = False
    """Whether a relic set was made (M6.1)."""
    employed: tuple[int, ...] = (0, 0, 0)
    """How many Merchants of each group have been used (M6.6)."""
    group: int | None = None
    """The group of the Merchant who is about to convert a card."""
    converted: tuple[tuple[Kind, Kind], ...] = ()
    """Cards laid aside for the next set: what each counts as, and what it is."""
    size: int = 0
    """Cards of the different set that is being made; otherwise 0."""
    reach: int | None = None
    """How many queue cards, from card 1 on, the identical set can take; None if none has been made."""

    def aside(self) -> Cards:
        """Return the converted cards as what they really are."""
        return CARDS.join([CARDS.one[card] for _, card in self.converted])


NO_SUPPLY, NO_TRADE, NO_TURN = Supply(), Trade(), Turn()
"""What a State has where there is no Supply, Trade or turn."""


@value
class Gift:
    """A card given under M5.6, for as long as somebody can know more about it than others (M8).

    Likewise a card that Pirates took from a hand (M4.5): everybody sees what it is, but where such a card was known to
    be in the hand, not whether they took that one or another.
    """

    giver: int
    """The seat that gave it, the Trade Master; or lost it to the Pirates."""
    receiver: int | None
    """The seat that was one card short; None for the Pirates."""
    sure: KindSet
    """If the card is of one of these kinds, it may have been among the known cards of the giver."""
    kept: KindSet
    """If the card is of one of these kinds, the receiver still holds it, besides their known cards."""
    doubtful: bool = True
    """Whether it may also have been a card of which nobody knew."""
    recent: bool = True
    """Whether it was given since the resource pile was last made."""


@value
class Deal:
    """What everybody knows of the cards dealt since the resource pile was last made (M4.6).

    Every seat had some cards in hand then, and has been dealt others from the new pile. What has left its hand since,
    and did not enter it openly, was among them. Tuples have one entry per seat.
    """

    source: Cards
    """The cards that were shuffled into the pile, less those turned up from it since."""
    held: Cards
    """The cards in all hands when the new pile was made, those dealt from the old one included."""
    held_sizes: tuple[int, ...]
    """How many of them were in each hand."""
    held_known: tuple[Cards, ...]
    """Which of them everybody knew (as in `Public.known`)."""
    shown: tuple[Cards, ...]
    """Cards that have openly left each hand since and had not entered it openly."""


@value
class Public:
    """What is open on the table, and what everybody remembers. Tuples have one entry per seat."""

    market: Cards
    """The Resource cards in the market (M2, M5.3)."""
    discards: Cards
    """The discarded Resource cards, face up (M4.6)."""
    deal: Deal
    """What everybody knows of the cards dealt face down."""
    queue: tuple[str, ...]
    """The keys of the Development cards in the queue, card 1 first."""
    doubloons: tuple[int, ...]
    """How many doubloons each player has (M7)."""
    earned: tuple[tuple[int, ...], ...]
    """By Income: the doubloons that each seat has had from it so far, or paid."""
    owned: tuple[Owned, ...]
    """The keys of each player's Development cards, in alphabetical order."""
    known: tuple[Cards, ...]
    """Cards that entered a hand openly and have not left it openly since (M8)."""
    gifts: tuple[Gift, ...]
    """The cards given unseen under M5.6 that somebody still knows something about, oldest first; not one per seat."""
    discarded: tuple[Cards, ...] = ()
    """What each seat discarded at the end of the last round (M6.10); empty in round 1."""

    def open_developments(self) -> list[str]:
        """Return the keys of the Development cards in the queue and with the players."""
        return [*self.queue, *[key for owned in self.owned for key in owned]]


@value
class Hidden:
    """What no View shows in full. Tuples have one entry per seat."""

    hands: tuple[Cards, ...]
    """Stored cards included; chosen cards too, until all are revealed."""
    chosen: tuple[Cards, ...]
    """The cards chosen so far, to offer or to store."""
    steps: tuple[int, ...]
    """Decisions made so far on them; those in excess of the cards were `nothing`."""
    given: tuple[Kind, ...]
    """What each of `Public.gifts` was."""
    pile: Cards
    """The resource pile; it needs no order, since every card drawn from it is drawn at random."""
    held: tuple[Cards, ...]
    """Which cards of `Deal.held` were in each hand."""
    drawn: tuple[Cards, ...]
    """What each player was dealt out of `Deal.source`; together with the pile it is the source."""
    deck: tuple[str, ...]
    """The keys of the Development cards in the deck, top first."""
    seed: int
    """The seed of the game."""


@value
class Table:
    """What everybody knows of a position: a State and all Views of it have it in common."""

    round: Round
    """The number of the round, its event, Trade Master and first player (M3, M5, M6.1)."""
    phase: Phase
    """What is being decided."""
    player: int
    """The first seat that may act; after the game the Trade Master."""
    owing: tuple[int, ...]
    """The seats that still have to choose, where all do so at the same time (M5.1, M6.10); otherwise empty."""
    supply: Supply
    """The cards turned up for the fleets, and who picks them (M4.2); empty in other phases."""
    trade: Trade
    """The offers, and how far the exchange has got (M5); empty in other phases."""
    turn: Turn
    """What the player has done in their turn so far (M6); empty in other phases."""
    public: Public
    """What is open on the table, and what everybody remembers."""

    def open_cards(self) -> list[Cards]:
        """Return the Resource cards that lie face up, those of each place apart."""
        public = self.public
        return [public.market, public.discards, self.supply.display, *self.trade.offers, self.turn.aside()]


@value
class State(Table):
    """A position, complete."""

    hidden: Hidden
    """What no View shows in full."""


make_trade, make_deal, make_public = maker(Trade), maker(Deal), maker(Public)
make_hidden, make_state = maker(Hidden), maker(State)
"""For what is built at nearly every decision."""


def with_hands(hidden: Hidden, hands: tuple[Cards, ...]) -> Hidden:
    """Return the hidden part with these hands."""
    return make_hidden(
        hands, hidden.chosen, hidden.steps, hidden.given, hidden.pile, hidden.held, hidden.drawn, hidden.deck,
        hidden.seed,
    )  # fmt: skip


def with_choices(hidden: Hidden, chosen: tuple[Cards, ...], steps: tuple[int, ...]) -> Hidden:
    """Return the hidden part after these cards have been chosen, in so many steps."""
    return make_hidden(
        hidden.hands, chosen, steps, hidden.given, hidden.pile, hidden.held, hidden.drawn, hidden.deck, hidden.seed
    )


def with_income(public: Public, income: Income, seat: int, amount: int) -> Public:
    """Return the public part after the seat has got these doubloons, or paid them if the amount is negative."""
    if not amount:
        return public
    earned = replaced(public.earned, income, increased(public.earned[income], seat, amount))
    return make_public(
        public.market, public.discards, public.deal, public.queue, increased(public.doubloons, seat, amount), earned,
        public.owned, public.known, public.gifts, public.discarded,
    )  # fmt: skip

"""What players are told when something happens in Mundus Novus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.text import seat_name
from boardgames.games.mundus_novus.cards import CARD, GROUPS, TOTAL, Cards, Kind
from boardgames.games.mundus_novus.state import (
    Action,
    Announce,
    Appoint,
    Begin,
    Buy,
    BuyUnseen,
    Convert,
    Detach,
    Different,
    Done,
    Employ,
    Exchange,
    Give,
    Identical,
    Offer,
    OfferNothing,
    Phase,
    Pick,
    Relics,
    Sail,
    Sell,
    State,
    Store,
    StoreNothing,
    Summon,
    Take,
)
from boardgames.games.mundus_novus.supply import SUMMONING_PRICE
from boardgames.games.mundus_novus.text import cards, folded, number_of, whom
from boardgames.games.mundus_novus.trade import totals

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardgames.games.mundus_novus.box import Box


def tell(box: Box, before: State, player: int, action: Action, after: State, viewer: int | None) -> tuple[str, ...]:
    """Return what the viewer sees when this seat does this, and what follows by itself, a line each."""
    happening = _Happening(box, before, player, action, after, viewer)
    return tuple([each for line in happening.lines() for each in folded(line)])


class _Happening:
    """One action with all that follows from it, as one viewer sees it."""

    def __init__(self, box: Box, before: State, player: int, action: Action, after: State, viewer: int | None) -> None:
        """Take what happened, and who looks on."""
        self.box = box
        self.before = before
        self.player = player
        self.action = action
        self.after = after
        self.viewer = viewer

    def lines(self) -> Iterator[str]:
        """Return the act itself, then what follows from it."""
        yield f"{self._name(self.player)}: {self._deed()}"
        if self.before.phase is Phase.OFFERS and self.after.phase is not Phase.OFFERS:
            yield from self._revealed()
        yield from self._settled()
        if self.before.phase is Phase.PICKS and self.after.phase is not Phase.PICKS:
            yield from self._robbed()
        if isinstance(self.action, Done):
            yield from self._paid()
        if self._ends_round():
            yield from self._stored()
        yield from self._begun()

    def _name(self, seat: int) -> str:
        return seat_name(seat, self.viewer)

    # What was done.

    def _deed(self) -> str:  # noqa: C901, PLR0911, PLR0912  # one per Action
        """Return the action as this viewer would say it."""
        match self.action:
            case Offer() | OfferNothing():
                return str(self.action) if self.viewer == self.player else "chooses cards to offer"
            case Store() | StoreNothing():
                return str(self.action) if self.viewer == self.player else "chooses cards to store"
            case Give(kind):
                return self._gift(kind)
            case Summon(event):
                price = number_of(SUMMONING_PRICE, "doubloon")
                return f"{price} paid for {event}" if event else "no event is chosen"
            case Detach(caravel):
                return f"Caravel {caravel} sails apart"
            case Sail():
                return "the fleets sail"
            case Announce(count):
                return f"{count} cards are to be offered"
            case Appoint(seat):
                return f"the choice falls on {whom(seat, self.viewer)}"
            case Take(victim, kind):
                return f"{kind} taken from {whom(victim, self.viewer)}"
            case Exchange(victim, kind, wanted):
                # Exchanged for its own kind, a card is as good as kept: nobody need remember which it was.
                market = f" to the market, for {wanted}" if kind != wanted else ""
                return f"{kind} taken from {whom(victim, self.viewer)}{market}{self._prize()}"
            case Begin(seat):
                return f"first to play: {whom(seat, self.viewer)}"
            case Identical(resource, count, wild):
                return f"identical set of {count} {resource}" + (f" and {number_of(wild, 'relic')}" if wild else "")
            case Different(count):
                return f"different set of {count} resources"
            case Sell(resources):
                return f"{', '.join(map(str, resources))} sold for {self._earned()}"
            case Relics(count):
                return f"{number_of(count, 'relic')} sold for {self._earned()}"
            case Employ(group):
                return f"a Merchant {GROUPS[group]} at work"
            case Convert(target, kind):
                return f"{kind} counts as {target}"
            case Buy(place):
                return f"{self.box.cards[self.before.table.queue[place]].name} taken from the queue"
            case BuyUnseen():
                return f"{self.box.cards[self.before.hidden.deck[0]].name} taken from the deck"
            case Done():
                return "end of the turn"
            case _:
                return str(self.action)

    def _gift(self, kind: Kind) -> str:
        receiver = self.before.trade.short
        if receiver is None:
            raise AssertionError("a card is given to somebody")
        card = str(kind) if self.viewer in (self.player, receiver) else "a card"
        return f"{card} given to {whom(receiver, self.viewer)}"

    def _prize(self) -> str:
        return f"; Orellana: {self._earned()}" if self._gained(self.player) else ""

    def _earned(self) -> str:
        return number_of(self._gained(self.player), "doubloon")

    def _gained(self, seat: int) -> int:
        return self.after.table.doubloons[seat] - self.before.table.doubloons[seat]

    # What followed.

    def _chosen(self) -> list[Cards]:
        """Return what everybody has chosen, this action included."""
        chosen = list(self.before.hidden.chosen)
        if isinstance(self.action, (Offer, Store)):
            chosen[self.player] += CARD[self.action.kind]
        return chosen

    def _revealed(self) -> Iterator[str]:
        offers = tuple(self._chosen())
        sums = totals(self.box, self.before.table.owned, offers)
        for seat, (offer, total) in enumerate(zip(offers, sums, strict=True)):
            yield f"{self._name(seat)}: offer of {cards(offer)}, {total} in all"

    def _settled(self) -> Iterator[str]:
        before, after = self.before, self.after
        if after.round.master != before.round.master:
            yield f"{self._name(after.round.master)}: new Trade Master"
        elif after.phase is Phase.MASTER and before.phase is Phase.OFFERS:
            tied = " and ".join(whom(seat, self.viewer) for seat in after.trade.candidates)
            yield f"{self._name(after.player)}: to choose the Trade Master among {tied}"
        if after.phase in (Phase.GIFT, Phase.FIRST) and before.phase in (Phase.OFFERS, Phase.MASTER, Phase.TRADES):
            last = after.round.master if after.trade.short is None else after.trade.short
            back = after.table.known[last] - self._known_before(last)
            yield f"Trade is over: {whom(last, self.viewer)} got back {cards(back)}" if back else "Trade is over."
            if after.trade.short is not None:
                yield f"{self._name(last)}: one card short"

    def _known_before(self, seat: int) -> Cards:
        """Return what was known of the hand when Trade ended, before its own offers came back."""
        action, known = self.action, self.before.table.known[seat]
        if self.before.phase is Phase.TRADES:
            if seat == self.player and isinstance(action, (Take, Exchange)):
                known += CARD[action.kind if isinstance(action, Take) else action.wanted]
            return known
        return self.after.table.known[seat] - self._offered_last(seat)

    def _offered_last(self, seat: int) -> Cards:
        if self.before.phase is Phase.MASTER:
            return self.before.trade.offers[seat]
        return self._chosen()[seat]

    def _robbed(self) -> Iterator[str]:
        for seat, (had, has) in enumerate(zip(self.before.hidden.hands, self.after.hidden.hands, strict=True)):
            hand = had
            if seat == self.player and isinstance(self.action, Pick):
                hand += CARD[self.action.kind]
            if hand != has:
                yield f"{self._name(seat)}: the Pirates take {cards(hand - has)}"

    def _paid(self) -> Iterator[str]:
        box, owned = self.box, self.before.table.owned
        for seat, cards_owned in enumerate(owned):
            income = box.estates[cards_owned].income if seat == self.player else 0
            if income:
                yield f"{self._name(seat)}: {number_of(income, 'doubloon')} from Development cards"
            if self._gained(seat) != income:
                yield f"{self._name(seat)}: {number_of(self._gained(seat) - income, 'doubloon')} from Shipyards"

    def _ends_round(self) -> bool:
        before, after = self.before, self.after
        return after.round.number > before.round.number or (
            after.phase is Phase.OVER and before.phase is not Phase.OVER
        )

    def _stored(self) -> Iterator[str]:
        for seat, (hand, kept) in enumerate(zip(self.before.hidden.hands, self._chosen(), strict=True)):
            if hand != kept:
                yield f"{self._name(seat)}: discards {cards(hand - kept)}"
            if kept:
                stored = cards(kept) if seat == self.viewer else number_of(kept >> TOTAL, "card")
                yield f"{self._name(seat)}: stores {stored}"

    def _begun(self) -> Iterator[str]:
        before, after, viewer = self.before, self.after, self.viewer
        if after.phase is Phase.OVER:
            yield "The game is over."
            return
        if after.round.number > before.round.number:
            yield f"Round {after.round.number}: {after.round.event}"
        dealt = after.round.number > before.round.number or before.phase is Phase.EVENT
        if not dealt or after.phase is Phase.EVENT:
            return
        if viewer is not None:
            kept = before.hidden.hands if before.phase is Phase.EVENT else self._chosen()
            yield f"You get {cards(after.hidden.hands[viewer] - kept[viewer])}"
        if after.supply.display:
            yield f"Turned up for the fleets: {cards(after.supply.display)}"

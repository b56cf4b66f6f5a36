"""A small game with everything that a scene can hold: hands, tableaux, a market, backs, an auction
with hidden bids.

In turn each player plays a card or swaps one with the market. Then all bid at once, hidden, for the
top card of the deck. After three rounds the cards played and won count what is printed on them.
"""

# ruff: noqa: D101  # the contract describes the methods

from __future__ import annotations

from random import Random
from typing import TypeAlias

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
from boardgames.core.values import deleted, evolve, inserted, replaced
from boardgames.scene.parts import Area, Counter, Item, Piece, Unseen, Zone, face_down
from boardgames.scene.scene import Label, Scene, ScoreLine, ScoreSheet, Touch

ROUNDS = 3
HAND = 4
MARKET = 3
COINS = 9
PIECES = (
    Piece("ship", "Ship", "Worth 3.", "sea", 3, "B2.1"),
    Piece("spice", "Spice Trader", "Worth 4.", "trade", 4, "B2.1"),
    Piece(
        "guard", "Guardian of the Gate", "Worth 2; two of them look imposing.", "city", 2, "B2.1"
    ),
    Piece("thief", "Thief", "Costs a point.", "city", -1, "B2.1"),
    Piece("crown", "Crown", "Worth 5, and heavy.", "court", 5, "B2.1"),
)
FAMILIES = {piece.key: piece for piece in PIECES}
DECK = [card for card in FAMILIES for _ in range(6)]


@value
class State:
    seed: int
    hands: tuple[tuple[str, ...], ...]
    tableaux: tuple[tuple[str, ...], ...]
    coins: tuple[int, ...]
    market: tuple[str, ...]
    deck: tuple[str, ...]
    bids: tuple[int | None, ...]
    acted: int = 0  # cards played or swapped in this round
    round: int = 1


@value
class View:
    seat: int | None
    hand: tuple[str, ...]
    sizes: tuple[int, ...]
    tableaux: tuple[tuple[str, ...], ...]
    coins: tuple[int, ...]
    market: tuple[str, ...]
    deck: int
    mine: int | None  # what this seat has bid
    committed: tuple[bool, ...]
    acted: int
    round: int


@value
class Play(Action):
    card: str

    def __str__(self) -> str:
        return f"play {self.card}"


@value
class Swap(Action):
    card: str
    wanted: str

    def __str__(self) -> str:
        return f"swap {self.card} for {self.wanted}"


@value
class Bid(Action):
    coins: int

    def __str__(self) -> str:
        return f"bid {self.coins}"


Deed: TypeAlias = Play | Swap | Bid
DEEDS: tuple[Deed, ...] = (
    *[Play(card) for card in FAMILIES],
    *[Swap(card, wanted) for card in FAMILIES for wanted in FAMILIES if card != wanted],
    *[Bid(coins) for coins in range(COINS + 1)],
)


class BazaarWords(Words[State, Deed, View]):
    """How Bazaar is told."""

    game: Bazaar

    def tell(
        self, before: State, player: int, action: Deed, after: State, viewer: int | None
    ) -> tuple[str, ...]:
        who = self.seat_name(player, viewer)
        if isinstance(action, Play):
            return (f"{who} played {FAMILIES[action.card].name}",)
        if isinstance(action, Swap):
            return (
                f"{who} swapped {FAMILIES[action.card].name} for {FAMILIES[action.wanted].name}",
            )
        first = f"{who} bid {action.coins}" if player == viewer else f"{who} bid"
        if after.round == before.round:
            return (first,)
        bids = [bid if bid is not None else action.coins for bid in before.bids]
        winner = bids.index(max(bids))
        won = FAMILIES[before.deck[0]].name
        return (first, f"{self.seat_name(winner, viewer)} won the {won} for {max(bids)}")

    def pieces(self) -> dict[str, Piece]:
        return FAMILIES

    def scene(self, view: View) -> Scene:
        auction = view.acted == self.game.players and view.round <= ROUNDS
        zones = (
            Zone("market", "market", _items(view.market)),
            Zone("deck", "deck", face_down(view.deck)),
        )
        areas = [
            Area(
                None, "Table", zones, (Counter("round", "round", min(view.round, ROUNDS), ROUNDS),)
            )
        ]
        for seat in range(self.game.players):
            hand = _items(view.hand) if seat == view.seat else face_down(view.sizes[seat])
            zones = (
                Zone("tableau", "played", _items(view.tableaux[seat])),
                Zone("hand", "hand", hand),
            )
            marks = (self.mark("has bid"),) if view.committed[seat] else ()
            coins = (Counter("coins", "coins", view.coins[seat]),)
            areas.append(Area(seat, self.seat_name(seat, view.seat), zones, coins, marks))
        if view.round > ROUNDS:
            acting: tuple[int, ...] = ()
        elif auction:
            acting = tuple([seat for seat, done in enumerate(view.committed) if not done])
        else:
            acting = (view.acted,)
        prompt = ""
        if view.seat in acting:
            prompt = (
                "Bid for the top card of the deck"
                if auction
                else "Play a card, or swap one with the market"
            )
        elif acting:
            prompt = (
                f"Waiting for {', '.join(self.seat_object(seat, view.seat) for seat in acting)}"
            )
        return Scene(
            view.seat,
            self.title,
            f"round {min(view.round, ROUNDS)} of {ROUNDS}, {'auction' if auction else 'trade'}",
            tuple(areas),
            acting,
            prompt,
            (
                ("The highest bid wins the top card of the deck; all bids are revealed together.",)
                if auction
                else ()
            ),
            (Unseen(("deck", "hand"), _items(tuple(_unseen(view)))),),
            stage=f"round {min(view.round, ROUNDS)} of {ROUNDS}",
        )

    def label(self, view: View, action: Deed) -> Label:
        if isinstance(action, Bid):
            note = (
                "all you have"
                if view.seat is not None and action.coins == view.coins[view.seat]
                else ""
            )
            return Label(f"bid {action.coins}", (Touch(None, "deck"),), "bid", action.coins, note)
        held = Touch(view.seat, "hand", action.card)
        name = FAMILIES[action.card].name
        if isinstance(action, Play):
            return Label(f"play your {name}", (held,), "play", note=FAMILIES[action.card].text)
        wanted = FAMILIES[action.wanted].name
        return Label(
            f"swap your {name} for the {wanted}",
            (held, Touch(None, "market", action.wanted)),
            "swap",
        )

    def score_sheet(self, state: State) -> ScoreSheet:
        lines = [
            ScoreLine(
                piece.name,
                tuple(
                    [tableau.count(piece.key) * (piece.worth or 0) for tableau in state.tableaux]
                ),
            )
            for piece in PIECES
        ]
        return ScoreSheet(
            (*lines, ScoreLine("coins", tuple([coins // 3 for coins in state.coins]), "B3.1"))
        )

    def rules(self) -> str:
        return (
            "# Bazaar\n\nBuy, *swap* and **bid**.\n\n## Turns (B1)\n\n- B1.1 Play a card, or swap"
            " one.\n- B2.1 What a card is worth\n  is printed on it.\n\n| card | worth"
            " |\n|---|---|\n| Ship | 3 |\n\n## End (B3)\n\n- B3.1 Three coins are a point.\n"
        )


class Bazaar(Game[State, Deed, View]):
    """See the module."""

    name, title, player_counts = "bazaar", "Bazaar", range(2, 5)
    notation: Notation[Deed] = Notation(DEEDS)
    words_type = BazaarWords

    def new_game(self, seed: int | None = None) -> State:
        seed = check_seed(seed)
        order = deal([*DECK], len(DECK), seed, 0)
        hands = tuple(
            [tuple(sorted(order[HAND * seat : HAND * seat + HAND])) for seat in range(self.players)]
        )
        rest = tuple(order[HAND * self.players :])
        market = tuple(sorted(rest[:MARKET]))
        empty: tuple[tuple[str, ...], ...] = ((),) * self.players
        return State(
            seed,
            hands,
            empty,
            (COINS,) * self.players,
            market,
            rest[MARKET:],
            (None,) * self.players,
        )

    def to_act(self, state: State) -> tuple[int, ...]:
        if state.round > ROUNDS:
            return ()
        if state.acted < self.players:
            return (state.acted,)
        return tuple([seat for seat, bid in enumerate(state.bids) if bid is None])

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Deed, ...]:
        seats = self.to_act(state)
        seat = seats[0] if seats and player is None else player
        if seat is None or seat not in seats:
            return ()
        if state.acted == self.players:
            return tuple([Bid(coins) for coins in range(state.coins[seat] + 1)])
        held = dict.fromkeys(state.hands[seat])
        swaps = [
            Swap(card, wanted)
            for card in held
            for wanted in dict.fromkeys(state.market)
            if card != wanted
        ]
        return tuple(sorted([*[Play(card) for card in held], *swaps]))

    def apply(self, state: State, action: Deed, player: int | None = None) -> State:
        legal = self.legal_actions(state, player)
        if action not in legal:
            raise illegal_action(self, state, action, player)
        seat = self.to_act(state)[0] if player is None else player
        if isinstance(action, Bid):
            return self._bid(state, seat, action.coins)
        hand = deleted(state.hands[seat], action.card)
        if isinstance(action, Play):
            tableaux = replaced(state.tableaux, seat, (*state.tableaux[seat], action.card))
            return evolve(
                state,
                hands=replaced(state.hands, seat, hand),
                tableaux=tableaux,
                acted=state.acted + 1,
            )
        hands = replaced(state.hands, seat, inserted(hand, action.wanted))
        market = inserted(deleted(state.market, action.wanted), action.card)
        return evolve(state, hands=hands, market=market, acted=state.acted + 1)

    def _bid(self, state: State, seat: int, coins: int) -> State:
        bids = replaced(state.bids, seat, coins)
        if None in bids:
            return evolve(state, bids=bids)
        paid = [bid or 0 for bid in bids]
        winner = paid.index(max(paid))
        return evolve(
            state,
            bids=(None,) * self.players,
            coins=replaced(state.coins, winner, state.coins[winner] - paid[winner]),
            tableaux=replaced(state.tableaux, winner, (*state.tableaux[winner], state.deck[0])),
            deck=state.deck[1:],
            acted=0,
            round=state.round + 1,
        )

    def score(self, state: State) -> tuple[int, ...]:
        return tuple(
            [
                sum(points)
                for points in zip(
                    *[line.points for line in self.words.score_sheet(state).lines], strict=True
                )
            ]
        )

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state):
            return None
        ranking = ranked(self.score(state))
        return Outcome(ranking[0], ranking, self.score(state), f"round {ROUNDS} is over")

    def view(self, state: State, player: int | None) -> View:
        return View(
            player,
            () if player is None else state.hands[player],
            tuple(map(len, state.hands)),
            state.tableaux,
            state.coins,
            state.market,
            len(state.deck),
            None if player is None else state.bids[player],
            tuple([bid is not None for bid in state.bids]),
            state.acted,
            state.round,
        )

    def determinize(self, view: View, rng: Random) -> State:
        cards = shuffle(_unseen(view), rng)
        hands = []
        for seat, size in enumerate(view.sizes):
            hands.append(view.hand if seat == view.seat else tuple(sorted(cards[:size])))
            cards = cards if seat == view.seat else cards[size:]
        bids = [
            (
                view.mine
                if seat == view.seat
                else int(rng.random() * (view.coins[seat] + 1))
                if done
                else None
            )
            for seat, done in enumerate(view.committed)
        ]
        return State(
            fresh_seed(rng),
            tuple(hands),
            view.tableaux,
            view.coins,
            view.market,
            tuple(cards[: view.deck]),
            tuple(bids),
            view.acted,
            view.round,
        )

    def evaluate(self, state: State, player: int) -> float:
        if (outcome := self.outcome(state)) is not None:
            return outcome.utility[player]
        points = self.score(state)
        best = max(points[seat] for seat in range(self.players) if seat != player)
        return min(1.0, max(0.0, 0.5 + (points[player] - best) / 40))

    def parse(self, text: str) -> Deed:
        return self.notation.parse(text)

    # Words.

    def round(self, state: State) -> int:
        return min(state.round, ROUNDS)


def _unseen(view: View) -> list[str]:
    unseen = [*DECK]
    for card in (
        *view.hand,
        *view.market,
        *[each for tableau in view.tableaux for each in tableau],
    ):
        unseen.remove(card)
    return unseen


def _items(cards: tuple[str, ...]) -> tuple[Item, ...]:
    return tuple([Item(card, cards.count(card)) for card in FAMILIES if card in cards])


_: type[AnyGame[State, Deed, View]] = Bazaar

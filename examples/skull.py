"""Skull as a Game: secret choices, bluffing, discs that leave the game unseen. Try it: `python
examples/skull.py`.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from boardgames import Action, evolve, value
from boardgames.kit import (
    Count,
    Counts,
    DeclaredGame,
    DeclaredWords,
    Each,
    Own,
    Seat,
    Seed,
    Shown,
    Spot,
    ZoneRule,
    chance,
    deleted,
    increased,
    replaced,
    require,
)
from boardgames.testing import check_game

Discs: TypeAlias = tuple[str, ...]
OWN: Discs = ("rose", "rose", "rose", "skull")  # what each seat begins with
MOST = 6  # seats
TO_WIN = 2
LESSON = """
players = 3
seed = 1

[[steps]]
play = ["2: lay rose", "3: lay skull"]
text = '''
The highest bidder turns over that many discs, their own first. If all are
roses, they win the challenge, and a second one wins the game. If one is a
skull, they lose a disc. The others have laid one already; you do not see which.'''
look = [{ seat = 0, zone = "hand" }]
ask = "Which disc do you lay?"
right = ["lay rose"]
otherwise = "You could not win a challenge: you would turn over your own skull first."

[[steps]]
text = '''
You begin: lay another disc, or bid how many discs you can turn over. You know
only your own rose; any other disc may be a skull.'''
look = [{ seat = 0, zone = "mat" }]
ask = "What can you bid for certain?"
right = ["bid 1"]
otherwise = "That is not for certain, or gives the first bid away."

[[steps]]
play = ["2: pass", "3: pass", "2: lay rose", "3: lay rose"]
text = '''
Nobody dared to bid more, and you won the challenge. One more wins the game,
so the others will have to outbid you. Let them find something.'''
look = [{ seat = 0, zone = "wins" }]
ask = "Which disc do you lay now?"
right = ["lay skull"]
otherwise = "A rose is safe for the player who outbids you. They must outbid you, so set a trap."

[[steps]]
text = '''
Your skull lies there, and nobody knows. If you bid as before, they will
think that it is a rose again.'''
ask = "How do you lure them?"
right = ["bid 1"]
otherwise = "The more you bid, the sooner they pass, and then you must turn over your own skull."

[[steps]]
play = ["2: bid 2", "3: pass"]
text = '''
Player 2 took the bait: they turn over their own disc, and then one of yours
or of Player 3.'''
ask = "Do you bid more?"
right = ["pass"]
otherwise = "Then you would have to turn over your own skull."

[[steps]]
play = ["2: turn 1"]
text = '''
Player 2 found your skull and lost a disc, unseen by you. Now the game goes on:
one more challenge, and you win.'''
"""


@value
class Table:
    hands: Own[Discs]
    mats: Annotated[tuple[Discs, ...], ZoneRule("owner")]  # laid face down; the last one is on top
    turned: Shown[Discs]  # turned over in this challenge
    lost: Annotated[tuple[Discs, ...], ZoneRule("owner")]  # for good, in order; known roses first
    seen: Each[
        int
    ]  # how many discs the seat had lost when all last saw its skull: these were roses
    gone: Each[bool]  # whether all have seen that the seat has no skull any more
    passed: Each[bool]
    wins: Counts
    turn: Seat
    seed: Seed
    bid: Count = 0
    round: Count = 1


@value
class State(Table): ...


@value
class View(Table):
    seat: int | None = None


@value
class Lay(Action):
    disc: Annotated[str, ("rose", "skull")]


@value
class Bid(Action):
    discs: Annotated[int, range(1, len(OWN) * MOST + 1)]


@value
class Pass(Action): ...


@value
class Turn(Action):
    seat: Seat

    def __str__(self) -> str:  # people count seats from 1
        return f"turn {self.seat + 1}"


class SkullWords(DeclaredWords[State, Lay | Bid | Pass | Turn, View]):
    game: Skull

    def lesson(self) -> str:
        return LESSON

    def tell(
        self,
        before: State,
        player: int,
        action: Lay | Bid | Pass | Turn,
        after: State,
        viewer: int | None,
    ) -> tuple[str, ...]:
        lines = [*super().tell(before, player, action, after, viewer)]
        for seat in range(self.game.players):
            if after.wins[seat] > before.wins[seat]:
                lines.append(f"{self.seat_name(seat, viewer)} won the challenge")
            if after.lost[seat] != before.lost[seat]:
                whose = self.seat_possessive(
                    action.seat if isinstance(action, Turn) else seat, viewer
                )
                lines.append(f"{self.seat_name(seat, viewer)} found {whose} skull, and lost a disc")
        return tuple(lines)


class Skull(DeclaredGame[State, Lay | Bid | Pass | Turn, View]):
    """Bid how many discs you can turn over without finding a skull (after H. Marly, 2011).

    Everybody has three roses and a skull, and lays one disc face down at the same time. Then each
    in turn adds a disc to their mat, or bids; from the first bid on, each in turn bids more or
    passes. The highest bidder turns over that many discs, all of their own mat first. If all are
    roses, they win the challenge, and a second one wins the game. If one is a skull, they lose a
    disc, drawn at random and seen by nobody else; without discs they are out. All discs go back to
    the hands.
    """

    name, title, player_counts = "skull", "Skull", range(2, MOST + 1)
    secret = (Lay,)
    words_type = SkullWords
    own: Discs = OWN
    to_win = TO_WIN

    def small(self) -> Skull:
        tiny = type(self)(2)
        tiny.own, tiny.to_win = ("rose", "skull"), 1
        return tiny

    def own_pack(self, seat: int) -> Discs:
        return self.own

    def allowed(self, table: Table, place: Spot) -> Discs | None:
        seat = place.owner or 0  # every place has an owner
        is_rose = place.number < table.seen[seat] if place.field == "lost" else table.gone[seat]
        return ("rose",) if is_rose else None

    def start(self, seed: int) -> State:
        none: tuple[Discs, ...] = ((),) * self.players
        nobody, zero = (False,) * self.players, (0,) * self.players
        return State(
            (self.own,) * self.players, none, none, none, zero, nobody, nobody, zero, 0, seed
        )

    def to_act(self, state: Table) -> tuple[int, ...]:
        alive = [seat for seat in range(self.players) if len(state.lost[seat]) < len(self.own)]
        if len(alive) == 1 or max(state.wins) == self.to_win:
            return ()
        laying = [seat for seat in alive if not state.mats[seat] and not state.turned[seat]]
        return tuple(laying) or (state.turn,)

    def choices(self, state: State, seat: int) -> list[Lay | Bid | Pass | Turn]:
        lay = [Lay(disc) for disc in sorted(set(state.hands[seat]))]
        if not state.mats[seat] and not state.turned[seat]:
            return [*lay]
        if any(state.turned):
            return [Turn(each) for each, mat in enumerate(state.mats) if mat]
        bids = [Bid(discs) for discs in range(state.bid + 1, sum(map(len, state.mats)) + 1)]
        return [*bids, Pass()] if state.bid else [*lay, *bids]

    def act(self, state: State, action: Lay | Bid | Pass | Turn, seat: int) -> State:
        if isinstance(action, Turn):
            return self.turned_over(state, action.seat, 1)
        if isinstance(action, Lay):
            mat, hand = state.mats[seat], deleted(state.hands[seat], action.disc)
            laid = replaced(state.mats, seat, (*mat, action.disc))
            state = evolve(state, hands=replaced(state.hands, seat, hand), mats=laid)
            return self.passed_on(state) if mat else state  # the first disc is laid out of turn
        if isinstance(action, Bid):
            state = evolve(state, bid=action.discs)
            done = action.discs == sum(map(len, state.mats))
        else:
            state = evolve(state, passed=replaced(state.passed, seat, True))
            done = state.passed.count(False) == 1
        if not done or isinstance(action, Pass):
            state = self.passed_on(state)
        return self.turned_over(state, state.turn, state.bid) if done else state

    def passed_on(self, state: State) -> State:
        """Return the State with the turn of the next seat that has not passed."""
        seats = [(state.turn + step) % self.players for step in range(1, self.players + 1)]
        return evolve(state, turn=next(seat for seat in seats if not state.passed[seat]))

    def turned_over(self, state: State, owner: int, count: int) -> State:
        """Turn over the topmost discs of this mat; that may decide the challenge."""
        mat, challenger = state.mats[owner], state.turn
        turned = replaced(state.turned, owner, state.turned[owner] + mat[-count:][::-1])
        state = evolve(state, turned=turned, mats=replaced(state.mats, owner, mat[:-count]))
        if "skull" in turned[owner]:
            return self.next_round(state, challenger)
        if sum(map(len, turned)) < state.bid:
            return state
        return self.next_round(evolve(state, wins=increased(state.wins, challenger, 1)), None)

    def next_round(self, state: State, loser: int | None) -> State:
        """Take all discs back, but for one of the loser."""
        hands: list[Discs] = []
        lost, seen, bare = [*state.lost], [*state.seen], [*state.gone]
        for seat, turned in enumerate(state.turned):
            discs: Discs = tuple(sorted((*state.hands[seat], *state.mats[seat], *turned)))
            if "skull" in turned:
                seen[seat] = len(lost[seat])
            bare[seat] |= turned == discs and "skull" not in discs
            if seat == loser:
                gone = discs[chance(len(discs), state.seed, state.round)]
                if bare[seat]:  # everybody knows that it is a rose
                    seen[seat] += 1
                    lost[seat] = (gone, *lost[seat])
                else:
                    lost[seat] = (*lost[seat], gone)
                discs = deleted(discs, gone)
            hands.append(discs)
        none: tuple[Discs, ...] = ((),) * self.players
        out = tuple([not discs for discs in hands])
        state = evolve(
            state, hands=tuple(hands), mats=none, turned=none, lost=tuple(lost), seen=tuple(seen)
        )
        state = evolve(state, gone=tuple(bare), passed=out, bid=0, round=state.round + 1)
        return self.passed_on(state) if out[state.turn] else state

    def score(self, state: State) -> tuple[int, ...]:
        alone = sum(len(lost) < len(self.own) for lost in state.lost) == 1
        return tuple(
            [
                self.to_win if alone and len(lost) < len(self.own) else n
                for n, lost in zip(state.wins, state.lost, strict=True)
            ]
        )

    def estimate(self, state: State, player: int) -> float:
        weights = [
            1 + 4 * won + len(self.own) - len(lost)
            for won, lost in zip(state.wins, state.lost, strict=True)
        ]
        return weights[player] / sum(weights)

    def check_state(self, state: State) -> None:
        super().check_state(state)
        require(min(state.wins) >= 0 and max(state.wins) <= self.to_win, "wins: no such number")
        require(
            all(0 <= n <= len(lost) for n, lost in zip(state.seen, state.lost, strict=True)),
            "seen: expected discs",
        )
        require(state.round >= 1, "round: counted from 1")
        discs = sum(map(len, state.mats + state.turned))
        require(0 <= state.bid <= discs, "bid: no such number of discs")
        alive = [seat for seat in range(self.players) if len(state.lost[seat]) < len(self.own)]
        require(alive and (state.turn in alive), "lost, turn: expected a seat with discs")
        bidding = len(alive) > 1 and not any(state.turned)
        require(state.passed.count(False) > bidding, "passed: expected seats that have not passed")


if __name__ == "__main__":
    check_game(Skull(3))
    print("Skull keeps the contract.")

"""Faults of the samplers of Koryŏ and For the King, each with the box that notices it.

    python -m tests.games.sampler_mutants          plants each of them; some minutes
    python -m tests.games.sampler_mutants WORD…   those whose names have one of these words

It prints what the box says of each, and exits with 1 if one stays unnoticed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from tests.games.belief_boxes import BOXES, Box

POSITIONS = 150
"""Number of positions of a box that are looked at before a fault counts as unnoticed."""
KORYO = "boardgames.games.koryo.secrets.sampling"
KING = "boardgames.games.for_the_king.secrets.sampling"
HANDS = "boardgames.games.for_the_king.secrets.hand_sampling"
DEPENDENT = {HANDS: (KING,)}
"""By module: those that import names from it."""


class Mutant(NamedTuple):
    """A fault: in this module, something stands in place of something else."""

    name: str
    box: str
    module: str
    right: str
    wrong: str


MUTANTS = (
    Mutant(
        "the chance of an order that competes is 1",
        "rivals",
        KORYO,
        "chance *= comb(left[kind], count) / comb(unseen[kind], count)",
        "chance *= 1",
    ),
    Mutant("counted orders weigh the same", "pairs", KORYO, "((joint, ways))", "((joint, 1))"),
    Mutant(
        "orders of two equal cards weigh the same as of one",
        "pairs",
        KORYO,
        "ways = [comb(count, size) for",
        "ways = [min(1, comb(count, size)) for",
    ),
    Mutant("no card is taken from the unseen", "rivals", KORYO, "left[kind] -= count", "pass"),
    Mutant(
        "counted orders do not compete",
        "rivals",
        KORYO,
        "left = CARDS.remove(left, order)",
        "pass",
    ),
    Mutant("no mixed order is counted", "ships", KORYO, "single + pairs if may_mix else", ""),
    Mutant(
        "no mixed order is guessed",
        "two ships",
        KORYO,
        "may_mix = size == PAIR and view.round.ship_owner == seat",
        "may_mix = False",
    ),
    Mutant(
        "anybody mixes",
        "two ships",
        KORYO,
        "may_mix = size == PAIR and view.round.ship_owner == seat",
        "may_mix = size == PAIR",
    ),
    Mutant(
        "hands and discards are not random",
        "pairs",
        KORYO,
        "dealt = draw(deck, self.wanted, rng)",
        "dealt = deck[: self.wanted]",
    ),
    Mutant(
        "an ordered card stays in the pile",
        "four rivals",
        KORYO,
        "pile = CARDS.remove(pile, placed)",
        "pass",
    ),
    Mutant(
        "deals are not thinned",
        "bold",
        KING,
        "is_taken = repeats == 1 or rng.random() * repeats < 1",
        "is_taken = True",
    ),
    Mutant(
        "Favor decks weigh the same",
        "gold",
        KING,
        "[(deck, self._deals(deck)) for deck in self.decks]",
        "[(deck, 1) for deck in self.decks]",
    ),
    Mutant(
        "own turned-up cards count in one way",
        "own",
        KING,
        "ways = comb(turned, still_own) * perm(placed, still_own)",
        "ways = 1",
    ),
    Mutant(
        "turned-up Kings count in one way",
        "kings",
        KING,
        "ways *= perm(left + turned - most, turned - still_own)",
        "pass",
    ),
    Mutant(
        "turned-up cards of others count in one way",
        "gold",
        KING,
        "ways *= perm(of_others, turned_others) / perm(outside_hands, len(moved))",
        "pass",
    ),
    Mutant(
        "turned-up Gold is not counted",
        "gold",
        KING,
        "perm(unseen + settled + turned, turned + kept)",
        "perm(unseen + settled, kept)",
    ),
    Mutant(
        "hands are dealt in one way",
        "gold",
        KING,
        " * perm(deck.pool_size, self.drawn)",
        "",
    ),
    Mutant(
        "counted Gold weighs the same",
        "gold",
        KING,
        "* sampler.gold_ways(deck, plus(sampler.settled, drawn))",
        "",
    ),
    Mutant(
        "other cards are counted in one way",
        "long",
        KING,
        "* perm(deck.pool_size - sum(deck.gold), bound - sum(drawn))",
        "",
    ),
    Mutant(
        "unbound hands are counted in one way",
        "three",
        KING,
        "* perm(deck.pool_size - bound, sampler.drawn - bound)",
        "",
    ),
    Mutant(
        "Gold is split between hands evenly",
        "long",
        KING,
        "ways * following[rest]",
        "1",
    ),
    Mutant(
        "face-down Favor cards are in order",
        "kings",
        KING,
        "face_down = shuffle(placed + self.unturned_own + deck.moved, rng)",
        "face_down = sorted(placed + self.unturned_own + deck.moved)",
    ),
    Mutant(
        "turned-up cards were placed by the first seats",
        "three",
        KING,
        "placed = shuffle(placed, rng)",
        "pass",
    ),
    Mutant(
        "moved Kings stay unseen",
        "kings",
        KING,
        "rest = pool + without(self.kings, deck.moved)",
        "rest = pool + self.kings",
    ),
    Mutant(
        "the deck is not random",
        "decks",
        KING,
        "drawn = draw(rest, self.deck_size, rng)",
        "drawn = [rest.pop() for _ in range(self.deck_size)]",
    ),
    Mutant(
        "a default says that Gold was less by more than one",
        "bold",
        HANDS,
        "elif kind is SHORT and gold_in(hand) >= number:",
        "elif kind is SHORT and gold_in(hand) + 1 >= number:",
    ),
    Mutant(
        "a default says nothing of counted Gold",
        "bold",
        HANDS,
        "if _value(held) >= number:",
        "if False:",
    ),
    Mutant(
        "whoever pays need not have the Gold",
        "gold",
        HANDS,
        "return None if gold_in(hand) < self.owed else",
        "return",
    ),
    Mutant(
        "counted Gold need not pay",
        "gold",
        HANDS,
        "return int(_value(held) >= self._owed)",
        "return 1",
    ),
    Mutant(
        "lost Gold is counted in one way",
        "long",
        HANDS,
        "choices = prod(map(comb, held, lost))",
        "choices = 1",
    ),
    Mutant(
        "other lost cards are counted in one way",
        "long",
        HANDS,
        "ways * comb(others, rest) * choices",
        "ways * choices",
    ),
    Mutant(
        "Gold drawn by a hand is counted in one way",
        "long",
        HANDS,
        "ways * kept // alike",
        "ways",
    ),
    Mutant(
        "cards gained before are never lost",
        "long",
        HANDS,
        "losable += number not in self.safe",
        "pass",
    ),
    Mutant(
        "cards shown can still be lost",
        "bold",
        HANDS,
        "losable -= 1",
        "pass",
    ),
    Mutant(
        "the end of a hand is not counted",
        "long",
        HANDS,
        "return int(held == self._final)",
        "return 1",
    ),
    Mutant(
        "the first discards are random ones of the payment",
        "gold",
        HANDS,
        "chosen = sorted(draw(hand, self.price, rng))",
        "chosen = draw(hand, self.price, rng)",
    ),
    Mutant(
        "other lost cards are the first",
        "long",
        HANDS,
        "lost += draw(others, number - sum(gone), rng)",
        "lost += [others.pop(0) for _ in range(number - sum(gone))]",
    ),
    Mutant(
        "lost cards are the first",
        "long",
        HANDS,
        "lost += draw(hand, number, rng)",
        "lost += [hand.pop(0) for _ in range(number)]",
    ),
)


def plant(mutant: Mutant) -> None:
    """Put the fault into its module; for good, so do it in a process of its own."""
    module = import_module(mutant.module)
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    if source.count(mutant.right) != 1:
        raise ValueError(
            f"{mutant.name}: {mutant.right!r} stands {source.count(mutant.right)} times"
        )
    _run_again(mutant.module, source.replace(mutant.right, mutant.wrong))
    for name in DEPENDENT.get(mutant.module, ()):
        path = Path(str(import_module(name).__file__))
        _run_again(name, path.read_text(encoding="utf-8"))


def _run_again(name: str, source: str) -> None:
    code = compile(source, name, "exec", dont_inherit=True)
    exec(code, vars(sys.modules[name]))  # noqa: S102  # the source of the library, with a fault


def box_of(mutant: Mutant) -> Box:
    """Return the box that has to notice the fault."""
    return next(box for box in BOXES if box.name == mutant.box)


def noticed(mutant: Mutant, positions: int = POSITIONS) -> bool:
    """Return whether the box notices the fault, planted in a copy of this process."""
    box = box_of(mutant)
    some = box.some(positions)
    sys.stdout.flush()
    copy = os.fork()
    if not copy:
        status = 1
        try:
            plant(mutant)
            status = 0 if any(_is_wrong(box, position) for position in some) else 1
        finally:
            os._exit(status)
    _, status = os.waitpid(copy, 0)
    return status == 0


def _is_wrong(box: Box, position: object) -> bool:
    try:
        return bool(box.fault(position))  # type: ignore[arg-type]
    except Exception as error:  # noqa: BLE001  # a fault may raise anything
        print(f"  raises {error!r}")  # noqa: T201
        return True


def main(words: Sequence[str]) -> int:
    """Plant all faults, or those with these words."""
    left = 0
    for mutant in MUTANTS:
        if not words or any(word in mutant.name for word in words):
            is_noticed = noticed(mutant)
            left += not is_noticed
            print(f"{'noticed' if is_noticed else 'UNNOTICED':9} {mutant.box:12} {mutant.name}")  # noqa: T201
    return min(1, left)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

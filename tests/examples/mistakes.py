"""Mistakes as authors make them in a game of their own, planted in the examples, and what they are
told.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.examples.planted_faults import HAND, PlantedFault, naming, sampling, showing, with_method


class Mistake(NamedTuple):
    """A mistake, the check that finds it, and words of its message that lead to the cause."""

    example: str
    fault: PlantedFault
    check: str
    words: str


MISTAKES = (
    Mistake(
        "briscola",
        naming(
            "a leak by sorting",
            HAND,
            'ZoneRule("owner", also=trump_card)',
            ("for card in state.hands[seat]]", "for card in sorted(state.hands[seat])]"),
        ),
        "frequencies",
        "the View tells more of the deal: an order",
    ),
    Mistake(
        "hanabi",
        naming(
            "a stale limit of a place",
            "able[:place] + able[place + 1 :] + (ALL,) * len(drawn)",
            "able[: len(hand) - 1] + able[: len(drawn)]",
        ),
        "exactness",
        "a limit from `allowed` is out of date",
    ),
    Mistake(
        "briscola",
        naming(
            "a mask too wide",
            "return self if viewer == self.seat or self.is_trump_card else evolve(self, card=None)",
            "return self if self.is_trump_card else evolve(self, card=None)",
        ),
        "events",
        "'hidden': 1}, in the scene",
    ),
    Mistake(
        "nines",
        naming(
            "chance from random.Random(seed)",
            "        cards = deal(rest, size * self.players, seed, number)",
            "        from random import Random\n\n"
            "        Random(seed).shuffle(rest)\n"
            "        cards = [rest.pop() for _ in range(size * self.players)]",
        ),
        "shuffling",
        "such as `random.Random(seed)`",
    ),
    Mistake(
        "briscola",
        naming(
            "a list in a State",
            "State(hands, tuple(cards[2 * size :])",
            "State(hands, cards[2 * size :]",
        ),
        "determinism",
        "State.stock: unhashable type: 'list'; use a tuple",
    ),
    Mistake(
        "briscola",
        with_method(
            "a wrong utility",
            "    def outcome(self, state: State) -> object:\n"
            "        from dataclasses import replace\n\n"
            "        end = super().outcome(state)\n"
            "        worth = end and tuple(each / 120 for each in end.scores)[::-1]\n"
            "        return end and replace(end, utility=worth)",
        ),
        "ends",
        "is higher where seats rank lower",
    ),
    Mistake(
        "briscola",
        naming("a forgotten event", "        self.report(Won(winner, (led, card)))\n", ""),
        "events",
        "An event is missing",
    ),
    Mistake(
        "skull",
        showing("a View that forgets what was seen", "seen=(0,) * self.players"),
        "samples",
        "it may depend on what everybody knows only",
    ),
    Mistake(
        "hanabi",
        naming(
            "notation from 0",
            'return f"clue {self.seat + 1} ',
            'return f"clue {self.seat} ',
        ),
        "labels",
        "count it from 1",
    ),
    Mistake(
        "kuhn_poker",
        sampling(
            "a biased sampler",
            "return min(world, super().determinize(view, rng), key=lambda each: each.left)",
        ),
        "frequencies",
        "samples of a first View have each fact about as often as deals have it",
    ),
)
"""Forgotten teams and a loop in `apply` are tried in `tests/testing`."""

"""Faults that authors make, planted in the examples: what is replaced by what in the text of a
game.
"""

from __future__ import annotations

from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from boardgames import Game

EXAMPLES = Path(__file__).parents[2] / "examples"

SCORE = "    def score(self, state: State) -> tuple[int, ...]:"
"""The methods of a fault go in front of this line."""
REMEMBERS = (
    "    def view(self, state: State, player: int | None) -> View:\n"
    "        self.last = state\n"
    "        return super().view(state, player)"
)
"""A method that keeps the State which was viewed last."""
IMPORT = "from boardgames.core.values import evolve"
"""Not every example imports it."""


class PlantedFault(NamedTuple):
    """A fault, and the pairs of old and new text that plant it."""

    name: str
    changes: tuple[tuple[str, str], ...]
    noticed: bool = True
    """Whether `check_game` notices it; docs/conformance.md says what it cannot prove."""

    def planted(self, text: str) -> str:
        """Return the text of the game with this fault."""
        for old, new in (
            ("from boardgames import", f"{IMPORT}\nfrom boardgames import"),
            *self.changes,
        ):
            assert old in text, f"{self.name}: {old!r} is not in the example"
            text = text.replace(old, new, 1)
        return text


def with_method(name: str, method: str) -> PlantedFault:
    """Return the fault of having this method."""
    return PlantedFault(name, ((SCORE, f"{method}\n\n{SCORE}"),))


def showing(name: str, change: str) -> PlantedFault:
    """Return the fault of a View with this change, which the sampler respects."""
    line = f"        return evolve(super().view(state, player), {change})"
    return with_method(
        name, f"    def view(self, state: State, player: int | None) -> View:\n{line}"
    )


def saying(name: str, game: str, method: str) -> PlantedFault:
    """Return the fault of words with this method, in this class of games."""
    end = '\n\nif __name__ == "__main__":'
    words = f"class FaultyWords({game}.words_type):\n{method}"
    return PlantedFault(name, ((end, f"\n\n{words}\n\n\n{game}.words_type = FaultyWords\n{end}"),))


def labelling(game: str, what: str) -> PlantedFault:
    """Return the fault of a label that reads the State which was viewed last."""
    said = saying(
        "a label reads the State",
        game,
        "    def label(self, view: View, action: Action) -> object:\n"
        "        from boardgames.scene.scene import Label\n\n"
        "        last = self.game.last\n"
        f'        return Label(f"{{action}}, {{{what}}}")',
    )
    return said._replace(changes=(*said.changes, (SCORE, f"{REMEMBERS}\n\n{SCORE}")))


def sampling(name: str, *lines: str) -> PlantedFault:
    """Return the fault of a sampler that goes on with these lines, and has a `world` then."""
    body = "\n".join(f"        {line}" for line in lines)
    return with_method(
        name,
        "    def determinize(self, view: View, rng: object) -> State:\n"
        f"        world = super().determinize(view, rng)\n{body}",
    )


def naming(
    name: str, old: str, new: str, *more: tuple[str, str], noticed: bool = True
) -> PlantedFault:
    """Return the fault of having the new text instead of the old."""
    return PlantedFault(name, ((old, new), *more), noticed)


OWN_ONLY = 'ZoneRule("owner", also=at_showdown)'
HAND = 'ZoneRule("owner", ordered=False, also=trump_card)'

KUHN_POKER = (
    showing("open hands, and the sampler keeps them", "cards=state.cards"),
    naming("cards declared for all", OWN_ONLY, 'ZoneRule("all", per_seat=True)'),
    naming(
        "the card left declared for all",
        "left: Hidden[int]",
        'left: Annotated[int, ZoneRule("all")]',
        noticed=False,
    ),
    showing("the card left is shown", "left=state.left"),
    naming("the View forgets the showdown", OWN_ONLY, 'ZoneRule("owner")'),
    naming(
        "cards declared open after a fold",
        "table.said in SHOWDOWNS",
        "table.said in OVER",
        noticed=False,
    ),
    labelling("KuhnPoker", "last.cards[1 - (view.seat or 0)]"),
    sampling(
        "the sampler ignores the showdown",
        "shown = view.said in SHOWDOWNS and rng.random() < 0.5",
        "return evolve(world, cards=world.cards[::-1]) if shown else world",
    ),
    sampling(
        "the sampler prefers low cards",
        "return min(world, super().determinize(view, rng), key=lambda each: each.left)",
    ),
    saying(
        "tell names the card",
        "KuhnPoker",
        "    def tell(self, before: State, player: int, action: Action, after: State, viewer: int |"
        ' None) -> object:\n        return (f"{action} {before.cards[player]}",)',
    ),
    naming(
        "a summary of hidden cards is public",
        '    said: str = ""',
        '    said: str = ""\n    best: int = 0',
        (
            "return State((first, second), left)",
            "return State((first, second), left, best=max(first, second))",
        ),
    ),
    naming(
        "choices depend on the other card",
        "return BOTH\n",
        "return BOTH if state.cards[1 - seat] < 3 else BOTH[:1]\n",
    ),
)

BRISCOLA = (
    showing("open hands, and the sampler keeps them", "hands=state.hands"),
    naming("hands declared for all", HAND, 'ZoneRule("all", per_seat=True)'),
    showing(
        "the next card is shown", "stock=(*state.stock[:1], *super().view(state, player).stock[1:])"
    ),
    naming(
        "the place of the trump card in a hand tells", HAND, 'ZoneRule("owner", also=trump_card)'
    ),
    naming(
        "the View forgets the tricks",
        "won: Shown[tuple[str, ...]]",
        'won: Annotated[tuple[tuple[str, ...], ...], ZoneRule("nobody", per_seat=True)]',
    ),
    naming("the View forgets who drew the trump card", HAND, 'ZoneRule("owner", ordered=False)'),
    labelling("Briscola", "last.stock[:1]"),
    sampling(
        "the sampler ignores who drew the trump card",
        "one, other = world.hands",
        "exchanged = not view.stock and len(one) == len(other)",
        "return evolve(world, hands=(other, one)) if exchanged else world",
    ),
    naming(
        "an event shows the drawn card",
        "return self if viewer == self.seat or self.is_trump_card else evolve(self, card=None)",
        "return self",
    ),
    naming(
        "a summary of hidden cards is public",
        "    won: Shown",
        "    strong: bool\n    won: Shown",
        ("cards[-1], None, 0)", 'cards[-1], None, 0, cards[-1][1] in "".join(hands[0]))'),
    ),
    naming(
        "choices depend on the stock",
        "for card in state.hands[seat]]",
        'for card in state.hands[seat]][: 1 + (state.stock[:1] < ("8",))]',
    ),
    saying(
        "the position names the next card",
        "Briscola",
        '    def position(self, state: State) -> str:\n        return f"next {state.stock[:1]}"',
    ),
)

NINES = (
    showing("open hands, and the sampler keeps them", "hands=state.hands"),
    naming(
        "hands declared for all",
        "hands: Own[tuple[int, ...]]",
        'hands: Annotated[tuple[tuple[int, ...], ...], ZoneRule("all", per_seat=True)]',
    ),
    naming(
        "choices declared for all",
        "chosen: Own[int | None]",
        'chosen: Annotated[tuple[int | None, ...], ZoneRule("all", per_seat=True)]',
    ),
    naming("the seed is not declared", "seed: Seed", "seed: int"),
    showing("the rest is shown", "rest=state.rest"),
    showing("the View forgets what was revealed", "revealed=()"),
    labelling("Nines", "last.hands[1 - (view.seat or 0)]"),
    sampling(
        "the sampler ignores who has chosen",
        "other = evolve(world, hands=world.hands[::-1], chosen=world.chosen[::-1])",
        "return other if rng.random() < 0.5 else world",
    ),
    naming("tell names the chosen card", "    secret = (Choose,)\n", ""),
    naming(
        "a summary of hidden cards is public",
        "    points: Counts",
        "    points: Counts\n    best: int = 0",
        (
            "tuple(sorted(rest)), revealed, points",
            "tuple(sorted(rest)), revealed, points, max(map(sum, hands))",
        ),
    ),
    naming(
        "choices depend on what others have chosen",
        "choices_of(state.hands[seat])",
        "choices_of(tuple([card for card in state.hands[seat] if card not in state.chosen]) or"
        " state.hands[seat])",
    ),
    sampling(
        "the sampler prefers low cards",
        "other = super().determinize(view, rng)",
        "return min(world, other, key=lambda each: sum(map(sum, each.hands)))",
    ),
)

SKULL = (
    showing("open mats, and the sampler keeps them", "mats=state.mats"),
    naming(
        "mats declared for all",
        'mats: Annotated[tuple[Discs, ...], ZoneRule("owner")]',
        "mats: Shown[Discs]",
    ),
    naming(
        "lost discs declared for all",
        'lost: Annotated[tuple[Discs, ...], ZoneRule("owner")]',
        "lost: Shown[Discs]",
        noticed=False,
    ),
    showing("open hands, and the sampler keeps them", "hands=state.hands"),
    showing(
        "the View forgets whose skull was seen",
        "seen=(0,) * self.players, gone=(False,) * self.players",
    ),
    naming("the seed is not declared", "seed: Seed", "seed: int"),
    labelling("Skull", "last.mats[view.seat - 1][-1:]"),
    naming(
        "what is known is not said to be",
        'return ("rose",) if is_rose else None',
        "return None",
    ),
    naming("tell names the disc", "    secret = (Lay,)\n", ""),
    naming(
        "a summary of hidden discs is public",
        "    bid: Count = 0",
        "    skulls: int = 0\n    bid: Count = 0",
        ("mats=laid)", 'mats=laid, skulls=sum(mat[-1:] == ("skull",) for mat in laid))'),
    ),
    naming(
        "choices depend on the mats of others",
        "        bids = [Bid",
        '        if "skull" in state.mats[seat - 1]:\n            return [*lay] or [Pass()]\n      '
        "  bids = [Bid",
    ),
    sampling(
        "the sampler lays no skulls",
        "for _ in range(50):",
        '    if not any("skull" in mat for seat, mat in enumerate(world.mats) if seat !='
        " view.seat):",
        "        break",
        "    world = super().determinize(view, rng)",
        "return world",
    ),
)

CARDS_LEFT = "_cards_of(table.can_be[place.owner][place.number])"

HANABI = (
    showing("one's own hand is shown, and the sampler keeps it", "hands=state.hands"),
    naming(
        "hands declared for all",
        'ZoneRule("others", numbered=True)',
        'ZoneRule("all", per_seat=True)',
        noticed=False,
    ),
    naming(
        "the deck declared for all",
        "deck: Hidden[tuple[str, ...]]",
        "deck: Open[tuple[str, ...]]",
    ),
    naming("what is known is not said to be", CARDS_LEFT, "None"),
    naming(
        "only the rank that is known is said to be",
        CARDS_LEFT,
        '_cards_of("bgrwy" + ' + CARDS_LEFT[10:-1] + ")",
    ),
    naming(
        "a clue tells the contrary", "fits=action.named in card", "fits=action.named not in card"
    ),
    PlantedFault(
        "a label reads the State",
        (
            (
                SCORE,
                (f"{REMEMBERS}\n\n{SCORE}"),
            ),
            (
                "return Label(str(action),",
                'return Label(f"{action} {self.game.last.hands[view.seat][:1]}",',
            ),
        ),
    ),
    sampling(
        "the sampler prefers low cards",
        "other = super().determinize(view, rng)",
        "return min(world, other, key=lambda each: sum(int(card[1]) for hand in each.hands for card"
        " in hand))",
    ),
    naming(
        "tell names the drawn card",
        "lines = [f",
        "lines = [f'drawn: {before.deck[-1:]}', *[]] + [f",
    ),
    naming(
        "a summary of hidden cards is public",
        "    clues: Count = CLUES",
        "    ones: int = 0\n    clues: Count = CLUES",
        ("fuses=fuses)", 'fuses=fuses, ones="".join(state.hands[seat]).count("1"))'),
    ),
    naming(
        "choices depend on one's own cards",
        "len(state.hands[seat]) + 1)\n",
        "len({*state.hands[seat]}) + 1)\n",
    ),
    saying(
        "the position names the next card",
        "Hanabi",
        '    def position(self, state: State) -> str:\n        return f"next {state.deck[-1:]}"',
    ),
)

FAULTS = {
    "kuhn_poker": ("KuhnPoker", 2, KUHN_POKER),
    "briscola": ("Briscola", 2, BRISCOLA),
    "nines": ("Nines", 2, NINES),
    "skull": ("Skull", 3, SKULL),
    "hanabi": ("Hanabi", 2, HANABI),
}
"""By example: the class, the number of players, and twelve faults."""


def game_with(example: str, fault: PlantedFault, folder: Path) -> Game[Any, Any, Any]:
    """Return an example with this fault, imported from a file in a folder from which Python
    imports.
    """
    name, players, _ = FAULTS[example]
    text = fault.planted((EXAMPLES / f"{example}.py").read_text(encoding="utf-8"))
    number = crc32(fault.name.encode())
    file = folder / f"planted_{example}_{number}.py"
    file.write_text(text, encoding="utf-8")
    invalidate_caches()
    game: Game[Any, Any, Any] = getattr(import_module(file.stem), name)(players)
    return game

"""M8: sampled worlds could have been dealt, and come out as often as they would be dealt."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from math import comb, pi, sqrt
from random import Random
from statistics import fmean
from typing import Any, TypeAlias

import pytest

from boardgames.core.codec import to_json
from boardgames.core.values import evolve
from boardgames.games.mundus_novus import (
    CARDS,
    Kind,
    Move,
    MundusNovus,
    Phase,
    RoundEvent,
    State,
    Supply,
    Trade,
    Turn,
    View,
)
from boardgames.games.mundus_novus.components import DISTINCT
from boardgames.games.mundus_novus.secrets.beliefs import (
    MOST_BRANCHES,
    branches_of,
    number_of_hands,
    thinned,
    with_hand_known,
)
from boardgames.games.mundus_novus.secrets.sampling import HANDS_TRIED
from boardgames.kit.cards import PackedCards
from boardgames.play.bots import make_bot
from tests.frequencies import assert_as_often
from tests.games.mundus_novus.exact import Where, draws, given_in, minus, plus, put
from tests.games.mundus_novus.positions import MundusPosition, arranged, cards
from tests.games.mundus_novus.small_boxes import BOXES, SmallBox, followed

WORLDS = 2_000
GAMES, SAMPLED_GAMES, SAMPLES = 12, 4, 400
REACHED = {
    "seven cards": ("open", "given"),
    "nine cards": ("open", "given"),
    "four players": ("open", "joined", "given"),
    "storage": ("open", "joined", "given", "two piles"),
    "pirates": ("open", "stolen", "two piles"),
    "everything": ("open", "joined", "given", "two piles", "stolen"),
    "sets": ("begun",),
}
"""By box: what its games are for, and have to reach."""
SHORT_AND_LONG = [
    pytest.param(box, marks=[pytest.mark.long] if box in {"seven cards", "four players"} else [])
    for box in BOXES
]
"""Two boxes reach nothing that the others do not reach in less time."""
PackedHands: TypeAlias = "tuple[PackedCards, ...]"
CALM = ["Shipyard [Storm]", "Merchant 4-6", "Merchant 7-9", "Merchant 1-3", "Juan de la Cosa"]


def tiny() -> dict[str, Any]:
    """Return components with 34 Resource cards, most of them of three kinds."""
    components = to_json(MundusNovus(2).components)
    assert isinstance(components, dict)
    names = [kind.name.lower() for kind in Kind]
    resources = {**dict.fromkeys(names, 1), "cocoa": 10, "corn": 9, "tobacco": 8}
    caravels = [{"value": value, "players": 2, "event": "pirates"} for value in (1, 2, 3)]
    return {
        **components,
        "market": 1,
        "resources": resources,
        "caravels": caravels,
        "warehouses": [],
    }


def hands_of(deck: PackedCards, size: int) -> Counter[PackedCards]:
    """Return in how many ways each hand of this size can be dealt from the deck."""
    return Counter(CARDS.join(chosen) for chosen in combinations(CARDS.singles(deck), size))


OLD_PILE = "3 cocoa, 2 corn, 2 tobacco"
"""Seven cards for three players: five for the first, two for the second, who gets three new
ones.
"""
DISCARDS = (
    "6 cocoa, 7 corn, 6 tobacco, 1 coffee, 1 cotton, 1 sugar cane, 1 potato, 1 indigo, 1 vanilla, 1"
    " relic"
)


def test_m4_6_the_rest_of_the_old_pile_is_dealt_to_those_who_got_it() -> None:
    game = MundusNovus(3, tiny())
    position = arranged(
        game, player=2, first=0, master=0, market="1 cocoa", discards=DISCARDS, queue=CALM
    )
    assert position.state.hidden.pile == cards(OLD_PILE)
    position = position.play("done")
    assert [CARDS.size(piles[0]) for piles in position.state.hidden.dealt] == [5, 2, 0]
    view, rng = position.view(None), Random(1)  # noqa: S311  # random games, not secrets
    worlds = [game.determinize(view, rng) for _ in range(WORLDS)]
    assert all(CARDS.contains(cards(OLD_PILE), world.hidden.hands[0]) for world in worlds)
    assert_as_often(
        Counter(world.hidden.dealt[1][0] for world in worlds), hands_of(cards(OLD_PILE), 2)
    )
    expected: Counter[int] = Counter()
    for old, ways in hands_of(cards(OLD_PILE), 2).items():
        for new, more in hands_of(cards(DISCARDS), 3).items():
            expected[CARDS.count(CARDS.add(old, new), Kind.CORN)] += ways * more
    assert_as_often(
        Counter(CARDS.count(world.hidden.hands[1], Kind.CORN) for world in worlds), expected
    )


def test_m8_another_hand_with_the_same_history_is_not_taken_for_the_last_one() -> None:
    """All see the same of these worlds but the second player, who has cards of two piles."""
    game = MundusNovus(3, tiny())
    position = arranged(
        game, player=2, first=0, master=0, market="1 cocoa", discards=DISCARDS, queue=CALM
    ).play("done")
    rng = Random(3)  # noqa: S311  # random games, not secrets
    worlds = [game.determinize(position.view(0), rng) for _ in range(20)]
    for world in worlds:
        view = game.view(world, 1)
        assert game.view(game.determinize(view, rng), 1) == view
    assert len({world.hidden.dealt[1][0] for world in worlds}) < len(worlds)


def robbed(game: MundusNovus) -> tuple[MundusPosition, Kind]:
    """Return a position after a reshuffle in which Pirates took a card of the second player that
    nobody knew.
    """
    queue = ["Caravel 1", *CALM[1:]]
    for seed in range(100):
        before = arranged(
            game, player=2, first=0, master=0, market="1 cocoa", discards=DISCARDS, queue=queue,
            owned={1: ["Caravel 2", "Caravel 3"]},
        )  # fmt: skip
        hidden = evolve(before.state.hidden, seed=seed)
        position = MundusPosition(game, evolve(before.state, hidden=hidden)).play("done")
        while position.state.phase is Phase.PICKS:
            position = position.play(position.legal[-1])
        (kind,) = CARDS.kinds(position.state.public.discards)
        history = position.state.public.history
        picked = [note.cards for note in history if note.move is Move.ENTERED and note.seat == 1]
        was_robbed = any(note.move is Move.STOLEN and note.seat == 1 for note in history)
        unknown = CARDS.one[kind] not in picked
        if was_robbed and unknown and CARDS.count(cards(OLD_PILE), kind):
            return position, kind
    raise AssertionError("the Pirates never took such a card")


def test_m4_5_a_card_that_pirates_took_at_random_came_from_either_pile() -> None:
    game = MundusNovus(3, tiny())
    position, kind = robbed(game)
    history = position.state.public.history
    picked = [note.cards for note in history if note.move is Move.ENTERED]
    new_pile = CARDS.remove(cards(DISCARDS), CARDS.join(picked))
    expected: Counter[PackedCards] = Counter()
    for old, ways in hands_of(cards(OLD_PILE), 2).items():
        for new, more in hands_of(new_pile, 3).items():
            expected[old] += ways * more * CARDS.count(CARDS.add(old, new), kind)
    view, rng = position.view(None), Random(2)  # noqa: S311  # random games, not secrets
    worlds = [game.determinize(view, rng) for _ in range(WORLDS)]
    assert_as_often(Counter(world.hidden.dealt[1][0] for world in worlds), expected)


def robbed_of_a_known_kind(game: MundusNovus) -> MundusPosition:
    """Return a position in which Pirates took a corn of the second player, who was known to hold
    one.
    """
    before = arranged(
        game, phase=Phase.PICKS, event=RoundEvent.PIRATES, player=1, master=0, market="1 cocoa",
        owned={1: ["Caravel 2", "Caravel 3"]}, supply=Supply(cards("1 potato, 1 indigo"), (1, 1)),
        hands={0: "5 cocoa", 1: "2 corn, 2 tobacco, 1 cocoa", 2: "5 tobacco"}, known={1: "1 corn"},
    )  # fmt: skip
    for seed in range(100):
        state = evolve(before.state, hidden=evolve(before.state.hidden, seed=seed))
        position = MundusPosition(game, state).play("pick potato", "pick indigo")
        if position.state.public.discards == cards("1 corn"):
            return position
    raise AssertionError("the Pirates never took a corn")


@pytest.mark.parametrize("viewer", [None, 0])
def test_m4_5_what_pirates_took_was_the_known_card_or_another_of_its_kind(
    viewer: int | None,
) -> None:
    game = MundusNovus(3, tiny())
    position = robbed_of_a_known_kind(game)
    view, rng = position.view(viewer), Random(6)  # noqa: S311  # random games, not secrets
    assert {game.view(game.determinize(view, rng), viewer) for _ in range(50)} == {view}
    # Four unknown cards of the second player were dealt from what the viewer has not seen, beside
    # the corn they were known to hold; every card in the hand was as likely to be taken.
    unseen = CARDS.remove(position.state.public.history[0].cards, view.dealt[0])
    expected: Counter[int] = Counter()
    for hand, ways in hands_of(unseen, 4).items():
        corns = CARDS.count(hand, Kind.CORN)
        expected[corns] += ways * (1 + corns)
    worlds = [game.determinize(view, rng) for _ in range(WORLDS)]
    assert_as_often(
        Counter(CARDS.count(world.hidden.hands[1], Kind.CORN) for world in worlds), expected
    )


def test_m5_6_a_gift_is_any_card_of_its_givers_hand() -> None:
    hands = {0: "1 corn, 1 tobacco, 1 potato, 1 relic", 1: "1 potato"}
    before = arranged(
        3, phase=Phase.GIFT, announced=2, short=1, hands=hands, known={0: "1 relic"}, first=0
    )
    view, rng = before.play("give corn").view(2), Random(3)  # noqa: S311  # random games, not secrets
    unseen = [
        count - (kind in (Kind.COCOA, Kind.COFFEE, Kind.POTATO, Kind.RELIC))
        for kind, count in enumerate(before.game.components.resources)
    ]
    # One of the four is known to be the relic; the other three are any that nobody has seen.
    expected = {
        kind: 3 * count + (kind is Kind.RELIC) * sum(unseen)
        for kind, count in zip(Kind, unseen, strict=True)
    }
    found = Counter(given_in(before.game.determinize(view, rng))[0] for _ in range(WORLDS))
    assert_as_often(found, expected)


def test_m5_6_what_the_receiver_has_shown_since_was_probably_the_gift() -> None:
    hands = {0: "1 corn, 1 relic, 1 tobacco, 1 potato", 1: "2 corn, 1 vanilla", 2: "1 cocoa"}
    known = {0: "1 corn, 1 relic", 1: "2 corn"}
    before = arranged(3, phase=Phase.GIFT, announced=2, short=1, hands=hands, known=known, first=0)
    after = before.play("give relic", "first 2", "set 2 corn + 1 relic")
    view, rng = after.view(2), Random(6)  # noqa: S311  # random games, not secrets
    # Two of the giver's four cards were known, and the receiver had one unknown card beside the
    # gift. Either the gift was a relic, or that card was.
    unseen = [*before.game.components.resources]
    for seen in (*known.values(), hands[2], "1 cocoa, 1 coffee, 1 potato"):  # the last: market
        for kind in CARDS.each(cards(seen)):
            unseen[kind] -= 1
    total = sum(unseen)
    relic = unseen[Kind.RELIC] / total
    expected: Counter[Kind] = Counter()
    for kind, count in zip(Kind, unseen, strict=True):
        expected[kind] = round(10**9 * 2 * relic * count / (total - 1))  # 2 unknown cards
    expected[Kind.RELIC] = round(10**9 * (1 + 2 * relic))
    expected[Kind.CORN] += round(10**9 * relic)
    found = Counter(given_in(before.game.determinize(view, rng))[0] for _ in range(WORLDS))
    assert_as_often(found, expected)


def test_m6_10_each_number_of_cards_is_as_likely_to_be_stored_until_they_are_revealed() -> None:
    position = arranged(
        2, player=1, first=0, hands={0: "1 corn", 1: "3 cocoa"},
        owned={0: ["Warehouse for 1"], 1: ["Warehouse for 2"]},
    ).play("done", "2: store cocoa", "2: store nothing")  # fmt: skip
    view, rng = position.view(0), Random(4)  # noqa: S311  # random games, not secrets
    stored = [position.game.determinize(view, rng).hidden.chosen[1] for _ in range(WORLDS)]
    assert_as_often(Counter(map(CARDS.size, stored)), {0: 1, 1: 1, 2: 1})


# Random games with few cards, beside a filter that follows all worlds.

GREEDY = make_bot("greedy")


def at_random(game: SmallBox, state: State, seat: int, rng: Random) -> Any:
    return game.random_action(state, rng, seat)


def by_greed(game: SmallBox, state: State, seat: int, rng: Random) -> Any:
    legal = game.legal_actions(state, seat)
    return GREEDY.choose(game, seat, game.view(state, seat), legal, rng)


def likelihoods(view: View, seats: Iterable[int]) -> dict[PackedHands, float]:
    """Return how likely the sampler takes the hands of these seats to be, with the cards that are
    sure in the others.
    """
    found: dict[PackedHands, float] = defaultdict(float)
    for branch in branches_of(view):
        sure, places, piles = branch.hands
        laid = {tuple(map(CARDS.unpack, sure)): branch.weight}
        for by_seat, cards_left in zip(places, piles, strict=True):
            states = {(hands, CARDS.unpack(cards_left)): weight for hands, weight in laid.items()}
            for seat in seats:
                number = by_seat[seat]
                after: dict[Any, float] = defaultdict(float)
                for (hands, left), weight in states.items():
                    chance = weight / comb(sum(left), number)
                    for share, ways in draws(left, number):
                        more = put(hands, seat, plus(hands[seat], share))
                        after[more, minus(left, share)] += chance * ways
                states = after
            laid = defaultdict(float)
            for (hands, _), weight in states.items():
                laid[hands] += weight
        for hands, weight in laid.items():
            found[tuple(map(CARDS.pack, hands))] += weight
    return found


def apart(one: Mapping[Any, float], other: Mapping[Any, float]) -> float:
    """Return the total variation between two distributions."""
    return sum(abs(one.get(each, 0) - other.get(each, 0)) for each in {*one, *other}) / 2


def is_begun(state: State, viewer: int | None) -> bool:
    """Return whether somebody else is in the middle of a set."""
    in_a_set = state.phase in (Phase.SALE, Phase.MERCHANT) or bool(state.turn.converted)
    return in_a_set and state.player != viewer


def of_those_who_could_begin(
    game: SmallBox, state: State, exact: Mapping[Where, float]
) -> dict[Where, float]:
    """Return how likely each world is if the player can complete the set."""
    able: dict[Where, float] = {}
    for (hands, given), weight in exact.items():
        world = evolve(state, hidden=evolve(state.hidden, hands=hands))
        if game.legal_actions(world):
            able[hands, given] = weight
    total = sum(able.values())
    return {where: weight / total for where, weight in able.items()}


@pytest.mark.parametrize("box", SHORT_AND_LONG)
def test_m8_every_conclusion_is_as_likely_as_a_filter_of_all_worlds_says(box: str) -> None:
    game = BOXES[box]()
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        choose = by_greed if seed % 2 else at_random
        for state, viewer, known in followed(game, choose, seed):
            game.check_state(state)
            view = game.view(state, viewer)
            exact: dict[PackedHands, float] = defaultdict(float)
            for (hands, _), weight in known.hidden().items():
                exact[hands] += weight
            assert apart(likelihoods(view, game.seats), exact) < 1e-9, (box, seed, state.phase)
            branches = branches_of(view)
            seen["positions"] += 1
            seen["open"] += len(branches) > 1
            seen["joined"] += any(len(branch.origins) > 1 for branch in branches)
            seen["two piles"] += any(
                sum(map(bool, numbers)) > 1
                for branch in branches
                for numbers in zip(*branch.hands.places, strict=True)
            )
            seen["stolen"] += any(note.move is Move.STOLEN for note in view.public.history)
            seen["given"] += bool(view.given)
            seen["begun"] += is_begun(state, viewer)
    assert seen["positions"] > 150, seen
    assert all(seen[what] for what in REACHED[box]), seen


@pytest.mark.parametrize("box", SHORT_AND_LONG)
def test_m8_samples_come_out_as_often_as_a_filter_of_all_worlds_says(box: str) -> None:
    game = BOXES[box]()
    excess = []
    for seed in range(SAMPLED_GAMES):
        choose = by_greed if seed % 2 else at_random
        for state, viewer, known in followed(game, choose, seed):
            exact = known.hidden()
            view, rng = game.view(state, viewer), Random(seed)  # noqa: S311  # samples, not secrets
            if is_begun(state, viewer):
                exact = of_those_who_could_begin(game, state, exact)
            elif rng.random() < 1 / 3:
                continue
            if len(exact) == 1:
                continue
            found: Counter[Where] = Counter()
            for _ in range(SAMPLES):
                world = game.determinize(view, rng)
                found[world.hidden.hands, given_in(world)] += 1
            assert game.view(world, viewer) == view
            game.check_state(world)
            assert {*found} <= {*exact}, (seed, state.phase)
            shares = {where: number / SAMPLES for where, number in found.items()}
            # What sampling error makes of it on average, and four times the most that this varies.
            expected = sum(sqrt(p * (1 - p) / SAMPLES) for p in exact.values()) / sqrt(2 * pi)
            excess.append(apart(shares, exact) - expected)
            assert excess[-1] < 2 / sqrt(SAMPLES), (box, seed, state.phase)
    assert len(excess) > 15
    assert fmean(excess) < 1 / sqrt(SAMPLES * len(excess)), box


# Sets that were begun though hardly any hand can complete them.


def a_large_different_set() -> tuple[MundusNovus, View]:
    """Player 2 was given a card that may have been the giver's vanilla, and has three known cards;
    they sell eight.
    """
    hands = {
        0: "1 vanilla, 1 corn, 1 relic",
        1: "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 sugar cane, 1 potato",
    }
    known = {0: "1 vanilla", 1: "1 cocoa, 1 corn, 1 tobacco"}
    before = arranged(
        3, phase=Phase.GIFT, announced=2, short=1, first=0, hands=hands, known=known,
        discards="9 coffee, 4 cotton",
    )  # fmt: skip
    after = before.play("give vanilla", "first 2", "different 8")
    return after.game, after.view(2)


def an_identical_set_of_a_converted_card() -> tuple[MundusNovus, View]:
    """Player 1 counts a corn as cocoa, and has two more cards."""
    turn = Turn(employed=(1, 0, 0), converted=((Kind.COCOA, Kind.CORN),))
    position = arranged(
        2, turn=turn, hands={0: "1 cocoa, 1 relic"}, owned={0: ["Merchant 1-3"]},
        discards="12 cocoa, 10 relic",
    )  # fmt: skip
    return position.game, position.view(1)


def a_merchant_for_three_cards() -> tuple[MundusNovus, View]:
    """Player 1 has three cards, and one of them will be converted to go with the others."""
    position = arranged(
        2, hands={0: "2 cocoa, 1 coffee"}, owned={0: ["Merchant 1-3"]},
        discards="12 cocoa, 16 corn, 16 tobacco, 12 relic",
    ).play("employ 1-3")  # fmt: skip
    return position.game, position.view(1)


@pytest.mark.parametrize(
    "begun",
    [
        a_large_different_set,
        an_identical_set_of_a_converted_card,
        a_merchant_for_three_cards,
    ],
)
def test_m8_hands_that_complete_a_set_are_as_likely_as_dealt_however_few_they_are(
    begun: Callable[[], tuple[MundusNovus, View]],
) -> None:
    game, view = begun()
    player = view.player
    worlds = sampled(game, view)
    exact: dict[PackedCards, float] = defaultdict(float)
    for hands, weight in likelihoods(view, [player]).items():
        if game.legal_actions(evolve(worlds[0], hidden=evolve(worlds[0].hidden, hands=hands))):
            exact[hands[player]] += weight
    assert sum(exact.values()) < 1 / 100
    assert_as_often(Counter(world.hidden.hands[player] for world in worlds), exact)


def test_m8_a_hand_that_completes_a_set_may_come_from_either_pile() -> None:
    """Player 2 was dealt two cards of the old pile and three of the new one, and sells five."""
    discards = "6 cocoa, 7 corn, 6 tobacco, 1 coffee, 2 cotton, 4 relic"
    box = CARDS.join([cards(OLD_PILE), cards(discards), cards("1 cocoa")])
    game = SmallBox(3, dict(zip(Kind, CARDS.unpack(box), strict=True)), dealt=5, announced=(1,))
    before = arranged(game, player=2, first=0, master=0, market="1 cocoa", discards=discards)
    dealt = before.play("done").view(None)
    turn = Turn(different=True, size=5)
    view = evolve(dealt, phase=Phase.SALE, player=1, supply=Supply(), turn=turn)
    expected: dict[PackedHands, int] = {
        (old, new): ways * more
        for old, ways in hands_of(cards(OLD_PILE), 2).items()
        for new, more in hands_of(cards(discards), 3).items()
        if DISTINCT.of(CARDS.add(old, new)) == turn.size
    }
    assert_as_often(Counter(world.hidden.dealt[1] for world in sampled(game, view)), expected)


def test_m8_hands_are_counted_as_if_there_were_enough_cards_of_each_kind() -> None:
    """Of 10 kinds, three cards are of one in 10 ways, of two in 90 and of three in 120."""
    dealt = branches_of(arranged(2, hands={0: "2 cocoa, 1 corn"}).view(1))
    assert number_of_hands(dealt, 0) == 10 + 90 + 120
    assert number_of_hands(dealt * 2, 0) == 2 * number_of_hands(dealt, 0)
    assert len([*with_hand_known(dealt, 0)]) == number_of_hands(dealt, 0)


def test_m8_of_too_many_hands_some_are_tried_until_one_completes_the_set() -> None:
    kinds = ", ".join(f"1 {kind}" for kind in [*Kind][:9])
    box = dict.fromkeys(Kind, 8) | {Kind.RELIC: 31}
    game = SmallBox(2, box, dealt=1, announced=(1,))
    position = arranged(game, hands={0: f"{kinds}, 2 relic"}, market="1 relic")
    view, rng = position.play("different 9").view(1), Random(7)  # noqa: S311  # samples, not secrets
    for _ in range(5):  # of 760 hands, one completes the set
        assert game.legal_actions(game.determinize(view, rng))


def sampled(game: MundusNovus, view: View) -> list[State]:
    """Return some worlds, each of which has been checked."""
    rng = Random(5)  # noqa: S311  # samples, not secrets
    worlds = [game.determinize(view, rng) for _ in range(SAMPLES)]
    for world in worlds[:20]:
        game.check_state(world)
        assert game.view(world, view.seat) == view
    return worlds


class AskedGame(MundusNovus):
    """Counts how often it is asked for legal actions."""

    asked = 0

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Any, ...]:
        self.asked += 1
        return super().legal_actions(state, player)


def test_m8_hands_that_complete_a_set_are_found_after_a_hundred_tries() -> None:
    _, view = a_large_different_set()
    game, rng = AskedGame(3), Random(5)  # noqa: S311  # samples, not secrets
    game.determinize(view, rng)
    before = game.asked
    for _ in range(20):
        game.determinize(view, rng)
    assert game.asked - before <= 20 * HANDS_TRIED


def test_m8_of_too_many_branches_a_fair_share_is_followed() -> None:
    (branch,) = branches_of(arranged(2, hands={0: "1 corn"}).view(1))
    likely, unlikely = branch._replace(weight=0.5), branch._replace(weight=0.5 / 30_000)
    kept = thinned([likely, *[unlikely] * 30_000])
    assert kept.count(likely) == 1
    assert MOST_BRANCHES / 5 < len(kept) < MOST_BRANCHES
    assert sum(each.weight for each in kept) == pytest.approx(1, abs=0.1)


def test_m8_a_card_that_is_turned_up_was_not_the_gift() -> None:
    """The giver's corn is known and the other card is not; both hands are stored, and a card is
    turned up for a Caravel.
    """
    position = arranged(
        2, phase=Phase.GIFT, announced=2, short=1, first=0, queue=CALM,
        hands={0: "1 corn, 1 tobacco"}, known={0: "1 corn"},
        owned={0: ["Warehouse for 1"], 1: ["Warehouse for 1", "Caravel 1"]},
    ).play("give tobacco")  # fmt: skip
    unseen = [*position.game.components.resources]
    for kind in CARDS.each(cards("1 corn, 1 cocoa, 1 coffee, 1 potato")):  # the last: market
        unseen[kind] -= 1
    after = position.play("first 1", "done", "done", "1: store corn", "2: store tobacco")
    (turned_up,) = CARDS.kinds(after.state.supply.display)
    total, alike = sum(unseen), unseen[turned_up]
    expected = {
        kind: count * alike / total / (total - 1) for kind, count in zip(Kind, unseen, strict=True)
    }
    expected[turned_up] = alike * (alike - 1) / total / (total - 1)
    expected[Kind.CORN] += (
        alike / total
    )  # the known one, while both cards of the hand are equally likely
    found: dict[Kind, float] = defaultdict(float)
    for branch in branches_of(after.view(None)):
        for origin in branch.origins:
            share = origin.weight / sum(each.weight for each in branch.origins)
            found[origin.given[0]] += branch.weight * share
    assert apart(found, {k: v / sum(expected.values()) for k, v in expected.items()}) < 1e-9


def twice_given() -> MundusPosition:
    """Return a position in which player 1, of whose two cards one was known to be corn, gave player
    2 a card; both discarded corn and indigo in all, and player 3 has given a card since.
    """
    position = arranged(
        3, phase=Phase.GIFT, announced=2, short=1, first=0, queue=CALM,
        hands={0: "2 corn", 1: "1 indigo", 2: "1 cocoa"}, known={0: "1 corn"},
        owned={2: ["Warehouse for 1"]},
    ).play("give corn", "first 1", "done", "done", "done", "store cocoa")  # fmt: skip
    state = position.state
    current = evolve(state.round, master=2, first=2)
    trade = Trade(announced=2, short=0)
    state = evolve(state, phase=Phase.GIFT, player=2, round=current, trade=trade)
    return MundusPosition(position.game, state).play("give cocoa")


def test_m5_6_what_joined_conclusions_came_from_is_drawn_by_its_weight() -> None:
    """Corn was given if it was the known one, or the other; indigo if it was the other."""
    position = twice_given()
    view, rng = position.view(2), Random(8)  # noqa: S311  # random games, not secrets
    assert any(len(branch.origins) > 1 for branch in branches_of(view))
    worlds = [position.game.determinize(view, rng) for _ in range(WORLDS)]
    assert {position.game.view(world, 2) for world in worlds} == {view}
    assert {given_in(world)[1] for world in worlds} == {Kind.COCOA}
    found = Counter(given_in(world)[0] for world in worlds)
    assert_as_often(found, {Kind.CORN: 2, Kind.INDIGO: 1})

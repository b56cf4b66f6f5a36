"""M8: sampled worlds could have been dealt, and come out as often as they would be dealt."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardgames import Game
from boardgames.core.codec import to_json
from boardgames.core.values import evolve
from boardgames.games.mundus_novus import (
    CARDS,
    Gift,
    Kind,
    MundusNovus,
    Phase,
    RoundEvent,
    State,
    Supply,
)
from boardgames.games.mundus_novus.components import Income
from boardgames.games.mundus_novus.state import NO_TURN
from boardgames.kit.cards import NO_CARDS, PackedCards
from tests.boxes import frozen
from tests.frequencies import assert_as_often
from tests.games.mundus_novus.positions import MundusPosition, arranged, cards
from tests.games.mundus_novus.test_laws import storing_game

WORLDS = 2_000
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
    assert position.state.public.deal.held_sizes == (5, 2, 0)
    view, rng = position.view(None), Random(1)  # noqa: S311  # random games, not secrets
    worlds = [game.determinize(view, rng) for _ in range(WORLDS)]
    assert all(CARDS.contains(cards(OLD_PILE), world.hidden.hands[0]) for world in worlds)
    assert_as_often(Counter(world.hidden.held[1] for world in worlds), hands_of(cards(OLD_PILE), 2))
    expected: Counter[int] = Counter()
    for old, ways in hands_of(cards(OLD_PILE), 2).items():
        for new, more in hands_of(cards(DISCARDS), 3).items():
            expected[CARDS.count(CARDS.add(old, new), Kind.CORN)] += ways * more
    assert_as_often(
        Counter(CARDS.count(world.hidden.hands[1], Kind.CORN) for world in worlds), expected
    )


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
        picked = CARDS.kinds(position.state.public.known[1])
        if (
            position.state.public.deal.shown[1]
            and kind not in picked
            and CARDS.count(cards(OLD_PILE), kind)
        ):
            return position, kind
    raise AssertionError("the Pirates never took such a card")


def test_m4_5_a_card_that_pirates_took_at_random_came_from_either_pile() -> None:
    game = MundusNovus(3, tiny())
    position, kind = robbed(game)
    new_pile = CARDS.remove(cards(DISCARDS), CARDS.join([position.state.public.known[1]]))
    expected: Counter[PackedCards] = Counter()
    for old, ways in hands_of(cards(OLD_PILE), 2).items():
        for new, more in hands_of(new_pile, 3).items():
            expected[old] += ways * more * CARDS.count(CARDS.add(old, new), kind)
    view, rng = position.view(None), Random(2)  # noqa: S311  # random games, not secrets
    worlds = [game.determinize(view, rng) for _ in range(WORLDS)]
    assert_as_often(Counter(world.hidden.held[1] for world in worlds), expected)


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
    unseen = CARDS.remove(position.state.public.deal.source, view.drawn)
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
    found = Counter(before.game.determinize(view, rng).hidden.given[0] for _ in range(WORLDS))
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
    found = Counter(before.game.determinize(view, rng).hidden.given[0] for _ in range(WORLDS))
    assert_as_often(found, expected)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_m5_6_of_two_equal_gifts_one_has_left(viewer: int | None) -> None:
    """A player was given cotton twice, and has sold one of the two."""
    gift = Gift(0, 2, NO_CARDS, CARDS.remove(CARDS.every, cards("1 cotton")))
    position = arranged(
        3,
        hands={0: "2 coffee", 1: "1 corn", 2: "1 cotton"},
        shown={2: "1 cotton"},
        gifts=(gift, gift),
        given=(Kind.COTTON, Kind.COTTON),
    )
    game, view = position.game, position.view(viewer)
    rng = Random(4)  # noqa: S311  # random games, not secrets
    worlds = [game.determinize(view, rng) for _ in range(50)]
    assert all(game.view(world, viewer) == view for world in worlds)
    if viewer == 0:
        assert all(world.hidden.hands[2] == cards("1 cotton") for world in worlds)


GAMES_SEARCHED = 2000


def replaced(state: State) -> bool:
    """Return whether a seat gave a card away that all knew, was given an equal one later, and still
    has that: what seems to be the known card came with the gift.
    """
    public = state.public
    gifts = [*zip(public.gifts, state.hidden.given, strict=True)]
    for (earlier, kind), (later, other) in combinations(gifts, 2):
        is_equal = kind is other and later.receiver == earlier.giver
        was_known = CARDS.count(earlier.sure, kind) > CARDS.count(public.known[earlier.giver], kind)
        if is_equal and was_known and CARDS.count(later.kept, kind):
            return True
    return False


def shown(state: State) -> bool:
    """Return whether a seat, since it was given a card, has shown an equal one, and has given one
    itself.
    """
    gifts = state.public.gifts
    givers = {gift.giver for gift in gifts}
    return any(
        gift.recent and gift.receiver in givers and not CARDS.count(gift.kept, kind)
        for gift, kind in zip(gifts, state.hidden.given, strict=True)
    )


def states_with(rare: Callable[[State], bool], game: MundusNovus) -> Iterator[State]:
    """Yield the last State of this sort of each random game that has one."""
    for seed in range(GAMES_SEARCHED):
        state, last, rng = game.new_game(seed), None, Random(seed)  # noqa: S311  # random games
        while seats := game.to_act(state):
            state = game.apply(state, game.random_action(state, rng, seats[0]), seats[0])
            if len(state.public.gifts) > 1 and rare(state):
                last = state
        if last is not None:
            yield last


@pytest.mark.parametrize("rare", [replaced, shown])
def test_m5_6_a_gift_may_have_replaced_a_card_given_away(rare: Callable[[State], bool]) -> None:
    game = storing_game()
    states = [*islice(states_with(rare, game), 3)]
    assert len(states) == 3, f"{len(states)} such States in {GAMES_SEARCHED} games: look in others"
    for state in states:
        for viewer in (*range(game.players), None):
            samples_fit(game, state, viewer, 40)


def samples_fit(game: Game[Any, Any, Any], state: State, viewer: int | None, worlds: int) -> None:
    """Check that worlds sampled from the View of this State have it, and are possible."""
    view, rng = game.view(state, viewer), Random(5)  # noqa: S311  # samples, not secrets
    for _ in range(worlds):
        world = game.determinize(view, rng)
        assert game.view(world, viewer) == view
        game.check_state(world)


def test_m5_6_a_gift_of_long_ago_may_have_replaced_a_card_given_away() -> None:
    # Such a State is too rare to look for.
    game, rng = frozen("mundus_novus", 3), Random(274120)  # noqa: S311  # a random game
    state = game.new_game(224843)
    for _ in range(261):
        seat = rng.choice(game.to_act(state))
        state = game.apply(state, game.random_action(state, rng, seat), seat)
    assert replaced(state), "the seeds lead to another game: look for new ones"
    assert not any(gift.recent for gift in state.public.gifts)
    samples_fit(game, state, 2, 200)


GIFTS = [
    # More sugar canes have been shown than were dealt, so that both gifts were sugar canes.
    ("two_equal_gifts", 3, {(Kind.SUGAR_CANE, Kind.SUGAR_CANE)}),
    # Of two gifts of indigo, one has been shown, and everybody knows which: the other is still
    # held.
    ("gift_still_held", 3, {(Kind.COCOA, Kind.INDIGO)}),
    # Who was given the second sugar cane seems to have shown one of their own, and had given that
    # one away.
    ("gift_shown_as_another", 0, {(Kind.SUGAR_CANE, Kind.SUGAR_CANE)}),
]
"""Positions of `storing_game` in files, with a viewer, and what the gifts can have been."""


def saved_position(game: MundusNovus, file: str) -> Any:
    """Return the position in the file: other Development cards are in the deck, nothing else has
    paid, and nobody has done anything else in their turn.
    """
    saved = json.loads((Path(__file__).parent / f"{file}.json").read_text(encoding="utf-8"))
    public = saved["public"]
    elsewhere = {*public["queue"], *[key for owned in public["owned"] for key in owned]}
    saved["hidden"]["deck"] = [key for key in game.used if key not in elsewhere]
    saved["turn"] = to_json(NO_TURN) | saved["turn"]
    public["earned"] += [[0] * 4] * (len(Income) - len(public["earned"]))
    return saved


@pytest.mark.parametrize(("file", "viewer", "possible"), GIFTS)
def test_m5_6_what_seems_to_be_no_card_at_all_is_settled_by_the_other_gifts(
    file: str, viewer: int, possible: set[tuple[Kind, ...]]
) -> None:
    game = storing_game()
    state = game.state_from_json(saved_position(game, file))
    view, rng = game.view(state, viewer), Random(4)  # noqa: S311  # random games, not secrets
    worlds = [game.determinize(view, rng) for _ in range(20)]
    assert all(game.view(world, viewer) == view for world in worlds)
    assert {world.hidden.given for world in worlds} == possible


def test_m8_a_card_taken_after_a_gift_was_not_that_gift() -> None:
    """Player 2 gave player 1 a card, who gave one to player 3; then player 1 took a corn, which is
    still there.
    """
    gifts = (Gift(1, 0, NO_CARDS, NO_CARDS), Gift(0, 2, NO_CARDS, CARDS.every))
    position = arranged(
        3,
        hands={0: "1 corn, 1 tobacco", 1: "1 relic", 2: "1 cotton, 1 potato"},
        known={0: "1 corn"},
        shown={0: "1 corn, 1 cocoa"},
        gifts=gifts,
        given=(Kind.COCOA, Kind.COTTON),
    )
    game, view = position.game, position.view(None)
    rng = Random(5)  # noqa: S311  # random games, not secrets
    for _ in range(WORLDS):
        world = game.determinize(view, rng)
        assert CARDS.count(world.hidden.hands[0], Kind.CORN) >= 1
        game.check_state(world)

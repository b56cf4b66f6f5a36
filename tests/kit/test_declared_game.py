"""What a State declares about its fields, and what follows from that."""

# ruff: noqa: D101, ARG002, ARG005  # games as an author writes them: the contract describes the
# methods

from __future__ import annotations

import pickle
from collections import Counter
from enum import IntEnum
from itertools import permutations
from typing import Annotated, Any

import pytest

from boardgames import Action, DecodeError, IllegalActionError, NotationError, value
from boardgames.core.chance import deal, generator
from boardgames.core.values import evolve
from boardgames.kit import dealing
from boardgames.kit.declared_game import DeclaredGame
from boardgames.kit.declared_zones import Visibility
from boardgames.kit.visibility import (
    Count,
    Counts,
    Hidden,
    Open,
    Own,
    Seat,
    Seed,
    Shown,
    Spot,
    ZoneRule,
)
from tests.frequencies import assert_as_often

PACK = ("a", "b", "c", "d", "e", "f", "g", "h", "j", "k")


@value
class Table:
    hands: Own[tuple[str, ...]]
    rows: Annotated[tuple[tuple[str, ...], ...], ZoneRule("owner")]
    crib: Annotated[tuple[str, ...], ZoneRule("nobody", ordered=False)]
    deck: Annotated[
        tuple[str, ...],
        ZoneRule("nobody", also=lambda state, viewer, _, piece: viewer == 1 and piece == "k"),
    ]
    won: Shown[tuple[str, ...]]
    led: Open[str | None]
    spare: Hidden[str | None]
    leader: Seat
    points: Counts
    seed: Seed
    turn: Count = 0


@value
class State(Table): ...


@value
class View(Table):
    seat: int | None = None


@value
class Play(Action):
    card: Annotated[str, PACK]


@value
class Point(Action):
    seat: Seat
    loud: bool


@value
class Think(Action): ...


class Cards(DeclaredGame[State, Play | Point | Think, View]):
    """Deals ten cards to all sorts of zones; each seat plays one."""

    name, title, player_counts = "cards", "Cards", range(2, 3)
    secret = (Play,)

    def __init__(self, players: int, *, turns: int = 2) -> None:
        super().__init__(players)
        self.turns = turns

    def pack(self) -> tuple[str, ...]:
        return PACK

    def start(self, seed: int) -> State:
        cards = deal(list(PACK), 10, seed, 0)
        hands = tuple(sorted(cards[:2])), tuple(sorted(cards[2:4]))
        rows = (cards[4],), ()
        crib, deck = tuple(sorted(cards[5:7])), tuple(cards[7:])
        return State(hands, rows, crib, deck, ((), ()), None, None, 0, (0, 0), seed)

    def to_act(self, state: Table) -> tuple[int, ...]:
        return (state.leader,) if state.turn < self.turns else ()

    def choices(self, state: State, seat: int) -> tuple[Play, ...]:
        return tuple([Play(card) for card in state.hands[seat]])

    def act(self, state: State, action: Play | Point | Think, seat: int) -> State:
        assert isinstance(action, Play)
        hands, won = [*state.hands], [*state.won]
        hands[seat] = tuple([card for card in hands[seat] if card != action.card])
        won[seat] = (*won[seat], action.card)
        return evolve(
            state, hands=tuple(hands), won=tuple(won), turn=state.turn + 1, leader=1 - seat
        )

    def score(self, state: State) -> tuple[int, ...]:
        return state.points


GAME = Cards(2)
STATE = State(
    (("a", "b"), ("c", "d")),
    (("e",), ()),
    ("f", "g"),
    ("h", "k", "j"),
    ((), ()),
    None,
    None,
    0,
    (0, 0),
    seed=12345,
)


def test_a_view_shows_what_each_field_declares() -> None:
    assert GAME.view(STATE, 0) == View(
        (("a", "b"), ("?", "?")),
        (("e",), ()),
        ("?", "?"),
        ("?", "?", "?"),
        ((), ()),
        None,
        None,
        0,
        (0, 0),
        0,
        0,
        0,
    )
    assert GAME.view(STATE, 1).hands == (("?", "?"), ("c", "d"))
    assert GAME.view(STATE, 1).rows == (("?",), ())
    assert GAME.view(STATE, None).hands == (("?", "?"), ("?", "?"))


def test_a_rule_shows_more_to_those_it_is_true_of() -> None:
    assert GAME.view(STATE, 1).deck == ("?", "k", "?")
    assert GAME.view(STATE, None).deck == ("?", "?", "?")


def is_high(state: object, viewer: int | None, owner: int | None, piece: str) -> bool:
    """Show the high cards to everybody."""
    del state, viewer, owner
    return piece in "bk"


@value
class MarkedView:
    hands: Annotated[tuple[tuple[str, ...], ...], ZoneRule("owner", ordered=False, also=is_high)]
    seat: int | None = None


def test_a_known_card_in_a_sorted_hand_tells_nothing_about_the_others() -> None:
    look = Visibility((MarkedView, MarkedView), 2, PACK, (), "?").looks[None]
    assert look(MarkedView((("a", "b"), ("c", "k")))).hands == (("?", "b"), ("?", "k"))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_sample_redeals_all_unseen_pieces_and_nothing_else(viewer: int | None) -> None:
    view, rng = GAME.view(STATE, viewer), generator(1, 1)
    for _ in range(50):
        world = GAME.determinize(view, rng)
        GAME.check_state(world)
        assert GAME.view(world, viewer) == view
        assert world.seed != STATE.seed


def test_samples_are_uniform_over_the_deals_that_fit() -> None:
    """Seat 1 lacks six cards, one of which is in a row, two in the crib, two in the deck and two in
    the hand.
    """
    view, rng = GAME.view(STATE, 1), generator(2, 2)
    worlds = [GAME.determinize(view, rng) for _ in range(7000)]
    for place in (
        [world.rows[0][0] for world in worlds],
        [world.deck[0] for world in worlds],
        [card for world in worlds for card in world.hands[0]],
        [card for world in worlds for card in world.crib],
    ):
        counts = Counter(place)
        assert sorted(counts) == ["a", "b", "e", "f", "g", "h", "j"]
        expected = len(place) / 7
        assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


class Particular(Cards):
    """Cards in which the other hand is known to be in a certain range."""

    def possible(self, state: State) -> bool:
        return set(state.hands[0]) <= {"a", "b", "e"}


class Impossible(Cards):
    """Cards in which nothing is possible."""

    def possible(self, state: State) -> bool:
        return False


def test_what_is_not_possible_is_never_sampled() -> None:
    game, rng = Particular(2), generator(3, 3)
    hands = Counter(game.determinize(GAME.view(STATE, 1), rng).hands[0] for _ in range(600))
    assert set(hands) == {("a", "b"), ("a", "e"), ("b", "e")}
    assert min(hands.values()) > 130


def test_a_view_without_a_possible_state_is_refused_in_the_end() -> None:
    with pytest.raises(DecodeError, match="none of 10000 deals"):
        Impossible(2).determinize(GAME.view(STATE, 0), generator(0, 0))


def test_a_view_against_a_rule_is_refused_soon() -> None:
    with pytest.raises(DecodeError, match="none of 500 deals of the unseen pieces has this View"):
        GAME.determinize(evolve(GAME.view(STATE, 1), seat=0), generator(0, 0))


@value
class HalfSeen:
    hands: Annotated[
        tuple[tuple[int, ...], ...],
        ZoneRule("owner", ordered=False, also=lambda *asked: asked[3] > 12),
    ]
    rest: Hidden[tuple[int, ...]]


@value
class HalfSeenState(HalfSeen): ...


@value
class HalfSeenView(HalfSeen):
    seat: int | None = None


class HalfSeenCards(DeclaredGame[HalfSeenState, Think, HalfSeenView]):
    """Deals eight of 24 cards to each seat; everybody sees the twelve high ones. Nobody plays."""

    name, title, player_counts = "half_seen", "Half seen", range(2, 3)

    def pack(self) -> range:
        return range(1, 25)

    def start(self, seed: int) -> HalfSeenState:
        rest = list(self.pack())
        cards = deal(rest, 16, seed, 0)
        return HalfSeenState((tuple(sorted(cards[:8])), tuple(sorted(cards[8:]))), tuple(rest))

    def to_act(self, state: HalfSeen) -> tuple[int, ...]:
        return ()

    def choices(self, state: HalfSeenState, seat: int) -> tuple[Think, ...]:
        return ()

    def act(self, state: HalfSeenState, action: Think, seat: int) -> HalfSeenState:
        return state

    def score(self, state: HalfSeenState) -> tuple[int, ...]:
        return (0, 0)


def test_a_view_that_few_deals_have_is_sampled() -> None:
    """Often one deal in a hundred leaves all high cards of the other hand where they are seen, and
    no others.
    """
    game, rng = HalfSeenCards(2), generator(7, 7)
    for seed in range(300):
        view = game.view(game.new_game(seed), 0)
        assert game.view(game.determinize(view, rng), 0) == view


class Glass(Cards):
    """Cards with open hands, against the declaration: `determinize` keeps what the View shows."""

    def view(self, state: State, player: int | None) -> View:
        return evolve(super().view(state, player), hands=state.hands)


def test_worlds_follow_the_declaration_whatever_the_view_shows() -> None:
    game, rng = Glass(2), generator(4, 4)
    assert {game.determinize(game.view(STATE, 0), rng).hands for _ in range(20)} == {STATE.hands}
    assert len({game.worlds(STATE, 0, rng).hands[1] for _ in range(20)}) > 5
    assert {game.worlds(STATE, 0, rng).hands[0] for _ in range(20)} == {STATE.hands[0]}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"leader": 2}, "leader: "),
        ({"points": (1,)}, "points: "),
        ({"seed": -1}, "seed: "),
        ({"hands": (("a", "b"),)}, "hands: "),
        ({"hands": (("b", "a"), ("c", "d"))}, "hands: "),
        ({"hands": (("a", "x"), ("c", "d"))}, "zones: 'x' lies at more places"),
        ({"hands": (("a", "b"), ("c", "?"))}, "hands: "),
        ({"led": "a"}, "zones: 'a' lies at more places"),
        ({"crib": ("f",)}, "zones: "),
        ({"spare": "?"}, "spare: "),
        ({"hands": (("a", "c"), ("b", "d"))}, "top level: no such deal is possible"),
    ],
)
def test_a_state_that_cannot_be_is_refused(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(DecodeError) as caught:
        Particular(2).check_state(evolve(STATE, **changes))
    assert str(caught.value).startswith(fault)


@pytest.mark.parametrize(
    "changes",
    [
        {"seat": 2},
        {"hands": (("a", "b"), ("?",))},
        {"led": "a"},
        {"hands": (("?", "?"), ("?", "?"))},
    ],
)
def test_a_view_that_no_state_has_is_refused(changes: dict[str, Any]) -> None:
    GAME.check_view(GAME.view(STATE, 0))
    with pytest.raises(DecodeError):
        GAME.check_view(evolve(GAME.view(STATE, 0), **changes))


class Careless(Cards):
    """Cards whose check of States has an error."""

    def check_state(self, state: State) -> None:
        super().check_state(state)
        assert PACK[len(PACK)]


def test_an_error_in_ones_own_check_state_is_named_with_file_and_line() -> None:
    with pytest.raises(
        DecodeError,
        match=r"raised IndexError: .* in check_state \(test_declared_game.py, line \d+\)",
    ):
        Careless(2).check_view(GAME.view(STATE, 0))


SEVEN = [*"aabbcde"]
LIMITS = ["ab", "ab", "abc", "cd", None, None, None]


@pytest.mark.parametrize("method", ["drawn", "counted", "stirred"])
@pytest.mark.parametrize(
    ("pieces", "limits"),
    [
        pytest.param(SEVEN, LIMITS, marks=pytest.mark.long),
        ([*"abcabc"], ["ab", "bc", "ca", "ab", "bc", "ca"]),
        ([*"aabcd"], ["ab", "ab", "cd", None, None]),
    ],
)
def test_all_deals_within_the_limits_are_equally_likely(
    method: str, pieces: list[str], limits: list[str | None]
) -> None:
    """Beside all orders of the pieces, with each of the three ways to deal."""
    most_draws = 20 if method == "drawn" else 0
    most_counted = 0 if method == "stirred" else 20_000
    deal = dealing.dealer(pieces, limits, most_draws, most_counted)
    fitting = Counter(
        order
        for order in permutations(pieces)
        if all(limit is None or piece in limit for limit, piece in zip(limits, order, strict=True))
    )
    rng, deals = generator(8, 8), 20 * len(fitting)
    found = Counter(tuple(deal(rng)) for _ in range(deals))
    assert_as_often(found, fitting)


@pytest.mark.parametrize("limits", [["a", "a", None], ["ab", "ab", "a"]])
@pytest.mark.parametrize("most", [0, 20_000])
def test_limits_that_no_deal_keeps_are_refused(limits: list[str | None], most: int) -> None:
    with pytest.raises(DecodeError):
        dealing.dealer(["b", "a", "c"], limits, most_counted=most)(generator(9, 9))


class Void(Cards):
    """Cards in which everybody knows that the first hand has only low cards."""

    def allowed(self, table: Table, place: Spot) -> str | None:
        return "abcd" if (place.field, place.owner) == ("hands", 0) else None


def test_worlds_and_samples_keep_to_what_places_can_hold() -> None:
    game, rng = Void(2), generator(10, 10)
    assert not game.possible(evolve(STATE, hands=(("a", "k"), ("c", "d"))))
    for _ in range(100):
        for world in (game.worlds(STATE, 1, rng), game.determinize(game.view(STATE, 1), rng)):
            assert game.possible(world)
            game.check_state(world)
    assert len({game.worlds(STATE, None, rng).hands[0] for _ in range(50)}) > 3


def test_notation_is_read_by_the_values_of_the_fields() -> None:
    for action in (Play("a"), Point(1, loud=True), Think()):
        assert GAME.parse(f" {str(action).upper()} ") == action
    for text in ("play x", "point 2 true", "think 1"):
        with pytest.raises(NotationError):
            GAME.parse(text)


def test_an_error_in_a_declaration_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(Play.__annotations__, "card", "str")
    with pytest.raises(TypeError, match=r"^Play\.card: say which values it can have"):
        Cards(2).parse("play a")
    monkeypatch.setattr(Cards, "unseen", "a")
    with pytest.raises(TypeError, match=r"^'a' cannot be a piece: it means an unseen piece$"):
        Cards(2).view(STATE, 0)
    monkeypatch.setattr(Cards, "unseen", None)
    monkeypatch.setattr(Cards, "pack", lambda _: ("a", None))
    with pytest.raises(TypeError, match=r"^None cannot be a piece: it means an empty place$"):
        Cards(2).view(STATE, 0)


def test_options_are_the_named_arguments_that_differ() -> None:
    assert (Cards(2).options(), Cards(2, turns=3).options()) == ({}, {"turns": 3})


def test_only_the_choices_of_a_seat_to_act_are_accepted() -> None:
    assert GAME.legal_actions(STATE) == GAME.legal_actions(STATE, 0) == (Play("a"), Play("b"))
    assert GAME.legal_actions(STATE, 1) == GAME.legal_actions(evolve(STATE, turn=2)) == ()
    assert GAME.apply(STATE, Play("a")).won == (("a",), ())
    for action, seat in ((Play("c"), 0), (Play("c"), 1), (Think(), 0)):
        with pytest.raises(IllegalActionError):
            GAME.apply(STATE, action, seat)


def test_a_secret_action_is_told_by_name_to_others() -> None:
    after = GAME.apply(STATE, Play("a"))
    assert GAME.words.tell(STATE, 0, Play("a"), after, 0) == ("You: play a",)
    assert GAME.words.tell(STATE, 0, Play("a"), after, 1) == ("Player 1: play",)


def test_the_scene_has_every_zone_and_counter_and_who_is_to_act() -> None:
    scene = GAME.words.scene(GAME.view(STATE, 0))
    assert (scene.viewer, scene.to_act) == (0, (0,))
    centre, first, second = scene.areas
    assert [(zone.key, zone.size) for zone in centre.zones] == [
        ("crib", 2),
        ("deck", 3),
        ("led", 0),
        ("spare", 0),
    ]
    assert [(counter.key, counter.value) for counter in centre.counters] == [("turn", 0)]
    assert [item.piece for item in first.zones[0].items] == ["a", "b"]
    assert [(item.piece, item.count, item.hidden) for item in second.zones[0].items] == [
        (None, 2, True)
    ]
    assert [zone.key for zone in second.zones] == ["hand", "row", "won"]
    assert [counter.key for counter in second.counters] == ["points"]
    assert set(GAME.words.pieces()) == set(PACK)


def test_a_game_that_has_been_used_can_be_pickled() -> None:
    game = Cards(2)
    view = game.view(STATE, 1)
    assert pickle.loads(pickle.dumps(game)).view(STATE, 1) == view  # noqa: S301  # our own pickle


class Rank(IntEnum):
    UNSEEN = 0
    LOW = 1
    HIGH = 2


@value
class Ranks:
    hands: Own[tuple[Rank, ...]]
    seat: int | None = None


def test_members_of_an_enum_are_pieces_too() -> None:
    visibility = Visibility(
        (Ranks, Ranks), 2, (Rank.LOW, Rank.LOW, Rank.HIGH, Rank.HIGH), (), Rank.UNSEEN
    )
    state = Ranks(((Rank.LOW, Rank.HIGH), (Rank.LOW, Rank.HIGH)))
    view = visibility.looks[0](state)
    assert view.hands == ((Rank.LOW, Rank.HIGH), (Rank.UNSEEN, Rank.UNSEEN))
    assert visibility.dealt(view, visibility.left(view), 1).hands == state.hands
    visibility.check(state)


@value
class Mats:
    hands: Own[tuple[int, ...]]
    mats: Annotated[tuple[tuple[int, ...], ...], ZoneRule("owner")]


@value
class MatState(Mats): ...


@value
class MatView(Mats):
    seat: int | None = None


@value
class Wait(Action): ...


class OwnDiscs(DeclaredGame[MatState, Wait, MatView]):
    """Each seat has three discs to itself, which never mix with those of others."""

    name, title, player_counts = "discs", "Discs", range(2, 3)

    def own_pack(self, seat: int) -> tuple[int, ...]:
        return (10 * seat + 1, 10 * seat + 2, 10 * seat + 3)

    def start(self, seed: int) -> MatState:
        return MatState(((1, 2), (11, 12)), ((3,), (13,)))

    def to_act(self, state: Mats) -> tuple[int, ...]:
        return (0,)

    def choices(self, state: MatState, seat: int) -> tuple[Wait, ...]:
        return (Wait(),)

    def act(self, state: MatState, action: Wait, seat: int) -> MatState:
        return state

    def score(self, state: MatState) -> tuple[int, ...]:
        return (0, 0)


class OwnAnimals(OwnDiscs):
    """Only the second seat has pieces, and they are strings."""

    def own_pack(self, seat: int) -> tuple[Any, ...]:
        return () if seat == 0 else ("fox", "owl")


def test_pieces_that_are_strings_are_unseen_as_a_question_mark_whoever_owns_them() -> None:
    assert OwnAnimals(2).visibility.unseen == "?"


def test_pieces_of_a_seat_stay_in_its_zones() -> None:
    game, rng = OwnDiscs(2), generator(5, 5)
    view = game.view(game.start(0), 0)
    worlds = {game.determinize(view, rng) for _ in range(200)}
    assert {world.mats[1] + world.hands[1] for world in worlds} == {
        (top, *sorted(rest)) for top, *rest in permutations((11, 12, 13))
    }
    assert {(world.hands[0], world.mats[0]) for world in worlds} == {((1, 2), (3,))}

"""M8: what each player knows and remembers, and the worlds sampled from it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from boardgames import DecodeError
from boardgames.core.cards import NO_CARDS
from boardgames.games.mundus_novus import CARDS, Gift, Kind, MundusNovus, Phase, View

if TYPE_CHECKING:
    from boardgames.games.mundus_novus import State
    from tests.games.mundus_novus.conftest import Desk, Words

CALM = ["Shipyard [Storm]", "Warehouse for 1", "Warehouse for 2", "Merchant 4-6", "Merchant 7-9"]


def worlds(game: MundusNovus, view: View, count: int = 60) -> list[State]:
    rng = Random(5)  # noqa: S311  # random games, not secrets
    return [game.determinize(view, rng) for _ in range(count)]


def sure(game: MundusNovus, state: State, viewer: int | None, seat: int) -> tuple[tuple[int, ...], int]:
    held, doubts = game.held(game.view(state, viewer), seat)
    return CARDS.unpack(held), doubts


def only(kind: Kind, count: int = 1) -> tuple[int, ...]:
    return tuple(count if each is kind else 0 for each in Kind)


def test_m8_public_things_are_in_every_view(desk: type[Desk]) -> None:
    d = desk(3)
    state = d.position(hands={0: "2 corn", 1: "1 relic"}, discards="2 potato", doubloons=[1, 2, 3])
    for viewer in (0, 1, 2, None):
        view = d.game.view(state, viewer)
        assert view.hand_sizes == (2, 1, 0)
        assert view.table == state.table
        assert view.deck_size == len(state.hidden.deck)


def test_m8_hands_are_private(desk: type[Desk]) -> None:
    d = desk(3)
    one = d.position(hands={0: "2 corn", 1: "1 relic"})
    other = d.position(hands={0: "1 relic, 1 potato", 1: "1 relic"})
    assert d.game.view(one, 1) == d.game.view(other, 1)
    assert d.game.view(one, None) == d.game.view(other, None)
    assert d.game.view(one, 0) != d.game.view(other, 0)


def test_m8_offers_and_their_size_are_hidden_before_the_last_one_is_in(desk: type[Desk]) -> None:
    d = desk(3)
    state = d.position(phase=Phase.OFFERS, announced=2, hands=dict.fromkeys(range(3), "2 corn, 2 potato"))
    one = d.play(state, "1: offer corn")
    other = d.play(state, "1: offer potato")
    assert d.game.view(one, 1) == d.game.view(other, 1) == d.game.view(state, 1)
    assert d.game.view(one, 0) != d.game.view(other, 0)
    whole = d.play(one, "1: offer potato")
    assert d.game.view(whole, 1).owing == (1, 2)
    assert d.game.view(whole, 1) == d.game.view(d.play(other, "1: offer potato"), 1)


def test_m8_stored_cards_are_private_but_their_number(desk: type[Desk]) -> None:
    d = desk(2)
    owned = {1: ["Warehouse for 2", "Francisco de Coronado"]}
    hands = {1: "2 corn, 2 potato"}
    state = d.position(player=1, first=0, hands=hands, owned=owned, doubloons=[0, 5], queue=["Caravel 4", *CALM[1:]])
    storing = d.play(state, "done")
    one = d.play(storing, "store corn", "store potato")
    assert one.phase is Phase.EVENT
    assert d.game.view(one, 0).hand_sizes == (0, 2)
    assert d.game.view(one, 1).hand != 0
    # Two corn and two potato were there, and one of each was discarded: nobody has seen them come.
    assert one.table.known == (0, 0)


def test_m8_cards_taken_openly_are_remembered(desk: type[Desk]) -> None:
    d = desk(2)
    offers = {0: "1 cocoa", 1: "1 indigo"}
    state = d.position(phase=Phase.TRADES, announced=2, hands={0: "1 corn", 1: "1 corn"}, offers=offers)
    after = d.play(state, "take indigo from 2")
    assert sure(d.game, after, 1, 0) == (only(Kind.INDIGO), 0)
    assert sure(d.game, after, None, 0) == (only(Kind.INDIGO), 0)
    assert all(CARDS.unpack(world.hidden.hands[0])[Kind.INDIGO] for world in worlds(d.game, d.game.view(after, 1)))
    exchanged = d.play(state, "take indigo from 2 for potato")
    assert sure(d.game, exchanged, 1, 0) == (only(Kind.POTATO), 0)


def test_m8_cards_got_back_from_an_offer_are_remembered(desk: type[Desk]) -> None:
    d = desk(2)
    offers = {0: "1 cocoa, 1 vanilla", 1: "1 indigo"}
    state = d.position(phase=Phase.TRADES, announced=2, hands={0: "1 corn", 1: "1 corn"}, offers=offers)
    after = d.play(state, "take indigo from 2", "take cocoa from 1")
    assert after.phase is Phase.FIRST
    assert sure(d.game, after, 1, 0)[0] == tuple(
        a + b for a, b in zip(only(Kind.VANILLA), only(Kind.INDIGO), strict=True)
    )


def test_m8_supply_picks_are_remembered_until_shown(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.play(d.position(player=1, owned={0: ["Caravel 1"]}, queue=CALM), "done")
    (picked,) = d.legal(state)
    after = d.play(state, picked)
    kind = d.game.parse(picked).kind  # type: ignore[union-attr]  # a Pick
    assert sure(d.game, after, 1, 0) == (only(kind), 0)
    while after.phase is Phase.PICKS:
        after = d.play(after, d.legal(after)[0])
    shown = d.play(after, "announce 2")
    for seat in (0, 1):
        for _ in range(2):
            wanted = f"offer {kind}" if f"offer {kind}" in d.legal(shown, seat) else d.legal(shown, seat)[0]
            shown = d.play(shown, f"{seat + 1}: {wanted}")
    offered = CARDS.unpack(shown.trade.offers[0])[kind]
    assert sure(d.game, shown, 1, 0) == (only(kind, 1 - min(1, offered)), 0)


def gift(d: Desk) -> State:
    """Return the position before player 1 gives a card to player 2; everybody knows of his relic."""
    return d.position(
        phase=Phase.GIFT, announced=2, short=1, hands={0: "1 corn, 1 relic", 1: "1 potato", 2: "1 cocoa"},
        known={0: "1 relic"}, first=0,
    )  # fmt: skip


def test_m8_the_given_card_is_known_to_giver_and_receiver_only(desk: type[Desk]) -> None:
    d = desk(3)
    state = gift(d)
    relic, corn = d.play(state, "give relic"), d.play(state, "give corn")
    for outsider in (2, None):
        assert d.game.view(relic, outsider) == d.game.view(corn, outsider)
    assert sure(d.game, corn, 0, 1) == (only(Kind.CORN), 0)
    assert sure(d.game, relic, 0, 1) == (only(Kind.RELIC), 0)
    assert sure(d.game, corn, 1, 0) == (only(Kind.RELIC), 0)
    assert sure(d.game, relic, 1, 0) == ((0,) * 10, 0)


def test_m8_others_know_how_many_cards_left_unseen(desk: type[Desk]) -> None:
    d = desk(3)
    after = d.play(gift(d), "give corn")
    assert sure(d.game, after, 2, 0) == (only(Kind.RELIC), 1)
    assert sure(d.game, after, None, 0) == (only(Kind.RELIC), 1)
    assert sure(d.game, after, 2, 1) == ((0,) * 10, 0)


def test_m8_a_doubtful_card_is_with_its_giver_or_its_receiver(desk: type[Desk]) -> None:
    d = desk(3)
    after = d.play(gift(d), "give corn")
    found = set()
    for world in worlds(d.game, d.game.view(after, 2), 200):
        given = world.hidden.given[0]
        assert CARDS.unpack(world.hidden.hands[1])[given]
        assert given is Kind.RELIC or CARDS.unpack(world.hidden.hands[0])[Kind.RELIC]
        found.add(given)
    assert Kind.RELIC in found
    assert len(found) > 5


def test_m8_the_receiver_keeps_what_he_was_given_until_he_shows_such_a_card(desk: type[Desk]) -> None:
    d = desk(3)
    state = d.position(
        phase=Phase.GIFT, announced=2, short=1, hands={0: "1 corn, 1 relic", 1: "4 corn"}, known={1: "1 corn"},
    )  # fmt: skip
    after = d.play(state, "give corn", "first 2")
    assert sure(d.game, after, 0, 1) == (only(Kind.CORN, 2), 0)
    assert sure(d.game, after, 2, 1) == (only(Kind.CORN, 1), 0)
    shown = d.play(after, "set 4 corn")
    # Four corn are more than the one that was known: the given one may be among them.
    assert sure(d.game, shown, 0, 1) == ((0,) * 10, 0)


def test_m8_memory_lasts_through_storage(desk: type[Desk]) -> None:
    d = desk(3)
    state = d.position(
        phase=Phase.GIFT, announced=2, short=1, known={0: "1 relic"}, first=0, queue=CALM,
        hands={0: "1 corn, 1 relic", 1: "1 potato"}, owned={0: ["Warehouse for 1"], 1: ["Warehouse for 2"]},
    )  # fmt: skip
    after = d.play(
        state, "give corn", "first 1", "done", "done", "done", "1: store relic", "2: store corn", "2: store potato"
    )
    assert after.round.number == 3
    assert sure(d.game, after, 1, 0) == (only(Kind.RELIC), 0)
    assert sure(d.game, after, 2, 0) == (only(Kind.RELIC), 1)
    assert sure(d.game, after, 0, 1) == (only(Kind.CORN), 0)
    for viewer in (0, 1, 2, None):
        view = d.game.view(after, viewer)
        assert all(d.game.view(world, viewer) == view for world in worlds(d.game, view))


def test_m8_what_was_discarded_is_known_to_be_gone(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.position(
        player=1, first=0, hands={1: "2 relic, 1 corn"}, known={1: "1 relic, 1 corn"}, owned={1: ["Warehouse for 1"]},
        queue=CALM,
    )  # fmt: skip
    after = d.play(state, "done", "store relic")
    # A relic and the corn lie among the discards: of what was known nothing is certain any more.
    assert sure(d.game, after, 0, 1)[0] == (0,) * 10
    kept = d.play(state, "done", "store corn")
    assert sure(d.game, kept, 0, 1)[0] == only(Kind.CORN)


def test_m8_an_empty_hand_leaves_nothing_to_remember(desk: type[Desk]) -> None:
    d = desk(3)
    after = d.play(gift(d), "give relic", "first 1", "done", "done", "done")
    assert after.table.gifts == ()
    assert after.table.known == (0, 0, 0)


def test_m8_nobody_knows_the_order_of_the_decks(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.position()
    decks = {world.hidden.deck for world in worlds(d.game, d.game.view(state, 0))}
    assert len(decks) == 60
    assert all(sorted(deck) == sorted(state.hidden.deck) for deck in decks)


def test_m8_the_pile_is_known_to_come_from_the_last_discards(desk: type[Desk], words: type[Words]) -> None:
    d = desk(2)
    resources = "16 cocoa, 15 corn, 16 tobacco, 12 coffee, 12 cotton, 12 sugar cane, 8 potato, 8 indigo, 8 vanilla"
    discards = resources + ", 1 relic"
    market = "1 corn, 2 relic"
    state = d.play(d.position(player=1, market=market, discards=discards, queue=CALM), "done")
    assert CARDS.unpack(state.table.deal.source)[Kind.RELIC] == 1
    assert words.in_words(state.hidden.hands[0]) == "5 relic"
    # Player 2 does not see the five relics of player 1, but knows that the pile has one at most.
    for world in worlds(d.game, d.game.view(state, 1)):
        assert CARDS.unpack(world.hidden.pile)[Kind.RELIC] <= 1


def test_m8_a_world_lets_a_set_begun_be_completed(desk: type[Desk]) -> None:
    d = desk(2)
    hand = "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 sugar cane, 1 potato, 1 indigo, 1 vanilla"
    begun = d.play(d.position(hands={0: hand}), "different 9")
    for world in worlds(d.game, d.game.view(begun, 1), 5):
        assert d.legal(world) == ["sell 1-2-3-4-5-6-7-8-9"]
    merchant = d.position(hands={0: "1 cocoa, 2 cotton"}, owned={0: ["Merchant 4-6"]})
    for state in (d.play(merchant, "employ 4-6"), d.play(merchant, "employ 4-6", "use cocoa as cotton")):
        for world in worlds(d.game, d.game.view(state, 1), 20):
            assert d.legal(world)
            d.game.check_state(world)


def test_m8_every_hand_can_come_out(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.position(hands={0: "1 corn", 1: "1 vanilla"})
    view = d.game.view(state, 0)
    found = {world.hidden.hands[1] for world in worlds(d.game, view, 400)}
    assert len(found) == 10


def test_m8_unseen_cards_are_equally_likely(desk: type[Desk]) -> None:
    d = desk(2)
    state = d.position(hands={1: "1 vanilla"}, market="1 cocoa, 1 coffee, 1 potato")
    view = d.game.view(state, 0)
    rng = Random(1)  # noqa: S311  # random games, not secrets
    count = sum(CARDS.unpack(d.game.determinize(view, rng).hidden.hands[1])[Kind.RELIC] for _ in range(4000))
    # 12 of the 117 unseen cards are relics; four standard deviations.
    assert abs(count / 4000 - 12 / 117) < 4 * (12 / 117 * 105 / 117 / 4000) ** 0.5


@pytest.mark.parametrize("change", [
    {"hand_sizes": (9, 9)},
    {"deck_size": 3},
    {"pile_size": 0},
    {"drawn": CARDS.pack((2,) + (0,) * 9)},
    {"drawn_sizes": (0, 4)},
    {"seat": 2},
    {"player": -1},
    {"owing": (0, 5)},
    {"hand_sizes": (1,)},
    {"hand_sizes": (2, 1)},
    {"hand_sizes": (1, -1)},
    {"given": (Kind.COCOA,)},
    {"steps": 3},
    {"chosen": CARDS.pack((0, 0, 1) + (0,) * 7)},
])  # fmt: skip
def test_m8_a_view_that_comes_from_no_game_is_refused(desk: type[Desk], change: dict[str, object]) -> None:
    d = desk(2)
    view = d.game.view(d.position(hands={0: "1 corn", 1: "1 vanilla"}), 0)
    wrong = View(**{name: getattr(view, name) for name in View.__dataclass_fields__} | change)
    with pytest.raises(DecodeError):
        d.game.determinize(wrong, Random(1))  # noqa: S311  # random games, not secrets


def test_m8_a_gift_that_has_left_its_receiver_is_sampled_as_such(desk: type[Desk]) -> None:
    d = desk(3)
    everything = CARDS.every
    # The one card that player 2 has left is known: the gift is one of the two kinds that he has shown since.
    gift = Gift(0, 1, NO_CARDS, CARDS.without(everything, CARDS.join([CARDS.one[Kind.CORN], CARDS.one[Kind.RELIC]])))
    state = d.position(
        hands={0: "2 cocoa", 1: "1 potato"}, known={1: "1 potato"}, gifts=(gift,), given=(Kind.CORN,),
        shown={1: "1 corn, 1 relic"}, discards="1 corn, 1 relic",
    )  # fmt: skip
    found = {world.hidden.given for world in worlds(d.game, d.game.view(state, 2), 100)}
    assert found == {(Kind.CORN,), (Kind.RELIC,)}


def test_m8_a_known_card_that_is_missing_is_sampled_as_the_gift(desk: type[Desk]) -> None:
    d = desk(3)
    everything = CARDS.every
    gift = Gift(0, 1, CARDS.join([CARDS.one[Kind.CORN], CARDS.one[Kind.RELIC]]), everything)
    state = d.position(
        hands={0: "1 corn", 1: "1 relic, 1 potato"}, known={0: "1 corn, 1 relic"}, gifts=(gift,), given=(Kind.RELIC,)
    )
    found = {world.hidden.given for world in worlds(d.game, d.game.view(state, 2), 100)}
    assert found == {(Kind.CORN,), (Kind.RELIC,)}


def test_m8_a_missing_card_is_explained_by_the_gift_that_can_be_it(desk: type[Desk]) -> None:
    d = desk(3)
    everything = CARDS.every
    older, newer = Gift(0, 1, NO_CARDS, everything), Gift(0, 1, CARDS.one[Kind.RELIC], everything)
    state = d.position(
        hands={0: "1 cocoa", 1: "1 corn, 1 relic"}, known={0: "1 cocoa, 1 relic"}, gifts=(older, newer),
        given=(Kind.CORN, Kind.RELIC),
    )  # fmt: skip
    found = {world.hidden.given for world in worlds(d.game, d.game.view(state, 2), 200)}
    assert {newer for _, newer in found} == {Kind.RELIC}
    assert len(found) > 5

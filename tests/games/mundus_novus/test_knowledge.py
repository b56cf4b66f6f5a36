"""M8: what each player knows and remembers, and the worlds sampled from it."""

from __future__ import annotations

from random import Random

import pytest

from boardgames import DecodeError
from boardgames.core.values import evolve
from boardgames.games.mundus_novus import CARDS, Kind, Move, Note, Phase, State, Trade, Turn, View
from boardgames.games.mundus_novus.secrets import beliefs
from boardgames.games.mundus_novus.secrets.beliefs import MOST_REPLAYED, branches_of, remembered
from boardgames.kit.cards import NO_CARDS
from tests.games.mundus_novus.exact import given_in
from tests.games.mundus_novus.positions import (
    RELICS,
    MundusPosition,
    arranged,
    cards,
    game_for,
    no_relics_but,
    worded,
)

CALM = ["Shipyard [Storm]", "Warehouse for 1", "Warehouse for 2", "Merchant 4-6", "Merchant 7-9"]


def worlds(position: MundusPosition, viewer: int | None, count: int = 60) -> list[State]:
    view, rng = position.view(viewer), Random(5)  # noqa: S311  # random games, not secrets
    return [position.game.determinize(view, rng) for _ in range(count)]


def sure(position: MundusPosition, viewer: int | None, seat: int) -> tuple[tuple[int, ...], int]:
    view = position.view(viewer)
    known = remembered(view, seat)
    return CARDS.unpack(CARDS.add(known.certain, known.doubtful)), known.doubts


def only(kind: Kind, count: int = 1) -> tuple[int, ...]:
    return tuple(count if each is kind else 0 for each in Kind)


def test_m8_public_things_are_in_every_view() -> None:
    position = arranged(
        3, hands={0: "2 corn", 1: "1 relic"}, discards="2 potato", doubloons=[1, 2, 3]
    )
    for viewer in (0, 1, 2, None):
        view = position.view(viewer)
        assert view.hand_sizes == (2, 1, 0)
        assert view.public == position.state.public
        assert view.deck_size == len(position.state.hidden.deck)


def test_m8_hands_are_private() -> None:
    one = arranged(3, hands={0: "2 corn", 1: "1 relic"})
    other = arranged(3, hands={0: "1 relic, 1 potato", 1: "1 relic"})
    assert one.view(1) == other.view(1)
    assert one.view(None) == other.view(None)
    assert one.view(0) != other.view(0)


def test_m8_stored_cards_are_private_but_their_number() -> None:
    owned = {1: ["Warehouse for 2", "Francisco de Coronado"]}
    hands = {1: "2 corn, 2 potato"}
    position = arranged(
        2,
        player=1,
        first=0,
        hands=hands,
        owned=owned,
        doubloons=[0, 5],
        queue=["Caravel 4", *CALM[1:]],
    )
    storing = position.play("done")
    one = storing.play("store corn", "store potato")
    assert one.state.phase is Phase.EVENT
    assert one.view(0).hand_sizes == (0, 2)
    assert one.view(1).hand != 0
    # Two corn and two potato were there, and one of each was discarded: nobody has seen them come.
    assert sure(one, 0, 1) == ((0,) * 10, 0)


def test_m8_cards_taken_openly_are_remembered() -> None:
    offers = {0: "1 cocoa", 1: "1 indigo"}
    position = arranged(
        2, phase=Phase.TRADES, announced=2, hands={0: "1 corn", 1: "1 corn"}, offers=offers
    )
    after = position.play("take indigo from 2")
    assert sure(after, 1, 0) == (only(Kind.INDIGO), 0)
    assert sure(after, None, 0) == (only(Kind.INDIGO), 0)
    assert all(CARDS.unpack(world.hidden.hands[0])[Kind.INDIGO] for world in worlds(after, 1))
    exchanged = position.play("take indigo from 2 for potato")
    assert sure(exchanged, 1, 0) == (only(Kind.POTATO), 0)


def test_m8_cards_got_back_from_an_offer_are_remembered() -> None:
    offers = {0: "1 cocoa, 1 vanilla", 1: "1 indigo"}
    position = arranged(
        2, phase=Phase.TRADES, announced=2, hands={0: "1 corn", 1: "1 corn"}, offers=offers
    )
    after = position.play("take indigo from 2", "take cocoa from 1")
    assert after.state.phase is Phase.FIRST
    assert sure(after, 1, 0)[0] == tuple(
        a + b for a, b in zip(only(Kind.VANILLA), only(Kind.INDIGO), strict=True)
    )


def test_m8_supply_picks_are_remembered_until_shown() -> None:
    position = arranged(2, player=1, owned={0: ["Caravel 1"]}, queue=CALM).play("done")
    (picked,) = position.legal
    after = position.play(picked)
    kind = position.game.parse(picked).kind  # type: ignore[union-attr]  # a Pick
    assert sure(after, 1, 0) == (only(kind), 0)
    while after.state.phase is Phase.PICKS:
        after = after.play(after.legal[0])
    shown = after.play("announce 2")
    for seat in (0, 1):
        for _ in range(2):
            wanted = (
                f"offer {kind}"
                if f"offer {kind}" in shown.legal_for(seat)
                else shown.legal_for(seat)[0]
            )
            shown = shown.play(f"{seat + 1}: {wanted}")
    offered = CARDS.unpack(shown.state.trade.offers[0])[kind]
    assert sure(shown, 1, 0) == (only(kind, 1 - min(1, offered)), 0)


def gift(players: int) -> MundusPosition:
    """Return the position before player 1 gives a card to player 2; everybody knows of his
    relic.
    """
    return arranged(
        players,
        phase=Phase.GIFT,
        announced=2,
        short=1,
        hands={0: "1 corn, 1 relic", 1: "1 potato", 2: "1 cocoa"},
        known={0: "1 relic"},
        first=0,
    )


def test_m8_the_given_card_is_known_to_giver_and_receiver_only() -> None:
    position = gift(3)
    relic, corn = position.play("give relic"), position.play("give corn")
    for outsider in (2, None):
        assert relic.view(outsider) == corn.view(outsider)
    assert sure(corn, 0, 1) == (only(Kind.CORN), 0)
    assert sure(relic, 0, 1) == (only(Kind.RELIC), 0)
    assert sure(corn, 1, 0) == (only(Kind.RELIC), 0)
    assert sure(relic, 1, 0) == ((0,) * 10, 0)
    # Others only know that one card left.
    assert sure(corn, 2, 0) == sure(corn, None, 0) == (only(Kind.RELIC), 1)
    assert sure(corn, 2, 1) == ((0,) * 10, 0)


def test_m8_a_doubtful_card_is_with_its_giver_or_its_receiver() -> None:
    after = gift(3).play("give corn")
    found = set()
    for world in worlds(after, 2, 200):
        given = given_in(world)[0]
        assert CARDS.unpack(world.hidden.hands[1])[given]
        assert given is Kind.RELIC or CARDS.unpack(world.hidden.hands[0])[Kind.RELIC]
        found.add(given)
    assert Kind.RELIC in found
    assert len(found) > 5


def test_m8_the_receiver_keeps_what_he_was_given_until_he_shows_such_a_card() -> None:
    position = arranged(
        3,
        phase=Phase.GIFT,
        announced=2,
        short=1,
        hands={0: "1 corn, 1 relic", 1: "4 corn"},
        known={1: "1 corn"},
    )
    after = position.play("give corn", "first 2")
    assert sure(after, 0, 1) == (only(Kind.CORN, 2), 0)
    assert sure(after, 2, 1) == (only(Kind.CORN, 1), 0)
    shown = after.play("set 4 corn")
    # Four corn are more than the one that was known: the given one may be among them.
    assert sure(shown, 0, 1) == ((0,) * 10, 0)


def test_m8_memory_lasts_through_storage() -> None:
    position = arranged(
        3,
        phase=Phase.GIFT,
        announced=2,
        short=1,
        known={0: "1 relic"},
        first=0,
        queue=CALM,
        hands={0: "1 corn, 1 relic", 1: "1 potato"},
        owned={0: ["Warehouse for 1"], 1: ["Warehouse for 2"]},
    )
    after = position.play(
        "give corn",
        "first 1",
        "done",
        "done",
        "done",
        "1: store relic",
        "2: store corn",
        "2: store potato",
    )
    assert after.state.round.number == 3
    assert sure(after, 1, 0) == (only(Kind.RELIC), 0)
    assert sure(after, 2, 0) == (only(Kind.RELIC), 1)
    assert sure(after, 0, 1) == (only(Kind.CORN), 0)
    for viewer in (0, 1, 2, None):
        assert all(
            after.game.view(world, viewer) == after.view(viewer) for world in worlds(after, viewer)
        )


def test_m8_what_was_discarded_is_known_to_be_gone() -> None:
    position = arranged(
        2, player=1, first=0, hands={1: "2 relic, 1 corn"}, known={1: "1 relic, 1 corn"},
        owned={1: ["Warehouse for 1"]}, queue=CALM,
    )  # fmt: skip
    after = position.play("done", "store relic")
    # A relic and the corn lie among the discards: of what was known nothing is certain any more.
    assert sure(after, 0, 1)[0] == (0,) * 10
    kept = position.play("done", "store corn")
    assert sure(kept, 0, 1)[0] == only(Kind.CORN)


def test_m8_an_empty_hand_leaves_nothing_to_remember() -> None:
    after = gift(3).play("give relic", "first 1", "done", "done", "done")
    moves = [note.move for note in after.state.public.history]
    assert moves == [Move.PILED, Move.DEALT, Move.DEALT, Move.DEALT]
    assert after.state.hidden.given == ((), (), ())


def test_m8_nobody_knows_the_order_of_the_decks() -> None:
    position = arranged(2)
    decks = {world.hidden.deck for world in worlds(position, 0)}
    assert len(decks) == 60
    assert all(sorted(deck) == sorted(position.state.hidden.deck) for deck in decks)


def test_m8_the_pile_is_known_to_come_from_the_last_discards() -> None:
    discarded = RELICS - 2 - 9
    discards = no_relics_but("1 corn", discarded)
    market = "1 corn, 2 relic"
    position = arranged(2, player=1, market=market, discards=discards, queue=CALM).play("done")
    piles = [note.cards for note in position.state.public.history if note.move is Move.PILED]
    assert CARDS.count(piles[-1], Kind.RELIC) == discarded
    assert worded(position.state.hidden.hands[0]) == "5 relic"
    # Player 2 does not see the five relics of player 1, but knows that the pile has no more than
    # were discarded.
    for world in worlds(position, 1):
        assert CARDS.unpack(world.hidden.pile)[Kind.RELIC] <= discarded


def test_m8_a_world_lets_a_set_begun_be_completed() -> None:
    hand = (
        "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 sugar cane, 1 potato, 1 indigo, 1"
        " vanilla"
    )
    begun = arranged(2, hands={0: hand}).play("different 9")
    for world in worlds(begun, 1, 5):
        assert MundusPosition(begun.game, world).legal == ("sell 1-2-3-4-5-6-7-8-9",)
    merchant = arranged(2, hands={0: "1 cocoa, 2 cotton"}, owned={0: ["Merchant 4-6"]})
    for position in (
        merchant.play("employ 4-6"),
        merchant.play("employ 4-6", "use cocoa as cotton"),
    ):
        for world in worlds(position, 1, 20):
            assert position.game.legal_actions(world)
            position.game.check_state(world)


OFFERING: dict[str, object] = {
    "phase": Phase.OFFERS,
    "owing": (0, 1),
    "trade": Trade(announced=2),
}
"""Both are to offer two cards, though they have one each."""
SPECTATED = OFFERING | {"seat": None, "hand": NO_CARDS, "dealt": (NO_CARDS,)}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"hand_sizes": (1, 9)}, r"hand_sizes\[1\]: expected 1, as in the history"),
        ({"deck_size": 3}, "deck_size: "),
        ({"pile_size": 0}, "pile_size: expected 115, as in the history"),
        ({"dealt": (CARDS.pack((2,) + (0,) * 9),)}, r"dealt\[0\]: expected 1 cards"),
        ({"dealt": ()}, "dealt: expected 1, as many as piles"),
        ({"seat": 2}, "seat: no such seat"),
        ({"player": -1}, "player: no such seat"),
        ({"owing": (0, 5)}, r"owing\[1\]: no such seat"),
        ({"hand_sizes": (1,)}, "hand_sizes: not of a game with 2 players"),
        ({"hand_sizes": (2, 1)}, r"hand: expected 2 cards, as the sizes say"),
        ({"hand_sizes": (1, -1)}, r"hand_sizes\[1\]: expected 0 or more"),
        ({"pile_size": -1}, "pile_size: expected 0 or more"),
        ({"given": (Kind.COCOA,)}, "given: expected 0"),
        ({"steps": (3, 0)}, "steps: not in this phase"),
        ({"steps": (0, 3)}, "steps: not in this phase"),
        ({"steps": (0,)}, "steps: not of a game with 2 players"),
        ({"chosen": CARDS.one[Kind.CORN]}, "chosen: not in this phase"),
        ({"chosen": CARDS.one[Kind.TOBACCO]}, "chosen: not in the hand"),
        ({"hand": CARDS.one[Kind.COCOA]}, "hand: not what the history leaves there"),
        (OFFERING, "chosen: too few cards left to continue"),
        (SPECTATED, "hand_sizes.*too small"),
        (OFFERING | {"chosen": CARDS.one[Kind.CORN]}, "chosen: expected 0 cards at most"),
        (SPECTATED | {"steps": (2, 0)}, r"steps\[0\]: expected 0 or more, fewer than 2"),
        (SPECTATED | {"owing": (1,)}, r"steps\[0\]: expected 2, since the choice is complete"),
    ],
)
def test_m8_a_view_that_comes_from_no_game_is_refused(
    change: dict[str, object], fault: str
) -> None:
    view = arranged(2, hands={0: "1 corn", 1: "1 vanilla"}).view(0)
    wrong = View(**{name: getattr(view, name) for name in View.__dataclass_fields__} | change)
    with pytest.raises(DecodeError, match=f"^{fault}"):
        game_for(2).determinize(wrong, Random(1))  # noqa: S311  # random games, not secrets


def test_m8_a_view_with_cards_that_the_game_does_not_have_is_refused() -> None:
    view = arranged(2, discards="1 corn").view(1)
    wrong = evolve(view, public=evolve(view.public, discards=cards("1 vanilla")))
    with pytest.raises(DecodeError, match=r": its cards are not those of the game$"):
        game_for(2).determinize(wrong, Random(1))  # noqa: S311  # random games, not secrets


def test_m8_a_view_of_a_set_that_no_hand_can_complete_is_refused() -> None:
    """Player 1 has one card, and is to sell five."""
    view = arranged(2, hands={0: "1 corn", 1: "1 vanilla"}).view(1)
    wrong = evolve(view, phase=Phase.SALE, turn=Turn(different=True, size=5))
    with pytest.raises(DecodeError, match=r"^top level: no State of this game has this View"):
        game_for(2).determinize(wrong, Random(1))  # noqa: S311  # random games, not secrets


def test_m8_own_cards_that_were_not_in_the_pile_are_refused() -> None:
    """No relic was in the pile: five are known to be in a hand, and the others are discarded."""
    others = game_for(2).components.resources[Kind.RELIC] - 5
    position = arranged(
        2, hands={0: "1 corn", 1: "5 relic"}, known={1: "5 relic"}, discards=f"{others} relic"
    )
    view, game = position.view(0), position.game
    game.determinize(view, Random(1))  # noqa: S311  # random games, not secrets
    wrong = evolve(view, dealt=(CARDS.one[Kind.RELIC],), hand=CARDS.one[Kind.RELIC])
    with pytest.raises(DecodeError, match=r"^top level: no State of this game has this View"):
        game.determinize(wrong, Random(1))  # noqa: S311  # random games, not secrets


def test_m8_a_history_that_cannot_be_is_refused_in_a_view() -> None:
    position = arranged(2, hands={0: "1 corn", 1: "1 vanilla"})
    view = position.view(0)
    missing = Note(Move.LEFT, 1, CARDS.pack((2,) + (0,) * 9))
    wrong = evolve(view, public=evolve(view.public, history=(*view.public.history, missing)))
    with pytest.raises(DecodeError, match=r"^top level: no State of this game has this View"):
        position.game.determinize(wrong, Random(1))  # noqa: S311  # random games, not secrets
    odd = evolve(
        view,
        public=evolve(view.public, history=(*view.public.history, Note(Move.LEFT, None, NO_CARDS))),
    )
    with pytest.raises(DecodeError, match=r"^public\.history\[3\]\.seat: not as 'left' needs it"):
        position.game.determinize(odd, Random(1))  # noqa: S311  # random games, not secrets


def test_m8_a_card_shown_before_a_gift_was_not_that_gift() -> None:
    """Player 2 shows cocoa, is given a card, and shows what is then their whole hand."""
    before = arranged(
        3, phase=Phase.GIFT, announced=2, short=1, first=0, queue=CALM,
        hands={0: "1 corn, 1 tobacco, 1 potato", 1: "1 indigo"}, shown={1: "1 cocoa"},
        owned={0: ["Warehouse for 2"]}, discards="1 cocoa",
    )  # fmt: skip
    after = before.play(
        "give corn", "first 1", "done", "done", "done", "store potato", "store nothing"
    )
    assert after.state.round.number == 3
    found = {given_in(world) for world in worlds(after, 2, 200)}
    assert found == {(Kind.CORN,), (Kind.INDIGO,)}


def test_m8_a_known_card_that_is_missing_was_the_gift() -> None:
    """All of the giver's cards are known but for the gift."""
    position = arranged(
        3, phase=Phase.GIFT, announced=2, short=1, hands={0: "1 corn, 1 relic", 1: "1 potato"},
        known={0: "1 corn, 1 relic"}, first=0,
    )  # fmt: skip
    after = position.play("give relic")
    found = {given_in(world) for world in worlds(after, 2, 100)}
    assert found == {(Kind.CORN,), (Kind.RELIC,)}
    shown = after.play("first 1", "done", "done", "done")
    assert shown.state.round.number == 3


def test_m8_a_gift_can_be_passed_on_as_the_next_gift() -> None:
    """Player 2, whose one card was sold, is given a card and gives it away in the next round."""
    position = arranged(
        4, phase=Phase.GIFT, announced=2, short=1,
        hands={0: "1 cocoa, 1 corn", 2: "1 vanilla", 3: "1 coffee"},
    )  # fmt: skip
    state = position.play("give cocoa").state
    state = evolve(
        state, phase=Phase.GIFT, player=1, round=evolve(state.round, master=1),
        trade=Trade(announced=2, short=2),
    )  # fmt: skip
    after = MundusPosition(position.game, state).play("give cocoa")
    for viewer in (1, 2):
        assert {given_in(world) for world in worlds(after, viewer, 50)} == {(Kind.COCOA,) * 2}
    found = {given_in(world) for world in worlds(after, 3, 200)}
    assert all(first == second for first, second in found)
    assert len(found) > 5


def test_m8_what_a_giver_has_shown_since_is_no_longer_doubtful() -> None:
    """The gift may have been the corn or the relic that were known; a relic is shown later."""
    before = arranged(
        3, phase=Phase.GIFT, announced=2, short=1, first=0,
        hands={0: "1 corn, 1 relic, 1 tobacco", 1: "1 potato"}, known={0: "1 corn, 1 relic"},
    )  # fmt: skip
    given = before.play("give tobacco")
    assert sure(given, 2, 0) == (CARDS.unpack(cards("1 corn, 1 relic")), 1)
    shown = given.play("first 1", "relics 1")
    assert sure(shown, 2, 0) == (only(Kind.CORN), 1)


def test_m8_few_histories_are_remembered_at_a_time() -> None:
    beliefs._replayed.clear()  # otherwise it depends on earlier tests how many are left
    for number in range(2 * MOST_REPLAYED):
        position = arranged(2, discards=f"{number % 12} cocoa, {number // 12} corn")
        branches_of(position.view(None))
    assert 1 < len(beliefs._replayed) <= MOST_REPLAYED


def test_m8_a_view_with_a_smaller_market_is_refused() -> None:
    position = arranged(2, hands={0: "1 corn"}, market="1 cocoa, 1 coffee, 1 potato")
    view = position.view(1)
    pile, *others = view.public.history
    cocoa = CARDS.one[Kind.COCOA]
    public = evolve(
        view.public,
        market=CARDS.remove(view.public.market, cocoa),
        history=(evolve(pile, cards=CARDS.add(pile.cards, cocoa)), *others),
    )
    wrong = evolve(view, public=public, pile_size=view.pile_size + 1)
    with pytest.raises(DecodeError, match=r"^public\.market: expected 3 cards"):
        position.game.determinize(wrong, Random(1))  # noqa: S311  # random games, not secrets


def test_m6_6_a_view_of_a_merchant_without_a_group_is_refused() -> None:
    position = arranged(2, hands={0: "1 cocoa, 2 cotton"}, owned={0: ["Merchant 4-6"]})
    view = position.play("employ 4-6").view(1)
    wrong = evolve(view, turn=Turn())
    with pytest.raises(DecodeError, match=r"^top level: no State of this game has this View"):
        position.game.determinize(wrong, Random(1))  # noqa: S311  # random games, not secrets

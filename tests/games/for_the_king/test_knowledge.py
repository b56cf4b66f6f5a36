"""F7: what each player knows, and the worlds that are sampled from it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from boardgames import DecodeError
from boardgames.core.chance import generator
from boardgames.games.for_the_king import (
    Auction,
    ForTheKing,
    NoteKind,
    Phase,
    View,
    card_of,
)
from boardgames.games.for_the_king.components import is_king
from boardgames.games.for_the_king.secrets.sampling import Sampler
from tests.games.for_the_king.positions import (
    SAMPLES,
    KingPosition,
    auctioning,
    ended,
    game_for,
    gold,
    names,
    sharing,
    worlds,
)
from tests.games.position import random_game

LOW = (
    "Military A2, Military B2, Military C2, Provisions A1, Provisions B1, Provisions C1,"
    " Provisions D1"
)


def test_f7_public_things_are_the_same_in_every_view() -> None:
    position = auctioning("Military H4, Gold 1", "Gold 3 x2", "Gold 2", "").play(
        "bid 3", "pass", "pass", "pay 3", "bid 1"
    )
    views = [position.view(seat) for seat in (0, 1, 2, None)]
    seen = {replace(view, seat=None, hand=(), favored=(), lost=()) for view in views}
    assert len(seen) == 1
    (view,) = seen
    assert view.hand_sizes == (2, 1, 0)
    assert names(view.turned) == ["Military H4", "Gold 1"]
    assert names(view.public.gone) == ["Gold 3"]
    assert (view.bid, view.bidding, view.public.gold) == (1, (2, 0, 1), 57)


def test_f7_private_things_are_the_seats_own() -> None:
    position = auctioning(
        "Military H4, Gold 1", "Gold 3", "Gold 2 x2", "", favored=("Gold 1", "Military H4", "")
    ).play("bid 9", "pass", "pass")
    view = position.view(0)
    assert (names(view.hand), names(view.favored), names(view.lost)) == ([], ["Gold 1"], ["Gold 3"])
    view = position.view(1)
    assert (names(view.hand), names(view.favored), names(view.lost)) == (
        ["Gold 2"] * 2,
        ["Military H4"],
        [],
    )
    spectator = position.view(None)
    assert (spectator.hand, spectator.favored, spectator.lost) == ((), (), ())


def test_f7_only_the_advisor_sees_the_card_drawn() -> None:
    position = sharing(3, "Military A2, Gold 1", advisor=1)
    assert [position.view(seat).drawn for seat in (0, 1, 2, None)] == [
        None,
        card_of("Military A2"),
        None,
        None,
    ]


def test_f7_what_the_advisor_places_face_down_stays_hidden() -> None:
    one, other = (
        sharing(2, "Military A2, Gold 1, Gold 2"),
        sharing(2, "Provisions A1, Gold 1, Gold 2"),
    )
    for placed, told in (("keep", "kept {}"), ("favor", "put {} onto the Favor deck")):
        for viewer in (1, None):
            assert one.game.view(one.play(placed).state, viewer) == one.game.view(
                other.play(placed).state, viewer
            )
            assert one.told(placed, viewer) == (f"Player 1 {told.format('a card')}",)
        assert one.told(placed, 0) == (f"You {told.format('Military A2')}", "You drew Gold 1")


def test_f7_a_view_keeps_who_took_which_card() -> None:
    position = sharing(2, "Gold 1, Military A2, Military B2", last_turn=False).play(
        "centre", "keep", "favor", "take Gold 1"
    )
    history = position.view(None).public.histories
    assert history == (((NoteKind.KEPT, 1),), ((NoteKind.GAINED, card_of("Gold 1")),))


def test_f6_3_all_hands_are_laid_open_at_the_end() -> None:
    """What stays hidden is what was discarded or lost, and who placed what on the Favor deck."""
    position = auctioning(
        "Gold 3", "Military A2, Gold 1", "Gold 2", kept=("Military A2, Gold 1", "Gold 2")
    )
    before = position.play("bid 1", "pass")
    assert before.view(1).hands == ()
    end = before.play("discard Military A2")
    for viewer in (0, 1, None):
        view = end.view(viewer)
        assert [names(hand) for hand in view.hands] == [["Gold 1", "Gold 3"], ["Gold 2"]]
        told = before.told("discard Military A2", viewer)
        assert told[-2:] == tuple(
            f"{'You' if seat == viewer else f'Player {seat + 1}'} held {hand}"
            for seat, hand in enumerate(("Gold 1, Gold 3", "Gold 2"))
        )
    lost = Counter(names(world.hidden.lost[0])[0] for world in worlds(end, 1))
    assert len(lost) > 20
    assert all(world.hidden.hands == end.state.hidden.hands for world in worlds(end, None, 20))


# Sampling.


@pytest.mark.parametrize("players", [2, 3])
def test_f7_every_view_of_a_game_has_worlds_that_look_the_same(players: int) -> None:
    """At a decision in each phase, among them a King that was kept, taken or won."""
    game, found = ForTheKing(players), {}
    for state in random_game(game, 7):
        auction, turn = state.auction, state.turn
        found[
            state.phase,
            state.bid > 0,
            turn and (state.player == turn.advisor, len(turn.centre)),
            auction and (auction.number > 0, auction.discarded > 0),
        ] = state
    assert {phase for phase, *_ in found} == set(Phase)
    for state in found.values():
        game.check_state(state)
        for viewer in (*range(players), None):
            for _ in worlds(KingPosition(game, state), viewer, 3):
                pass


def test_f7_a_bid_that_nobody_can_pay_says_nothing_of_a_hand() -> None:
    """Neither of the bidder's nor of the next player's, who may even have none."""
    position = auctioning("Military H4", "Gold 1", "", kept=("Gold 1", "")).play("bid 50")
    for viewer in (1, None):
        held = {gold(world.hidden.hands[0]) for world in worlds(position, viewer, 60)}
        assert held == {0, 1, 2, 3}
    assert list(worlds(position, 0, 1))


def test_f7_known_cards_stay_in_the_hand() -> None:
    position = sharing(
        2, "Gold 3", hands=("", "Military A2, Gold 2 x2, Provisions A1"), kept=("", "Provisions A1")
    )
    others: set[str] = set()
    for world in worlds(position, 0):
        hand = names(world.hidden.hands[1])
        for known in ("Military A2", "Gold 2", "Gold 2"):
            hand.remove(known)
        others.add(*hand)
    assert {"Provisions A1", "Gold 1", "Gold 2", "Diplomacy I4"} <= others


def test_f7_five_known_one_discarded_unseen_leaves_four() -> None:
    known = "Diplomacy A2, Entertainment A1, Architecture A1, Military A2, Provisions A1"
    position = auctioning("Gold 3, Gold 1", known, "Gold 2", kept=("", "Gold 2"))
    position = position.play("bid 1", "pass", "discard Military A2")
    missing = Counter[str]()
    for world in worlds(position, 1):
        left = [name for name in known.split(", ") if name in names(world.hidden.hands[0])]
        assert len(left) == 4
        missing.update(set(known.split(", ")) - set(left))
        assert names(world.hidden.lost[0]) == list(set(known.split(", ")) - set(left))
    assert set(missing) == set(known.split(", "))
    assert max(missing.values()) < 2 * min(missing.values())


def test_f7_a_card_shown_later_was_not_lost_before() -> None:
    position = auctioning(
        "Gold 1, Military H4, Gold 1",
        "Gold 3, Military A2, Provisions A1",
        "Gold 2",
        kept=("", "Gold 2"),
    )
    position = position.play("bid 1", "pass", "discard Military A2", "pass", "bid 3", "pay 3")
    lost = {tuple(names(world.hidden.lost[0])) for world in worlds(position, 1)}
    assert lost == {("Military A2",), ("Provisions A1",)}


def test_f7_a_default_bounds_the_gold_of_that_moment() -> None:
    hand = "Gold 1, Gold 2, Military A2, Provisions A1"
    position = auctioning("Military H4, Gold 3", hand, "Gold 3", kept=(hand, "Gold 3")).play(
        "bid 4", "pass"
    )
    assert position.state.public.histories[0][-2:] == ((NoteKind.SHORT, 4), (NoteKind.LOST, 1))
    held = set()
    for world in worlds(position, 1):
        before = gold(world.hidden.hands[0]) + gold(world.hidden.lost[0])
        assert before < 4
        held.add(before)
    assert held == {0, 1, 2, 3}


def test_f7_gold_gained_after_a_default_is_not_bounded() -> None:
    hand = "Military A2, Provisions A1"
    position = auctioning("Military H4, Gold 3, Gold 1", hand, "Gold 3", kept=(hand, "Gold 3"))
    position = position.play("bid 1", "pass", "pass")
    kept = position.hand(0)
    position = position.play("pass", "bid 1", f"discard {kept}")
    for world in worlds(position, 1):
        assert names(world.hidden.hands[0]) == ["Gold 3"]
        assert gold(world.hidden.lost[0]) == 0


def test_f7_a_default_on_gold_proves_nothing_but_the_number() -> None:
    position = auctioning("Gold 3, Gold 1", "Gold 3 x2", "Gold 2 x3", kept=("Gold 3 x2", "")).play(
        "bid 3", "pass"
    )
    assert NoteKind.SHORT not in [what for what, _ in position.state.public.histories[0]]
    assert {gold(world.hidden.hands[0]) for world in worlds(position, 1)} >= {0, 1, 2, 3}


def test_f7_a_winner_who_pays_has_the_gold() -> None:
    """A winner who does not default can pay, and everybody knows it before the payment."""
    hand = "Gold 3 x4, Military A2"
    position = auctioning("Military H4", hand, "Gold 2", "", kept=(hand, "", "")).play(
        "bid 9", "pass", "pass"
    )
    assert position.state.phase is Phase.PAY
    for viewer in (1, None):
        held = {gold(world.hidden.hands[0]) for world in worlds(position, viewer)}
        assert min(held) >= 9
        assert len(held) > 1


def test_f7_poorest_hand_is_found() -> None:
    """Seven unknown cards without any Gold among them: seldom by chance, and yet always."""
    position = auctioning("Diplomacy H4", LOW, "Gold 2", kept=(LOW, "")).play("bid 1", "pass")
    for world in worlds(position, 1, 60):
        assert gold(world.hidden.hands[0]) + gold(world.hidden.lost[0]) == 0


def test_f7_richest_hand_is_found() -> None:
    hand = "Gold 3 x8"
    position = auctioning("Diplomacy H4", hand, "Gold 2", kept=(hand, "")).play("bid 22", "pass")
    for world in worlds(position, 1, 60):
        assert gold(world.hidden.hands[0]) >= 22


def test_f7_known_gold_that_must_have_been_lost() -> None:
    """Two known Gold 3 and a bid of 1 that was not paid: of ten cards laid down both were among
    them.
    """
    hand = "Gold 3 x2, " + LOW
    position = auctioning("Gold 1, Military H4, Gold 2", hand, "Gold 2", kept=("", ""))
    position = position.play(
        "bid 8", "pass", "discard Military A2", "discard Military B2", "discard Military C2"
    )
    position = position.play(
        "discard Provisions A1", "discard Provisions B1", "discard Provisions C1"
    )
    position = position.play("discard Gold 3", "discard Gold 3", "pass", "bid 2")
    assert position.state.public.histories[0][-2:] == ((NoteKind.SHORT, 2), (NoteKind.LOST, 1))
    left = Counter(name for world in worlds(position, 1) for name in names(world.hidden.hands[0]))
    assert set(left) == {*LOW.split(", "), "Gold 1"}


def test_f7_favor_cards_one_placed_are_in_the_favor_deck() -> None:
    position = auctioning(
        "Military A2, Gold 2, Gold 2, Provisions A1",
        "",
        "",
        favored=("Gold 2 x2", "Military A2, Provisions A1"),
    )
    places = set()
    for world in worlds(position, 0):
        favor = names(world.hidden.favor)
        assert favor[0] == "Military A2"
        assert favor.count("Gold 2") >= 2
        places.add(tuple(index for index, name in enumerate(favor) if name == "Gold 2"))
    assert {(1, 2), (1, 3), (2, 3)} <= places


def test_f7_favor_cards_one_placed_are_not_expected_again() -> None:
    position = auctioning(
        "Military A2, Gold 2, Provisions A1",
        "",
        "",
        favored=("Military A2", "Gold 2, Provisions A1"),
    )
    position = position.play("pass", "pass")
    favors = {tuple(names(world.hidden.favor[1:])) for world in worlds(position, 0)}
    assert not any("Military A2" in favor for favor in favors)
    assert len(favors) > 30


def test_f7_hands_never_hold_kings_but_decks_do() -> None:
    position = sharing(2, "Gold 3 x4", hands=("", LOW), kept=("", LOW), last_turn=False).play(
        "favor"
    )
    kings = Counter[str]()
    for world in worlds(position, 1):
        hidden = world.hidden
        for zone, cards in (
            ("favored", hidden.favored[0]),
            ("deck", hidden.deck),
            ("removed", hidden.removed),
        ):
            kings[zone] += any(name.startswith("King") for name in names(cards))
        assert not any(name.startswith("King") for hand in hidden.hands for name in names(hand))
    assert all(kings[zone] for zone in ("favored", "deck", "removed"))


def test_f7_cards_removed_at_setup_may_be_any_unseen() -> None:
    rules = game_for(3)
    view, rng = rules.view(rules.new_game(4), None), generator(2, 0)
    removed = {card for _ in range(200) for card in rules.determinize(view, rng).hidden.removed}
    assert removed == set(rules.new_game(0).hidden.deck) | set(rules.new_game(0).hidden.removed)


def test_f7_payment_going_on_can_be_finished_in_every_world() -> None:
    hand = "Diplomacy A2, " + LOW
    position = auctioning("Gold 1", hand, "Gold 2", "", kept=(hand, "", "")).play(
        "bid 5", "pass", "pass"
    )
    position = position.play("discard Diplomacy A2", "discard Military B2")
    for viewer in (1, 2, None):
        for world in worlds(position, viewer, 100):
            lost = world.hidden.lost[0]
            assert world.hidden.laid == max(lost)
            assert len(lost) == 2
            assert sum(1 for card in world.hidden.hands[0] if card >= max(lost)) >= 3


# Views that did not come from a game.


def refused(game: ForTheKing, *wrong: tuple[View, str]) -> None:
    """See that no State is sampled from these Views, with a message that starts like this."""
    for view, fault in wrong:
        with pytest.raises(DecodeError) as caught:
            game.determinize(view, generator(0, 0))
        assert str(caught.value).startswith(fault)


def advised() -> KingPosition:
    """Player 1 of 3 has placed a card in the centre, and has drawn the next one."""
    hands = ("Military A2, Gold 3", "Military B2, Gold 2", "Gold 1")
    return sharing(3, "Gold 1 x2", hands=hands).play("centre")


def test_f7_a_view_of_a_turn_that_never_came_from_a_game_is_refused() -> None:
    position = advised()
    view, game, turn = position.view(0), position.game, position.state.turn
    assert turn is not None
    game.determinize(view, generator(0, 0))
    refused(
        game,
        (replace(view, player=5), "player: no such seat"),
        (replace(view, turn=None), "phase: expected one of an auction"),
        (replace(view, phase=Phase.BID), "phase: expected one of a turn"),
        (replace(view, auction=Auction(0, 0, (), 0)), "auction: not before the last turn"),
        (replace(view, drawn=None), "drawn: the Advisor alone holds a card"),
        (replace(view, deck_size=view.deck_size + 99), "deck_size: not the cards of whole turns"),
        (replace(view, deck_size=-3), "deck_size: expected 3 cards or more"),
        (replace(view, deck_size=view.deck_size + 80), "favored_sizes: more cards than are unseen"),
        (replace(view, turned=view.hand), "turned: nothing is auctioned yet"),
        (
            replace(view, turn=replace(turn, centre=view.hand[:1] * 2)),
            "deck_size: not the cards of whole turns",
        ),
        (replace(sharing(3, "King +1").play("keep").view(None), turn=None), "turn: expected a"),
    )


def test_f7_a_view_of_hands_that_never_came_from_a_game_is_refused() -> None:
    position = advised()
    view, game = position.view(0), position.game
    histories = view.public.histories

    def noted(*notes: tuple[NoteKind, int], size: int = 1) -> View:
        public = replace(view.public, histories=(*histories[:-1], (*histories[-1], *notes)))
        return replace(view, public=public, hand_sizes=(*view.hand_sizes[:-1], size))

    impossible = "public.histories[2]: no hand can have it"
    left_early = "public.histories[2]: nothing leaves a hand in this phase"
    refused(
        game,
        (replace(view, hand_sizes=(*view.hand_sizes, 0)), "hand_sizes: not of a game with 3"),
        (replace(view, hand_sizes=(*view.hand_sizes[:-1], 2)), "hand_sizes[2]: expected 1"),
        (
            replace(view, public=replace(view.public, histories=(*histories, ()))),
            "public.histories: not of a game with 3 players",
        ),
        (
            replace(view, hand=(card_of("Livestock A2"), view.hand[1])),
            "hand: a card that the history says is gone",
        ),
        (
            replace(view, drawn=card_of("Livestock A2")),
            "top level: the View shows more cards than the game has",
        ),
        (replace(view, hand=view.hand[1:]), "hand: expected 2 cards"),
        (replace(view, favored_sizes=(1, 0)), "favored_sizes: not of a game with 3 players"),
        (replace(view, favored_sizes=(1, 0, 0)), "favored: expected 1 cards"),
        (replace(view, favored_sizes=(0, -1, 1)), "favored_sizes[1]: expected 0 or more"),
        (
            replace(view, favored=view.hand[:1], favored_sizes=(1, 0, 0)),
            "top level: the View shows more cards than the game has",
        ),
        (noted((NoteKind.LOST, 9)), impossible),
        (noted((NoteKind.LOST, 1), (NoteKind.GAINED, card_of("King +1"))), impossible),
        (noted((NoteKind.SHOWN, card_of("Gold 3"))), left_early),
        (noted((NoteKind.SHOWN, card_of("Gold 3")), size=0), left_early),
    )


def test_f7_a_spectator_has_no_cards_and_a_seat_exists() -> None:
    position = advised()
    view, hand = position.view(None), position.view(0).hand
    refused(
        position.game,
        (replace(view, seat=7), "seat: no such seat"),
        (replace(view, hand=hand), "hand: a spectator has none"),
        (replace(view, favored=hand), "favored: a spectator has none"),
        (replace(view, lost=hand), "lost: a spectator has none"),
        (replace(view, laid=hand[0]), "laid: a spectator has none"),
    )


def test_f7_a_view_of_an_auction_that_never_came_from_a_game_is_refused() -> None:
    position = auctioning("Military H4, Gold 1", "Gold 3", "", "")
    view = position.view(0)
    paying = position.play("bid 3", "pass", "pass").view(0)
    own = auctioning("Gold 2, Gold 1", "Gold 3, Military A2", "Military B2", "")
    laying = own.play("bid 2", "pass", "pass", "discard Military A2").view(0)
    refused(
        position.game,
        (replace(view, turned=view.favored), "auction.number: not as many cards as"),
        (replace(view, favored=view.hand * 2), "top level: no State of this game has this View"),
        (replace(view, favored_sizes=(2, 90, 0)), "favored_sizes: more cards than are unseen"),
        (replace(view, seat=1), "hand: expected 0 cards"),
        (replace(view, laid=0), "laid: nothing has been discarded"),
        (replace(position.view(1), laid=0), "laid: another seat is to act"),
        (replace(paying, bid=4), "bid: more than the player can pay"),
        (replace(paying, phase=Phase.DISCARD), "phase: this card is paid for differently"),
        (replace(laying, laid=None), "laid: expected a card that was discarded"),
        (replace(laying, lost=()), "lost: expected 1 cards"),
        (replace(laying, bid=9), "bid: more than the player can pay"),
        (replace(own.play("bid 2", "pass", "pass").view(2), bid=9), "bid: more cards than"),
    )


def test_f7_a_view_after_the_game_that_never_came_from_a_game_is_refused() -> None:
    view = ended("Gold 3", "Gold 1", "").view(0)
    on_sale = auctioning("Military H4, Gold 1", "Gold 3", "", "").view(0).auction
    refused(
        game_for(3),
        (replace(view, auction=on_sale, turned=()), "auction.number: expected 1 after the game"),
        (replace(view, hands=()), "hands: not of a game with 3 players"),
        (replace(view, hands=(view.hands[1], *view.hands[1:])), "hands: not the seat's own hand"),
        (replace(view, hands=(view.hands[0], (), ())), "hands[1]: expected 1 cards"),
        (
            replace(view, hands=(view.hands[0], (card_of("King +1"),), ())),
            "hands[1]: no hand ever holds a King",
        ),
        (replace(advised().view(0), hands=view.hands), "hands: laid open after the game only"),
    )
    public = (
        auctioning("King +1", "Gold 3", "Military A2", "", kept=("", "", ""))
        .play(*["pass"] * 3)
        .view(0)
    )
    gold = replace(public, hands=(public.hands[0], view.hands[1], ()))
    refused(game_for(3), (gold, "public.histories[1]: too few cards"))


def test_f7_no_hand_has_more_cards_than_are_left_besides_kings() -> None:
    position = auctioning("Military H4", "Gold 3", "", "")
    view, cards = position.view(0), position.game.cards
    kings = [card for card in cards if is_king(card)]
    size = len(cards) - len(kings) - 1
    histories = (*view.public.histories[:2], ((NoteKind.KEPT, 1),) * size)
    public = replace(view.public, histories=histories)
    wrong = replace(view, public=public, hand_sizes=(1, 0, size))
    refused(position.game, (wrong, "hand_sizes: more cards than are unseen"))


@pytest.mark.parametrize(("play", "short"), [("bid 4", 2), ("pass", 3)])
def test_f7_hand_that_cannot_have_done_what_it_did_is_refused(play: str, short: int) -> None:
    """Everybody saw that this seat gained a Gold 3: it cannot have been short of 2, nor of 3."""
    view = (
        auctioning("Military H4, Gold 1", "Gold 3", "Gold 2", kept=("", ""))
        .play(play, "pass")
        .view(1)
    )
    first, *later = [note for note in view.public.histories[0] if note[0] is not NoteKind.SHORT]
    histories = ((first, (NoteKind.SHORT, short), *later), view.public.histories[1])
    with pytest.raises(DecodeError, match="no State of this game has this View"):
        game_for(2).determinize(
            replace(view, public=replace(view.public, histories=histories)), generator(0, 0)
        )


def test_f7_a_seat_that_loses_cards_may_have_lost_unknown_ones_as_well() -> None:
    hand = "Provisions A1, Military A2"
    position = auctioning("Gold 3, Gold 1", hand, "Gold 2", kept=("Provisions A1", "Gold 2"))
    position = position.play("bid 1", "pass", "discard Provisions A1")
    known_lost = sum(
        names(world.hidden.lost[0]) == ["Military A2"] for world in worlds(position, 1)
    )
    assert known_lost / SAMPLES == pytest.approx(0.5, abs=0.1)


def test_f7_own_favor_cards_that_cannot_be_face_down_are_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The Gold 1 turned up is the viewer's own: another one would be missing in the hand of three
    that is not seen.
    """
    favor, hand = "Military H4, Gold 1, King +1", "Gold 1, Military A2, Provisions A1"
    stock = Counter(
        {str(name): n for name, n in game_for(2).inventory(game_for(2).new_game(0)).items()}
    )
    stock.subtract([*favor.split(", "), *hand.split(", ")])
    gone = ", ".join(f"{name} x{count}" for name, count in stock.items() if count)
    position = auctioning(
        favor, "", hand, kept=("", hand), favored=("Gold 1", "Military H4, King +1"), gone=gone
    )
    position = position.play("pass", "bid 2", "pass")
    assert names(position.view(0).turned) == ["Military H4", "Gold 1"]
    monkeypatch.setattr(Sampler, "deals_before_counting", 0)  # count the ways at once
    for world in worlds(position, 0, 20):
        assert sorted([*names(world.hidden.hands[1]), *names(world.hidden.lost[1])]) == sorted(
            hand.split(", ")
        )
        assert names(world.hidden.favored[0]) == ["Gold 1"]

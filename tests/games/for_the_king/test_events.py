"""What happens, as data: who sees what of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from boardgames.core.chance import generator
from boardgames.games.for_the_king import card_of
from boardgames.games.for_the_king.events import (
    BidMade,
    CardDiscarded,
    CardDrawn,
    CardFavored,
    CardKept,
    CardTaken,
    CardUnsold,
    Defaulted,
    DutiesChanged,
    Event,
    GameEnds,
    HandLaidOpen,
    KingWithoutEffect,
    TurnBegins,
)
from tests.games.for_the_king.positions import KingPosition, auctioning, game_for, sharing

if TYPE_CHECKING:
    from boardgames.core.events import Event as AnyEvent

MILITARY, GOLD, KING = card_of("Military A2"), card_of("Gold 3"), card_of("King +1")


def seen(position: KingPosition, action: str, viewer: int | None) -> list[AnyEvent | None]:
    """Return what the viewer sees when the seat to act takes this action."""
    events = position.game.events(position.state, position.game.parse(action))
    return [event.seen_by(viewer) for event in events]


def test_f3_1_what_the_advisor_keeps_or_favors_is_a_back_to_the_others() -> None:
    position = sharing(3, "Military A2, Gold 3")
    assert seen(position, "keep", 0) == [CardKept(0, MILITARY), CardDrawn(0, GOLD)]
    for viewer in (1, 2, None):
        assert seen(position, "keep", viewer) == [CardKept(0, None), CardDrawn(0, None)]
        assert seen(position, "favor", viewer)[0] == CardFavored(0, None)


def test_f3_2_everybody_sees_which_card_is_taken_but_not_into_which_hand_it_is_sorted() -> None:
    position = sharing(2, "Military A2, Gold 3, King +1", last_turn=False).play("centre", "keep", "favor")
    assert seen(position, "take Military A2", 1)[:2] == [CardTaken(1, MILITARY), TurnBegins(1)]
    assert seen(position, "take Military A2", 0)[0] == CardTaken(1, MILITARY, own=False)


def test_f3_4_a_king_that_is_kept_is_shown_to_all() -> None:
    position = sharing(2, "King +1")
    assert seen(position, "keep", 1) == [CardKept(0, KING)]
    resolved = seen(position.play("keep"), "raise Military", None)
    assert [type(event) for event in resolved] == [DutiesChanged, CardDrawn]


def test_f5_5_others_see_how_many_cards_are_discarded() -> None:
    position = auctioning("Gold 2, Gold 1", "Military A2, Gold 3", "").play("bid 2", "pass")
    assert seen(position, "discard Military A2", 0) == [CardDiscarded(0, MILITARY, 1, 2)]
    assert seen(position, "discard Military A2", 1) == [CardDiscarded(0, None, 1, 2)]


def test_f5_7_only_the_owner_sees_what_a_default_costs() -> None:
    position = auctioning("Military H4", "Gold 3", "").play("pass")
    poor = auctioning("Military H4, Gold 2", "Military A2", "").play("bid 1")
    assert seen(poor, "pass", 0)[1] == Defaulted(0, 1, (MILITARY,))
    assert seen(poor, "pass", 1)[1] == Defaulted(0, 1, (None,))
    assert seen(position, "bid 1", 0)[:2] == [BidMade(1, 1, 0), Defaulted(1, 1, ())], "there is no card to lose"


def test_f6_3_all_hands_are_laid_open_at_the_end() -> None:
    position = auctioning("King +1", "Gold 3", "Military A2").play("pass")
    end = [CardUnsold(KING), GameEnds(), HandLaidOpen(0, (GOLD,)), HandLaidOpen(1, (MILITARY,))]
    for viewer in (0, 1, None):
        assert seen(position, "pass", viewer)[1:] == end


def test_every_event_happens_in_play() -> None:
    rules, rng, found = game_for(3), generator(2, 0), set()
    for seed in range(3):
        state = rules.new_game(seed)
        found |= {type(event) for event in rules.beginning(state)}
        while rules.to_act(state):
            action = rules.random_action(state, rng)
            found |= {type(event) for event in rules.events(state, action)}
            state = rules.apply(state, action)
    assert found | {KingWithoutEffect} == set(get_args(Event)), "Duties seldom reach their bounds"

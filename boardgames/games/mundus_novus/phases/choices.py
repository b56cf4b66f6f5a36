"""Cards that all players choose in secret, one by one: to offer (M5.1) and to store (M6.10)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from boardgames.core.tuples import increased
from boardgames.games.mundus_novus import events
from boardgames.games.mundus_novus.components import CARDS
from boardgames.games.mundus_novus.state import State, make_state, with_choices

if TYPE_CHECKING:
    from boardgames.core.cards import PackedCards
    from boardgames.games.mundus_novus.components import Kind
    from boardgames.games.mundus_novus.rules import MundusNovus


def may_choose(state: State, seat: int, missing: int = 1) -> tuple[Kind, ...]:
    """Return the kinds that the seat can choose next such that enough cards remain for the rest of its choice.

    Kinds lower than the last one chosen are excluded; after a `nothing` there are none.
    """
    hidden = state.hidden
    chosen = hidden.chosen[seat]
    if hidden.steps[seat] > CARDS.size(chosen):
        return ()
    return _choosable(CARDS.remove(hidden.hands[seat], chosen), last_kind(chosen), missing)


@lru_cache(maxsize=1 << 12)
def _choosable(cards: PackedCards, lowest: int, missing: int) -> tuple[Kind, ...]:
    kinds = [kind for kind in CARDS.kinds(cards) if kind >= lowest]
    later = 0
    for place in reversed(range(len(kinds))):
        later += CARDS.count(cards, kinds[place])
        if later >= missing:
            return tuple(kinds[: place + 1])
    return ()


def last_kind(chosen: PackedCards) -> int:
    """Return the highest kind among the cards, 0 for none: the next card chosen may not be lower."""
    return CARDS.kinds(chosen)[-1] if chosen else 0


def choose(
    game: MundusNovus, state: State, seat: int, places: int, aim: Literal["offer", "store"], kind: Kind | None
) -> State:
    """Return the State after this seat has chosen a card, or none; after `places` decisions its choice is complete."""
    if game.recorder is not None:
        game.recorder.append(events.CardChosen(seat, aim, kind))
    hidden, player, owing = state.hidden, state.player, state.owing
    chosen, steps = hidden.chosen, increased(hidden.steps, seat, 1)
    if kind is not None:
        chosen = CARDS.add_to(chosen, seat, CARDS.one[kind])
    if steps[seat] >= places:
        owing = tuple([each for each in owing if each != seat])
        player = owing[0] if owing else seat
    return make_state(
        state.round, state.phase, player, owing, state.supply, state.trade, state.turn, state.public,
        with_choices(hidden, chosen, steps),
    )  # fmt: skip

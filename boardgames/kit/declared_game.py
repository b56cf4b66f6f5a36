"""A base class that derives most of the contract from a few methods and who sees what."""

from __future__ import annotations

import collections
from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property, partial
from itertools import chain, product
from random import Random
from types import FunctionType
from typing import (
    Any,
    ClassVar,
    Literal,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from boardgames.contract.game import A, Game, S
from boardgames.contract.refusals import check_viewer, illegal_action
from boardgames.contract.words import Words
from boardgames.core.action import Action, Notation
from boardgames.core.chance import check_seed, fresh_seed, pick_weighted, shuffle
from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import DecodeError, require
from boardgames.core.integers import as_integer
from boardgames.core.outcome import Outcome, ranked
from boardgames.core.values import identity_cache, value
from boardgames.kit.compiled_zones import Pieces, Viewer
from boardgames.kit.dealing import MOST_DEALS, MOST_DRAWS, Dealer, dealer, stirred
from boardgames.kit.declared_words import DeclaredWords, HasSeat
from boardgames.kit.declared_zones import Visibility
from boardgames.kit.visibility import Fact, Holds, Spot, notes_of, pieces_in
from boardgames.scene.events import Event

V = TypeVar("V", bound=HasSeat)

WORLD_EXCHANGES = 4
"""Number of exchanges for each unseen piece where `worlds` cannot simply deal anew."""
DATA = ("unseen", "secret", "event_types", "utility_type", "rules_version", "slips", "words_type")
"""What a class of a game declares as data; a method of this name would be taken for it."""
PASTS = 8
"""Number of pasts among which `determinize` chooses by their likelihood, where there is a `Trail`.
"""
MOST_PASTLESS_DEALS = 50
"""`determinize` gives up if it finds no past so many times."""
MISMATCHES_PER_PIECE = 50
"""`determinize` gives up after this many deals per piece if none of them has the View."""


Dealers: TypeAlias = Sequence[Dealer[object]]
"""What deals the unseen pieces, by pack."""


@value
class _Dealing:
    """What a deal of the unseen pieces depends on."""

    has_limits: bool
    """Whether places may not hold every piece."""
    can_differ: bool
    """Whether a deal may have another View than the one that it was made for."""
    is_judged: bool
    """Whether a deal may be impossible although it has the View."""


class DeclaredGame(Game[S, A, V]):
    """Base of a game whose State declares who sees what of each field; see
    `boardgames.kit.visibility`.

    The game defines `start`, `to_act`, `choices`, `act` and `score`, and `pack` or `own_pack` if it
    has pieces. Each method that is derived from these can be overridden.
    """

    words_type: ClassVar[type[Words[Any, Any, Any]]] = DeclaredWords
    unseen: ClassVar[Any] = None
    """Represents an unseen piece in a View; None: 0 if the pieces are numbers, "?" if strings."""
    secret: ClassVar[tuple[type[Action], ...]] = ()
    """The actions of which other seats are told only the name, not the fields.

    It has no effect in a game with Events, which mask themselves."""

    def __init_subclass__(cls, /) -> None:
        """Raise `TypeError` for a method with the name of something that the contract keeps there,
        such as the `unseen` piece.
        """
        super().__init_subclass__()
        for name in DATA:
            if isinstance(vars(cls).get(name), FunctionType):
                raise TypeError(f"{cls.__name__}.{name}: a method cannot have this name; rename it")

    # Defined by the game.

    @abstractmethod
    def start(self, seed: int) -> S:
        """Return the initial State; all chance follows from the seed."""

    @abstractmethod
    def to_act(self, state: S | V) -> tuple[int, ...]:
        """Return the seats that may act now; everybody knows them, so a View must tell, too."""

    @abstractmethod
    def choices(self, state: S, seat: int) -> Sequence[A]:
        """Return the legal actions of a seat that may act, sorted."""

    @abstractmethod
    def act(self, state: S, action: A, seat: int) -> S:
        """Return the State after this seat has taken this action, one of its `choices`."""

    def pack(self) -> Iterable[Hashable]:
        """Return all pieces that the seats share; each lies in exactly one zone at any time.

        In a game that has an `own_pack`, too, that is a zone of the centre.
        """
        return ()

    def own_pack(self, seat: int) -> Iterable[Hashable]:
        """Return the pieces of this seat: they are always in its zones, which hold nothing else."""
        del seat
        return ()

    def allowed(self, table: S | V, place: Spot) -> Collection[Hashable] | None:
        """Return the pieces that this place can hold, as far as everybody knows; None: any.

        A View must tell, too.
        """
        del table, place
        return None

    def at_least_one(self, table: S | V) -> Iterable[Holds]:
        """Return which zones hold at least one of some pieces, as everybody knows: who was asked
        for three cards has shown one of them to somebody.

        A View must tell, too.
        """
        del table
        return ()

    def possible(self, state: S) -> bool:
        """Return whether this deal of the unseen pieces can have come about.

        By default, it can if each place allows its piece, and each zone holds `at_least_one` of
        what it must. Override it only for what neither can say: `determinize` deals again until a
        deal is possible.
        """
        if not self._dealing.has_limits:
            return True
        for _, spot, piece in self.visibility.spots(state):
            limit = self.allowed(state, spot)
            if limit is not None and piece not in limit:
                return False
        for field, owner, pieces, pile in self.at_least_one(state):
            zone = getattr(state, field)
            content = zone if owner is None else zone[owner]
            if pile is not None:
                content = content[pile]
            if not any([piece in pieces for piece in pieces_in(content)]):
                return False
        return True

    def sees_all(self, table: S | V, viewer: int | None) -> bool:
        """Return whether this viewer sees all pieces, as after the end; a View must tell, too."""
        del table, viewer
        return False

    def ending(self, state: S) -> str:
        """Return why the game has ended."""
        del state
        return "the game is over"

    def estimate(self, state: S, player: int) -> float:
        """Return an estimate of the seat's utility while the game goes on; by default, equal."""
        del player
        if self.utility_type != "constant_sum":
            return 1 / 2
        sides = len(self.teams(state)) or self.players
        return 1 / sides

    def report(self, event: Event) -> None:
        """Report an event; called by `act` in a game with events."""
        if self.recorder is not None:
            self.recorder.append(event)

    # Rules, derived.

    def new_game(self, seed: int | None = None) -> S:
        """Return the initial State."""
        return self.start(check_seed(seed))

    def legal_actions(self, state: S, player: int | None = None) -> tuple[A, ...]:
        """Return the choices of the seat, if it may act."""
        seats = self.to_act(state)
        seat = seats[0] if player is None and seats else player
        if type(seat) is not int:
            seat = as_integer(seat)
        if seat is None or seat not in seats:
            return ()
        return tuple(self.choices(state, seat))

    def apply(self, state: S, action: A, player: int | None = None) -> S:
        """Return the State after the action, if it is one of the choices of the seat."""
        seats = self.to_act(state)
        seat = seats[0] if player is None and seats else player
        if type(seat) is not int:
            seat = as_integer(seat)
        if seat is not None and seat in seats:
            choices = self.choices(state, seat)
            for choice in choices:
                if choice is action:  # the usual case, and several times as fast as comparing them
                    return self.act(state, choice, seat)
            for choice in choices:
                if choice == action:
                    return self.act(state, choice, seat)
        raise illegal_action(self, state, action, player)

    def outcome(self, state: S) -> Outcome | None:
        """Return None while a seat may act; then who has the most points wins, with their team."""
        if self.to_act(state):
            return None
        scores = self.score(state)
        ranking = ranked(scores)
        winners = ranking[0]
        return Outcome(winners, ranking, scores, self.ending(state), teams=self.teams(state))

    def evaluate(self, state: S, player: int) -> float:
        """Return the estimate; at the end, the utility of the outcome."""
        outcome = self.outcome(state)
        if outcome is None:
            return self.estimate(state, player)
        return outcome.utility[player]

    # Hidden information, derived.

    def view(self, state: S, player: int | None) -> V:
        """Return what the declarations of the State show to this seat."""
        return self.declared_view(state, player)

    def determinize(self, view: V, rng: Random) -> S:
        """Return a State with this View: the unseen pieces are dealt to the unseen places.

        All deals that are `allowed`, `possible` and have this View are equally likely; with a
        `Trail`, the more pasts lead to one, the likelier it is, as exactly as few random pasts can
        tell. Raises `DecodeError` if there is no such deal, or none among `MOST_DEALS` deals.
        """
        dealing = self._dealing
        dealers = _dealers(self, view) if dealing.has_limits else []
        any_has_view = False
        for number in range(1, MOST_DEALS + 1):
            state = self._dealt(view, dealers, rng)
            if state is not None and self._shows(state, view):
                any_has_view = True
                if not dealing.is_judged or self.possible(state):
                    return state
            elif not any_has_view:
                self._give_up_after(number, has_past=state is not None)
        deals = f"{MOST_DEALS} deals of the unseen pieces"
        raise DecodeError(f"top level: none of {deals} is possible and has this View")

    def _shows(self, state: S, view: V) -> bool:
        """Return whether the State, dealt from this View, has it."""
        return not self._dealing.can_differ or self.view(state, view.seat) == view

    def _give_up_after(self, number: int, *, has_past: bool) -> None:
        """Raise `DecodeError` if so many deals, none of which has the View, are enough.

        `has_past` is whether the last one has a past.
        """
        if not has_past:
            if number >= MOST_PASTLESS_DEALS:
                raise DecodeError("trail: there is no deal with such a past")
            return
        pieces = len(self.visibility.pieces)
        if number >= MISMATCHES_PER_PIECE * pieces:
            deals = f"{number} deals of the unseen pieces"
            raise DecodeError(f"top level: none of {deals} has this View")

    def _dealt(self, view: V, dealers: Dealers, rng: Random) -> S | None:
        """Return a State with the unseen pieces dealt at random.

        With a Trail, it has one of the pasts that led to it; None if no past does.
        """
        visibility = self.visibility
        if visibility.trail is not None:
            return self._dealt_with_past(view, dealers, rng)
        left = self._left(view, dealers, rng)
        return cast("S", visibility.dealt(view, left, fresh_seed(rng)))

    def _dealt_with_past(self, view: V, dealers: Dealers, rng: Random) -> S | None:
        """Return such a State in a game with a Trail, which has one pack."""
        visibility = self.visibility
        has_passed = bool(getattr(view, cast("str", visibility.trail)))
        deals: list[Pieces] = []
        for _ in range(PASTS if has_passed else 1):
            (pieces,) = self._left(view, dealers, rng)
            deals.append(pieces[::-1])
        pasts = visibility.retraced(view, deals, rng, exchanging=True)
        if not pasts:
            return None
        chances = [(past, past.likelihood) for past in pasts]
        past = pick_weighted(chances, rng)
        return cast("S", visibility.after(view, past, fresh_seed(rng)))

    def _left(self, view: V, dealers: Dealers, rng: Random) -> list[Pieces]:
        """Return, by pack, the unseen pieces in random order, to be dealt from the end."""
        if dealers:
            return [deal(rng)[::-1] for deal in dealers]
        left = self.visibility.left(view)
        self.visibility.shuffle(view, left, rng)
        return left

    def worlds(self, state: S, seat: int | None, rng: Random) -> S:
        """Return this State after exchanges of the pieces that it hides from the seat.

        For None, they are those that it hides from a spectator. It deals in another way than
        `determinize`, so `check_game` finds what both View and sampler reveal.
        """
        view = self.declared_view(state, seat)
        seed = fresh_seed(rng)
        if self.visibility.trail is None:
            return self._stirred(state, view, seed, rng)
        return self._stirred_with_past(state, view, seed, rng)

    def redealt(self, state: S, seat: int | None, rng: Random) -> S | None:
        """Return this State with all that it hides from the seat dealt in a random order.

        None if that is not possible, or has another View: what is not None is exactly as likely as
        in the deal. Always None in a game with a `Trail`, where a deal needs a past as well.
        """
        visibility = self.visibility
        if visibility.trail is not None:
            return None
        view = self.declared_view(state, seat)
        orders = [shuffle([*order], rng) for order in visibility.hidden(view, state)]
        other = cast("S", visibility.dealt(view, orders, fresh_seed(rng)))
        return other if DeclaredGame.possible(self, other) and self._can_be(other, view) else None

    def _stirred(self, state: S, view: V, seed: int, rng: Random) -> S:
        """Return this State after exchanges that leave the View, in a game without a Trail."""
        visibility = self.visibility
        orders = visibility.hidden(view, state)
        limits = visibility.limits(view, self.allowed)

        def dealt(orders: Sequence[Pieces]) -> S:
            from_the_end = [order[::-1] for order in orders]
            return cast("S", visibility.dealt(view, from_the_end, seed))

        def can_be(pack: int, order: Pieces) -> bool:
            changed = [*orders]
            changed[pack] = order
            return self._can_be(dealt(changed), view)

        is_asked = visibility.has_rules or self._dealing.is_judged
        for pack, order in enumerate(orders):
            is_valid = partial(can_be, pack) if is_asked else None
            orders[pack] = stirred(order, limits[pack], rng, is_valid, WORLD_EXCHANGES)
        return dealt(orders)

    def _stirred_with_past(self, state: S, view: V, seed: int, rng: Random) -> S:
        """Return this State after such exchanges in a game with a Trail, which has one pack."""
        visibility = self.visibility
        (order,) = visibility.hidden(view, state)
        (limits,) = visibility.limits(view, self.allowed)
        latest = state

        def can_be(order: Pieces) -> bool:
            nonlocal latest
            pasts = visibility.retraced(view, [order], rng, exchanging=False)
            if not pasts:
                return False
            (past,) = pasts
            # Fewer pasts than lead to another order are accepted as much more rarely.
            if rng.random() >= past.likelihood:
                return False
            other = cast("S", visibility.after(view, past, seed))
            if not self._can_be(other, view):
                return False
            latest = other
            return True

        stirred(order, limits, rng, can_be, WORLD_EXCHANGES)
        return latest

    def _can_be(self, state: S, view: V) -> bool:
        """Return whether the State is possible and the declarations show this View of it."""
        return self.declared_view(state, view.seat) == view and self.possible(state)

    def seen(self, state: S, viewer: int | None) -> Iterator[tuple[str, int | None, bool]]:
        """Yield field and owner (None: nobody) of each piece, and whether this viewer sees it."""
        visibility = self.visibility
        view = self.view(state, viewer)
        for field, _, owner, _, content in visibility.places(view):
            for piece in pieces_in(content):
                is_seen = piece != visibility.unseen
                yield field, owner, is_seen

    def declared_view(self, state: S, player: int | None) -> V:
        """Return what the declarations show to this seat; `view` has to return the same."""
        if type(player) is not int:
            player = check_viewer(self, player)
        try:
            viewer: Viewer = "all" if self.sees_all(state, player) else player
            look = self.visibility.looks[viewer]
            return cast("V", look(state, player))
        except KeyError:
            check_viewer(self, player)
            raise

    @cached_property
    def _dealing(self) -> _Dealing:
        """What a deal depends on, by what the game defines beyond the default."""
        cls = type(self)
        base = DeclaredGame
        visibility = self.visibility
        has_known = cls.at_least_one is not base.at_least_one
        has_limits = has_known or cls.allowed is not base.allowed
        has_own_view = cls.view is not base.view or cls.sees_all is not base.sees_all
        has_own_judgement = cls.possible is not base.possible
        # Looking back exchanges pieces, which can bring them where they are not allowed.
        # What is known is not respected where there are too many deals to count.
        can_exceed = has_known or (has_limits and visibility.trail is not None)
        return _Dealing(
            has_limits,
            can_differ=visibility.has_rules or has_own_view,
            is_judged=has_own_judgement or can_exceed,
        )

    @cached_property
    def visibility(self) -> Visibility:
        """Who sees which pieces, and how they can lie."""
        common = tuple(self.pack())
        own = [tuple(self.own_pack(seat)) for seat in range(self.players)]
        if not any(own):
            own = []
        unseen = self.unseen
        if unseen is None:
            are_strings = [isinstance(piece, str) for piece in chain(common, *own)]
            unseen = "?" if any(are_strings) else 0
        state, _, view = self._types
        return Visibility((state, view), self.players, common, tuple(own), unseen)

    # Values, derived.

    def inventory(self, state: S) -> Mapping[Hashable, int]:
        """Return the number of each piece in all zones."""
        held: collections.Counter[Hashable] = collections.Counter()
        for *_, content in self.visibility.places(state):
            pieces = cast("Iterable[Hashable]", pieces_in(content))
            held.update(pieces)
        return held

    def check_state(self, state: S) -> None:
        """Raise `DecodeError` unless each piece lies in one zone and seats are valid.

        A game may check more.
        """
        self.visibility.check(state)
        require(self.possible(state), "top level: no such deal is possible")

    def options(self) -> dict[str, JSON]:
        """Return the keyword-only arguments that differ from their defaults.

        Each is also an attribute of the game, under the same name.
        """
        defaults: dict[str, object] = type(self).__init__.__kwdefaults__ or {}
        options: dict[str, JSON] = {}
        for name, usual in defaults.items():
            chosen = getattr(self, name)
            if chosen != usual:
                options[name] = to_json(chosen)
        return options

    # Notation, derived.

    def parse(self, text: str) -> A:
        """Return the action with this notation, among all that the values of their fields allow."""
        return self._notation.parse(text)

    @cached_property
    def _notation(self) -> Notation[A]:
        _, action_type, _ = self._types
        kinds = get_args(action_type) or (action_type,)
        actions: list[A] = []
        for kind in kinds:
            values = [
                self._values(kind, name, hint)
                for name, hint in get_type_hints(kind, include_extras=True).items()
                if get_origin(hint) is not ClassVar
            ]
            actions += [kind(*combination) for combination in product(*values)]
        return Notation(actions)

    def _values(self, kind: type[A], name: str, hint: object) -> Iterable[object]:
        """Return which values this field of such an action can have."""
        for note in notes_of(hint):
            if note is Fact.SEAT:
                return range(self.players)
            if isinstance(note, (range, tuple, frozenset)):
                return note
        if get_origin(hint) is Literal:
            return get_args(hint)
        if hint is bool:
            return (False, True)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return list(hint)
        example = "Annotated[int, range(1, 10)]"
        raise TypeError(
            f"{kind.__name__}.{name}: say which values it can have, as in {example}, or define"
            " parse"
        )

    def known_teams(self, view: V) -> tuple[tuple[int, ...], ...]:
        """Return those of the `teams` that this seat knows; none by default.

        Where the teams are the same in every deal, everybody knows all of them.
        """
        del view
        return ()


@identity_cache  # a search samples one View again and again
def _dealers(game: DeclaredGame[Any, Any, Any], view: Any) -> Dealers:
    """Return, by pack, what deals the unseen pieces of a View to the places that allow them."""
    visibility = game.visibility  # its own
    left = visibility.left(view)
    limits = visibility.limits(view, game.allowed)
    demands = visibility.demands(view, game.at_least_one(view))
    by_pack = zip(left, limits, demands, strict=True)
    # Draws seldom meet a demand: one is tried before the deals are counted.
    return [
        dealer(pieces, allowed, 1 if known else MOST_DRAWS, demands=known)
        for pieces, allowed, known in by_pack
    ]

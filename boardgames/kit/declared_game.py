"""A base class that derives most of the contract from a few methods and from declarations of who
sees what.
"""

from __future__ import annotations

import collections
from abc import abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property, partial
from itertools import product
from random import Random
from typing import (
    Any,
    ClassVar,
    Literal,
    Protocol,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from boardgames.contract.game import A, Game, S
from boardgames.contract.refusals import check_seat, check_viewer, illegal_action
from boardgames.core.action import Action, Notation
from boardgames.core.chance import check_seed, fresh_seed, pick_weighted
from boardgames.core.codec import JSON, to_json
from boardgames.core.errors import DecodeError, require
from boardgames.core.integers import as_integer
from boardgames.core.outcome import Outcome, ranked
from boardgames.core.text import listed, seat_name
from boardgames.core.values import evolve, identity_cache
from boardgames.kit.dealing import Past, dealer, stirred
from boardgames.kit.declared_zones import Visibility
from boardgames.kit.visibility import Fact, Spot, notes_of, pieces_in, places_in
from boardgames.scene.events import Event
from boardgames.scene.parts import (
    Area,
    Counter,
    Item,
    Piece,
    Zone,
    cell_key,
    column_name,
    row_name,
)
from boardgames.scene.scene import Scene


class HasSeat(Protocol):
    """A View."""

    @property
    def seat(self) -> int | None:
        """The seat that looks; None for a spectator."""


V = TypeVar("V", bound=HasSeat)

TRIES = 10_000
"""Maximum number of deals that `determinize` tries."""
WORLD_STEPS = 4
"""Number of exchanges, for each unseen piece, by which `worlds` changes a State that cannot simply
be dealt anew.
"""
PASTS = 8
"""Number of pasts among which `determinize` chooses by their likelihood, in a game with a `Trail`.
"""
PASTLESS = 50
"""`determinize` gives up if it finds no past so many times."""
MISMATCHES_PER_PIECE = 50
"""`determinize` gives up after this many deals per piece if none of them has the View."""


class DeclaredGame(Game[S, A, V]):
    """Base of a game whose State declares who sees what of each field; see
    `boardgames.kit.visibility`.

    The game defines `start`, `to_act`, `choices`, `act` and `score`, and `pack` or `own_pack` if it
    has pieces. Each method that is derived from these can be overridden.
    """

    unseen: ClassVar[Any] = None
    """Represents an unseen piece in a View; None means 0 if the pieces are numbers, "?" if they are
    strings.
    """
    secret: ClassVar[tuple[type[Action], ...]] = ()
    """The actions of which other seats are told only the name, not the fields; without effect in a
    game with Events, which mask themselves.
    """

    # Defined by the game.

    @abstractmethod
    def start(self, seed: int) -> S:
        """Return the initial State; all chance follows from the seed."""

    @abstractmethod
    def to_act(self, state: S | V) -> tuple[int, ...]:
        """Return the seats that may act now. This is public, so it can be computed from a View,
        too.
        """

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
        """Return the pieces that belong to this seat: they are always in its own zones, and these
        hold nothing else.
        """
        del seat
        return ()

    def allowed(self, table: S | V, place: Spot) -> Collection[Hashable] | None:
        """Return the pieces that this place can hold, as far as everybody knows (a View must tell,
        too); None: any.
        """
        del table, place
        return None

    def possible(self, state: S) -> bool:
        """Return whether this deal of the unseen pieces can have come about; by default, if each
        place allows it.

        Override it only for what no place can say by itself: `determinize` deals again until a deal
        is possible.
        """
        if not self._dealing[1]:
            return True
        limits = [
            (self.allowed(state, spot), piece) for _, spot, piece in self._visibility.spots(state)
        ]
        return all(limit is None or piece in limit for limit, piece in limits)

    def sees_all(self, table: S | V, viewer: int | None) -> bool:
        """Return whether this viewer, such as everybody after the end, sees all pieces now; a View
        must tell, too.
        """
        del table, viewer
        return False

    def ending(self, state: S) -> str:
        """Return why the game has ended."""
        del state
        return "the game is over"

    def estimate(self, state: S, player: int) -> float:
        """Return an estimate of the seat's utility while the game goes on; by default, the same for
        all.
        """
        del player
        sides = len(self.teams(state)) or self.players
        return 1 / sides if self.utility_type == "constant_sum" else 1 / 2

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
        return tuple(self.choices(state, seat)) if seat is not None and seat in seats else ()

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
        """Return None while a seat may act; then the seats with the most points win, all members of
        their teams.
        """
        if self.to_act(state):
            return None
        ranking = ranked(self.score(state))
        return Outcome(
            ranking[0], ranking, self.score(state), self.ending(state), teams=self.teams(state)
        )

    def evaluate(self, state: S, player: int) -> float:
        """Return the estimate; at the end, the utility of the outcome."""
        outcome = self.outcome(state)
        return self.estimate(state, player) if outcome is None else outcome.utility[player]

    # Hidden information, derived.

    def view(self, state: S, player: int | None) -> V:
        """Return what the declarations of the State show to this seat."""
        return self.declared_view(state, player)

    def determinize(self, view: V, rng: Random) -> S:
        """Return a State with this View: the unseen pieces are dealt to the places that this seat
        does not see.

        All deals that are `allowed`, `possible` and have this View are equally likely; with a
        `Trail`, the more pasts lead to one, the likelier it is, as exactly as few random pasts can
        tell. Raises `DecodeError` if there is no such deal, or none among `TRIES` deals.
        """
        visibility, has_limits, can_differ, is_judged = self._dealing
        dealers = _dealers(self, view) if has_limits else []
        found, deals = False, MISMATCHES_PER_PIECE * len(visibility.pieces)
        for number in range(1, TRIES + 1):
            state = self._dealt(view, dealers, rng)
            if state is None:
                if number >= PASTLESS and not found:
                    raise DecodeError("trail: there is no deal with such a past")
            elif not can_differ or self.view(state, view.seat) == view:
                found = True
                if not is_judged or self.possible(state):
                    return state
            elif number >= deals and not found:
                raise DecodeError(
                    f"top level: none of {number} deals of the unseen pieces has this View"
                )
        raise DecodeError(
            f"top level: none of {TRIES} deals of the unseen pieces is possible and has this View"
        )

    def _dealt(
        self, view: V, dealers: Sequence[Callable[[Random], list[object]]], rng: Random
    ) -> S | None:
        """Return a State with the unseen pieces dealt at random, and with a Trail one of the pasts
        that led to it; None if no past does.
        """
        visibility = self._visibility
        if visibility.trail is None:
            left = self._left(view, dealers, rng)
            return cast("S", visibility.dealt(view, left, fresh_seed(rng)))
        count = PASTS if getattr(view, visibility.trail) else 1
        deals = [self._left(view, dealers, rng)[0][::-1] for _ in range(count)]
        pasts = visibility.retraced(view, deals, rng, exchanging=True)
        if not pasts:
            return None
        past = pick_weighted([(each, each.likelihood) for each in pasts], rng)
        return cast("S", visibility.after(view, past, fresh_seed(rng)))

    def _left(
        self, view: V, dealers: Sequence[Callable[[Random], list[object]]], rng: Random
    ) -> list[list[object]]:
        """Return, by pack, the unseen pieces in random order, to be dealt from the end."""
        if dealers:
            return [deal(rng)[::-1] for deal in dealers]
        left = self._visibility.left(view)
        self._visibility.shuffle(view, left, rng)
        return left

    def worlds(self, state: S, seat: int | None, rng: Random) -> S:
        """Return this State after exchanges of the pieces that its declarations hide from the seat
        (None: a spectator).

        It deals in another way than `determinize`, so `check_game` finds what both View and sampler
        reveal.
        """
        visibility, _, _, is_judged = self._dealing
        view, seed = self.declared_view(state, seat), fresh_seed(rng)
        orders, limits = visibility.hidden(view, state), visibility.limits(view, self.allowed)
        latest: Past | None = None

        def dealt(pack: int, order: list[object]) -> S:
            lists = [order if number == pack else each for number, each in enumerate(orders)]
            return cast("S", visibility.dealt(view, [each[::-1] for each in lists], seed))

        def fits(pack: int, order: list[object]) -> bool:
            nonlocal latest
            other, past = dealt(pack, order), None
            if visibility.trail is not None:
                pasts = visibility.retraced(view, [order], rng, exchanging=False)
                past = pasts[0] if pasts else None
                # Fewer pasts than lead to another order are accepted as much more rarely.
                if past is None or rng.random() >= past.likelihood:
                    return False
                other = cast("S", visibility.after(view, past, seed))
            if self.declared_view(other, seat) != view or not self.possible(other):
                return False
            latest = past
            return True

        is_asked = visibility.has_rules or visibility.trail is not None or is_judged
        for pack, order in enumerate(orders):
            asked = partial(fits, pack) if is_asked else None
            orders[pack] = stirred(order, limits[pack], rng, asked, WORLD_STEPS)
        if visibility.trail is None:
            return dealt(0, orders[0])
        return state if latest is None else cast("S", visibility.after(view, latest, seed))

    def situation(self, state: S) -> str:
        """Return which zones contain pieces, and which are seen by a rule: `check_game` tests each
        such situation.
        """
        return self._visibility.situation(state)

    def hidden_places(self, state: S) -> Iterator[tuple[Spot, object]]:
        """Yield each place whose piece some viewer may not see, with the piece."""
        for _, spot, piece in self._visibility.spots(state):
            yield spot, piece

    def seen(self, state: S, viewer: int | None) -> Iterator[tuple[str, int | None, bool]]:
        """Yield for each piece its field and owner (None: nobody), and whether this viewer's View
        shows it.
        """
        places = self._visibility.places(self.view(state, viewer))
        for field, _, owner, content in places:
            for piece in pieces_in(content):
                yield field, owner, piece != self._visibility.unseen

    def declared_view(self, state: S, player: int | None) -> V:
        """Return what the declarations show to this seat; `check_game` demands that `view` returns
        the same.
        """
        if type(player) is not int:
            player = check_viewer(self, player)
        try:
            look = self._visibility.looks["all" if self.sees_all(state, player) else player]
            return cast("V", look(state, player))
        except KeyError:
            check_viewer(self, player)
            raise

    @cached_property
    def _dealing(self) -> tuple[Visibility, bool, bool, bool]:
        """The zones, and what a deal depends on: limits of places, a View of its own, and what is
        possible.
        """
        cls, base, visibility = type(self), DeclaredGame, self._visibility
        can_differ = (
            visibility.has_rules or cls.view is not base.view or cls.sees_all is not base.sees_all
        )
        has_limits = cls.allowed is not base.allowed
        return (
            visibility,
            has_limits,
            can_differ,
            cls.possible is not base.possible or (has_limits and visibility.trail is not None),
        )

    @cached_property
    def _visibility(self) -> Visibility:
        common, own = (
            tuple(self.pack()),
            tuple([tuple(self.own_pack(seat)) for seat in range(self.players)]),
        )
        texts = any(isinstance(piece, str) for piece in (*common, *own[0]))
        unseen = self.unseen if self.unseen is not None else "?" if texts else 0
        state, _, view = self._types
        return Visibility((state, view), self.players, common, own if any(own) else (), unseen)

    # Values, derived.

    def inventory(self, state: S) -> Mapping[Hashable, int]:
        """Return the number of each piece in all zones."""
        return collections.Counter(
            [piece for *_, held in self._visibility.places(state) for piece in pieces_in(held)]
        )

    def check_state(self, state: S) -> None:
        """Raise `DecodeError` unless each piece lies in one zone and seats are valid; a game may
        check more.
        """
        self._visibility.check(state)
        require(self.possible(state), "top level: no such deal is possible")

    def options(self) -> dict[str, JSON]:
        """Return the keyword-only arguments that differ from their defaults; each is an attribute
        of the same name.
        """
        defaults: dict[str, object] = type(self).__init__.__kwdefaults__ or {}
        return {
            name: to_json(getattr(self, name))
            for name, usual in defaults.items()
            if getattr(self, name) != usual
        }

    # Words, derived.

    def parse(self, text: str) -> A:
        """Return the action with this notation, among all those that the values of their fields
        allow.
        """
        return self._notation.parse(text)

    @cached_property
    def _notation(self) -> Notation[A]:
        actions: list[A] = []
        for kind in get_args(self._types[1]) or (self._types[1],):
            hints = get_type_hints(kind, include_extras=True)
            own = {name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar}
            actions += [
                kind(*each)
                for each in product(*[self._values(kind, *field) for field in own.items()])
            ]
        return Notation(actions)

    def _values(self, kind: type[A], name: str, hint: object) -> Iterable[object]:
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
        raise TypeError(
            f"{kind.__name__}.{name}: say which values it can have, as in Annotated[int, range(1,"
            " 10)], or define parse"
        )

    def tell(
        self, before: S, player: int, action: A, after: S, viewer: int | None
    ) -> tuple[str, ...]:
        """Return the events in words; without events, the action, or for others only the name of a
        secret one.
        """
        player = check_seat(self, player)
        viewer = check_viewer(self, viewer)
        if self.event_types is not None or viewer == player or not isinstance(action, self.secret):
            return super().tell(before, player, action, after, viewer)
        return (f"{seat_name(player, viewer)}: {type(action).__name__.lower()}",)

    # Scene, derived.

    def pieces(self) -> Mapping[str, Piece]:
        """Return a Piece for each piece of the pack, named by its key."""
        return {key: Piece(key, key, "") for key in map(_key, self._visibility.pieces)}

    def heading(self, view: V) -> str:
        """Return one line to show above the table: how far the game has progressed."""
        del view
        return ""

    def known_teams(self, view: V) -> tuple[tuple[int, ...], ...]:
        """Return those of the `teams` that this seat knows; none by default.

        Where the teams are the same in every deal, everybody knows all of them.
        """
        del view
        return ()

    def marks(self, view: V, place: Spot) -> tuple[str, ...]:
        """Return what to show of the piece at this place, in a word or two each: what is known of
        it, or done with it.

        Places are counted from 0 in each zone, whether their order matters or not.
        """
        del view, place
        return ()

    def scene(self, view: V) -> Scene:
        """Return the zones and counters that the State declares, named after their fields."""
        areas = [self._area(view, seat) for seat in (None, *range(self.players))]
        shown = tuple(
            [area for area in areas if area.seat is not None or area.zones or area.counters]
        )
        to_act, prompt = self.to_act(view), ""
        if to_act:
            others = [seat_name(seat, None) for seat in to_act]
            prompt = "Your turn." if view.seat in to_act else f"Waiting for {listed(others)}."
        return Scene(
            view.seat,
            self.title,
            self.heading(view),
            shown,
            to_act,
            prompt,
            teams=self.known_teams(view),
        )

    def _area(self, view: V, seat: int | None) -> Area:
        zones, cells, columns = list[Zone](), dict[str, tuple[Item, ...]](), 0
        for field, zone, owner, content in self._visibility.places(view):
            if zone.columns and seat is None:
                columns = zone.columns
                for number in range(len(content)):
                    key, there = (
                        cell_key(number, columns),
                        places_in(content[number : number + 1], number),
                    )
                    standing = [
                        evolve(item, seat=owner) for item in self._items(view, field, owner, there)
                    ]
                    cells[key] = (*cells.get(key, ()), *standing)
            elif owner == seat and not zone.columns:
                items = self._items(view, field, owner, places_in(content))
                zones.append(
                    Zone(
                        _singular(field, owner), _spoken(field, owner), items, ordered=zone.numbered
                    )
                )
        counters = []
        for name, fact in self._visibility.facts.items():
            number = getattr(view, name)
            if fact is Fact.COUNT and isinstance(number, tuple) == (seat is not None):
                counters.append(
                    Counter(name, _spoken(name, None), number if seat is None else number[seat])
                )
        keys, name = [*cells], "Table" if seat is None else seat_name(seat, view.seat)
        board = tuple(
            [tuple(keys[start : start + columns]) for start in range(0, len(keys), columns or 1)]
        )
        zones += [Zone(key, key, items) for key, items in cells.items()]
        return Area(
            seat,
            name,
            tuple(zones),
            tuple(counters),
            board=board,
            board_rows=tuple(map(row_name, range(len(board)))),
            board_columns=tuple(map(column_name, range(columns))),
        )

    def _items(
        self, view: V, field: str, owner: int | None, places: Iterable[tuple[int, object]]
    ) -> tuple[Item, ...]:
        """Return the pieces at these places in order, with equal neighbours grouped."""
        found: list[Item] = []
        for index, piece in places:
            unseen = piece == self._visibility.unseen
            item = Item(
                None if unseen else _key(piece),
                1,
                self.marks(view, Spot(field, owner, index)),
                hidden=unseen,
            )
            if found and evolve(found[-1], count=1) == item:
                item = evolve(item, count=found.pop().count + 1)
            found.append(item)
        return tuple(found)


@identity_cache  # a search samples one View again and again
def _dealers(
    game: DeclaredGame[Any, Any, Any], view: Any
) -> list[Callable[[Random], list[object]]]:
    """Return, by pack, what deals the unseen pieces of a View to the places that allow them."""
    visibility = game._visibility  # noqa: SLF001  # its own
    limits = visibility.limits(view, game.allowed)
    return [
        dealer(pieces, each) for pieces, each in zip(visibility.left(view), limits, strict=True)
    ]


def _key(piece: object) -> str:
    return piece.name.lower() if isinstance(piece, Enum) else str(piece)


def _singular(name: str, owner: int | None) -> str:
    """Return the key of a zone: in the field `hands`, each seat has a `hand`."""
    return name if owner is None else name.removesuffix("s")


def _spoken(name: str, owner: int | None) -> str:
    return _singular(name, owner).replace("_", " ").capitalize()

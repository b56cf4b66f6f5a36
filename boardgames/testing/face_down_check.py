"""The check of what face-down pieces can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from boardgames.core.chance import generator
from boardgames.scene.parts import Area, Item, Zone
from boardgames.scene.scene import Scene
from boardgames.testing.law import AnyGame, demand, law, viewer_name
from boardgames.testing.probe import Probe

WORLDS_EXAMINED = 6
"""Number of worlds of each View whose face-down pieces are compared with `unseen`."""
MARKED = 400
"""Number of cases after which marked pieces count as certain if none of them was ever gone."""


def face_down(probe: Probe) -> None:
    """Demand that `unseen` lists what lies face down, piece by piece, in every world of a View, and
    nothing else.
    """
    game = probe.game
    total = _Whereabouts()
    for number, ply in enumerate(probe.visit(probe.chosen)):
        for viewer in probe.turns(number, 2):
            view = game.view(ply.before, viewer)
            reader = _Reader(game, game.words.scene(view))
            if not reader.pools:
                continue
            for sample in range(WORLDS_EXAMINED * probe.factor):
                world = game.determinize(view, generator(probe.seed, sample))
                account = reader.examined(world)
                total.marked += account.marked
                total.gone += account.gone
    _some_with_a_mark_are_gone(total.marked.total(), total.gone)


@law("The scene marks a piece that cannot have left the hand.")
def _some_with_a_mark_are_gone(marked: int, gone: int) -> None:
    """Demand that pieces marked as perhaps gone from another's zone are gone in some world."""
    fault = f"a piece with a mark in another seat's zone was there in all of {marked} cases"
    demand(gone or marked < MARKED, fault)


@dataclass
class _Whereabouts:
    """Where the pieces of one world are, for one reader."""

    left: Counter[str] = field(default_factory=Counter)
    """Those that have not been found open anywhere, by name."""
    marked: Counter[str] = field(default_factory=Counter)
    """Those with a mark in the zones of others, which may be gone."""
    unknown: Counter[int] = field(default_factory=Counter)
    """By pool of `unseen`: the number of places that its pieces take."""
    gone: int = 0
    """How many of those with a mark are not there."""


class _Reader:
    """What one reader sees, piece by piece, and what can therefore lie face down."""

    def __init__(self, game: AnyGame, scene: Scene) -> None:
        self.game = game
        self.scene = scene
        self.names = {key: piece.name for key, piece in game.words.pieces().items()}
        self.pools = [self._named(pool.items) for pool in scene.unseen]
        self.listed = sum(self.pools, Counter())
        self.pool_of = self._pools_by_zone()

    @law("Two entries of `unseen` overlap.")
    def _pools_by_zone(self) -> dict[str, int]:
        """Demand that `unseen` lists each piece and each zone once.

        Returns the pool of each zone.
        """
        pool_of = dict[str, int]()
        for number, pool in enumerate(self.scene.unseen):
            for zone in pool.zones:
                demand(zone not in pool_of, "`unseen` lists a piece or a zone twice")
                pool_of[zone] = number
        is_once = sum(map(len, self.pools)) == len(self.listed)
        demand(is_once, "`unseen` lists a piece or a zone twice")
        return pool_of

    def _named(self, items: Iterable[Item]) -> Counter[str]:
        """Return the number of known pieces among these, by name."""
        named: Counter[str] = Counter()
        for item in items:
            if item.piece is not None:
                named[self.names.get(item.piece, item.piece)] += item.count
        return named

    @law("`unseen` leaves out a zone, or counts what the reader has seen.")
    def examined(self, world: object) -> _Whereabouts:
        """Demand that `unseen` has as many pieces as lie face down in a world.

        Returns where all of them are.
        """
        stock = self._stock(world)
        account = _Whereabouts(Counter(stock))
        for area in self.scene.areas:
            self._count(account, area, world)
        if not stock:
            return account
        for name in stock:
            self._compare(account, name)
        for index, pieces in enumerate(self.pools):
            number = sum([account.left[name] for name in pieces])
            places = account.unknown[index]
            zones = ", ".join(self.scene.unseen[index].zones)
            fault = f"{number} pieces lie face down in {places} places of {zones}"
            demand(number == places, fault)
        return account

    def _stock(self, world: object) -> Counter[str]:
        """Return how many of each piece there are, by name."""
        stock: Counter[str] = Counter()
        for key, count in self.game.inventory(world).items():
            stock[self.names.get(str(key), str(key))] += count
        return stock

    def _count(self, account: _Whereabouts, area: Area, world: object) -> None:
        """Take from the account what this area shows, and note how much it hides."""
        is_own = area.seat is None or area.seat == self.scene.viewer
        as_owner = {} if is_own else self._zones_of_owner(area.seat, world)
        for zone in area.zones:
            known = self._named(zone.items)
            is_hidden = any(item.hidden for item in zone.items)
            if is_hidden and not is_own:
                known &= self._held(zone, as_owner.get(zone.key, zone))
                marked = [item for item in zone.items if item.marks]
                account.marked += self._named(marked)
            account.left.subtract(known)
            unknown = zone.size - known.total()
            if unknown > 0:
                is_listed = zone.key in self.pool_of
                demand(is_listed, f"`unseen` does not say what lies in {zone.key!r}")
                account.unknown[self.pool_of[zone.key]] += unknown
        for counter in area.counters:
            piece = counter.piece
            if piece is not None:
                name = self.names.get(piece, piece)
                account.left[name] -= counter.value

    def _zones_of_owner(self, seat: int | None, world: object) -> Mapping[str, Zone]:
        """Return the zones of this seat in this world, by key, as the seat itself sees them."""
        scene = self.game.words.scene(self.game.view(world, seat))
        for area in scene.areas:
            if area.seat == seat:
                return {zone.key: zone for zone in area.zones}
        return {}

    @law("`unseen` does not list the zone among those of its entry.")
    def _held(self, zone: Zone, as_owner: Zone) -> Counter[str]:
        """Demand that `unseen` lists what the reader does not know of another's zone.

        Returns what really lies there.
        """
        held = self._named(as_owner.items)
        known = self._named(zone.items) & held
        pool = self.pools[self.pool_of[zone.key]] if zone.key in self.pool_of else Counter()
        strange = dict(held - known - pool)
        fault = f"{strange} lie face down in {zone.key!r}, and `unseen` does not say so"
        demand(not strange, fault)
        return held

    @law("The View forgets a piece that was seen, or `unseen` counts it as hidden all the same.")
    def _compare(self, account: _Whereabouts, name: str) -> None:
        """Demand that `unseen` lists as many of this piece as lie face down, and those with a
        mark.
        """
        hidden, listed, marked = account.left[name], self.listed[name], account.marked[name]
        account.gone += max(0, hidden + marked - listed)
        fault = (
            f"`unseen` of {viewer_name(self.scene.viewer)} has {listed} of {name!r}, and"
            f" {hidden} lie face down"
        )
        is_listed = hidden <= listed <= hidden + marked
        demand(
            is_listed,
            fault,
            expected=f"{hidden} of {name!r}",
            came=f"{listed} of {name!r}",
            ask=f"game.words.scene(game.view(ply.before, {self.scene.viewer})).unseen",
        )

from collections.abc import Mapping

from numpy import float32, int8, ndarray

class Space:
    def contains(self, x: object) -> bool: ...
    def seed(self, seed: int) -> object: ...

class Box(Space):
    shape: tuple[int, ...]
    def __init__(
        self, low: float, high: float, shape: tuple[int, ...], dtype: type[int8 | float32]
    ) -> None: ...

class Dict(Space):
    def __init__(self, spaces: Mapping[str, Space]) -> None: ...

class Discrete(Space):
    n: int
    def __init__(self, n: int) -> None: ...
    def sample(self, mask: ndarray | None = None) -> int: ...

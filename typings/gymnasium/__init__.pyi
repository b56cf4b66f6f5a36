from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from gymnasium.spaces import Space

_Observation = TypeVar("_Observation")
_Action = TypeVar("_Action")

class Env(Generic[_Observation, _Action]):
    metadata: dict[str, Any]
    observation_space: Space
    action_space: Space
    render_mode: str | None
    @property
    def unwrapped(self) -> Any: ...
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Observation, dict[str, Any]]: ...
    def step(self, action: _Action) -> tuple[_Observation, float, bool, bool, dict[str, Any]]: ...
    def render(self) -> Any: ...
    def close(self) -> None: ...

class ActionWrapper(Env[_Observation, _Action]):
    env: Env[_Observation, _Action]
    def __init__(self, env: Env[_Observation, _Action]) -> None: ...

registry: Mapping[str, object]

def register(
    id: str,  # noqa: A002  # its name
    entry_point: str,
    *,
    kwargs: Mapping[str, Any],
    disable_env_checker: bool = ...,
) -> None: ...
def make(id: str, **kwargs: Any) -> Env[Any, Any]: ...  # noqa: A002  # its name; any environment's

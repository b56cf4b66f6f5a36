from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from gymnasium.spaces import Space

_Agent = TypeVar("_Agent")
_Observation = TypeVar("_Observation")
_Action = TypeVar("_Action")

class AECEnv(Generic[_Agent, _Observation, _Action]):
    metadata: dict[str, Any]
    possible_agents: list[_Agent]
    agents: list[_Agent]
    agent_selection: _Agent
    rewards: dict[_Agent, float]
    terminations: dict[_Agent, bool]
    truncations: dict[_Agent, bool]
    infos: dict[_Agent, dict[str, Any]]
    _cumulative_rewards: dict[_Agent, float]
    def observation_space(self, agent: _Agent) -> Space: ...
    def action_space(self, agent: _Agent) -> Space: ...
    def observe(self, agent: _Agent) -> _Observation: ...
    def last(
        self, observe: bool = True
    ) -> tuple[_Observation, float, bool, bool, dict[str, Any]]: ...
    def agent_iter(self, max_iter: int = ...) -> Iterator[_Agent]: ...
    def _accumulate_rewards(self) -> None: ...
    def _was_dead_step(self, action: _Action | None) -> None: ...

aec_registry: Mapping[str, object]

def register(
    env_type: str,
    id: str,  # noqa: A002  # its name
    entry_point: Callable[..., AECEnv[Any, Any, Any]],
    *,
    kwargs: Mapping[str, Any],
) -> None: ...
def make(env_type: str, id: str, **kwargs: Any) -> AECEnv[Any, Any, Any]: ...  # noqa: A002  # its name

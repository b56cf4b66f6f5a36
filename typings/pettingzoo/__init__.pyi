from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from gymnasium.spaces import Space

AgentID = TypeVar("AgentID")
ObsType = TypeVar("ObsType")
ActionType = TypeVar("ActionType")

class AECEnv(Generic[AgentID, ObsType, ActionType]):
    metadata: dict[str, Any]
    possible_agents: list[AgentID]
    agents: list[AgentID]
    agent_selection: AgentID
    rewards: dict[AgentID, float]
    terminations: dict[AgentID, bool]
    truncations: dict[AgentID, bool]
    infos: dict[AgentID, dict[str, Any]]
    _cumulative_rewards: dict[AgentID, float]
    def observation_space(self, agent: AgentID) -> Space: ...
    def action_space(self, agent: AgentID) -> Space: ...
    def observe(self, agent: AgentID) -> ObsType: ...
    def last(self, observe: bool = True) -> tuple[ObsType, float, bool, bool, dict[str, Any]]: ...  # noqa: FBT001, FBT002
    def agent_iter(self, max_iter: int = ...) -> Iterator[AgentID]: ...
    def _accumulate_rewards(self) -> None: ...
    def _was_dead_step(self, action: ActionType | None) -> None: ...

from typing import Any

import numpy as np
from gymnasium import Env

class MaskablePPO:
    num_timesteps: int
    def __init__(
        self,
        policy: str,
        env: Env[Any, Any],
        *,
        n_steps: int,
        batch_size: int,
        learning_rate: float,
        gamma: float,
        seed: int,
        device: str,
    ) -> None: ...
    def learn(self, total_timesteps: int, *, reset_num_timesteps: bool) -> MaskablePPO: ...
    def predict(
        self, observation: np.ndarray, *, action_masks: np.ndarray, deterministic: bool
    ) -> tuple[int, None]: ...

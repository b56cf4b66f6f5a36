from numpy.random import RandomState

class RandomRolloutEvaluator:
    def __init__(self, n_rollouts: int, random_state: RandomState) -> None: ...

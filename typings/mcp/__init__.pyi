from collections.abc import Mapping, Sequence
from pathlib import Path

class StdioServerParameters:
    def __init__(
        self, *, command: str, args: Sequence[str], env: Mapping[str, str], cwd: str | Path
    ) -> None: ...

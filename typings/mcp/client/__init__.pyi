from collections.abc import Mapping, Sequence
from typing import Any, Self

class Text:
    text: str

class CallToolResult:
    is_error: bool
    content: Sequence[Text]

class Client:
    def __init__(self, server: Any) -> None: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *exception: object) -> None: ...
    async def call_tool(self, name: str, arguments: Mapping[str, object]) -> CallToolResult: ...

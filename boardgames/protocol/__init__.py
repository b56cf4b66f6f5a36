"""The games over JSON-RPC 2.0, for frontends in any language."""

from boardgames.protocol.server import answer, serve
from boardgames.protocol.tables import Tables

__all__ = ["Tables", "answer", "serve"]

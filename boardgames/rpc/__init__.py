"""The games over JSON-RPC 2.0, for frontends in any language."""

from boardgames.rpc.server import answer, serve
from boardgames.rpc.tables import Tables

__all__ = ["Tables", "answer", "serve"]

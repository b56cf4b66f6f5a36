"""What programs, pages and other people's servers can ask: one set of typed methods.

They are carried over lines (`lines`), over HTTP (`http`), and by an ASGI application (`asgi`).
"""

from boardgames.remote.lines import answer, serve
from boardgames.remote.tables import Tables

__all__ = ["Tables", "answer", "serve"]

"""Words."""
from __future__ import annotations
def render(view): return "x"
def tell(before, player, action, after, viewer): return (str(action),)

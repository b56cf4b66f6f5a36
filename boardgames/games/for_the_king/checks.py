"""What must hold of a State that is read from outside."""
from __future__ import annotations

def check(state, cards, setup):
    pass

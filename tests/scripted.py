"""The command that starts the scripted peer of the examples."""

import shlex
import sys
from pathlib import Path

SCRIPTED_PEER = (
    sys.executable,
    str(Path(__file__).parent.parent / "examples" / "scripted_peer.py"),
)
"""The words of the command; the path of a script follows."""
SCRIPTED_PEER_COMMAND = shlex.join(SCRIPTED_PEER)

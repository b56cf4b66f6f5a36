"""Packages with games and bots, for tests to install: made-up ones, and real ones that pip
builds.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def add(folder: Path, kind: str, package: str, entry: str, source: str | None = None) -> None:
    """Install a made-up package with entry points for games or for bots (`kind`), and perhaps a
    module of its name.
    """
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text(f"[boardgames.{kind}]\n{entry}\n", encoding="utf-8")
    if source is not None:
        (folder / f"{package}.py").write_text(source, encoding="utf-8")


def install(source: Path, site: Path) -> None:
    """Build this folder or archive, and install it into another folder, without the network."""
    options = (
        "--no-index",
        "--no-deps",
        "--no-build-isolation",
        "--disable-pip-version-check",
        "--no-cache-dir",
    )
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(site), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr

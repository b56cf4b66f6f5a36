"""Exports a folder with the page and the engine for any static host: the games run in the browser.

Python comes from the user's copy of Pyodide, for example from `npm install pyodide`; it is not part
of this library.
"""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

from boardgames.core.errors import ConfigurationError
from boardgames.remote.site import HEADERS
from boardgames.web.pages import PARTS, page_html, static

NEEDED = ("pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of a Pyodide folder, besides `pyodide.asm.mjs` or `pyodide.asm.js`, depending on its
version.
"""
GLUE = ("pyodide.asm.mjs", "pyodide.asm.js")
LIBRARY = Path(__file__).parents[1]
LEFT_OUT = {
    "__pyinstaller",
    "adapters",
    "cli",
    "testing",
    "static",
    "__pycache__",
    "asgi.py",
    "export.py",
    "http.py",
    "pages.py",
    "site.py",
}
"""The parts of the package that the page does not need."""
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the archive, fixed so that the same library gives the same bytes."""


def export(folder: str, pyodide: str) -> list[Path]:
    """Write the folder; return its files.

    Raises `ConfigurationError` if it exists and is not empty, if `pyodide` is not a Pyodide folder,
    or if this library runs from an archive or a frozen program.
    """
    if not Path(__file__).is_file():
        raise ConfigurationError(
            "only an installed library can be exported, not one in an archive or a frozen program"
        )
    target = Path(folder)
    source = Path(pyodide)
    glue = [name for name in GLUE if (source / name).is_file()]
    parts = [*NEEDED, *(glue or GLUE)]
    missing = [name for name in parts if not (source / name).is_file()]
    if missing:
        raise ConfigurationError(
            f"{pyodide!r} is not a folder of Pyodide (try npm install pyodide): no"
            f" {', '.join(missing)}"
        )
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise ConfigurationError(f"{folder!r} exists and is not an empty folder")
    try:
        (target / "pyodide").mkdir(parents=True)
        for name in parts:
            shutil.copyfile(source / name, target / "pyodide" / name)
        (target / "index.html").write_bytes(_with_policy(page_html()))
        for name in (*PARTS, "worker.js"):
            (target / name).write_bytes(static("local.js" if name == "transport.js" else name))
        (target / "boardgames.zip").write_bytes(archive())
    except OSError as error:
        raise ConfigurationError(f"cannot write {folder!r}: {error.strerror}") from None
    return sorted(file for file in target.rglob("*") if file.is_file())


def archive() -> bytes:
    """Return the library as a zip file, without the parts that the page does not need."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for file in sorted(LIBRARY.rglob("*")):
            name = file.relative_to(LIBRARY.parent)
            if file.is_file() and not LEFT_OUT.intersection(name.parts):
                out.writestr(
                    zipfile.ZipInfo(name.as_posix(), EPOCH), file.read_bytes(), zipfile.ZIP_DEFLATED
                )
    return packed.getvalue()


def _with_policy(page: bytes) -> bytes:
    """Return the page with the policy that the server sends as a header.

    It also allows WebAssembly, and a worker for Python.
    """
    policy = HEADERS["Content-Security-Policy"].replace("; frame-ancestors 'none'", "")
    policy = policy.replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"
    )
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return page.replace(b'<meta charset="utf-8">', f'<meta charset="utf-8">\n{tag}'.encode())

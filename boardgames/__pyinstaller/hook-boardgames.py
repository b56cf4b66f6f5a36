"""Games, bots, commands and their texts are found by name at run time, where PyInstaller sees no
import.
"""

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

OPTIONAL = ("boardgames.adapters", "boardgames.__pyinstaller")
"""Adapters need other libraries: a program that imports one gets it all the same."""

datas = collect_data_files("boardgames")
hiddenimports = collect_submodules("boardgames", lambda name: not name.startswith(OPTIONAL))

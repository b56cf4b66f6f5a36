"""`python -m tests.released`."""

import shutil
import sys

import boardgames
from tests.release import ROOT, Checkout
from tests.released import HERE, write

folder = HERE / boardgames.__version__
tag = f"v{boardgames.__version__}"
if Checkout(ROOT).git("tag", "--list", tag):
    sys.exit(f"{tag} is released: its files stay as they are")
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir()
write(folder)

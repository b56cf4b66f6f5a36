"""The tests; they mirror the package."""

import pytest

KORYO_AND_OTHERS = [
    "koryo",
    *[pytest.param(name, marks=pytest.mark.long) for name in ("for_the_king", "mundus_novus")],
]
"""The games of this library: Koryŏ always, the others in the long tests only."""

"""The tests; they mirror the package."""

import pytest

KORYO_AND_OTHERS = [
    "koryo",
    *[pytest.param(name, marks=pytest.mark.long) for name in ("for_the_king", "mundus_novus")],
]
"""The games of this library, for a test of more than one: the quickest always, others if it is
long.
"""

"""The transcripts in docs/ are what a person sees today, on a real pseudo-terminal of 80 columns
and 24 rows.
"""

from __future__ import annotations

import pytest

from tests.cli.transcripts import COLUMNS, GAMES, ROWS, RULER, path_of, transcript


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_looks_as_its_transcript_says(game: str) -> None:
    shown = path_of(game).read_text(encoding="utf-8")
    assert "\n".join(
        line.rstrip() for line in f"\n{RULER}\n".join(transcript(game, GAMES[game])).split("\n")
    ) == ("\n".join(line.rstrip() for line in shown.rstrip("\n").split("\n")))


@pytest.mark.parametrize("game", GAMES)
def test_every_screen_fits_and_the_game_ends(game: str) -> None:
    screens = path_of(game).read_text(encoding="utf-8").rstrip("\n").split(f"\n{RULER}\n")
    for screen in screens:
        assert len(screen.split("\n")) <= ROWS
        assert max(map(len, screen.split("\n"))) <= COLUMNS
    assert screens[-1].endswith("Seed: 7\nKeep the record, to replay or analyse it? y or n:")

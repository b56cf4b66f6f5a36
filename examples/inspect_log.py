"""The answers of one player of a league as a log that Inspect reads and shows:
`python examples/inspect_log.py RESULTS PLAYER log.json`, then `inspect view --log-dir .`.

A sample is a game: the conversation, the tokens, and as its score what the end was worth to the
player. Inspect itself is not needed.
"""

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from boardgames import __version__


def lines(path: Path) -> list[dict[str, Any]]:
    """Return the objects in a file with one in each line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def worth(game: dict[str, Any], player: str) -> float:
    """Return what the end of a game was worth to a player: the utility, or its share of the
    victory.
    """
    names = [each["name"] for each in game["origin"]["players"]]
    place = names.index(player)
    if game["utility"]:
        return float(game["utility"][place])
    return (place in game["winners"]) / max(1, len(game["winners"]))


def messages(answers: list[dict[str, Any]], opening: str) -> list[dict[str, str]]:
    """Return the conversations of a game, one after the other."""
    said = [{"role": "system", "content": opening}]
    for answer in answers:
        said.append({"role": "user", "content": answer["asked"]})
        said.append({"role": "assistant", "content": answer["answer"]})
    return said


def usage(answers: list[dict[str, Any]]) -> dict[str, int]:
    """Return how many tokens these answers took."""
    names = {
        "input_tokens": "prompt",
        "output_tokens": "answer",
        "input_tokens_cache_read": "cached",
        "reasoning_tokens": "reasoning",
    }
    totals = {
        name: sum([answer["tokens"][ours] or 0 for answer in answers])
        for name, ours in names.items()
    }
    return totals | {"total_tokens": totals["input_tokens"] + totals["output_tokens"]}


def log(folder: Path, player: str) -> dict[str, Any]:
    """Return the log of a player."""
    games = [
        game
        for game in lines(folder / "games.jsonl")
        if player in [each["name"] for each in game["origin"]["players"]]
    ]
    by_game: dict[str, list[dict[str, Any]]] = {}
    for answer in lines(folder / "answers.jsonl"):
        if answer["player"] == player:
            by_game.setdefault(answer["game"], []).append(answer)
    results = {
        (game["origin"]["game"], *game["origin"]["seats"], game["number"]): game for game in games
    }
    samples: list[dict[str, Any]] = []
    for name, answers in sorted(by_game.items()):
        record = folder / "records" / f"{name}.json"
        if not record.exists():  # the game is not over
            continue
        played = json.loads(record.read_text(encoding="utf-8"))
        seats = played["seats"]
        game = results[played["game"], *seats, int(name.rpartition("-")[2]) - 1]
        answers.sort(key=lambda answer: (answer["ply"], answer["attempt"]))
        opening = (folder / "openings" / f"{answers[0]['opening']}.txt").read_text(encoding="utf-8")
        model = answers[-1]["model"] or player
        last = {"role": "assistant", "content": answers[-1]["answer"]}
        samples.append(
            {
                "id": name,
                "epoch": 1,
                "input": answers[0]["asked"],
                "target": "",
                "messages": messages(answers, opening),
                "output": {"model": model, "choices": [{"message": last, "stop_reason": "stop"}]},
                "scores": {"worth": {"value": worth(game, player), "answer": None}},
                "model_usage": {model: usage(answers)},
                "metadata": {"seats": seats, "seed": game["origin"]["seed"]},
            }
        )
    values = [sample["scores"]["worth"]["value"] for sample in samples]
    mean = sum(values) / len(values) if values else 0.0
    made = datetime.now(UTC).isoformat(timespec="seconds")
    return {
        "version": 2,
        "status": "success",
        "eval": {
            "created": made,
            "task": "boardgames league",
            "task_id": player,
            "run_id": folder.name,
            "dataset": {"name": folder.name, "samples": len(samples)},
            "model": player,
            "config": {},
            "packages": {"boardgames-engine": __version__},
        },
        "results": {
            "total_samples": len(samples),
            "completed_samples": len(samples),
            "scores": [
                {
                    "name": "worth",
                    "scorer": "worth",
                    "metrics": {"mean": {"name": "mean", "value": mean}},
                }
            ],
        },
        "stats": {"started_at": made, "completed_at": made},
        "samples": samples,
    }


if __name__ == "__main__":
    written = json.dumps(log(Path(sys.argv[1]), sys.argv[2]), indent=1)
    Path(sys.argv[3]).write_text(written, encoding="utf-8")

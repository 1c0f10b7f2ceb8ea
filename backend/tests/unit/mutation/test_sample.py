"""How a sample is spread, and that it is the same again."""

from __future__ import annotations

from pathlib import Path

import pytest

from mutation.sample import sample, shares


@pytest.mark.parametrize(
    ("lines", "count", "wanted"),
    [
        ({"a": 300, "b": 100}, 40, {"a": 30, "b": 10}),
        ({"a": 2, "b": 1}, 4, {"a": 3, "b": 1}),
        ({"a": 1, "b": 1, "c": 1}, 4, {"a": 2, "b": 1, "c": 1}),
    ],
)
def test_faults_are_spread_in_proportion_to_lines(lines: dict[str, int], count: int, wanted: dict[str, int]) -> None:
    assert shares(lines, count) == wanted


def test_the_same_seed_draws_the_same_and_another_draws_others(tmp_path: Path) -> None:
    area = tmp_path / "segtier" / "plan"
    area.mkdir(parents=True)
    (area / "one.py").write_text("x = 1 + 2 * 3 - 4 / 5\n" * 20)
    drawn = [[one.key for one in sample(tmp_path, ["plan"], 10, seed)] for seed in (1, 1, 2)]
    assert len(set(drawn[0])) == 10
    assert drawn[0] == drawn[1] != drawn[2]

"""The list of faults that change nothing: matched by their line, stale when it is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from mutation.copies import BACKEND
from mutation.equivalent import LIST, Equivalent, equivalents, is_listed, stale

WAS = "def f(x):\n    return max(x, 0)\n"
LISTED = Equivalent("segtier/plan/a.py", "return max(x, 0)", "return max(x, 1)", "x is never below 1")


@pytest.mark.parametrize(
    ("file", "text", "wanted"),
    [
        ("segtier/plan/a.py", "def f(x):\n    return max(x, 1)\n", True),
        ("segtier/plan/a.py", "def f(x):\n    return max(x, -1)\n", False),
        ("segtier/plan/b.py", "def f(x):\n    return max(x, 1)\n", False),
    ],
)
def test_an_entry_excuses_one_fault_of_one_line(file: str, text: str, wanted: bool) -> None:
    assert is_listed(file, WAS, text, [LISTED]) is wanted


@pytest.mark.parametrize(
    ("text", "wanted"), [(WAS, []), ("def f(x):\n    return max(x, 2)\n", [LISTED]), (None, [LISTED])]
)
def test_an_entry_whose_line_is_gone_is_stale(tmp_path: Path, text: str | None, wanted: list[Equivalent]) -> None:
    path = tmp_path / "segtier" / "plan" / "a.py"
    path.parent.mkdir(parents=True)
    if text is not None:
        path.write_text(text)
    assert stale([LISTED], tmp_path) == wanted


def test_each_file_stands_in_the_list_once() -> None:
    """YAML forgets the first of two."""
    files = [line for line in LIST.read_text().splitlines() if line.endswith(".py:")]
    assert len(files) == len(set(files))


def test_no_entry_of_the_list_is_stale() -> None:
    assert stale(equivalents(), BACKEND) == []

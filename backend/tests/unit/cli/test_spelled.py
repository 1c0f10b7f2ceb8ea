"""A field that a refusal names is spelled as each door has it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from segtier.cli.support.spelled import option_of
from segtier.errors import named, spelled

CORE = ("advisor", "analysis", "forecast", "masking", "measured", "model", "oracle", "placement", "plan", "question")
OPTION = re.compile(r"advice=[^\n]*--[a-z]")
"""Words of the command line in what all doors say."""
ALLOWED = ("fio", "aws rds", "--key-file", "--dbid", "--rw=")
"""Of other programs, and where only the command line has it, which is said."""


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("ssd", "--ssd"),
        ("machine_requests_per_s", "--machine-iops"),
        ("data_diskgroup", "--data-diskgroup"),
        ("option=all", "--option all"),
        ("shared=true", "--shared"),
        ("override=true", "--option NAME"),
    ],
)
def test_each_door_spells_it(said: str, typed: str) -> None:
    text = f"Give less ({named(said)})."
    assert spelled(text, option_of) == f"Give less ({typed})."
    assert spelled(text) == f"Give less ({said})."


def test_the_core_says_no_words_of_the_command_line() -> None:
    package = Path(__file__).parents[3] / "segtier"
    found = [
        f"{path.relative_to(package)}: {line.strip()}"
        for room in CORE
        for path in (package / room).rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if OPTION.search(line) and not any(one in line for one in ALLOWED)
    ]
    assert found == []

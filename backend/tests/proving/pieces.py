"""Which cases `make test` runs each time, and in which pieces the others are proved one after the other.

Everything is proved: by `make prove` at once, by `make test` a few pieces each time (`choice.py`). `where.toml` says what is left
to them and why. A piece is what shares its fixtures: a file on one set-up, or one test of a file that is too dear as a whole.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).with_name("where.toml")
FEW = 3
"""Cases of a test of many that are tested each time: the first, the last, and the one between."""
TEAM = "postgresql"
"""The set-up of a team: what is the same on both is proved on it, and tested on the other."""


@dataclass(frozen=True)
class Where:
    """Names of files, or of tests in them (`file::test`), below `tests/`, each with why it is there."""

    prove: Mapping[str, str]
    """Left to `make prove` and the pieces."""
    on_both: Mapping[str, str]
    """What is tested on the team's set-up too, each time."""
    apart: frozenset[str]
    """Files that are proved test by test."""
    a_few: Mapping[str, str]
    """Tests of many cases, of which FEW are tested each time."""
    journeys: Mapping[str, str]
    """Journeys that are left to `make prove`, as `[project] › file` or `[project] › file › title`."""

    def is_tested(self, file: str, test: str, setup: str | None, case: int = 0, of: int = 1) -> bool:
        """Whether `make test` runs this case each time: number `case` (from 0) of the `of` that the test has on that set-up."""
        names = (file, f"{file}::{test}")
        if any(name in self.prove for name in names) or (names[1] in self.a_few and not _is_of_the_few(case, of)):
            return False
        return setup != TEAM or any(name in self.on_both for name in names)

    def piece(self, file: str, test: str, setup: str | None) -> str:
        """The piece in which the case is proved, where it is not tested each time."""
        dear = file in self.apart or any(f"{file}::{test}" in table for table in (self.prove, self.a_few))
        name = f"{file}::{test}" if dear else file
        return f"{name}@{setup}" if setup else name


def read_where(table: Path = TABLE) -> Where:
    """The table; raises ValueError where a name stands in it twice."""
    read = tomllib.loads(table.read_text("utf-8"))
    return Where(
        prove=_reasons(read["prove"]),
        on_both=_reasons(read["on_both"]),
        apart=frozenset(read["apart"]),
        a_few=_reasons(read["a_few"]),
        journeys=_reasons(read["journeys"]),
    )


def _is_of_the_few(case: int, of: int) -> bool:
    return case in {round(step * (of - 1) / (FEW - 1)) for step in range(FEW)}


def _reasons(rows: Iterable[Mapping[str, object]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in rows:
        names = row["where"]
        assert isinstance(names, list)
        for name in names:
            if name in found:
                raise ValueError(f"{name} stands twice in the table of what is proved")
            found[name] = str(row["why"])
    return found

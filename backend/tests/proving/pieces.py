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
    journeys: Mapping[str, str]
    """Journeys that are left to `make prove`, as `[project] › file` or `[project] › file › title`."""

    def is_tested(self, file: str, test: str, setup: str | None) -> bool:
        """Whether `make test` runs this case each time."""
        names = (file, f"{file}::{test}")
        if any(name in self.prove for name in names):
            return False
        return setup != TEAM or any(name in self.on_both for name in names)

    def piece(self, file: str, test: str, setup: str | None) -> str:
        """The piece in which the case is proved, where it is not tested each time."""
        dear = file in self.apart or f"{file}::{test}" in self.prove
        name = f"{file}::{test}" if dear else file
        return f"{name}@{setup}" if setup else name


def read_where(table: Path = TABLE) -> Where:
    """The table; raises ValueError where a name stands in it twice."""
    read = tomllib.loads(table.read_text("utf-8"))
    return Where(
        prove=_reasons(read["prove"]),
        on_both=_reasons(read["on_both"]),
        apart=frozenset(read["apart"]),
        journeys=_reasons(read["journeys"]),
    )


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

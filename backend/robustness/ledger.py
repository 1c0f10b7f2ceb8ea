"""Counts of many runs, kept in the repository: thousands of kills do not fit into an evening of one machine."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

Row = dict[str, str | int]
"""One run of one component: its names and its counts."""
_FOLDER = Path(__file__).parent / "counted"


class Ledger:
    """Lines of JSON in a file of that name; a line is never changed."""

    def __init__(self, name: str, folder: Path = _FOLDER) -> None:
        self._file = folder / f"{name}.jsonl"

    @classmethod
    def at(cls, file: Path) -> Ledger:
        """In a file outside of the repository; its folder is made."""
        file.parent.mkdir(parents=True, exist_ok=True)
        return cls(file.stem, file.parent)

    def add(self, rows: Iterable[Mapping[str, str | int]]) -> None:
        """Behind what is there, with the day."""
        today = datetime.now(UTC).date().isoformat()
        with self._file.open("a") as file:
            file.writelines(json.dumps({"day": today, **row}) + "\n" for row in rows)

    def rows(self) -> list[Row]:
        return [json.loads(line) for line in self._file.read_text().splitlines()]

    def sums(self, names: tuple[str, ...], counts: tuple[str, ...]) -> list[Row]:
        """Counts added up over the rows that have the same names, in the order in which these came first; `runs`: how many."""
        found: dict[tuple[str | int, ...], Row] = {}
        for row in self.rows():
            key = tuple(row[name] for name in names)
            total = found.setdefault(key, {name: row[name] for name in names} | dict.fromkeys(("runs", *counts), 0))
            total["runs"] = int(total["runs"]) + 1
            for name in counts:
                total[name] = int(total[name]) + int(row.get(name, 0))
        return list(found.values())

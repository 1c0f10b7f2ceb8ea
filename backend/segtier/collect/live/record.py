"""The manifest of the bundle being made: written after every file, so that an interrupted run can be taken up."""

from __future__ import annotations

import csv
from dataclasses import field
from datetime import datetime
from pathlib import Path

from segtier.collect.live.lines import csv_line, whole_file
from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput

FORMAT, COLLECTOR, VERSION = "segtier.bundle/1", "oracledb", "1"
DONE, SKIPPED, FAILED = "done", "skipped", "failed"
MANIFEST = "manifest.csv"
_HEADER = ("item", "value", "rows", "sha256", "state", "reason")


@dataclass(frozen=True, slots=True)
class Entry:
    """One file: `rows` and `sha256` where it is there, `reason` where it is not, or holds only that."""

    file: str
    state: str
    rows: int | None = None
    sha256: str = ""
    reason: str = ""


@dataclass(slots=True)
class Record:
    """What the manifest says; files in the order they were asked for."""

    items: dict[str, str]
    files: dict[str, Entry] = field(default_factory=dict)

    def add(self, entry: Entry) -> None:
        self.files.pop(entry.file, None)
        self.files[entry.file] = entry

    @property
    def failed(self) -> list[Entry]:
        return [entry for entry in self.files.values() if entry.state == FAILED]

    @property
    def complete(self) -> bool:
        """The run came to its end and every file that was asked for is there."""
        return bool(self.items.get("ended")) and not self.failed


def write_record(record: Record, folder: Path) -> None:
    with whole_file(folder / MANIFEST) as out:
        out.line(csv_line(_HEADER))
        for item, value in record.items.items():
            out.line(csv_line((item, value, "", "", "", "")))
        for entry in record.files.values():
            out.line(csv_line(("file", entry.file, entry.rows, entry.sha256, entry.state, entry.reason)))
        out.line(csv_line(("#end", len(record.items) + len(record.files))))


def read_record(folder: Path) -> Record | None:
    """None where the folder holds no manifest. Raises UnreadableInput where it is none of this collector."""
    path = folder / MANIFEST
    if not path.is_file():
        return None
    record = Record({})
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.reader(file) if len(row) == len(_HEADER)][1:]
        for item, value, count, sha256, state, reason in rows:
            if item == "file":
                record.add(Entry(value, state, int(count) if count else None, sha256, reason))
            else:
                record.items[item] = value
        for item in ("begun", "window_begin", "window_end"):
            datetime.fromisoformat(record.items[item])
    except (ValueError, KeyError, csv.Error) as fault:
        raise _foreign(path) from fault
    if record.items.get("format") != FORMAT or record.items.get("collector") != COLLECTOR:
        raise _foreign(path)
    return record


def _foreign(path: Path) -> UnreadableInput:
    return UnreadableInput(
        f"{path} is no manifest of `segtier collect`", code="bad-manifest", advice="Give another folder with --out."
    )

"""The rows of a bundle in a database that lives on disk for as long as the reading does (sqlite3, no name, no trace).

A million segments are joined to their tables and counters there; memory stays at the size of its page cache.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from segtier.model.evidence import Warn
from segtier.model.workload import Section, segment_kind
from segtier.plurals import plural
from segtier.reports.bundle.files import BY_NAME, FILES, OPTIONAL, BundleFile
from segtier.reports.bundle.manifest import Listed, Manifest
from segtier.reports.bundle.rows import Reading
from segtier.reports.numbers import impossible_id
from segtier.units import MOST_COUNTED, MOST_ID

_SETTINGS = (
    "PRAGMA journal_mode=OFF",
    "PRAGMA synchronous=OFF",
    "PRAGMA temp_store=FILE",
    "PRAGMA cache_size=-24576",
    "PRAGMA cache_spill=ON",
)
_ROOT = "con_id"
NO_FILE = "the bundle has no such file"


class Tables:
    """One table per file, empty where the file is missing; `sections` says which are, and why."""

    def __init__(self, manifest: Manifest) -> None:
        self._manifest = manifest
        self._db = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self.sections: dict[str, Section] = {}
        self.warnings: list[Warn] = []
        for setting in _SETTINGS:
            self._db.execute(setting)
        self._db.create_function("kind_of", 1, segment_kind, deterministic=True)
        for declared in FILES:
            self._create(declared)

    def close(self) -> None:
        self._db.close()

    def rows(self, sql: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, fetched as they are used."""
        return self._db.execute(sql, values)

    def one(self, sql: str, *values: Any) -> tuple[Any, ...]:
        """The only row of a query."""
        row: tuple[Any, ...] = self._db.execute(sql, values).fetchone()
        return row

    def run(self, sql: str, *values: Any) -> None:
        self._db.execute(sql, values)

    def found(self, name: str) -> bool:
        """Whether the file was there, whole and with its columns."""
        section = self.sections.get(name)
        return section is not None and section.state == "found"

    def fill(self, declared: BundleFile, reading: Reading, rows: Iterable[list[str | None]]) -> None:
        """Take the rows of a file; they are dropped again where the file turns out to be cut or changed."""
        marks = ",".join("ifnull(?,0)" if one.name == _ROOT else "?" for one in declared.fields)
        with self._transaction():
            self._db.execute(f'DELETE FROM "{declared.name}"')
            self._db.executemany(f'INSERT INTO "{declared.name}" VALUES ({marks})', rows)
        reason = _fault(reading, self._manifest.files.get(declared.member))
        if reason is not None:
            self._db.execute(f'DELETE FROM "{declared.name}"')
            self.miss(declared.name, reason)
            return
        columns = {one.name: one.name for one in declared.fields if one.name in reading.header}
        self.sections[declared.name] = Section(declared.member, "found", reading.rows, columns)
        self._check_numbers(declared)
        self._warn_of_rows(declared, reading)

    def index(self) -> None:
        """Make the indexes that joins need, once all rows are there."""
        for declared in FILES:
            for number, columns in enumerate(declared.numbered if self.found(declared.name) else ()):
                names = ",".join(f'"{one}"' for one in columns)
                self._db.execute(f'CREATE INDEX "by_{declared.name}_{number}" ON "{declared.name}" ({names})')

    def miss(self, name: str, reason: str) -> None:
        self.sections[name] = Section(f"{name}.csv", "missing", None, {}, reason)

    def note_absent(self) -> None:
        """Say of every file that was not there why, as far as the manifest knows."""
        for name in BY_NAME:
            listed = self._manifest.files.get(f"{name}.csv")
            if name in self.sections or (listed is None and name in OPTIONAL):
                continue
            self.miss(name, _absence(listed))

    def _create(self, declared: BundleFile) -> None:
        columns = ",".join(f'"{one.name}" {"NUMERIC" if one.number else "TEXT"}' for one in declared.fields)
        self._db.execute(f'CREATE TABLE "{declared.name}" ({columns})')

    def _check_numbers(self, declared: BundleFile) -> None:
        """What stands where a number belongs and is none becomes unknown; a row that cannot be without it is left out.

        Raises UnreadableInput for an identifier beyond 64 bits.
        """
        for one in declared.fields:
            if not one.number:
                continue
            if one.identifies:
                self._check_identifiers(declared, one.name)
            least = -MOST_ID if one.signed else 0
            where = f"""typeof("{one.name}") = 'text' OR "{one.name}" NOT BETWEEN {least} AND {float(MOST_COUNTED)}"""
            count, first = self.one(f'SELECT count(*), min(rowid) FROM "{declared.name}" WHERE {where}')
            if count:
                if one.required:
                    self._db.execute(f'DELETE FROM "{declared.name}" WHERE {where}')
                else:
                    self._db.execute(f'UPDATE "{declared.name}" SET "{one.name}" = NULL WHERE {where}')
                message = f"{count:,} value(s) of {one.name} are no numbers a database has and are taken as not known"
                self.warnings.append(Warn("not-a-number", message, declared.member, first + 1))

    def _check_identifiers(self, declared: BundleFile, name: str) -> None:
        """SQLite keeps as `real` what has more than 64 bits."""
        where = f"""typeof("{name}") = 'real' AND abs("{name}") > {MOST_ID}"""
        first, value = self.one(f'SELECT min(rowid), "{name}" FROM "{declared.name}" WHERE {where}')
        if first is not None:
            raise impossible_id(f"{value:.0f}", name, section=declared.member, line=first + 1)

    def _warn_of_rows(self, declared: BundleFile, reading: Reading) -> None:
        if reading.bad_rows:
            message = f"{reading.bad_rows:,} row(s) are incomplete and were left out"
            self.warnings.append(Warn("bad-rows", message, declared.member, reading.first_bad_line))
        if reading.replaced:
            message = "some characters are not of the character set the manifest names; names may be wrong"
            self.warnings.append(Warn("characters-replaced", message, declared.member))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.execute("COMMIT")


def _fault(reading: Reading, listed: Listed | None) -> str | None:
    """Why the rows of a file are not used; None where they are."""
    if reading.failure is not None:
        return reading.failure
    if not reading.ended:
        return f"the file breaks off after {plural(reading.rows, 'row')} (no #end)"
    if reading.lacking:
        return f"the file lacks the column(s) {', '.join(reading.lacking)}"
    rows = reading.rows + reading.bad_rows
    for who, stated in (("its last line", reading.stated_rows), ("the manifest", listed.rows if listed else None)):
        if stated is not None and stated != rows:
            return f"the file holds {plural(rows, 'row')}, {who} says {stated:,}"
    if listed is not None and listed.sha256 is not None and listed.sha256 != reading.sha256:
        return "the file was changed after it was collected: its checksum is not the manifest's"
    return None


def _absence(listed: Listed | None) -> str:
    if listed is None:
        return NO_FILE
    if listed.state == "done":
        return "the manifest lists the file, but the bundle does not hold it"
    return listed.reason or f"the collector says: {listed.state}"

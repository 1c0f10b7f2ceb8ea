"""A dump: the tables in the files of one export, with what the master table says of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, BinaryIO

from segtier.dataclass import dataclass
from segtier.plurals import plural
from segtier.reports.dump.description import NO_KINDS, Kind
from segtier.reports.dump.master import Listed, expected_of, listed_tables
from segtier.reports.dump.objects import TableObject, find_objects, shortened
from segtier.reports.dump.refusals import DAMAGED_THERE, STRANGE, TableFault, cut_words
from segtier.reports.dump.rows import Rows
from segtier.reports.dump.sets import DumpSet

Name = tuple[str, str]
"""(owner, name) of a table."""


@dataclass(frozen=True, slots=True)
class Part:
    """The data of a table, or of one of its partitions."""

    rows: Rows | None
    expected: int | None
    """Rows that it must have; None where nothing says so."""
    fault: str | None = None
    """Why it is not read."""


@dataclass(slots=True)
class Table:
    """All parts of a table, with how many rows were read of those it must have."""

    name: str
    parts: tuple[Part, ...]
    expected: int | None
    counted: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def columns(self) -> frozenset[str]:
        """Those that any part has."""
        return frozenset[str]().union(*(part.rows.names for part in self.parts if part.rows is not None))

    def read(self, wanted: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """The rows of all parts, as far as they can be read; `faults` and `counted` say how far that was."""
        for part in self.parts:
            if part.rows is None:
                self._fault(part.fault or "")
                continue
            try:
                for row in part.rows.read(wanted):
                    self.counted += 1
                    yield row
            except TableFault as fault:
                self._fault(fault.message)

    def _fault(self, text: str) -> None:
        if text not in self.faults:
            self.faults.append(text)

    def said(self) -> str | None:
        """What is wrong with what was read; None where nothing is."""
        short = self.expected is not None and self.counted != self.expected
        rows = f"{plural(self.counted, 'row')} read of {self.expected:,} expected" if short else ""
        if self.expected is not None and self.counted > self.expected:
            rows += ", so some are there twice"
        return "; ".join(filter(None, (rows, *self.faults))) or None


class Dump:
    """Its tables by name; the bytes stay where they are.

    Raises UnreadableInput where the files are no dump, or not of one.
    """

    def __init__(self, files: Sequence[BinaryIO]) -> None:
        self.set = DumpSet(files)
        self.header = self.set.header
        self.notes: list[str] = []
        self.objects: dict[Name, list[TableObject]] = defaultdict(list)
        self.unnamed: list[TableObject] = []
        """Those whose description cannot be read."""
        master = None
        for one in find_objects(self.set, self.notes):
            if one.at == one.file.header.master_at:
                master = one
            elif one.name:
                self.objects[one.owner, one.name].append(one)
            else:
                self.unnamed.append(one)
        self.listed = self._listed(master)
        if self.objects or self.listed:
            self.unnamed = [replace(one, fault=DAMAGED_THERE) if one.fault == STRANGE else one for one in self.unnamed]
        if any(one.rows for name in set(self.listed or ()) - set(self.objects) for one in (self.listed or {})[name]):
            for file in shortened(self.set):
                file.is_cut = True

    def _listed(self, master: TableObject | None) -> dict[Name, list[Listed]] | None:
        if self.set.missing.numbers:
            self.notes.append(f"files {', '.join(map(str, self.set.missing.numbers))} of the dump are missing")
        if master is None:
            self.notes.append("its master table is not there: nothing says which tables it must hold and how many rows")
            return None
        try:
            listed = listed_tables(master)
            if not listed and (self.objects or self.unnamed):
                raise TableFault("it lists no table")
            return listed
        except TableFault as fault:
            self.notes.append(
                f"its master table cannot be read ({fault.message}): nothing says how many rows there must be"
            )
            return None

    @property
    def broken(self) -> str | None:
        """The first thing that is wrong with it: a cut file, else what was noted; None where nothing is."""
        if any(one.is_cut for one in self.set.files):
            return cut_words(self.set.cut)
        return self.notes[0] if self.notes else None

    @property
    def names(self) -> frozenset[Name]:
        """Of the tables that are there, and of those that must be."""
        return frozenset(self.objects) | frozenset(self.listed or ())

    def table(self, owner: str, *names: str, kinds: Mapping[str, Kind] = NO_KINDS) -> Table | None:
        """The parts of tables that are read as one; None where none of them is there or listed.

        `kinds`: what columns must hold; a part that is described otherwise is not read.
        """
        known = [(owner, name) for name in names if (owner, name) in self.names]
        if not known:
            return None
        parts = [part for name in known for part in self._parts(name, kinds)]
        return Table(names[0], tuple(parts), self._expected(known))

    def _expected(self, names: Sequence[Name]) -> int | None:
        """None where the master table does not list all of them."""
        if self.listed is None or any(name not in self.listed for name in names):
            return None
        return sum(one.rows for name in names for one in self.listed[name])

    def _parts(self, name: Name, kinds: Mapping[str, Kind]) -> Iterator[Part]:
        listed = [] if self.listed is None else self.listed.get(name, [])
        objects = self.objects.get(name, [])
        for one in objects:
            expected = expected_of(one, listed)
            try:
                yield Part(Rows(one.rows, one.described(), kinds), expected)
            except TableFault as fault:
                yield Part(None, expected, fault.message)
        if not objects and any(one.rows for one in listed):
            yield Part(None, None, "it is listed, but the file ends before it or it cannot be found")

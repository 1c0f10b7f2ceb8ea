"""How people name segments: OWNER.NAME or OWNER.NAME.PARTITION, with the PDB before it or not; * stands for any letters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from segtier.analysis.known_facts import KnownFacts
from segtier.model.inventory import InventorySegment
from segtier.model.profile import SegmentLoad, SegmentTable
from segtier.model.workload import Segment, SegmentKey


def is_called(key: SegmentKey, pattern: str) -> bool:
    wanted = pattern.strip().upper()
    return any(fnmatchcase(name, wanted) for name in _ways_to_say(key))


class Called:
    """Whether any of many patterns names a segment. A name without a sign for any letters is looked up, not compared."""

    def __init__(self, patterns: Iterable[str]) -> None:
        wanted = [pattern.strip().upper() for pattern in patterns]
        self._exact = frozenset(one for one in wanted if not _SIGNS.intersection(one))
        self._others = [one for one in wanted if one not in self._exact]

    def __call__(self, key: SegmentKey) -> bool:
        ways = _ways_to_say(key)
        return not self._exact.isdisjoint(ways) or any(fnmatchcase(way, one) for one in self._others for way in ways)

    def naming_none(self, keys: Iterable[SegmentKey]) -> int:
        """How many of the different patterns name none of these."""
        said = {way for key in keys for way in _ways_to_say(key)}
        others = sum(not any(fnmatchcase(way, one) for way in said) for one in dict.fromkeys(self._others))
        return len(self._exact - said) + others


_SIGNS = frozenset("*?[")


def _ways_to_say(key: SegmentKey) -> tuple[str, ...]:
    pdb, owner, name, subobject, _ = key
    short = f"{owner}.{name}".upper()
    ways = (short, f"{short}.{subobject.upper()}") if subobject else (short,)
    return (*ways, *(f"{pdb.upper()}:{way}" for way in ways)) if pdb else ways


def with_named(table: SegmentTable, patterns: Sequence[str], known: KnownFacts) -> SegmentTable:
    """With segments that somebody names and only an export of sizes lists: what they read and write is not known."""
    if not patterns or not known.sizes.rows:
        return table
    listed = {row.key for load in table.loads if (row := known.sizes.find(load.key)) is not None}
    more = (row for key, row in known.sizes.rows.items() if key not in listed)
    called = Called(patterns)
    named = [row for row in more if called(row.key)]
    return replace(table, loads=(*table.loads, *_loads(named, known))) if named else table


def _loads(rows: Iterable[InventorySegment], known: KnownFacts) -> Iterable[SegmentLoad]:
    for row in rows:
        about = known.about(Segment(row.owner, row.name, row.subobject, row.pdb, row.type))
        yield SegmentLoad(
            key=about.key,
            type=about.type,
            tablespace=about.tablespace,
            size_bytes=about.size_bytes,
            read_requests_per_s=None,
            direct_read_requests_per_s=0.0,
            write_requests_per_s=None,
            read_blocks_per_s=None,
            write_blocks_per_s=None,
            reads_estimated=False,
            writes_estimated=False,
            unmovable_reason=about.unmovable_reason,
            found_in=row.evidence,
        )

"""Whether a damaged file still says what the whole one says: the judge of every damage.

Figures are keyed by list, row and field. A figure of the damaged file must be the whole file's; one that is gone must
be gone with word of it (section missing or unreadable, fewer rows in its section, a warning); another one is right only
where the very row it cites holds a flipped byte. Anything else is a fault.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any

from segtier.analysis.merge import RULES
from segtier.errors import SegtierError
from segtier.model.evidence import Evidence
from segtier.model.inventory import Inventory
from segtier.model.pair import Pair
from segtier.model.workload import HistogramBucket, Workload
from segtier.reports.locate import locate
from tests.damage import Damage, sections_of

KEYS: dict[str, tuple[str, ...]] = {
    **{name: (*rule.key, "instance") for name, rule in RULES.items()},
    "segments": RULES["segments"].key,
    "statements": RULES["statements"].key,
    "wait_histograms": ("event", "instance"),
    "tablespace_io": ("pdb", "tablespace", "instance"),
    "file_io": ("pdb", "tablespace", "file", "instance"),
    "buffer_pool_advisory": ("pool", "size_bytes", "instance"),
    "pga_advisory": ("target_bytes", "instance"),
    "sga_advisory": ("target_bytes", "instance"),
    "parameters": ("name", "pdb", "instance"),
    "instances": ("number",),
    "cache": ("instance",),
}
"""Which fields name a row: of a list that merges, those by which it does."""
_ASIDE = {"evidence", "label", "below", "name_cut"}
_FROM_OTHERS = {
    ("wait_events", "waits"), ("wait_events", "avg_wait_us"), ("wait_events", "wait_class"),
    ("wait_events", "foreground"), ("wait_classes", "waits"), ("wait_classes", "avg_wait_us"),
    ("buffer_pool_advisory", "block_size_bytes"), ("load_profile", "per_txn"), ("segments", "type"),
    ("io_functions", "read_requests_per_s"), ("io_functions", "write_requests_per_s"),
    ("io_functions", "read_requests"), ("io_functions", "write_requests"),
    ("io_functions", "read_bytes"), ("io_functions", "write_bytes"),
    ("io_filetypes", "read_bytes"), ("io_filetypes", "write_bytes"),
}  # fmt: skip
"""Figures made with the help of another section, in some kind of report."""
_NUMBERS = ("object_id", "data_object_id")
"""Tell segments apart whose names Oracle could not give."""
_STATEMENTS = "statement_coverage"
_HEADER = ("database", "interval", "instances", "cache")
_NEAR, _NEAR_AVERAGE = 0.03, 0.12
"""How far figures may be apart that are made of others with fewer digits; averages are told to a tenth."""
_ROUNDED = 0.1
"""Per share of a histogram: one decimal is printed."""
_LONG = 6
"""Characters that do not stand in a row by chance."""
_MOST_FAULTS, _MOST_ROWS = 20, 100

Key = tuple[Any, ...]
Document = Workload | Pair | Inventory


@dataclass(frozen=True, slots=True)
class Figure:
    values: tuple[Any, ...]
    """Several where the file has several rows of this name."""
    rows: tuple[Any, ...]

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return tuple(one for row in self.rows for one in getattr(row, "evidence", ()))


@dataclass(frozen=True, slots=True)
class Verdict:
    """same | less (told by section or warning) | changed (as the flipped bytes now say) | fault."""

    outcome: str
    faults: tuple[str, ...] = ()


def workloads(document: Document) -> tuple[Workload, ...]:
    if isinstance(document, Pair):
        return (document.first, document.second)
    return (document,) if isinstance(document, Workload) else ()


def judge(whole: Document, found: Document, damage: Damage, whole_data: bytes) -> Verdict:
    """Compare a damaged file's document with the whole file's."""
    if isinstance(whole, Inventory) or isinstance(found, Inventory):
        raise AssertionError("inventories have tests of their own")
    pairs = list(zip(workloads(whole), workloads(found), strict=False))
    if len(workloads(whole)) != len(workloads(found)):
        return Verdict("fault", ("another kind of document",))
    outcomes: set[str] = set()
    faults: list[str] = []
    for before, after in pairs:
        case = _Case(before, after, damage, whole_data)
        for outcome, what in case.differences():
            outcomes.add(outcome)
            faults += [what] if outcome == "fault" else []
    worst = next((one for one in ("fault", "changed", "less") if one in outcomes), "same")
    return Verdict(worst, tuple(faults))


def figures_of(workload: Workload) -> dict[Key, Figure]:
    """Every known figure by (list, row's name..., field)."""
    found: dict[Key, Figure] = {}
    for name, keys in KEYS.items():
        for row in getattr(workload, name):
            at = (name, *(getattr(row, key) for key in keys))
            for field in _figure_fields(type(row), keys):
                value = getattr(row, field)
                if value is not None:
                    known = found.get((*at, field))
                    found[*at, field] = (
                        Figure((*known.values, value), (*known.rows, row)) if known else Figure((value,), (row,))
                    )
    for name in ("database", "interval"):
        row = getattr(workload, name)
        found |= {(name, one.name): Figure((getattr(row, one.name),), (row,)) for one in fields(row)}
    for field, covered in workload.segment_coverage.items():
        parts = ("listed", "captured", "total")
        found |= {("segment_coverage", field, part): Figure((getattr(covered, part),), (covered,)) for part in parts}
    covered = workload.statement_coverage
    if covered is not None:
        found |= {(_STATEMENTS, part): Figure((getattr(covered, part),), (covered,)) for part in ("captured", "total")}
    return {key: figure for key, figure in found.items() if figure.values != (None,)}


@lru_cache
def _figure_fields(row: type[Any], keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one.name for one in fields(row) if one.name not in _ASIDE and one.name not in keys)


@lru_cache(maxsize=4)
def _figures_of_whole(known: _Same) -> dict[Key, Figure]:
    return figures_of(known.workload)


@dataclass(frozen=True, eq=False)
class _Same:
    """A workload as the key of a cache: by what it is, not by what it holds."""

    workload: Workload

    def __hash__(self) -> int:
        return id(self.workload)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.workload is self.workload


def _are_near(old: Figure, new: Figure, least: float, near: float = _NEAR) -> bool:
    a, b = old.values[0], new.values[0]
    return isinstance(a, int | float) and abs(a - b) <= max(near * abs(a), least)


class _Case:
    """One workload of the whole file beside that of the damaged one."""

    def __init__(self, whole: Workload, found: Workload, damage: Damage, data: bytes) -> None:
        self.whole, self.found, self.damage, self.data = whole, found, damage, data
        self.states = {one.name: one for one in found.sections}
        self.codes = {one.code for one in found.warnings} - {one.code for one in whole.warnings}
        self.warned = {one.section for one in found.warnings if one not in whole.warnings}
        self.cited: dict[Evidence, bool] = {}
        self.lost_columns = {
            one.name: set(one.columns) - set(self.states[one.name].columns)
            for one in whole.sections
            if one.name in self.states
        }
        self.poorer = {one.name for one in whole.sections if self._poorer(one)}

    def _poorer(self, before: Any) -> bool:
        """The section is said to hold less than in the whole file."""
        after = self.states.get(before.name)
        if after is None or before.state != "found":
            return False
        fewer = (after.rows or 0) < (before.rows or 0) or bool(self.lost_columns.get(before.name))
        return after.state != "found" or fewer or before.name in self.warned

    def differences(self) -> Iterator[tuple[str, str]]:
        before, after = _figures_of_whole(_Same(self.whole)), figures_of(self.found)
        faults = 0
        for key in before.keys() | after.keys():
            old, new = before.get(key), after.get(key)
            if old is not None and new is not None and _are_same(old.values, new.values):
                continue
            outcome = self._judged(key, old, new)
            yield outcome, f"{key}: {_shown(old)} -> {_shown(new)}"
            faults += outcome == "fault"
            if faults > _MOST_FAULTS:
                return
        yield from self._bounds()

    def _judged(self, key: Key, old: Figure | None, new: Figure | None) -> str:
        if old is not None and (new is None or _is_part(new.values, old.values)):
            return "less" if self._told(key, old) else self._flipped(key, old)
        assert new is not None
        excused = (self._unnamed, self._fell_back, self._is_near, self._is_coarser)
        if any(excuse(key, old, new) for excuse in excused):
            return "less"
        if key[0] == "segment_coverage" and old is not None and self._counted_a_hit_row(old):
            return "changed"
        return self._flipped(key, new)

    def _told(self, key: Key, old: Figure) -> bool:
        """A figure is gone: the file breaks off, or the section it came from or was made with says less."""
        if {"truncated", "several-reports"} & self.codes or self.poorer & self._sections(old):
            return True
        made_with_others = (
            self.whole.source.kind == "awr-miner"
            or key[0] in (*_HEADER, "segment_coverage", _STATEMENTS)
            or (key[0], key[-1]) in _FROM_OTHERS
            or not self._sections(old)
        )
        return made_with_others and bool(self.poorer)

    def _sections(self, figure: Figure) -> set[str | None]:
        return {one.section for one in figure.evidence}

    def _unnamed(self, key: Key, _: Figure | None, new: Figure) -> bool:
        """A row that lost a part of its name with the column that held it."""
        named_by = {*KEYS.get(key[0], ()), *(_NUMBERS if key[0] == "segments" else ())}
        return any(named_by & self.lost_columns.get(name, set()) for name in self._sections(new))

    def _fell_back(self, key: Key, old: Figure | None, new: Figure) -> bool:
        """Another section stands in for one that says less now."""
        if key[0] == "segment_coverage":
            # The sum of the rows that are left: a list the file breaks off in need not have fewer different values.
            told = "truncated" in self.codes or (old is not None and bool(self._sections(old) & self.poorer))
            return told and key[-1] == "listed" and old is not None and new.values < old.values
        if self.whole.source.kind == "awr-miner" and self.poorer:
            return True  # sums over all snapshots, one of which is said to be lost
        if key[0] == "instances" and self.poorer:
            return True  # its number, the key, stood in the section that is gone
        lost = {"top-events-only", "foreground-derived", "foreground-mixed", "no-foreground-split"} & self.codes
        if lost and key[0] == "wait_events":
            return True
        if old is None or not self.poorer:
            return False
        gone = self._sections(old) - self._sections(new)
        # A row that two lists print may be told by the coarser one of them now.
        return gone == self._sections(old) or (bool(gone & self.poorer) and _are_near(old, new, 1.0))

    def _is_near(self, key: Key, old: Figure | None, new: Figure) -> bool:
        """Made of figures with fewer digits, because the finer ones are gone and said to be."""
        if old is None or not self.poorer or not (key[0] == "interval" or (key[0], key[-1]) in _FROM_OTHERS):
            return False
        near, least = (_NEAR_AVERAGE if key[-1] == "avg_wait_us" else _NEAR), 10.0 if key[0] == "interval" else 1.0
        return _are_near(old, new, least, near)

    def _is_coarser(self, key: Key, old: Figure | None, new: Figure) -> bool:
        """A histogram of fewer tables: its shares are sums of the whole one's."""
        if key[-1] != "buckets" or old is None or not ({"truncated"} & self.codes or self.poorer):
            return False
        return _adds_up(new.values[0], old.values[0])

    def _flipped(self, key: Key, figure: Figure) -> str:
        return "changed" if self.damage.flipped and self._is_hit(key, figure) else "fault"

    def _is_hit(self, key: Key, figure: Figure) -> bool:
        """A flipped byte stands in the row the figure cites or, for the header's, on the front page."""
        if key[0] in _HEADER:
            front = sections_of(self.data)
            at_front = min(self.damage.flipped) < (front[6][1] if len(front) > 6 else len(self.data))
            return at_front or bool(self.poorer) or any(map(self._cites_flip, figure.evidence))
        if key[0] in ("segment_coverage", _STATEMENTS) and key[-1] != "listed":
            return any("total" in text or "captured" in text for text in self.touched)
        if (
            key[0] == "statements"
            and key[-1] == "physical_reads_blocks"
            and self.whole.source.kind.startswith("awr-diff")
        ):
            # A share of the total that stands above the list.
            return any("physicalreads" in text for text in self.touched)
        name = self._name(key)
        if name and any(name in text for text in self.touched):
            return True
        return any(self._cites_flip(one) for one in figure.evidence[:_MOST_ROWS])

    def _cites_flip(self, evidence: Evidence) -> bool:
        if evidence not in self.cited:
            try:
                cells = locate(self.damage.data, evidence).row_cells
            except SegtierError:
                cells = ()
            self.cited[evidence] = self._is_touched([_bare(cell) for cell in cells]) or self._has_a_hit_name(
                evidence, cells
            )
        return self.cited[evidence]

    def _has_a_hit_name(self, evidence: Evidence, cells: Sequence[str]) -> bool:
        """The name is printed some rows above, where a byte of it is flipped, and left out in the row itself."""
        try:
            before = locate(self.data, evidence).row_cells
        except SegtierError:
            return False
        other = bool(cells and before) and cells[0] != before[0] and list(cells[1:]) == list(before[1:])
        return other and any(_bare(cells[0]) in text for text in self.touched)

    def _is_touched(self, cells: list[str]) -> bool:
        """A row with a flipped byte holds these cells; the figures alone, where a page ends between them and the name.

        What stands across two columns of a text is shown behind a `#` that the file does not print.
        """
        printed = [cell.lstrip("#") for cell in cells]
        figures = "".join(printed[1:])
        return any(printed) and any(
            all(cell in text for cell in printed) or (len(figures) >= _LONG and figures in text)
            for text in self.touched
        )

    def _counted_a_hit_row(self, old: Figure) -> bool:
        """A row that the whole file's sum counts holds a flipped byte, and may be gone with its name."""
        cells = (locate(self.data, one).row_cells for one in old.evidence if self.damage.flipped)
        rows = ([_bare(cell) for cell in row] for row in cells)
        return any(all(cell in text for cell in row) for row in rows for text in self.touched)

    def _name(self, key: Key) -> str:
        names = [part for part in key[1:-1] if isinstance(part, str)]
        return _bare(max(names, key=len, default=""))[:18]

    @cached_property
    def touched(self) -> list[str]:
        """The rows that hold a flipped byte, as the damaged and as the whole file print them."""
        encodings = (self.found.source.encoding or "utf-8", self.whole.source.encoding or "utf-8")
        both = tuple(zip((self.damage.data, self.data), encodings, strict=True))
        return [_bare(_row_at(data, place, encoding)) for place in self.damage.flipped for data, encoding in both]

    def _bounds(self) -> Iterator[tuple[str, str]]:
        """`below` is no promise the whole file breaks."""
        known = _figures_of_whole(_Same(self.whole))
        for row in self.found.segments:
            for field, bound in row.below.items():
                old = known.get(("segments", *(getattr(row, key) for key in KEYS["segments"]), field))
                if old is not None and max(old.values) > bound and not self.damage.flipped:
                    yield "fault", f"{row.owner}.{row.name} {field}: {max(old.values)} is above its bound {bound}"


def _are_same(old: tuple[Any, ...], new: tuple[Any, ...]) -> bool:
    """The same figures, in whatever order rows of one name stand."""
    return old == new or (len(old) > 1 and sorted(map(str, old)) == sorted(map(str, new)))


def _is_part(new: tuple[Any, ...], old: tuple[Any, ...]) -> bool:
    """Some of several rows of one name."""
    return len(new) < len(old) and all(value in old for value in new)


def _adds_up(coarse: tuple[HistogramBucket, ...], fine: tuple[HistogramBucket, ...]) -> bool:
    """Every bucket of the one is the sum of the other's inside it; where their borders cross, nothing can be said."""
    for one in coarse:
        inside = [two for two in fine if two.from_us >= one.from_us and _ends_in(two, one)]
        covers = bool(inside) and inside[0].from_us == one.from_us and inside[-1].to_us == one.to_us
        shares = [two.pct_of_waits for two in inside]
        if not covers or one.pct_of_waits is None or None in shares:
            continue
        if abs(sum(share for share in shares if share is not None) - one.pct_of_waits) > _ROUNDED * (len(shares) + 1):
            return False
    return True


def _ends_in(fine: HistogramBucket, coarse: HistogramBucket) -> bool:
    return coarse.to_us is None or (fine.to_us is not None and fine.to_us <= coarse.to_us)


def _shown(figure: Figure | None) -> str:
    return "nothing" if figure is None else ", ".join(str(value)[:60] for value in figure.values[:3])


def _row_at(data: bytes, place: int, encoding: str) -> str:
    """The table row around a byte as text without tags, or a text's line with the two around it."""
    head, tail = data[max(0, place - 6000) : place], data[place : place + 6000]
    before, after = re.split(rb"<tr\b", head, flags=re.I)[-1], re.split(rb"</tr|<tr\b", tail, flags=re.I)[0]
    if len(before) == len(head) or len(after) == len(tail):
        lines = b"\n".join(head.split(b"\n")[-3:]) + b"\n".join(tail.split(b"\n")[:3])
        return html.unescape(lines.decode(encoding, "replace"))
    return re.sub(r"<[^<>]*>", " ", html.unescape((before + after).decode(encoding, "replace")))


def _bare(text: str) -> str:
    """Letters and figures without tags, blanks, case and the closing colon some reports print; an open `<1ms` is no tag."""
    return re.sub(r"<[^<>]*>|</?[a-z!][^<>]*|[\x00-\x20\u00a0\s]+|:(?=$)", "", text, flags=re.I).casefold()

"""Rows of several reports as one: totals added, latencies weighted by waits, rates by elapsed time. No row is kept for long.

A figure that one of the reports does not tell is not known of all of them: a sum over some, held against a sum over others, would
be a share of nothing. In lists of what was met (`Some`) it is the least of all.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import Any

from segtier.model.evidence import Evidence
from segtier.model.merging import Rule
from segtier.model.workload import Segment

_COUNTED_BESIDE = {
    "physical_read_requests": "physical_reads_blocks",
    "physical_write_requests": "physical_writes_blocks",
}
"""Requests of a segment, and the blocks beside which whoever counts the one counts the other."""
_PENDING = 64
"""Rows of one key that wait to be added."""


class Rows:
    """One list of the reports: a row for each key, in the order in which the keys were met."""

    def __init__(self, rule: Rule, *, some: bool) -> None:
        """`some`: whether sums are the least."""
        self._rule, self._some = rule, some
        self._groups: dict[Hashable, _Group] = {}
        self._reports = 0

    def add(self, rows: Iterable[Any], elapsed_s: float) -> None:
        """Those of the next report."""
        self._reports += 1
        key, groups, report = self._rule.key, self._groups, self._reports
        for row in rows:
            name = tuple([getattr(row, part) for part in key])
            group = groups.get(name)
            if group is None:
                group = groups[name] = _Group(self._rule)
            group.add(row, elapsed_s, report)

    def added(self) -> tuple[Any, ...]:
        return tuple(group.row(self._reports, some=self._some) for group in self._groups.values())


def added_row(rows: Iterable[Any], rule: Rule, instances: int, *, some: bool) -> Any:
    """Rows of one key, each of one of so many instances."""
    group = _Group(rule)
    for number, row in enumerate(rows):
        group.add(row, 1.0, number)
    return group.row(instances, some=some)


class _Group:
    __slots__ = (
        "_below",
        "_count",
        "_evidence",
        "_lacking",
        "_last",
        "_means",
        "_pending",
        "_reports",
        "_rule",
        "_totals",
        "_untold",
    )

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        self._pending: list[tuple[float, Any]] = []
        self._count = self._reports = 0
        self._last: int | None = None
        self._totals: dict[str, Any] = dict.fromkeys(rule.add)
        self._means = dict.fromkeys((*rule.per_elapsed, *(name for name, _ in rule.weighted)), (0.0, 0.0))
        self._untold: set[str] = set()
        """Figures that one of the rows does not tell."""
        self._lacking: set[str] = set()
        """Those of which a row is no part of a list that is cut (`_lacks`): what is known is not the least, but a part."""
        self._below: dict[str, float] = {}
        self._evidence: dict[Evidence, None] = {}

    def add(self, row: Any, elapsed_s: float, report: int) -> None:
        if len(self._pending) == _PENDING:
            self._settle()
        self._pending.append((elapsed_s, row))
        self._count += 1
        if report != self._last:
            self._reports, self._last = self._reports + 1, report

    def row(self, of: int, *, some: bool) -> Any:
        """The sum, of so many reports."""
        last = self._pending[-1][1]
        if self._count == 1 and (some or of < 2):
            return last if of < 2 else replace(last, **dict.fromkeys(self._rule.of_one))
        self._settle()
        changed: dict[str, Any] = dict(self._totals)
        changed |= {name: total / weight if weight else None for name, (total, weight) in self._means.items()}
        if "time_s" in changed and changed.get("waits") and changed["time_s"] is not None:
            changed["avg_wait_us"] = changed["time_s"] / changed["waits"] * 1e6
        changed |= dict.fromkeys(self._rule.of_one)
        if not some:
            changed |= dict.fromkeys(changed if self._reports < of else self._untold)
        if isinstance(last, Segment):
            changed |= dict.fromkeys(self._lacking)
            changed["below"] = dict(sorted(self._below.items()))
        return replace(last, instance=None, evidence=tuple(self._evidence), **changed)

    def _settle(self) -> None:
        rows = [row for _, row in self._pending]
        for name, total in self._totals.items():
            known = [value for row in rows if (value := getattr(row, name)) is not None]
            if known:
                self._totals[name] = sum(known, total or 0)
            if len(known) < len(rows):
                self._untold.add(name)
                if any(_lacks(row, name) for row in rows):
                    self._lacking.add(name)
        for name in self._rule.per_elapsed:
            self._weigh(name, [(getattr(row, name), elapsed_s) for elapsed_s, row in self._pending])
        for name, weight in self._rule.weighted:
            self._weigh(name, [(getattr(row, name), getattr(row, weight)) for row in rows])
        for row in rows:
            self._evidence.update(dict.fromkeys(row.evidence))
            for name, most in getattr(row, "below", {}).items():
                self._below[name] = self._below.get(name, 0) + most
        self._pending.clear()

    def _weigh(self, name: str, pairs: list[tuple[Any, Any]]) -> None:
        total, weights = self._means[name]
        known = [(value, weight) for value, weight in pairs if value is not None and weight]
        self._means[name] = (
            sum((value * weight for value, weight in known), total),
            sum((weight for _, weight in known), weights),
        )
        if any(weight is None or (weight and value is None) for value, weight in pairs):
            self._untold.add(name)


def _lacks(row: Any, name: str) -> bool:
    """Whether a segment's row does not tell a figure beside what it counts, and no full list bounds it."""
    beside = _COUNTED_BESIDE.get(name)
    if beside is None or not isinstance(row, Segment):
        return False
    return getattr(row, name) is None and getattr(row, beside) is not None and name not in row.below

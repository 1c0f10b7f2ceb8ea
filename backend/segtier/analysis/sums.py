"""Rows of several reports as one: totals added, latencies weighted by waits, rates by elapsed time. No row is kept for long."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import Any

from segtier.model.evidence import Evidence
from segtier.model.merging import Rule
from segtier.model.workload import Segment

_PENDING = 64
"""Rows of one key that wait to be added."""


class Rows:
    """One list of the reports: a row for each key, in the order in which the keys were met."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        self._groups: dict[Hashable, _Group] = {}

    def add(self, rows: Iterable[Any], elapsed_s: float) -> None:
        """Those of the next report."""
        key, groups = self._rule.key, self._groups
        for row in rows:
            name = tuple([getattr(row, part) for part in key])
            group = groups.get(name)
            if group is None:
                group = groups[name] = _Group(self._rule)
            group.add(row, elapsed_s)

    def added(self) -> tuple[Any, ...]:
        return tuple(group.row() for group in self._groups.values())


def added_row(rows: Iterable[tuple[float, Any]], rule: Rule) -> Any:
    """Rows of one key, each with the elapsed time it counts with."""
    group = _Group(rule)
    for elapsed_s, row in rows:
        group.add(row, elapsed_s)
    return group.row()


class _Group:
    __slots__ = ("_below", "_count", "_evidence", "_means", "_pending", "_rule", "_totals")

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        self._pending: list[tuple[float, Any]] = []
        self._count = 0
        self._totals: dict[str, Any] = dict.fromkeys(rule.add)
        self._means = dict.fromkeys((*rule.per_elapsed, *(name for name, _ in rule.weighted)), (0.0, 0.0))
        self._below: dict[str, float] = {}
        self._evidence: dict[Evidence, None] = {}

    def add(self, row: Any, elapsed_s: float) -> None:
        if len(self._pending) == _PENDING:
            self._settle()
        self._pending.append((elapsed_s, row))
        self._count += 1

    def row(self) -> Any:
        last = self._pending[-1][1]
        if self._count == 1:
            return last
        self._settle()
        changed: dict[str, Any] = dict(self._totals)
        changed |= {name: total / weight if weight else None for name, (total, weight) in self._means.items()}
        if "time_s" in changed and changed.get("waits") and changed["time_s"] is not None:
            changed["avg_wait_us"] = changed["time_s"] / changed["waits"] * 1e6
        changed |= dict.fromkeys(self._rule.of_one)
        if isinstance(last, Segment):
            changed["below"] = dict(sorted(self._below.items()))
        return replace(last, instance=None, evidence=tuple(self._evidence), **changed)

    def _settle(self) -> None:
        rows = [row for _, row in self._pending]
        for name, total in self._totals.items():
            known = [value for row in rows if (value := getattr(row, name)) is not None]
            if known:
                self._totals[name] = sum(known, total or 0)
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

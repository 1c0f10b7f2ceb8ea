"""The one answer: what is the bottleneck, what should be done, in one sentence with its numbers.

First what makes the figures unreadable; then, of all causes that hold, the one that takes the largest part of DB time;
then what flash or memory would do for the storage.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from segtier.advisor.case import Case
from segtier.advisor.verdict import elsewhere, leave, memory, move, throttled, writes
from segtier.advisor.verdict.bench import Bench
from segtier.advisor.verdict.weights import weight
from segtier.model.advice import OptionAdvice
from segtier.model.forecast import Ceiling
from segtier.model.verdict import Verdict

Rule = Callable[[Bench], Verdict | None]

_GATES: tuple[Rule, ...] = (elsewhere.idle, elsewhere.too_short, elsewhere.contradiction)
"""Nothing can be read from such figures; the first that holds speaks."""
_CAUSES: tuple[Rule, ...] = (
    elsewhere.unseen_waits,
    throttled.throttled,
    leave.scans_unexplained,
    memory.instead_of_fast_reads,
    leave.reads_fast,
    elsewhere.locks,
    elsewhere.unexplained,
    writes.write_side,
    leave.on_flash,
    elsewhere.parsing,
    elsewhere.logons,
    elsewhere.cpu,
    elsewhere.cpu_full,
    elsewhere.held_back,
    elsewhere.other_waits,
    leave.engineered,
    writes.commits_elsewhere,
    leave.doubtful_reads,
    leave.scans,
    memory.bigger_pga,
)
"""Of those that hold the one that takes the largest part of DB time speaks; of equals the first."""
_STORAGE: tuple[Rule, ...] = (elsewhere.hardly_busy, leave.storage_is_small, memory.bigger_cache, move.best_option)
"""Storage is what there is to say something about; the first that holds speaks."""

_BESIDE: tuple[Callable[[Bench, Verdict], str | None], ...] = (memory.temp_beside, leave.cells_beside)
"""Said whatever the answer is about."""


def judge(case: Case, options: tuple[OptionAdvice, ...], ceiling: Ceiling) -> Verdict:
    """The one answer."""
    bench = Bench(case, options, ceiling)
    verdict = _first(_GATES, bench) or _largest(bench) or _first(_STORAGE, bench) or move.nothing_stands_out(bench)
    beside = [said for look in _BESIDE if (said := look(bench, verdict)) is not None]
    return replace(verdict, text=" ".join([verdict.text, *beside]))


def _first(rules: Sequence[Rule], bench: Bench) -> Verdict | None:
    return next((verdict for rule in rules if (verdict := rule(bench)) is not None), None)


def _largest(bench: Bench) -> Verdict | None:
    found = [verdict for rule in _CAUSES if (verdict := rule(bench)) is not None]
    return max(found, key=lambda verdict: weight(bench, verdict.cause), default=None)

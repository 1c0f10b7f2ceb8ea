"""The one answer: what is the bottleneck, what should be done, in one sentence with its numbers.

Rules in order; the first that holds speaks. Reasons to leave the data where it is come before reasons to move it.
"""

from __future__ import annotations

from collections.abc import Callable

from segtier.advisor.case import Case
from segtier.advisor.verdict import elsewhere, leave, memory, move, writes
from segtier.advisor.verdict.bench import Bench
from segtier.model.advice import OptionAdvice, Verdict
from segtier.model.forecast import Ceiling

_RULES: tuple[Callable[[Bench], Verdict | None], ...] = (
    elsewhere.idle,
    elsewhere.too_short,
    elsewhere.contradiction,
    elsewhere.locks,
    leave.engineered,
    leave.scans_unexplained,
    elsewhere.unexplained,
    writes.write_side,
    memory.instead_of_fast_reads,
    leave.reads_fast,
    leave.on_flash,
    elsewhere.parsing,
    elsewhere.logons,
    elsewhere.cpu,
    elsewhere.cpu_full,
    elsewhere.held_back,
    elsewhere.other_waits,
    writes.commits_elsewhere,
    leave.doubtful_reads,
    leave.scans,
    leave.unnamed_io,
    leave.storage_is_small,
    memory.bigger_pga,
    memory.bigger_cache,
    move.best_option,
)


def judge(case: Case, options: tuple[OptionAdvice, ...], ceiling: Ceiling) -> Verdict:
    """The verdict of the first rule that holds."""
    bench = Bench(case, options, ceiling)
    for rule in _RULES:
        verdict = rule(bench)
        if verdict is not None:
            return verdict
    return move.nothing_stands_out(bench)

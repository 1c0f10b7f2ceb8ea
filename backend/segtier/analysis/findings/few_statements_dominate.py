"""One or two statements make most of the physical reads: tune them before anything is bought."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.analysis.facts import Facts
from segtier.analysis.few_statements import (
    READS,
    dominating,
    fast_already,
    named,
    of_reads,
    reads_matter,
    share_of_reads,
)
from segtier.analysis.words import ms, pct
from segtier.model.advice import Finding, TopStatement

_ROWS = 3
"""Evidence of a statement: the rows of so many PDBs or intervals."""


def find(facts: Facts) -> Finding | None:
    few = dominating(facts)
    if not few or not reads_matter(facts):
        return None
    fast = fast_already(facts)
    which = [f"{row.sql_id}: " if len(few) > 1 else "" for row in few]
    work = " ".join(f"{name}{_works(row)}" for name, row in zip(which, few, strict=True))
    text = f"{_makes(few, facts)} {work} {_cure(facts, fast)}"
    evidence = tuple(one for row in few for one in row.evidence[:_ROWS])
    return Finding("few-statements-dominate", "info" if fast else "warning", text, evidence)


def _makes(few: Sequence[TopStatement], facts: Facts) -> str:
    share = of_reads(few, facts)
    if few[0].plsql:
        return f"The PL/SQL block with {named(few)} and the statements it calls make {share}:"
    if len(few) == 1:
        return f"The statement with {named(few)} makes {share}:"
    parts = " and ".join(pct(share_of_reads(row)) for row in few)
    return f"The statements with {named(few)} make {share} ({parts}):"


def _works(row: TopStatement) -> str:
    """`1,234 blocks an hour in 56 executions, 22 each.`"""
    blocks = f"{row.physical_reads_blocks_per_hour:,.0f} blocks an hour"
    each = row.reads_per_execution
    if row.executions_per_hour is None:
        return f"{blocks}."
    if each is None:
        return f"{blocks}, and no execution ended."
    return f"{blocks} in {row.executions_per_hour:,.0f} executions, {_each(each)} each."


def _each(blocks: float) -> str:
    return f"{blocks:,.0f}" if blocks >= 10 else f"{blocks:.2g}"


def _cure(facts: Facts, fast: bool) -> str:
    share = pct(facts.profile.share(*READS))
    if facts.workload.database.engineered not in (None, "none"):
        return (
            f"Tune first: an index or a rewrite saves at most the {share} of DB time that reads take, temp among them."
        )
    if not fast:
        return "Tune first: an index or a rewrite may save more than SSD."
    latency = ms(facts.profile.demand("single-block-read").latency_us)
    return (
        f"Reads take {latency} already, so an index or a rewrite saves at most the {share} of DB time that reads take."
    )

"""One or two statements make most of the physical reads: tune them before anything is bought.

Rows of Oracle's list are not disjoint: a PL/SQL block's reads hold those of the statements it calls, a statement's those of
its functions and triggers. Blocks are named only where no statement explains the reads, and two rows are added up
only where the sum stays within what Oracle captured, which leaves blocks out. One statement of several PDBs is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segtier.analysis.facts import Facts
from segtier.analysis.figures import total_of
from segtier.analysis.statements import all_reads_blocks, top_statements
from segtier.analysis.words import ms, pct
from segtier.model.advice import Finding, TopStatement
from segtier.model.profile import ALREADY_FAST_US, READ_DEMANDS

ONE = 0.50
"""Half of all reads in one statement outweighs everything else together."""
TWO = 0.65
"""Two have to make nearly two thirds: looking at two is twice the work."""
WORTH_A_LOOK = 0.15
"""A second statement with less is not named beside the first."""
READS_MATTER = 0.10
"""Of DB time, as the verdict draws it: below it storage is no bottleneck, however few make the reads."""
READS = (*READ_DEMANDS, "temp-read", "cell-read")
_ROUNDING = 0.005
_ROWS = 3
"""Evidence of a statement: the rows of so many PDBs or intervals."""
_LONGEST_HASH = 10
"""Digits; an SQL id has 13 characters."""


def find(facts: Facts) -> Finding | None:
    few = dominating(facts)
    if not few or not reads_matter(facts):
        return None
    fast = _fast_already(facts)
    which = [f"{row.sql_id}: " if len(few) > 1 else "" for row in few]
    work = " ".join(f"{name}{_works(row)}" for name, row in zip(which, few, strict=True))
    text = f"{_makes(few, facts)} {work} {_cure(facts, fast)}"
    evidence = tuple(one for row in few for one in row.evidence[:_ROWS])
    return Finding("few-statements-dominate", "info" if fast else "warning", text, evidence)


def reads_matter(facts: Facts) -> bool:
    """Whether reading takes enough of DB time to ask who reads."""
    return facts.profile.share(*READS) >= READS_MATTER


def look_first(facts: Facts) -> str:
    """The finding as one sentence for a verdict that recommends moving data; empty where there is nothing to tune first."""
    found = find(facts)
    if found is None or found.severity != "warning":
        return ""
    few = dominating(facts)
    makes = "makes" if len(few) == 1 else "make"
    return f"Look first at {named(few)}, which {makes} {_of_reads(few, facts)}."


def dominating(facts: Facts) -> tuple[TopStatement, ...]:
    """One or two statements that make most of the reads, else one PL/SQL block; empty where none stands out."""
    known = [row for row in _by_id(top_statements(facts)) if _share(row) <= 1 + _ROUNDING]
    few = [row for row in known if not row.plsql][:2]
    if len(few) == 2 and not (_share(few[1]) >= WORTH_A_LOOK and together(few) <= _most(facts)):
        few.pop()
    if few and (_share(few[0]) >= ONE or (len(few) == 2 and together(few) >= TWO)):
        return tuple(few)
    return tuple(row for row in known if row.plsql and _share(row) >= ONE)[:1]


def _by_id(rows: Sequence[TopStatement]) -> list[TopStatement]:
    """One row per statement, whatever PDBs it ran in, most reads first."""
    same: dict[str, list[TopStatement]] = {}
    for row in rows:
        same.setdefault(row.sql_id, []).append(row)
    return sorted(map(_added, same.values()), key=lambda row: -row.physical_reads_blocks_per_hour)


def _added(rows: list[TopStatement]) -> TopStatement:
    if len(rows) == 1:
        return rows[0]
    reads = sum(row.physical_reads_blocks_per_hour for row in rows)
    executions = total_of(row.executions_per_hour for row in rows)
    return replace(
        rows[0],
        pdb=None,
        physical_reads_blocks_per_hour=reads,
        reads_share=total_of(row.reads_share for row in rows),
        executions_per_hour=executions,
        reads_per_execution=reads / executions if executions else None,
        evidence=tuple(one for row in rows for one in row.evidence[:1]),
    )


def named(few: Sequence[TopStatement]) -> str:
    """`SQL id 1abc...` or `SQL ids 1abc... and 2abc...`; hash values of Statspack."""
    kind = "hash value" if few[0].sql_id.isdigit() and len(few[0].sql_id) <= _LONGEST_HASH else "SQL id"
    plural = "s" if len(few) > 1 else ""
    return f"{kind}{plural} {' and '.join(row.sql_id for row in few)}"


def together(few: Sequence[TopStatement]) -> float:
    """Their part of the physical reads, 0 to 1."""
    return sum(map(_share, few))


def _share(row: TopStatement) -> float:
    return row.reads_share or 0.0


def _most(facts: Facts) -> float:
    """The most that statements which are no parts of each other can make together."""
    covered, total = facts.workload.statement_coverage, all_reads_blocks(facts)
    captured = covered.captured if covered is not None else None
    return _ROUNDING + (captured / total if captured is not None and total else 1.0)


def _makes(few: Sequence[TopStatement], facts: Facts) -> str:
    share = _of_reads(few, facts)
    if few[0].plsql:
        return f"The PL/SQL block with {named(few)} and the statements it calls make {share}:"
    if len(few) == 1:
        return f"The statement with {named(few)} makes {share}:"
    parts = " and ".join(pct(_share(row)) for row in few)
    return f"The statements with {named(few)} make {share} ({parts}):"


def _of_reads(few: Sequence[TopStatement], facts: Facts) -> str:
    least = "at least " if facts.intervals > 1 else ""
    return f"{least}{pct(min(together(few), 1.0))} of the physical reads"


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


def _fast_already(facts: Facts) -> bool:
    """Most of the read time is in single-block reads that disks do not answer so fast."""
    latency = facts.profile.demand("single-block-read").latency_us
    share = facts.profile.share("single-block-read")
    return latency is not None and latency < ALREADY_FAST_US and share >= facts.profile.share(*READS) / 2


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

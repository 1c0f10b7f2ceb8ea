"""Do one or two statements make most of the physical reads?

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
from segtier.analysis.words import pct
from segtier.model.advice import TopStatement
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
_LONGEST_HASH = 10
"""Digits; an SQL id has 13 characters."""


def reads_matter(facts: Facts) -> bool:
    """Whether reading takes enough of DB time to ask who reads."""
    return facts.profile.share(*READS) >= READS_MATTER


def look_first(facts: Facts) -> str:
    """One sentence for a verdict that recommends moving data; empty where there is nothing to tune first."""
    few = dominating(facts)
    if not few or not reads_matter(facts) or fast_already(facts):
        return ""
    makes = "makes" if len(few) == 1 else "make"
    return f"Look first at {named(few)}, which {makes} {of_reads(few, facts)}."


def dominating(facts: Facts) -> tuple[TopStatement, ...]:
    """One or two statements that make most of the reads, else one PL/SQL block; empty where none stands out."""
    known = [row for row in _by_id(top_statements(facts)) if share_of_reads(row) <= 1 + _ROUNDING]
    few = [row for row in known if not row.plsql][:2]
    if len(few) == 2 and not (share_of_reads(few[1]) >= WORTH_A_LOOK and together(few) <= _most(facts)):
        few.pop()
    if few and (share_of_reads(few[0]) >= ONE or (len(few) == 2 and together(few) >= TWO)):
        return tuple(few)
    return tuple(row for row in known if row.plsql and share_of_reads(row) >= ONE)[:1]


def _by_id(rows: Sequence[TopStatement]) -> list[TopStatement]:
    """One row per statement, whatever PDBs it ran in, most reads first."""
    same: dict[str, list[TopStatement]] = {}
    for row in rows:
        same.setdefault(row.sql_id, []).append(row)
    return sorted(map(_added, same.values()), key=lambda row: -(row.physical_reads_blocks_per_hour or 0.0))


def _added(rows: list[TopStatement]) -> TopStatement:
    if len(rows) == 1:
        return rows[0]
    reads = total_of(row.physical_reads_blocks_per_hour for row in rows)
    executions = total_of(row.executions_per_hour for row in rows)
    return replace(
        rows[0],
        pdb=None,
        physical_reads_blocks_per_hour=reads,
        reads_share=total_of(row.reads_share for row in rows),
        executions_per_hour=executions,
        reads_per_execution=reads / executions if executions and reads is not None else None,
        evidence=tuple(one for row in rows for one in row.evidence[:1]),
    )


def named(few: Sequence[TopStatement]) -> str:
    """`SQL id 1abc...` or `SQL ids 1abc... and 2abc...`; hash values of Statspack."""
    kind = "hash value" if few[0].sql_id.isdigit() and len(few[0].sql_id) <= _LONGEST_HASH else "SQL id"
    plural = "s" if len(few) > 1 else ""
    return f"{kind}{plural} {' and '.join(row.sql_id for row in few)}"


def together(few: Sequence[TopStatement]) -> float:
    """Their part of the physical reads, 0 to 1."""
    return sum(map(share_of_reads, few))


def share_of_reads(row: TopStatement) -> float:
    """Of one statement, 0 where it is not known."""
    return row.reads_share or 0.0


def _most(facts: Facts) -> float:
    """The most that statements which are no parts of each other can make together."""
    covered, total = facts.workload.statement_coverage, all_reads_blocks(facts)
    captured = covered.captured if covered is not None else None
    return _ROUNDING + (captured / total if captured is not None and total else 1.0)


def of_reads(few: Sequence[TopStatement], facts: Facts) -> str:
    """`at least 60 % of the physical reads`."""
    least = "at least " if facts.intervals > 1 else ""
    return f"{least}{pct(min(together(few), 1.0))} of the physical reads"


def fast_already(facts: Facts) -> bool:
    """Most of the read time is in single-block reads that disks do not answer so fast."""
    latency = facts.profile.demand("single-block-read").latency_us
    share = facts.profile.share("single-block-read")
    return latency is not None and latency < ALREADY_FAST_US and share >= facts.profile.share(*READS) / 2

"""What the files are for that move segments one by one."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.plan import Step
from segtier.plan.contract import TargetedRequest
from segtier.plan.quoting import tablespace

_ROLLBACK = "90_rollback.sql; where it says so also 91_rollback_recorded.sql, to what the run had found"
_OUTAGE = "by its operations"
_COST = "redo as large as what is written anew; room for both copies until a move ends"


def _targets(request: TargetedRequest) -> tuple[str, str]:
    return request.targets.data_tablespace, request.targets.index_tablespace


def segment_steps(request: TargetedRequest) -> Sequence[Step]:
    return (
        Step(
            "30_tablespaces.sql",
            request.target.terms.dba,
            "Creates the tablespaces on the SSD and grants the owners quota.",
            "none",
            "the first size at once; it may grow to its MAXSIZE",
            "; ".join(f"`DROP TABLESPACE {tablespace(name)}`" for name in _targets(request))
            + "; each refuses while something is in it",
        ),
        Step(
            "40_move_tables.sql",
            request.target.terms.dba,
            "Moves tables, partitions, LOBs and index-organized tables, one statement each.",
            _OUTAGE,
            _COST,
            _ROLLBACK,
        ),
        Step(
            "42_move_indexes.sql",
            request.target.terms.dba,
            "Rebuilds the indexes on the SSD.",
            _OUTAGE,
            _COST + "; temp space for the sorts",
            _ROLLBACK,
        ),
    )

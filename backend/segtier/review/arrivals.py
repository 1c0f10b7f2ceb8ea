"""Which segments a plan brings to SSD."""

from __future__ import annotations

from collections.abc import Sequence
from glob import escape

from segtier.model.operation import Rewrite
from segtier.model.plan_document import PlanDocument


def arriving(document: PlanDocument) -> list[tuple[str | None, Rewrite]]:
    """(PDB, what is written anew) of each segment that arrives."""
    return [(one.pdb, row) for one in document.operations for row in one.rewrites if row.arrives]


def brought(documents: Sequence[PlanDocument]) -> tuple[str, ...]:
    """What these plans brought to one SSD, as sets name it. Empty where a plan has several tiers, or they list no segment."""
    if any(len({target.tier for target in document.targets}) > 1 for document in documents):
        return ()
    return tuple(dict.fromkeys(_pattern(pdb, row) for document in documents for pdb, row in arriving(document)))


def _pattern(pdb: str | None, row: Rewrite) -> str:
    """A name may hold what stands for any letters in a set."""
    name = ".".join(part for part in (row.owner, row.name, row.subobject) if part)
    return escape(f"{pdb}:{name}" if pdb else name)

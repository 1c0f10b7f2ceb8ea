"""Facts of the inventory that the script holds against the dictionary of the moment, in its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from segtier.model.operation import Operation
from segtier.model.plan import PlanSegment
from segtier.plan.contract import TargetedRequest

Named = Mapping[tuple[str | None, str, str, str | None], PlanSegment]
_WORD = re.compile(r"[A-Z0-9_/.+-]+")
_HELD = {
    "logging": ("LOGGING", ("TABLE", "INDEX")),
    "compression": ("COMPRESSION", ("TABLE",)),
    "index_type": ("INDEX_TYPE", ("INDEX",)),
    "materialized_view": ("MVIEW", ("TABLE",)),
}
"""The script's word for each, and the types it is asked of."""


def named_in(request: TargetedRequest) -> Named:
    """The segments that move, by container, owner, name and part."""
    return {(one.pdb, one.owner, one.name, one.subobject): one for one in request.move}


def segment_of(one: Operation, named: Named) -> PlanSegment | None:
    """The segment an operation is about; None of default attributes, which have none."""
    first = one.rewrites[0] if one.rewrites else None
    return named.get((one.pdb, first.owner, first.name, first.subobject)) if first else None


def held_of(segment: PlanSegment | None) -> Iterable[str]:
    """`LOGGING=YES` and the like: what the inventory said of it."""
    if segment is None:
        return
    kind = (segment.type or "-").split()[0]
    for fact, (word, asked_of) in _HELD.items():
        value = (segment.facts or {}).get(fact)
        text = {True: "YES", False: "NO"}.get(value, str(value).upper().replace(" ", "_"))  # type: ignore[arg-type]
        if value is not None and kind in asked_of and _WORD.fullmatch(text):
            yield f"{word}={text}"

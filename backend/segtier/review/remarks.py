"""What a comment is about, and whether a later revision still has it."""

from __future__ import annotations

from dataclasses import dataclass

from segtier.errors import Refused
from segtier.model.operation import Operation
from segtier.model.plan_document import PlanDocument

Thing = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class About:
    """An operation by its id, a file by its path, or (None and None) the plan. `thing` tells the operation whatever its id."""

    operation: str | None = None
    file: str | None = None
    thing: Thing = ()


def about(document: PlanDocument, operation: str | None, file: str | None) -> About:
    """Raises Refused for both at once, and for what the revision does not have."""
    if operation is not None and file is not None:
        raise Refused("a comment is on an operation or on a file, not on both", code="comment-on-two")
    if operation is not None:
        found = next((one for one in document.operations if one.id == operation), None)
        if found is None:
            raise Refused(f"the current revision has no operation {operation[:40]!r}", code="no-operation")
        return About(operation, None, _thing(found))
    if file is not None and file not in {one.path for one in document.files}:
        raise Refused(f"the current revision has no file {file[:80]!r}", code="no-file")
    return About(None, file)


def found_again(on: About, document: PlanDocument) -> About | None:
    """The same in another revision, where the operation may have another id; None where it is no longer there."""
    if on.operation is not None:
        same = next((one for one in document.operations if _thing(one) == on.thing), None)
        return About(same.id, None, on.thing) if same else None
    if on.file is not None and on.file not in {one.path for one in document.files}:
        return None
    return on


def _thing(one: Operation) -> Thing:
    return (one.kind, one.pdb, one.owner, one.table, one.index, one.part)

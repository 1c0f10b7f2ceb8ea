"""What a comment is about, and whether a later revision still has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.operation import Operation
from segtier.model.plan_document import PlanDocument
from segtier.plurals import plural

Thing = tuple[str | None, ...]
_MOST_CHARACTERS = 500
"""Of a line; two longer ones are the same where they begin so."""


@dataclass(frozen=True, slots=True)
class About:
    """An operation by its id, a file by its path, one line of it by its number too, or (all None) the plan.

    `thing` tells the operation whatever its id, or the line whatever its number: what it says, and the lines around it.
    """

    operation: str | None = None
    file: str | None = None
    line: int | None = None
    thing: Thing = ()


def about(document: PlanDocument, operation: str | None, file: str | None) -> About:
    """Raises Refused for both at once, and for what the revision does not have."""
    if operation is not None and file is not None:
        raise Refused("a comment is on an operation or on a file, not on both", code="comment-on-two")
    if operation is not None:
        found = next((one for one in document.operations if one.id == operation), None)
        if found is None:
            raise Refused(f"the current revision has no operation {operation[:40]!r}", code="no-operation")
        return About(operation, thing=_thing(found))
    if file is not None and not _has(document, file):
        raise Refused(f"the current revision has no file {file[:80]!r}", code="no-file")
    return About(file=file)


def at_line(on: About, number: int, text: str) -> About:
    """One line of the file, the first being 1. `text`: all of the file. Raises Refused where it has no such line."""
    if on.file is None:
        raise Refused("a line is one of a file: name the file too", code="line-without-file")
    lines = lines_of(text)
    if not 1 <= number <= len(lines):
        raise Refused(f"{on.file} has {plural(len(lines), 'line')}, and no line {number}", code="no-line")
    return replace(on, line=number, thing=_around(lines, number))


def found_again(on: About, document: PlanDocument, texts: Mapping[str, str]) -> About | None:
    """The same in another revision, where the operation may have another id and the line another number.

    None where it is no longer there. Of several lines that say the same it is the one between the same lines, then the
    nearest. `texts`: of the files that have comments on lines, by path.
    """
    if on.operation is not None:
        same = next((one for one in document.operations if _thing(one) == on.thing), None)
        return replace(on, operation=same.id) if same else None
    if on.file is not None and not _has(document, on.file):
        return None
    if on.file is None or on.line is None:
        return on
    return _line_again(on, on.line, texts[on.file])


def lines_of(text: str) -> list[str]:
    """As they are numbered where a file is shown."""
    return text.removesuffix("\n").split("\n")


def _line_again(on: About, was: int, text: str) -> About | None:
    lines = lines_of(text)
    same = [number for number, line in enumerate(lines, 1) if _kept(line) == on.thing[0]]

    def apart(number: int) -> tuple[int, int]:
        others = sum(one != other for one, other in zip(_around(lines, number), on.thing, strict=True))
        return others, abs(number - was)

    return replace(on, line=min(same, key=apart)) if same else None


def _around(lines: list[str], number: int) -> Thing:
    """What it says, and what stands above and below it; None where nothing does."""
    above = _kept(lines[number - 2]) if number > 1 else None
    below = _kept(lines[number]) if number < len(lines) else None
    return _kept(lines[number - 1]), above, below


def _has(document: PlanDocument, path: str) -> bool:
    return any(one.path == path for one in document.files)


def _kept(line: str) -> str:
    return line[:_MOST_CHARACTERS]


def _thing(one: Operation) -> Thing:
    return (one.kind, one.pdb, one.owner, one.table, one.index, one.part)

"""From one revision of a plan to another: what moves, what was asked, and the text of the files."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.operation import Rewrite
from segtier.model.plan_document import PlanDocument
from segtier.model.review import FileChange, PlacementChange, PlanDifference, SettingChange
from segtier.model.scenario import Typed
from segtier.review.arrivals import arriving
from segtier.units import format_bytes

_SUMS = "SHA256SUMS"
_MOST_LINES = 20_000
"""Of a file; a longer one is told to be another without saying where."""


@dataclass(frozen=True, slots=True)
class Side:
    """One revision. `files`: texts of the signed core by their paths, in order."""

    number: int
    document: PlanDocument
    settings: Mapping[str, Typed]
    files: Mapping[str, str]


def difference(before: Side, after: Side) -> PlanDifference:
    return PlanDifference(
        before=before.number,
        after=after.number,
        placement=_placement(before.document, after.document),
        settings=tuple(_settings(before.settings, after.settings)),
        files=tuple(_files(before.files, after.files)),
    )


def _placement(before: PlanDocument, after: PlanDocument) -> PlacementChange:
    old, new = _moved(before), _moved(after)
    came, went = sorted(new.keys() - old.keys()), sorted(old.keys() - new.keys())
    old_bytes, new_bytes = _together(old), _together(new)
    return PlacementChange(tuple(came), tuple(went), old_bytes, new_bytes, _text(came, went, old_bytes, new_bytes))


def _moved(document: PlanDocument) -> dict[str, int | None]:
    """Segments that arrive on the flash, by name."""
    return {_name(pdb, row): row.size_bytes for pdb, row in arriving(document)}


def _name(pdb: str | None, row: Rewrite) -> str:
    named = f"{pdb}:" if pdb else ""
    part = f" {row.subobject}" if row.subobject else ""
    column = f" {row.column}" if row.column else ""
    return f"{named}{row.owner}.{row.name}{part}{column}"


def _together(sizes: Mapping[str, int | None]) -> int | None:
    known = [size for size in sizes.values() if size is not None]
    return sum(known) if len(known) == len(sizes) else None


def _text(came: list[str], went: list[str], old: int | None, new: int | None) -> str:
    told = [
        f"{sign}{len(names):,} segment{'' if len(names) == 1 else 's'}"
        for sign, names in (("+", came), ("-", went))
        if names
    ]
    if old is not None and new is not None and new != old:
        told.append(f"{'+' if new > old else '-'}{format_bytes(abs(new - old))}")
    return ", ".join(told) or "the same segments"


def _settings(before: Mapping[str, Typed], after: Mapping[str, Typed]) -> Iterator[SettingChange]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield SettingChange(name, before.get(name), after.get(name))


def _files(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[FileChange]:
    for path in dict.fromkeys((*before, *after)):
        old, new = before.get(path), after.get(path)
        if path != _SUMS and old != new:
            yield FileChange(path, _change(old, new), _diff(path, old or "", new or ""))


def _change(old: str | None, new: str | None) -> Literal["added", "removed", "changed"]:
    if old is None:
        return "added"
    return "removed" if new is None else "changed"


def _diff(path: str, old: str, new: str) -> str | None:
    before, after = old.splitlines(), new.splitlines()
    if max(len(before), len(after)) > _MOST_LINES:
        return None
    return "\n".join(difflib.unified_diff(before, after, f"a/{path}", f"b/{path}", lineterm=""))

"""What the readers of the inputs warned of, as far as it bears on the answer, with the files' names.

A day of reports often has the same fault 24 times: it is said once, with the first file and how many more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from segtier.model.dump_part import DAMAGED
from segtier.model.evidence import Warn
from segtier.model.workload import Source, Workload

BROKEN_OFF = "truncated"
DUMP_DAMAGED, DUMP_TABLE = DAMAGED, "dump-table"
READ_IN_PART = frozenset({BROKEN_OFF, DUMP_DAMAGED, DUMP_TABLE})
"""Of a file that could not be read to its end, or not all of it, though the rest is used."""
_PUT_RIGHT = ("corrected-", "repaired-")
_HARMLESS = frozenset(
    {
        "extra-columns",
        "foreground-derived",
        "overflow",
        "own-averages",
        "pdb-unnamed",
        "repeated-segment",
        "rounded-figures",
        "segments-folded",
        "several-tables",
        "text-report",
    }
)
"""Said in the document for those who look a figure up; nothing an answer rests on is missing or doubtful."""


class _Warns(Protocol):
    @property
    def source(self) -> Source: ...
    @property
    def warnings(self) -> tuple[Warn, ...]: ...


def broken_off(workload: Workload) -> str | None:
    """What is said where a file ended before the report did, or a dump lost what nothing counts; None where neither did."""
    codes = {warn.code for warn in workload.warnings}
    if BROKEN_OFF in codes:
        return "The report breaks off: what stood behind the break is not known."
    if DUMP_DAMAGED in codes:
        return "The dump is truncated or damaged; Segtier cannot tell what is missing."
    return None


def lacks_rows(workload: Workload) -> bool:
    """Whether a table of a dump was not read whole."""
    return any(warn.code == DUMP_TABLE for warn in workload.warnings)


def input_warnings(inputs: Sequence[_Warns]) -> tuple[Warn, ...]:
    """One warning for each code and section, in the order of the inputs; of several files the first one's words."""
    found: dict[tuple[str, str | None], tuple[Warn, dict[str, None]]] = {}
    for document in inputs:
        for warn in filter(_matters, document.warnings):
            _, files = found.setdefault((warn.code, warn.section), (warn, {}))
            files[document.source.file or "an input"] = None
    return tuple(_named(warn, list(files)) for warn, files in found.values())


def _matters(warn: Warn) -> bool:
    return not warn.code.startswith(_PUT_RIGHT) and warn.code not in _HARMLESS


def _named(warn: Warn, files: Sequence[str]) -> Warn:
    more = f" and {len(files) - 1} more" if len(files) > 1 else ""
    section = f", {warn.section}" if warn.section and warn.section not in warn.message else ""
    return Warn(warn.code, f"{files[0]}{more}{section}: {warn.message}", warn.section)

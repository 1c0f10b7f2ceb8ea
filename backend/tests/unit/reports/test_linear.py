"""Reading twice as much takes twice the steps, for every hostile shape: calls are counted, no clock is asked.

What one call does inside (a pattern, a C function) is not seen here: patterns are judged in `tests/unit/test_patterns.py`, and
`benchmarks/linear.py` times the same shapes at larger sizes.
"""

from __future__ import annotations

import contextlib
import sys
from types import FrameType

import pytest

from segtier.errors import SegtierError, UnreadableInput
from segtier.reports import read_document
from tests import hostile_workbooks
from tests.unit.reports import hostile

_BYTES, _PARTS_BYTES = 20_000, 80_000
"""Parts of a workbook are read in pieces of 64 kB: below that there is one."""
_MOST_RATIO = 2.2
_SHAPES = {**hostile.SHAPES, **hostile.LARGE, **hostile_workbooks.SHAPES}


def calls(data: bytes) -> int:
    """How many functions are called while a file is read, Python's and C's."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        with contextlib.suppress(SegtierError):
            read_document(data, "hostile")
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("shape", _SHAPES)
def test_steps_grow_with_the_size(shape: str) -> None:
    make = _SHAPES[shape]
    calls(make(1_000))  # what is made once and kept
    size = _PARTS_BYTES if shape.startswith("xlsx") else _BYTES
    small, twice, four = (calls(make(times * size)) for times in (1, 2, 4))
    assert twice <= _MOST_RATIO * small
    assert four <= _MOST_RATIO * twice


@pytest.mark.parametrize("shape", ["text, newlines", "statspack, newlines", "awr miner, newlines", "html, paragraphs"])
def test_what_no_report_holds_is_refused(shape: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        read_document(hostile.LARGE[shape](6_500_000), "hostile")
    assert refused.value.code == "too-large"

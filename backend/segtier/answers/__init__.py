"""An advice as one file: its pieces, and a row for each segment that is sorted, filtered and paged where it lies."""

from segtier.answers.kept import Kept
from segtier.answers.once import once
from segtier.answers.read import Answer, Direction, SegmentPage, SegmentQuery, SegmentSort, whole_answer
from segtier.answers.write import answer_bytes

__all__ = [
    "Answer",
    "Direction",
    "Kept",
    "SegmentPage",
    "SegmentQuery",
    "SegmentSort",
    "answer_bytes",
    "once",
    "whole_answer",
]

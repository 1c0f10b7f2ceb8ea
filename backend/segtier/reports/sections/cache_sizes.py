"""Cache Sizes of the front page: label and value twice in a row (`Buffer Cache:` ... `Std Block Size:`).

Statspack up to 10.1 prints one value, that of the end.
"""

from __future__ import annotations

from segtier.reports.numbers import data_bytes, words
from segtier.reports.sections.mechanism import Row, Section, column


def _row(row: Row) -> Row:
    return row


CACHE_SIZES = Section(
    name="Cache Sizes",
    headings=("Cache Sizes (end)",),
    ragged=True,
    columns=(
        column("label", "", read=words, required=True),
        column("begin", "Begin", "Value", read=data_bytes, required=True),
        column("end", "End", read=data_bytes),
        column("second_label", "", read=words, nth=1),
        column("second_value", "", read=data_bytes, nth=2),
        column("second_value", "Value", read=data_bytes, nth=1),
    ),
    build=_row,
)

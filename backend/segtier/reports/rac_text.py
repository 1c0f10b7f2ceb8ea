"""An AWR report of a whole RAC database in text form (awrgrpt.sql, text) -> Workload.

The sections are those of the HTML report, with names cut and figures rounded at the width of their columns.
"""

from __future__ import annotations

from segtier.model.workload import Source, Workload
from segtier.reports.rac_global import SECTIONS, assemble
from segtier.reports.tables.text_grouped import read_grouped_text_page
from segtier.reports.text_gathering import TextGathering, with_cut_names

_BETTER = "the HTML report of the same snapshots has both in full"

__all__ = ["SECTIONS", "read_rac_text"]


def read_rac_text(text: str, source: Source) -> Workload:
    """The workload of the whole database. Raises UnreadableInput where the page holds none of the report's sections."""
    reader = TextGathering(read_grouped_text_page(text), SECTIONS)
    return with_cut_names(assemble(reader, text, source), reader, _BETTER)

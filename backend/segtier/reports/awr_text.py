"""An AWR instance report in text form (awrrpt.sql, text; 10.2 to 19c, RAC instance, PDB) -> Workload.

The sections are those of the HTML report. Less is in it: names are cut at the width of their column, figures are
rounded to it (`7.1E+04`), so it weighs less than the HTML report of the same snapshots.
"""

from __future__ import annotations

from segtier.model.workload import Source, Workload
from segtier.reports.awr import EVERY_SECTION, SECTIONS, assemble
from segtier.reports.invalid_figures import read_marks, without_times
from segtier.reports.tables.text import read_text_page
from segtier.reports.text_gathering import TextGathering, with_cut_names

_BETTER = "the HTML report of the same snapshots has both in full"

__all__ = ["SECTIONS", "read_awr_text"]


def read_awr_text(text: str, source: Source) -> Workload:
    """The workload of one instance report in text form.

    Raises UnreadableInput where the page holds none of the report's sections, or says that its results are invalid.
    """
    marks = read_marks(text)
    reader = TextGathering(read_text_page(text), EVERY_SECTION)
    workload = with_cut_names(assemble(reader, text, source), reader, _BETTER)
    return without_times(workload, marks)

"""An AWR compare-period report in text form (awrddrpt.sql, text) -> a pair of workloads.

The sections are those of the HTML report, with names cut and figures rounded at the width of their columns.
"""

from __future__ import annotations

from segtier.model.pair import Pair
from segtier.model.workload import Source, Workload
from segtier.reports.compare_periods import FIRST, SECOND, SECTIONS, assemble
from segtier.reports.sections.compared import PeriodSections
from segtier.reports.tables.raw import Page
from segtier.reports.tables.text_grouped import read_grouped_text_page
from segtier.reports.text_gathering import TextGathering, with_cut_names

_BETTER = "the HTML report of the same periods has both in full"

__all__ = ["SECTIONS", "read_compare_text"]


def read_compare_text(text: str, source: Source) -> Pair:
    """Both periods. Raises UnreadableInput where the page holds none of the report's sections."""
    page = read_grouped_text_page(text)
    return Pair(_period(page, FIRST, text, source), _period(page, SECOND, text, source))


def _period(page: Page, period: PeriodSections, text: str, source: Source) -> Workload:
    reader = TextGathering(page, SECTIONS)
    return with_cut_names(assemble(reader, period, text, source), reader, _BETTER)

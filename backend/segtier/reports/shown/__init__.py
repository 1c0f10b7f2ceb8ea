"""An uploaded report as a page to look at, with one row marked."""

from segtier.reports.shown.show import show_place

__all__ = ["show_place"]

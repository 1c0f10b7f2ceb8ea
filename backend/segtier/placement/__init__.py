"""Which segments go where: receives benefits as numbers, so it needs no report."""

from segtier.placement.choose import choose

__all__ = ["choose"]

"""Placement in, operations out: what Oracle will be asked to do, one statement each. Pure; nothing here writes a script."""

from __future__ import annotations

from segtier.plan.operations.segments import operations_of

__all__ = ["operations_of"]

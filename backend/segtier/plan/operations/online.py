"""Does a plan move everything online? Then it holds no other way, and its block refuses what turns out not to go online."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from segtier.model.operation import Operation
from segtier.plan.operations.kinds import kinds

DEFAULTS = "DEFAULTS"
"""The shape of default attributes: no segment, no outage."""


def moves_online(operations: Iterable[Operation]) -> bool:
    """Each that moves a segment surely does so ONLINE."""
    return all(one.online == "YES" or kinds()[one.kind].shape == DEFAULTS for one in operations)


def as_written(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """Without the statements that take an outage where the plan counts on none."""
    if not moves_online(operations):
        return tuple(operations)
    return tuple(replace(one, otherwise=None, inverse_otherwise=None) for one in operations)

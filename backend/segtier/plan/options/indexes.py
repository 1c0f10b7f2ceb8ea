"""All indexes: moved by name, as chosen segments are."""

from __future__ import annotations

from typing import ClassVar

from segtier.oracle.gates import rebuild_index_online
from segtier.plan.contract import Gates
from segtier.plan.options.segments import Segments


class Indexes(Segments):
    title = "Move the indexes to SSD"
    gates: ClassVar[Gates] = (rebuild_index_online,)

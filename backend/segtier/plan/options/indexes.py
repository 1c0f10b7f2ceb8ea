"""All indexes: moved by name, as chosen segments are."""

from __future__ import annotations

from dataclasses import replace

from segtier.oracle.gates import rebuild_index_online
from segtier.plan.options import segments

OPTION = replace(segments.OPTION, name="indexes", title="Move the indexes to SSD", gates=(rebuild_index_online,))

"""The options that have scripts, each in a file of its own: its checks, its moves, the way back, and what its README says."""

from __future__ import annotations

from typing import assert_never

from segtier.model.option import SPECS, OptionName
from segtier.plan.contract import Scripts
from segtier.plan.options.all import AllData
from segtier.plan.options.flash_cache import FlashCache
from segtier.plan.options.indexes import Indexes
from segtier.plan.options.redo import Redo
from segtier.plan.options.segments import Segments
from segtier.plan.options.temp import Temp


def _scripts(name: OptionName) -> Scripts | None:
    match name:
        case "all":
            return AllData()
        case "indexes":
            return Indexes()
        case "segments":
            return Segments()
        case "redo":
            return Redo()
        case "temp":
            return Temp()
        case "flash-cache":
            return FlashCache()
        case "none" | "buffer-cache" | "combination":
            return None
        case _:
            assert_never(name)


SCRIPTS: dict[OptionName, Scripts] = {name: found for name in SPECS if (found := _scripts(name)) is not None}
"""Of every option that needs flash; a combination is made of those of its parts."""

"""The options that have scripts, each in a file of its own: its checks, its moves, the way back, and what its README says."""

from __future__ import annotations

from segtier.model.option import OptionName
from segtier.plan.contract import Scripts
from segtier.plan.options.all import AllData
from segtier.plan.options.flash_cache import FlashCache
from segtier.plan.options.indexes import Indexes
from segtier.plan.options.redo import Redo
from segtier.plan.options.segments import Segments
from segtier.plan.options.set import NamedSegments
from segtier.plan.options.temp import Temp

SCRIPTS: dict[OptionName, Scripts] = {
    "all": AllData(),
    "indexes": Indexes(),
    "segments": Segments(),
    "set": NamedSegments(),
    "redo": Redo(),
    "temp": Temp(),
    "flash-cache": FlashCache(),
}
"""Of every option that needs flash; a combination is made of those of its parts, tiers of those of segments."""

"""The bundle for Amazon RDS for Oracle: the same operations, written for a master user and the AWS CLI.

Nothing here decides what moves. What RDS cannot do is refused with the route that works (`screen.py`).
"""

from __future__ import annotations

from segtier.model.option import OptionName
from segtier.plan.options.option import Scripts
from segtier.plan.write.rds.data_files import AllDataOnRds
from segtier.plan.write.rds.flash_cache import FlashCacheOnRds
from segtier.plan.write.rds.redo import RedoOnRds
from segtier.plan.write.rds.segments import IndexesOnRds, SegmentsOnRds
from segtier.plan.write.rds.temp import TempOnRds

SCRIPTS: dict[OptionName, Scripts] = {
    "all": AllDataOnRds(),
    "indexes": IndexesOnRds(),
    "segments": SegmentsOnRds(),
    "redo": RedoOnRds(),
    "temp": TempOnRds(),
    "flash-cache": FlashCacheOnRds(),
}

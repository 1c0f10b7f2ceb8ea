"""The bundle for Amazon RDS for Oracle: the same operations, written for a master user and the AWS CLI.

Nothing here decides what moves. What RDS cannot do is refused with the route that works (`screen.py`).
"""

from __future__ import annotations

from dataclasses import replace

from segtier.model.option import OptionName
from segtier.plan.options import redo
from segtier.plan.options.option import Scripts
from segtier.plan.write.rds import data_files, flash_cache, segments, temp
from segtier.plan.write.rds.screen import screen_redo

SCRIPTS: dict[OptionName, Scripts] = {
    "all": data_files.OPTION,
    "indexes": segments.INDEXES,
    "segments": segments.SEGMENTS,
    "redo": replace(redo.OPTION, screen=screen_redo),
    "temp": temp.OPTION,
    "flash-cache": flash_cache.OPTION,
}

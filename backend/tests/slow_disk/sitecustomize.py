"""Lets syncs of stored files stand still, in every Python process that finds this module on its path.

Python imports a module of this name by itself when it starts. SLOW_DISK names a folder of the test. While there is a file
`file` or `folder` in it, a sync of such a thing below `files/` of the data folder writes `waiting` there and does not return.
"""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

_STEP_S = 0.02


def _slow(folder: Path) -> None:
    fsync = os.fsync

    def slow_fsync(handle: int) -> None:
        path = os.readlink(f"/proc/self/fd/{handle}")
        kind = "folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file"
        while "/files" in path and (folder / kind).exists():
            (folder / "waiting").touch()
            time.sleep(_STEP_S)
        fsync(handle)

    os.fsync = slow_fsync


if "SLOW_DISK" in os.environ:
    _slow(Path(os.environ["SLOW_DISK"]))

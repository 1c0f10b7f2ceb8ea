"""What the proving ground needs of the machine, and what of it is missing."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from lab.ground.device.build import compiler
from segtier.dataclass import dataclass
from segtier.units import GIB

OLDEST = 15
"""CREATE DATABASE ... STRATEGY is new there."""
NEEDED_BYTES = 2 * GIB
"""By a cluster: the databases of all families, the one at hand, and the log."""
MEMORY, DEBIAN = Path("/dev/shm"), Path("/usr/lib/postgresql")
_PROGRAMS = ("initdb", "postgres", "pgbench")
OWNER = "postgres"
"""Who runs the cluster where we are root."""
_INSTALL = "apt-get install postgresql gcc libc6-dev"


@dataclass(frozen=True, slots=True)
class Machine:
    """Where the programs are, and where a cluster finds room in memory."""

    programs: Path | None
    release: int | None
    """PostgreSQL's major release."""
    room: Path
    """In memory where the machine has it mounted, else the folder for temporary files."""
    missing: tuple[str, ...]
    """What is missing, one sentence each; empty: it can start."""


def look(clusters: int = 1) -> Machine:
    """At the machine at hand, for so many clusters side by side."""
    needed = clusters * NEEDED_BYTES
    programs = _programs()
    release = _release(programs) if programs else None
    room = MEMORY if os.access(MEMORY, os.W_OK) and _free(MEMORY) >= needed else Path(tempfile.gettempdir())
    missing = []
    if compiler() is None:
        missing.append(f"a C compiler (cc): {_INSTALL}")
    if programs is None:
        missing.append(f"{', '.join(_PROGRAMS)} of PostgreSQL {OLDEST} or later: {_INSTALL}")
    elif release is not None and release < OLDEST:
        missing.append(f"PostgreSQL {OLDEST} or later; {programs} has {release}")
    if os.geteuid() == 0 and not _has_user(OWNER):
        missing.append(f"the user {OWNER}: PostgreSQL refuses to run as root")
    if _free(room) < needed:
        missing.append(f"{needed // GIB} GiB of room in {MEMORY} or {tempfile.gettempdir()}")
    if not Path("/proc/self/schedstat").is_file():
        missing.append(
            "/proc/PID/schedstat (Linux with CONFIG_SCHED_INFO), which tells how long processes wait for a CPU"
        )
    return Machine(programs, release, room, tuple(missing))


def _has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def _programs() -> Path | None:
    """Debian keeps them where no PATH leads; the newest release that has all of them."""
    on_path = shutil.which("postgres")
    found = [path.parent for path in DEBIAN.glob("*/bin/postgres")]
    found.sort(key=lambda path: int(path.parent.name) if path.parent.name.isdigit() else 0)
    if on_path:
        found.append(Path(on_path).resolve().parent)
    whole = [path for path in found if all((path / name).exists() for name in _PROGRAMS)]
    return whole[-1] if whole else None


def _release(programs: Path) -> int | None:
    said = subprocess.run([str(programs / "postgres"), "--version"], capture_output=True, text=True, check=False).stdout
    number = re.search(r"\b(\d+)", said)
    return int(number.group(1)) if number else None


def _free(folder: Path) -> int:
    return shutil.disk_usage(folder).free if folder.is_dir() else 0

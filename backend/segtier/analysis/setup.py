"""How a report says its database is set up, and by which names that is known."""

from __future__ import annotations

import re
from collections.abc import Iterable

from segtier.analysis.figures import first_known, load_per_s, parameter, statistic_per_s
from segtier.model.hour import Setup
from segtier.model.workload import Workload

PLACES = ("db_create_file_dest", "control_files")
"""Parameters that name where files are."""
_ASKED = ("compatible", "memory_target", "sga_target", "db_cache_size", *PLACES)
_PATH = re.compile(r"/|[A-Za-z]:[\\/]")
_RDS_FILES, _RDS_PARAMETERS = "/rdsdbdata", "rds."
"""Amazon RDS: begins the names of all files, and of parameters of its own."""


def setup_of(workload: Workload) -> Setup:
    values = {name: value for name in _ASKED if (value := parameter(workload, name))}
    files = [row.file for row in workload.file_io]
    said = (str(value) for row in workload.parameters for value in (row.begin, row.end) if value is not None)
    return Setup(
        parameters=values,
        files=first_of_each_kind(files),
        of_rds=any(map(is_rds_file, (*files, *said)))
        or any(row.name.lower().startswith(_RDS_PARAMETERS) for row in workload.parameters),
        redo_bytes_per_s=first_known(statistic_per_s(workload, "redo size"), load_per_s(workload, "Redo size")),
    )


def first_of_each_kind(names: Iterable[str]) -> tuple[str, ...]:
    """One in a disk group, one in a file system, as far as there are any."""
    found: dict[bool, str] = {}
    for name in names:
        kind = in_disk_group(name)
        if kind is not None:
            found.setdefault(kind, name)
    return tuple(found.values())


def in_disk_group(name: str) -> bool | None:
    """None for what is neither: a masked name, or a part of one."""
    plain = name.strip("'\" ")
    if plain.startswith("+"):
        return True
    return False if _PATH.match(plain) else None


def is_rds_file(name: str) -> bool:
    return name.startswith(_RDS_FILES)

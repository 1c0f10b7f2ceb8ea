"""Where the files of an option go: a disk group, a directory, or a place that the administrator must still name.

The scripts read it from settings.sql as the bind variable `s_flash_place`, so there is one line to correct and nothing
to search for. What nobody has told stands there as an example value, and every script stops on it.
"""

from __future__ import annotations

from dataclasses import fields

from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.option import COMBINATION, SPECS
from segtier.model.plan import PlanRequest, Targets
from segtier.plan.by_platform import is_windows
from segtier.plan.quoting import location

EXAMPLE = "CHANGE_THIS"
_DEFAULTS = {field.name: field.default for field in fields(Targets)}


@dataclass(frozen=True, slots=True)
class Place:
    """`group`: the disk group the bundle prepares, `directory`: the path; `setting`: what settings.sql says at first."""

    group: str | None
    directory: str | None
    setting: str

    @property
    def start(self) -> str:
        """What the name of every file there begins with."""
        return self.setting + ("\\" if "\\" in self.setting else "/")

    @property
    def asked(self) -> bool:
        """The administrator must name it before any script runs."""
        return self.setting == EXAMPLE


def place_of(request: PlanRequest) -> Place:
    """The name given for the option, or, where none was given, what the data files of today say. Raises Refused.

    All parts of a combination go to the place of the data: a disk belongs to one disk group. On RDS it is DB_CREATE_FILE_DEST
    of the additional volume.
    """
    if request.on_rds:
        where = f"/{request.targets.rds.volume}/db"
        return Place(None, where, where)
    field = SPECS[COMBINATION if request.parts else request.option].targets[-1]
    name = getattr(request.targets, field)
    where = location(name, windows=is_windows(request))
    if where.startswith("/dev/") and not request.spec.per_node:
        raise Refused(
            f"{where} is a device: files of the database go to a disk group or a directory",
            code="bad-name",
            advice="Name the disk group or the directory on the SSD.",
        )
    if not where.startswith("+"):
        return Place(None, where, where)
    if name != _DEFAULTS[field] or request.on_asm:
        return Place(where[1:], None, where)
    return Place(None if request.on_asm is False else where[1:], None, EXAMPLE)

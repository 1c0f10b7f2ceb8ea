"""The place of the flash on a machine of one's own: the name given for the option, or what the data files of today say."""

from __future__ import annotations

from dataclasses import fields, replace

from segtier.errors import Refused
from segtier.model.option import COMBINATION, SPECS
from segtier.model.plan import Destination
from segtier.plan.by_platform import directory, is_windows, slash
from segtier.plan.contract import TargetedRequest
from segtier.plan.place import EXAMPLE, Place
from segtier.plan.quoting import location

_DEFAULTS = {field.name: field.default for field in fields(Destination)}


def place_of(request: TargetedRequest) -> Place:
    place = _place(request)
    return replace(place, note=_note(place))


def _place(request: TargetedRequest) -> Place:
    """All parts of a combination go to the place of the data: a disk belongs to one disk group. Raises Refused."""
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


def place_guard(request: TargetedRequest) -> str:
    told = "a path such as E:\\ORADATA\\SSD in capitals, of" if is_windows(request) else "an absolute path of"
    places = f"^([+][A-Z][A-Z0-9_]{{0,29}}|{directory(request)})$"
    return request.piece("place.sql", EXAMPLE=EXAMPLE, TOLD=told, SLASH=slash(request), PLACES=places)


def _note(place: Place) -> str:
    if not place.asked:
        return "-- flash_place: where the files go, +GROUP for a disk group or a directory such as /u02/ssd\n"
    group = f"+{place.group} when 20_asm_diskgroups.sql has made it, or " if place.group else ""
    known = "nothing in the inputs says whether the files are in ASM" if place.group else "the files are not in ASM"
    return (
        f"-- flash_place: FILL THIS IN, the scripts stop on {EXAMPLE}. It is {group}a directory such as\n"
        f"-- /u02/ssd on a file system of the SSD ({known})\n"
    )

"""A machine whose administrator is SYSDBA and root."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import ClassVar

from segtier.errors import Refused
from segtier.model.option import COMBINATION, SPECS
from segtier.model.plan import BundleFile, Destination, PlanRequest, PlanTier, Step, TargetName
from segtier.oracle.platforms import platform_of
from segtier.plan.contract import EXAMPLE, NOTHING, Place, Target, TargetedRequest, Terms
from segtier.plan.options import SCRIPTS
from segtier.plan.options.segments import made_by
from segtier.plan.sqlplus.platform import CHECKLIST, by_platform, directory, has_checklist, is_windows, slash
from segtier.plan.sqlplus.quoting import location
from segtier.plan.sqlplus.template import piece
from segtier.plan.storage.asm import asm_files
from segtier.plan.storage.disks import CACHE_RULES, Devices, rules_file
from segtier.plan.storage.flash_cache import cache_files, flash_location
from segtier.plan.storage.os_setup import os_files
from segtier.plan.storage.place_today import place_today

TERMS = Terms(
    administered=True,
    dba="SYSDBA",
    how="""\
Unpack into a folder of its own in which each user named below may write, `sha256sum -c SHA256SUMS`, fill in `settings.sql`. Run
the files from %%FOLDER%%, in order: `sqlplus / as sysdba @steps/00_precheck.sql`, `sqlplus / as sysasm @steps/...`,
as root `bash os/...`. Every SYSDBA script checks that this is its database, stops with an error that says why, and may be run
again: what is done is skipped. Keep logs and `old_...` files: the way back reads them. A bundle that nobody approved asks once
for what `REVIEW.txt` names. No Oracle server has run these scripts yet: try them on a copy first.
""",
    once="""\
## The SSD, once for all parts

All files of all parts go to one place, `flash_place` in `settings.sql`. Run this after the prechecks and before part 1.

""",
    usable="SSD",
    unplaced="looked up by its precheck, not counted here",
    copies="a standby, if there is one, has STANDBY_FILE_MANAGEMENT = AUTO and room for the same files",
    report="After a busy hour take another one, then @?/rdbms/admin/awrrpt.sql writes the report: give it to Segtier.",
    repair="DBMS_REPAIR",
    unkept="""\
NOT EXISTS (SELECT 1 FROM v$backup_datafile b
                                           WHERE b.file# = d.file# AND b.checkpoint_change# > d.unrecoverable_change#)""",
    force_logging="ALTER DATABASE FORCE LOGGING, or ALTER TABLESPACE ... FORCE LOGGING for each of these tablespaces",
    mend_standby="a standby lacks those blocks. There, in RMAN: RECOVER DATABASE NONLOGGED BLOCK; before 12.2 copy that file"
    " again.",
    names_files=True,
)
_LOOKS_RENTED = (
    "These inputs look like those of Amazon RDS for Oracle, where nobody is SYSDBA or root: these scripts cannot run there."
    " Make the plan with --target rds (target=rds over REST)."
)
_PRECHECK = {
    False: "Looks, changes nothing, prints PASS or FAIL.",
    True: "Looks, changes nothing, prints PASS or FAIL and every statement. Run it again after {making}.",
}
_LOOKS = "Looks at the disks, their health and what is on them. Fill in segtier.env first; --apply"
_FILE_SYSTEM = (
    "The files go to a file system. SQL cannot see its room; 10_os_setup.sh looks at it. Mount it with the options Oracle"
    " asks for, and set filesystemio_options so that they are read directly."
)
_ASKED_BY_HAND = f"The SSD's place is not set. Fill in flash_place in settings.sql; every script stops on {EXAMPLE}."
_ASKED = f"{_ASKED_BY_HAND} For a file system fill in DIRECTORY in segtier.env as well."
_DEFAULTS = {field.name: field.default for field in fields(Destination)}


class Own(Target):
    name: ClassVar[TargetName] = "own"

    def place(self, request: TargetedRequest) -> Place:
        place = _place(request)
        return replace(place, note=_note(place))

    def place_guard(self, request: TargetedRequest) -> str:
        told = "a path such as E:\\ORADATA\\SSD in capitals, of" if is_windows(request) else "an absolute path of"
        places = f"^([+][A-Z][A-Z0-9_]{{0,29}}|{directory(request)})$"
        text = piece("place", request, EXAMPLE=EXAMPLE, TOLD=told, SLASH=slash(request), PLACES=places)
        return text + piece("second_place", request, TOLD=told, PLACES=places) if request.option == "redo" else text

    def storage_files(self, request: TargetedRequest, needed_bytes: int) -> list[BundleFile]:
        if request.spec.per_node:
            links = tuple(file.path for file in cache_files(request) if file.is_device)
            if links:
                return list(os_files(Devices(device_links=links), request))
        if request.place_there:
            return []
        place = request.place
        if request.listed_group is not None:
            # Nothing to prepare; what 10_os_setup.sh says of the operating system the flash cache still needs.
            return list(os_files(Devices(group=place.group), request)) if request.has_cache else []
        devices = Devices(group=place.group, directory=place.directory, asked=place.asked, needed_bytes=needed_bytes)
        files = list(os_files(devices, request))
        return [*files, *asm_files([place.group], request)] if place.group else files

    def steps(self, request: TargetedRequest) -> Sequence[Step]:
        looks = _PRECHECK[request.spec.by_name].format(making=made_by(request))
        return (
            Step("00_precheck.sql", "SYSDBA", looks, "none", NOTHING, "-"),
            _ground(request),
            Step(
                "20_asm_diskgroups.sql",
                "SYSASM (grid)",
                f"Creates the disk group on {request.flash}.",
                "none",
                "the disks lose their content",
                f"as SYSASM `DROP DISKGROUP {request.place.group or 'NAME'}`; it refuses while files are in it",
            ),
        )

    def placed(self, request: TargetedRequest) -> tuple[PlanTier, ...]:
        """That of a tier of today is where its tablespaces are, if an inventory says it."""
        files = (request.known.datafiles if request.known else None) or ()
        return tuple(
            one if one.place or not one.today else replace(one, place=place_today(one.data_tablespace, files) or "")
            for one in request.tiers
        )

    def at(self, tier: PlanTier, targets: Destination) -> Destination:
        return replace(targets, data_diskgroup=tier.place)

    def notes(self, request: TargetedRequest) -> list[str]:
        if request.spec.per_node:
            return []
        place = request.place
        notes = [_ASKED_BY_HAND if has_checklist(request) else _ASKED] if place.asked else []
        return notes if place.group else [*notes, by_platform(_FILE_SYSTEM, request)]

    def told(self, request: PlanRequest, rented: bool) -> PlanRequest:
        return replace(request, warnings=(*request.warnings, _LOOKS_RENTED)) if rented else request


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


def _note(place: Place) -> str:
    if not place.asked:
        return "-- flash_place: where the files go, +GROUP for a disk group or a directory such as /u02/ssd\n"
    group = f"+{place.group} when 20_asm_diskgroups.sql has made it, or " if place.group else ""
    known = "nothing in the inputs says whether the files are in ASM" if place.group else "the files are not in ASM"
    return (
        f"-- flash_place: FILL THIS IN, the scripts stop on {EXAMPLE}. It is {group}a directory such as\n"
        f"-- /u02/ssd on a file system of the SSD ({known})\n"
    )


def _ground(request: TargetedRequest) -> Step:
    """What is done below the files, as the platform has it."""
    nodes = "" if request.database.rac is False else ", every node"
    who = f"{'Administrator' if is_windows(request) else 'root'}{nodes}, before 20"
    if has_checklist(request):
        return Step(CHECKLIST, who, "The steps of this platform, to be ticked one by one.", "none", NOTHING, "-")
    what = f"{_LOOKS} gives them names, owners and mode 0660 through udev, or makes a file system."
    back = f"as root: rm {' '.join(_rules_files(request))}, udevadm control --reload" if _rules_files(request) else "-"
    directory = request.place.directory
    if directory is not None and not request.spec.per_node:
        back = f"as root, where 10_os_setup.sh made the file system: umount {directory}, and its line out of /etc/fstab"
    if platform_of(request.database) == "solaris":
        what, back = f"{_LOOKS} gives the slices their owner and mode 0660.", "chown root:sys on the slices"
    return Step("10_os_setup.sh", who, what, "none", NOTHING, back)


def _rules_files(request: TargetedRequest) -> list[str]:
    """What 10_os_setup.sh writes of udev: other plans have files of their own, whose disks are in use."""
    cache = request.has_cache and flash_location(request).startswith("/dev/")
    groups = [request.place.group] if request.place.group and not request.spec.per_node else []
    return [rules_file(name) for name in (*groups, *([CACHE_RULES] if cache else []))]


OWN = Own("a machine of your own", SCRIPTS, TERMS)

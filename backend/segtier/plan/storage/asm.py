"""20_asm_diskgroups.sql: the disk groups, in plain SQL because an ASM instance has no dictionary.

A check that must hold is a query that divides by zero where it does not, so that WHENEVER SQLERROR stops the script.
Source: SQL Language Reference, CREATE DISKGROUP; ASM Administrator's Guide, Managing Disk Group Attributes.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from segtier.dataclass import dataclass
from segtier.model.plan import BundleFile
from segtier.oracle.platforms import platform_of
from segtier.oracle.releases import release_of
from segtier.plan.contract import EXAMPLE, TargetedRequest
from segtier.plan.sqlplus import ddl
from segtier.plan.sqlplus.platform import by_platform
from segtier.plan.sqlplus.script import header, review_folder
from segtier.plan.sqlplus.template import template

_OLDEST, _PARTS = (11, 2), 2
_LABELLED = (("asmlib", "ORCL:", (0,)), ("afd", "AFD:", (12, 1)))
"""Driver, what its disk strings begin with, first release. Source: ASM Administrator's Guide 12.1, Setting, Clearing, and
Scanning Oracle ASM Filter Driver Labels; Installation Guide for Linux, Configuring Disk Devices to Use Oracle ASMLIB."""
_LONGEST_LABEL = 23
"""Database Error Messages, ASMCMD-09538: letters, digits, underscores, a letter first."""
_WIDTH = 100


def asm_files(groups: Sequence[str], request: TargetedRequest) -> tuple[BundleFile, ...]:
    """Disk groups mirrored by ASM (or not at all); with mirroring also the variant for md arrays, on Linux those for labels."""
    mirrored = request.tier.mirrored
    redundancy, least = ("NORMAL", 2) if mirrored else ("EXTERNAL", 1)
    files = [_file("20_asm_diskgroups.sql", groups, request, redundancy, _Found(prefix="d", least=least))]
    if request.may_mirror_by_md:
        files.append(_file("20_asm_diskgroups_md.sql", groups, request, "EXTERNAL", _Found(prefix="md", least=1)))
    if platform_of(request.database) in (None, "linux"):
        for name, string, oldest in _LABELLED:
            if (release_of(request.database) or oldest) >= oldest:
                files.append(_file(f"20_asm_diskgroups_{name}.sql", groups, request, redundancy, _Found(string=string)))
    return tuple(files)


@dataclass(frozen=True, slots=True)
class _Found:
    """How ASM finds the disks: numbered names with this prefix, at least so many, or a driver's string before each label."""

    prefix: str = ""
    least: int = 0
    string: str = ""


def _file(path: str, groups: Sequence[str], request: TargetedRequest, redundancy: str, found: _Found) -> BundleFile:
    title = f"creates the disk groups, {redundancy} redundancy (SYSASM, user grid)"
    body = "".join(_group(group, request, redundancy, found) for group in groups)
    head = header(path, title, request, mark="--") + template(
        "asm/head.sql", LOG=path.replace(".sql", ".log"), REVIEW=review_folder(request)
    )
    return BundleFile(
        path,
        f"{head}{body}PROMPT {path} has finished. On a cluster mount the groups on the other nodes\nSPOOL OFF\nEXIT SUCCESS\n",
    )


def _group(group: str, request: TargetedRequest, redundancy: str, found: _Found) -> str:
    least = found.least
    if found.prefix and platform_of(request.database) in (None, "linux"):
        pattern = disk_pattern(group, found.prefix)
        told, disks, match, cover = f"{pattern}*", f"'{pattern}*'", f"LIKE '{pattern}%'", "/dev/segtier/*/*"
    else:
        labelled = [found.string + label for label in labels(group, request)] if found.string else []
        names = labelled or named_disks(group, request)
        least = len(labelled) or least
        disks = textwrap.fill(", ".join(f"'{name}'" for name in names), _WIDTH, break_on_hyphens=False)
        told, match, cover = f"{names[0]} to {names[-1]}", f"IN ({disks})", f"{found.string}*" if labelled else "them"
    create = ddl.CREATE_DISKGROUP.literal(
        name=group, redundancy=redundancy, disks=disks, asm=_asm(request), rdbms=_rdbms(request)
    )
    slots = {"TOLD": told, "MATCH": match, "COVER": cover, "CREATE": create}
    return by_platform(template("asm/group.sql", GROUP=group, LEAST=str(least), **slots), request)


def labels(group: str, request: TargetedRequest) -> list[str]:
    """Labels that 10_os_setup.sh may write, one a disk. Each is named in full: the labels of one group may begin another's."""
    return [f"{group[: _LONGEST_LABEL - 2]}{number}" for number in range(_disks(request))]


def _disks(request: TargetedRequest) -> int:
    """That ASM sees: of RAID 5 or 6 the one that a controller or an array shows."""
    if request.tier.parity:
        return 1
    return max(request.tier.count, 2 if request.tier.mirrored else 1)


def named_disks(group: str, request: TargetedRequest) -> list[str]:
    """Each disk by its name, where no rules of ours make one: stamps of asmtool on Windows, else to be filled in."""
    count = _disks(request)
    if platform_of(request.database) == "windows":
        return [rf"\\.\ORCLDISK{group}{number}" for number in range(count)]
    return [f"{EXAMPLE}_{number}" for number in range(1, count + 1)]


def disk_pattern(group: str, prefix: str) -> str:
    """Start of the fixed names 10_os_setup.sh gives the disks of a group: `/dev/segtier/ssddata/d`.

    A folder for each group, or one group's names would begin another's. /dev/oracleasm is ASMLib's.
    """
    return f"/dev/segtier/{group.lower()}/{prefix}"


def _rdbms(request: TargetedRequest) -> str:
    """compatible.rdbms can never be lowered and may not be above COMPATIBLE: that, or the oldest release taken."""
    return _attribute(_numbers(request.compatible))


def _numbers(text: str | None) -> tuple[int, ...]:
    found = [int(part) for part in (text or "").split(".")[:2] if part.isdigit()]
    return tuple(found) if len(found) == _PARTS and tuple(found) >= _OLDEST else _OLDEST


def _attribute(release: tuple[int, ...]) -> str:
    return ".".join(str(part) for part in (release[:1] if release[0] >= 18 else release[:2])) + (
        ".0" if release[0] >= 18 else ""
    )


def _asm(request: TargetedRequest) -> str:
    """compatible.asm must not exceed the ASM release, which is no older than the database's, nor be below compatible.rdbms."""
    return _attribute(release_of(request.database) or _OLDEST)

"""20_asm_diskgroups.sql: the disk groups, in plain SQL because an ASM instance has no dictionary.

A check that must hold is a query that divides by zero where it does not, so that WHENEVER SQLERROR stops the script.
Source: SQL Language Reference, CREATE DISKGROUP; ASM Administrator's Guide, Managing Disk Group Attributes.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from segtier.model.plan import BundleFile
from segtier.oracle.platforms import platform_of
from segtier.oracle.releases import release_of
from segtier.plan.contract import EXAMPLE, TargetedRequest
from segtier.plan.sqlplus import ddl
from segtier.plan.sqlplus.platform import by_platform
from segtier.plan.sqlplus.script import header, review_folder
from segtier.plan.sqlplus.template import template

_OLDEST, _PARTS = (11, 2), 2
_WIDTH = 100


def asm_files(groups: Sequence[str], request: TargetedRequest) -> tuple[BundleFile, ...]:
    """Disk groups mirrored by ASM (or not at all); with mirroring also the variant for md arrays."""
    mirrored = request.tier.mirrored
    redundancy, least = ("NORMAL", 2) if mirrored else ("EXTERNAL", 1)
    files = [_file("20_asm_diskgroups.sql", groups, request, redundancy, "d", least)]
    if request.may_mirror_by_md:
        files.append(_file("20_asm_diskgroups_md.sql", groups, request, "EXTERNAL", "md", 1))
    return tuple(files)


def _file(
    path: str, groups: Sequence[str], request: TargetedRequest, redundancy: str, prefix: str, least: int
) -> BundleFile:
    title = f"creates the disk groups, {redundancy} redundancy (SYSASM, user grid)"
    body = "".join(_group(group, request, redundancy, prefix, least) for group in groups)
    head = header(path, title, request, mark="--") + template(
        "asm/head.sql", LOG=path.replace(".sql", ".log"), REVIEW=review_folder(request)
    )
    return BundleFile(
        path,
        f"{head}{body}PROMPT {path} has finished. On a cluster mount the groups on the other nodes\nSPOOL OFF\nEXIT SUCCESS\n",
    )


def _group(group: str, request: TargetedRequest, redundancy: str, prefix: str, least: int) -> str:
    if platform_of(request.database) in (None, "linux"):
        pattern = disk_pattern(group, prefix)
        told, disks, match, cover = f"{pattern}*", f"'{pattern}*'", f"LIKE '{pattern}%'", "/dev/segtier/*/*"
    else:
        names = named_disks(group, request)
        disks = textwrap.fill(", ".join(f"'{name}'" for name in names), _WIDTH, break_on_hyphens=False)
        told, match, cover = f"{names[0]} to {names[-1]}", f"IN ({disks})", "them"
    create = ddl.CREATE_DISKGROUP.literal(
        name=group, redundancy=redundancy, disks=disks, asm=_asm(request), rdbms=_rdbms(request)
    )
    slots = {"TOLD": told, "MATCH": match, "COVER": cover, "CREATE": create}
    return by_platform(template("asm/group.sql", GROUP=group, LEAST=str(least), **slots), request)


def named_disks(group: str, request: TargetedRequest) -> list[str]:
    """Each disk by its name, where no rules of ours make one: stamps of asmtool on Windows, else to be filled in."""
    count = max(request.tier.count, 2 if request.tier.mirrored else 1)
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

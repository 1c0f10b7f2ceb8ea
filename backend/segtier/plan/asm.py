"""20_asm_diskgroups.sql: the disk groups, in plain SQL because an ASM instance has no dictionary.

A check that must hold is a query that divides by zero where it does not, so that WHENEVER SQLERROR stops the script.
Source: SQL Language Reference, CREATE DISKGROUP; ASM Administrator's Guide, Managing Disk Group Attributes.
"""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.plan import BundleFile, PlanRequest
from segtier.oracle.releases import release_of
from segtier.plan import ddl
from segtier.plan.sqlplus import fill, header

_OLDEST, _PARTS = (11, 2), 2
_HEAD = """\
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET DEFINE OFF
SET LINESIZE 160 PAGESIZE 100 TRIMSPOOL ON TAB OFF
SET ECHO ON
SPOOL %%LOG%% APPEND
PROMPT Run this on the ASM instance: sqlplus / as sysasm
PROMPT The next query fails with ORA-01476 where this is not an ASM instance
SELECT 1 / COUNT(*) AS is_asm FROM v$parameter WHERE name = 'instance_type' AND UPPER(value) = 'ASM';
COLUMN path FORMAT A60
SELECT path, header_status, os_mb FROM v$asm_disk ORDER BY path;
"""

_GROUP = """\
PROMPT Disk group %%GROUP%%: the next query fails with ORA-01476 where it exists already or
PROMPT fewer than %%LEAST%% unused disks match %%DISKS%%
PROMPT (none: is 10_os_setup.sh done, and does asm_diskstring cover /dev/segtier/*/*?)
SELECT 1 / CASE WHEN
  (SELECT COUNT(*) FROM v$asm_disk WHERE path LIKE '%%LIKE%%'
      AND header_status IN ('CANDIDATE', 'PROVISIONED', 'FORMER')) >= %%LEAST%%
  AND (SELECT COUNT(*) FROM v$asm_disk WHERE path LIKE '%%LIKE%%'
          AND header_status NOT IN ('CANDIDATE', 'PROVISIONED', 'FORMER')) = 0
  AND (SELECT COUNT(*) FROM v$asm_diskgroup WHERE name = '%%GROUP%%') = 0
  THEN 1 ELSE 0 END AS may_create FROM v$instance;
%%CREATE%%;
SELECT name, type, total_mb, usable_file_mb FROM v$asm_diskgroup WHERE name = '%%GROUP%%';
"""


def asm_files(groups: Sequence[str], request: PlanRequest) -> tuple[BundleFile, ...]:
    """Disk groups mirrored by ASM (or not at all); with mirroring also the variant for md arrays."""
    mirrored = request.tier.mirrored
    redundancy, least = ("NORMAL", 2) if mirrored else ("EXTERNAL", 1)
    files = [_file("20_asm_diskgroups.sql", groups, request, redundancy, "d", least)]
    if request.may_mirror_by_md:
        files.append(_file("20_asm_diskgroups_md.sql", groups, request, "EXTERNAL", "md", 1))
    return tuple(files)


def _file(
    path: str, groups: Sequence[str], request: PlanRequest, redundancy: str, prefix: str, least: int
) -> BundleFile:
    title = f"creates the disk groups, {redundancy} redundancy (SYSASM, user grid)"
    body = "".join(_group(group, request, redundancy, prefix, least) for group in groups)
    head = header(path, title, request, mark="--") + fill(_HEAD, LOG=path.replace(".sql", ".log"))
    return BundleFile(
        path,
        f"{head}{body}PROMPT {path} has finished. On a cluster mount the groups on the other nodes\nSPOOL OFF\nEXIT SUCCESS\n",
    )


def _group(group: str, request: PlanRequest, redundancy: str, prefix: str, least: int) -> str:
    disks = disk_pattern(group, prefix)
    create = ddl.CREATE_DISKGROUP.literal(
        name=group, redundancy=redundancy, disks=f"'{disks}*'", asm=_asm(request), rdbms=_rdbms(request)
    )
    return fill(_GROUP, GROUP=group, LEAST=str(least), DISKS=f"{disks}*", LIKE=f"{disks}%", CREATE=create)


def disk_pattern(group: str, prefix: str) -> str:
    """Start of the fixed names 10_os_setup.sh gives the disks of a group: `/dev/segtier/ssddata/d`.

    A folder for each group, or one group's names would begin another's. /dev/oracleasm is ASMLib's.
    """
    return f"/dev/segtier/{group.lower()}/{prefix}"


def _rdbms(request: PlanRequest) -> str:
    """compatible.rdbms can never be lowered and may not be above COMPATIBLE: that, or the oldest release taken."""
    return _attribute(_numbers(request.compatible))


def _numbers(text: str | None) -> tuple[int, ...]:
    found = [int(part) for part in (text or "").split(".")[:2] if part.isdigit()]
    return tuple(found) if len(found) == _PARTS and tuple(found) >= _OLDEST else _OLDEST


def _attribute(release: tuple[int, ...]) -> str:
    return ".".join(str(part) for part in (release[:1] if release[0] >= 18 else release[:2])) + (
        ".0" if release[0] >= 18 else ""
    )


def _asm(request: PlanRequest) -> str:
    """compatible.asm must not exceed the ASM release, which is no older than the database's, nor be below compatible.rdbms."""
    return _attribute(release_of(request.database) or _OLDEST)

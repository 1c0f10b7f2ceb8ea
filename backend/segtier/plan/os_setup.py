"""10_os_setup.sh: fixed device names, owners and modes through udev; nothing happens until segtier.env is filled.

Device names such as /dev/nvme0n1 change between boots, so disks are named by their stable id, which only the
administrator can give. Mode 0660 as in Oracle's Grid Infrastructure installation guides.
"""

from __future__ import annotations

from dataclasses import dataclass

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan.os_directory import directory_check, directory_or, env_lines
from segtier.plan.os_disks import device_rules, group_rules
from segtier.plan.sqlplus import fill, header

_ENV = """\
# Fill this in%%ON_EVERY_NODE%%, then run: bash 10_os_setup.sh (looks only), bash 10_os_setup.sh --apply (writes).
# DISKS: stable ids, separated by blanks. Look them up with: ls -l /dev/disk/by-id
#   NVMe: eui.0025385a91b00001 (from nvme-eui...)   SAS, SATA: 0x5000c500a1b2c3d4 (from wwn-0x...)
#   multipath: mpath-3600a098000abcdef (from dm-uuid-mpath-...)
DISKS=
%%MD%%MIRROR=asm
GRID_OWNER=grid
GRID_GROUP=asmadmin
DB_OWNER=oracle
DB_GROUP=dba
%%DIRECTORY%%"""

_MD = {
    True: "# asm: ASM mirrors, or nothing does. md: pairs of DISKS become RAID 1 arrays (their content is lost).\n",
    False: "# asm: ASM mirrors, or nothing does. Arrays of md belong to one node: they are not for these disks.\n",
}
_HEAD = r"""
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")"

stop() { printf 'STOP: %s\n' "$1" >&2; exit 1; }
say() { printf '%s\n' "$1"; }

apply=no
case "${1:-}" in
  --apply) apply=yes ;;
  '') ;;
  *) stop "usage: bash 10_os_setup.sh [--apply]" ;;
esac

DISKS='' MIRROR=asm GRID_OWNER=grid GRID_GROUP=asmadmin DB_OWNER=oracle DB_GROUP=dba DIRECTORY=%%DIRECTORY%%
[ -f segtier.env ] || stop "segtier.env is not here"
# The file is read as data, never run.
while IFS='=' read -r key value || [ -n "$key" ]; do
  value=${value%$'\r'} value=${value#[\"\']} value=${value%[\"\']}
  case "$key" in
    ''|'#'*|$'\r') continue ;;
    DISKS) DISKS=$value ;;
    MIRROR) MIRROR=$value ;;
    GRID_OWNER) GRID_OWNER=$value ;;
    GRID_GROUP) GRID_GROUP=$value ;;
    DB_OWNER) DB_OWNER=$value ;;
    DB_GROUP) DB_GROUP=$value ;;
    DIRECTORY) DIRECTORY=$value ;;
    *) stop "segtier.env: unknown key" ;;
  esac
done < segtier.env
[[ $DISKS =~ ^[A-Za-z0-9._:\ -]*$ ]] || stop "segtier.env: DISKS holds a character no disk id has"
[[ $MIRROR == asm || $MIRROR == md ]] || stop "segtier.env: MIRROR is asm or md"
[[ $DIRECTORY =~ ^((/[A-Za-z0-9_][A-Za-z0-9._-]*)+)?$ ]] || stop "segtier.env: DIRECTORY is not an absolute path"
for word in "$GRID_OWNER" "$GRID_GROUP" "$DB_OWNER" "$DB_GROUP"; do
  [[ $word =~ ^[a-z_][a-z0-9_-]{0,31}$ ]] || stop "segtier.env: an owner or group is not a plain name"
done
"""

_LINUX_ONLY = r"""
[ "$(uname -s)" = Linux ] || stop "this script is for Linux; on other systems set the owner and mode 0660 by hand"
[ "$(id -u)" = 0 ] || stop "run it as root; without --apply it only looks"
"""

_ORACLE_LINUX = r"""
if [ "$(uname -s)" = SunOS ]; then
  say "Solaris: yes. Set the owner and mode 0660 of the cache device by hand."
  exit 0
elif [ -f /etc/oracle-release ]; then
  say "Oracle Linux: yes. You may set oracle_linux_checked to YES in settings.sql%%WHEN_EVERY_NODE%%."
else
  stop "this is not Oracle Linux: the flash cache is not supported here and the instance would not start (ORA-00439)"
fi
"""


@dataclass(frozen=True, slots=True)
class Devices:
    """What the flash is for: an ASM disk group, the database's own cache device, or a directory.

    `asked`: segtier.env names the directory. `needed_bytes`: what a directory must have free, 0 = not known.
    """

    group: str | None = None
    device_link: str | None = None
    directory: str | None = None
    asked: bool = False
    needed_bytes: int = 0


def os_files(devices: Devices, request: PlanRequest) -> tuple[BundleFile, ...]:
    """`10_os_setup.sh` and the `segtier.env` it reads."""
    parts = [_HEAD]
    if request.has_cache:
        parts.append(_ORACLE_LINUX)
    parts += [_LINUX_ONLY, _place(devices, request)]
    head = header("10_os_setup.sh", f"stable device names, owners and modes ({_who(request)})", request, mark="#")
    words = _words(request)
    text = fill("".join(parts), DIRECTORY=devices.directory or "''", NEEDED=str(devices.needed_bytes), **words)
    asked = env_lines(or_asm=devices.group is not None) if devices.asked else ""
    env = fill(_ENV, DIRECTORY=asked, MD=_MD[request.may_mirror_by_md], **words)
    return (
        BundleFile("10_os_setup.sh", f"#!/usr/bin/env bash\n{head}{text}", executable=True),
        BundleFile("segtier.env", header("segtier.env", "yours to fill in", request, mark="#") + env),
    )


def _who(request: PlanRequest) -> str:
    return "root" if request.database.rac is False else "root, every node"


def _words(request: PlanRequest) -> dict[str, str]:
    """A single instance has no other nodes; where the inputs do not say, the words cover both."""
    if request.database.rac is False:
        return {"ON_EVERY_NODE": "", "WHEN_EVERY_NODE": "", "OTHER_NODES": ""}
    return {
        "ON_EVERY_NODE": " on every node",
        "WHEN_EVERY_NODE": " when every node says so",
        "OTHER_NODES": " Run it on every other node too.",
    }


def _place(devices: Devices, request: PlanRequest) -> str:
    if devices.device_link is not None:
        return device_rules(devices.device_link)
    if devices.group is None:
        return directory_check(asked=devices.asked)
    rules = group_rules(devices.group, md=request.may_mirror_by_md)
    if not devices.asked:
        return rules
    return directory_or() + rules

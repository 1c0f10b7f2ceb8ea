"""10_os_setup.sh: fixed device names, owners and modes through udev; nothing happens until segtier.env is filled.

Device names such as /dev/nvme0n1 change between boots, so disks are named by their stable id, which only the
administrator can give. Mode 0660 as in Oracle's Grid Infrastructure installation guides.
"""

from __future__ import annotations

from dataclasses import dataclass

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan.asm import disk_pattern
from segtier.plan.sqlplus import fill, header

_ENV = """\
# Fill this in on every node, then run: bash 10_os_setup.sh (looks only), bash 10_os_setup.sh --apply (writes).
# DISKS: stable ids, separated by blanks. Look them up with: ls -l /dev/disk/by-id
#   NVMe: eui.0025385a91b00001 (from nvme-eui...)   SAS, SATA: 0x5000c500a1b2c3d4 (from wwn-0x...)
#   multipath: mpath-3600a098000abcdef (from dm-uuid-mpath-...)
DISKS=
# asm: ASM mirrors, or nothing does. md: pairs of DISKS become RAID 1 arrays (their content is lost).
MIRROR=asm
GRID_OWNER=grid
GRID_GROUP=asmadmin
DB_OWNER=oracle
DB_GROUP=dba
"""

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

DISKS='' MIRROR=asm GRID_OWNER=grid GRID_GROUP=asmadmin DB_OWNER=oracle DB_GROUP=dba
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
    *) stop "segtier.env: unknown key" ;;
  esac
done < segtier.env
[[ $DISKS =~ ^[A-Za-z0-9._:\ -]*$ ]] || stop "segtier.env: DISKS holds a character no disk id has"
[[ $MIRROR == asm || $MIRROR == md ]] || stop "segtier.env: MIRROR is asm or md"
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
  say "Oracle Linux: yes. You may set oracle_linux_checked to YES in settings.sql when every node says so."
else
  stop "this is not Oracle Linux: the flash cache is not supported here and the instance would not start (ORA-00439)"
fi
"""

_FIND = r"""
[ -n "${DISKS// /}" ] || stop "fill in DISKS in segtier.env first"
read -r -a ids <<< "$DISKS"

# The one device that carries a stable id.
device_of() {
  local id=$1 path
  for path in "/dev/disk/by-id/nvme-$id" "/dev/disk/by-id/wwn-$id" "/dev/disk/by-id/dm-uuid-$id"; do
    if [ -b "$path" ]; then readlink -f "$path"; return 0; fi
  done
  return 1
}

# Refuses a disk that holds anything: a mount, a partition, a file system, an array, an ASM header.
must_be_empty() {
  local device=$1 mounts names marks head
  mounts=$(lsblk -nro MOUNTPOINT "$device" | tr -d '[:space:]') || stop "cannot look at $device"
  names=$(lsblk -nro NAME "$device" | wc -l) || stop "cannot look at $device"
  marks=$(wipefs -n "$device") || stop "cannot look for signatures on $device"
  head=$(dd if="$device" bs=4096 count=1 status=none | tr -cd '[:upper:]') || stop "cannot read $device"
  [ -z "$mounts" ] || stop "$device is mounted"
  [ "$names" = 1 ] || stop "$device has partitions or holders"
  [ -z "$marks" ] || stop "$device carries a signature: it is not empty"
  [[ $head != *ORCLDISK* ]] || stop "$device is an ASM disk already. Run this on every node before the disk group is made."
}

# The udev rule that gives the disk with a stable id a name, an owner and mode 0660.
rule_for() {
  local id=$1 link=$2 match
  match="KERNEL==\"sd*|nvme*n*\", ENV{DEVTYPE}==\"disk\", ENV{ID_WWN}==\"$id\""
  [[ $id != mpath-* ]] || match="KERNEL==\"dm-*\", ENV{DM_UUID}==\"$id\""
  finish_rule "$match" "$link"
}

finish_rule() {
  printf '%s, SYMLINK+="%s", OWNER="%s", GROUP="%s", MODE="0660"\n' "$1" "$2" "$%%WHO%%_OWNER" "$%%WHO%%_GROUP"
}

# True where one of our names leads to the device already.
is_ours() {
  local link
  for link in %%LINKS%%*; do
    if [ -e "$link" ] && [ "$(readlink -f "$link")" = "$1" ]; then return 0; fi
  done
  return 1
}

devices=()
for id in "${ids[@]}"; do
  device=$(device_of "$id") || stop "no disk on this node has the id $id"
  for seen in "${devices[@]:-}"; do
    [ "$device" != "$seen" ] || stop "$device is named twice in DISKS"
  done
  devices+=("$device")
  say "disk $id is $device, $(lsblk -dnro SIZE "$device")"
done
id "$%%WHO%%_OWNER" >/dev/null 2>&1 || stop "no user $%%WHO%%_OWNER on this node"
"""

_RULES = r"""
rules=/etc/udev/rules.d/97-segtier-%%RULES%%.rules
text=''
%%MAKE_RULES%%
say "rules for $rules:"
say "$text"
if [ "$apply" = no ]; then
  say "looked only; nothing was changed. Run again with --apply."
  exit 0
fi
printf '%s\n' "$text" > "$rules.new"
mv -f "$rules.new" "$rules"
udevadm control --reload
udevadm trigger --subsystem-match=block
udevadm settle
ls -lL %%LINKS%%*
say "done. Run it on every other node too."
"""

_NUMBERED = r"""number=0
for id in "${ids[@]}"; do
  is_ours "${devices[number]}" || must_be_empty "${devices[number]}"
  text+=$(rule_for "$id" "%%LINK%%d$number")$'\n'
  number=$((number + 1))
done"""

_CACHE_DEVICE = r"""[ "${#ids[@]}" = 1 ] || stop "the flash cache takes one device: DISKS must name one"
[ "$MIRROR" = asm ] || stop "MIRROR=md has no use here"
is_ours "${devices[0]}" || must_be_empty "${devices[0]}"
text=$(rule_for "${ids[0]}" "%%LINK%%")"""

_ASM_ONLY = (
    r"""[ "$MIRROR" = asm ] || stop "MIRROR=md is for mirrored disk groups only"
"""
    + _NUMBERED
)

_ASM_OR_MD = (
    r"""if [ "$MIRROR" = asm ]; then
"""
    + _NUMBERED.replace("\n", "\n  ").replace("number=0", "  number=0", 1)
    + r"""
else
  command -v mdadm >/dev/null || stop "mdadm is not installed"
  [ $((${#devices[@]} % 2)) = 0 ] || stop "MIRROR=md needs an even number of disks"
  for ((i = 0; i < ${#devices[@]}; i += 2)); do
    array=%%ARRAY%%$((i / 2))
    text+=$(finish_rule "KERNEL==\"md*\", ENV{MD_NAME}==\"*$array\"" "%%LINK%%md$((i / 2))")$'\n'
    if [ -e "/dev/md/$array" ]; then
      say "array /dev/md/$array exists already, left as it is"
      continue
    fi
    must_be_empty "${devices[i]}"
    must_be_empty "${devices[i + 1]}"
    say "array /dev/md/$array from ${devices[i]} and ${devices[i + 1]}"
    if [ "$apply" = yes ]; then
      mdadm --create "/dev/md/$array" --name="$array" --level=1 --raid-devices=2 --metadata=1.2 --run \
        "${devices[i]}" "${devices[i + 1]}"
      mdadm --detail --brief "/dev/md/$array" >> /etc/mdadm.conf
    fi
  done
  say "then use 20_asm_diskgroups_md.sql, not 20_asm_diskgroups.sql"
fi"""
)

_DIRECTORY = r"""
directory=%%DIRECTORY%%
[ -d "$directory" ] || stop "$directory does not exist. Make the file system on the flash and mount it there."
[ "$(findmnt -n -o TARGET -T "$directory")" != / ] || stop "$directory lies on the root file system, not on the flash"
[ "$(stat -c '%U' "$directory")" = "$DB_OWNER" ] || stop "$directory does not belong to $DB_OWNER"
say "$directory is on $(findmnt -n -o SOURCE -T "$directory"), free: $(df -h --output=avail "$directory" | tail -n 1)"
[ "$apply" = no ] || say "for a directory there is nothing to apply"
say "done. Nothing was changed."
"""


@dataclass(frozen=True, slots=True)
class Devices:
    """What the flash is for: an ASM disk group, the database's own cache device, or a directory."""

    group: str | None = None
    device_link: str | None = None
    directory: str | None = None


def os_files(devices: Devices, request: PlanRequest) -> tuple[BundleFile, ...]:
    """`10_os_setup.sh` and the `segtier.env` it reads."""
    parts = [_HEAD]
    if request.option == "flash-cache":
        parts.append(_ORACLE_LINUX)
    parts.append(_LINUX_ONLY)
    if devices.directory is not None:
        parts.append(fill(_DIRECTORY, DIRECTORY=devices.directory))
    elif devices.device_link is not None:
        parts.append(_device_rules(devices.device_link))
    elif devices.group is not None:
        parts.append(_group_rules(devices.group, mirrored=request.tier.mirrored))
    head = header("10_os_setup.sh", "stable device names, owners and modes (root, every node)", request, mark="#")
    return (
        BundleFile("10_os_setup.sh", "#!/usr/bin/env bash\n" + head + "".join(parts), executable=True),
        BundleFile("segtier.env", header("segtier.env", "yours to fill in", request, mark="#") + _ENV),
    )


def _group_rules(group: str, *, mirrored: bool) -> str:
    """Numbered names for the disks of a group; with mirroring also the choice of md arrays."""
    link = disk_pattern(group, "").removeprefix("/dev/")
    make = fill(_ASM_OR_MD if mirrored else _ASM_ONLY, LINK=link, ARRAY=f"{group.lower()}_md")
    return fill(_FIND + _RULES, WHO="GRID", MAKE_RULES=make, LINKS=f"/dev/{link}", RULES=group.lower())


def _device_rules(device: str) -> str:
    """One fixed name for the cache device of this node."""
    make = fill(_CACHE_DEVICE, LINK=device.removeprefix("/dev/"))
    return fill(_FIND + _RULES, WHO="DB", MAKE_RULES=make, LINKS=device, RULES="flash_cache")

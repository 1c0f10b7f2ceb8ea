"""Disks by their stable ids: what must not be touched, and the udev rules that give them names, owners and modes.

Source: systemd, rules.d/60-persistent-storage.rules: wwn- names are made of ID_WWN_WITH_EXTENSION, nvme- names of the
wwid, which is ID_WWN.
"""

from __future__ import annotations

from segtier.plan.asm import disk_pattern
from segtier.plan.sqlplus import fill

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
  [[ $head != *ORCLDISK* ]] || stop "$device is an ASM disk already. Run this%%ON_EVERY_NODE%% before the disk group is made."
}

# The udev property that holds the id: wwn- names carry the one with the vendor's extension, nvme- names have none.
property_of() {
  local id=$1 device=$2 name known
  known=$(udevadm info --query=property --name="$device") || return 1
  for name in DM_UUID ID_WWN_WITH_EXTENSION ID_WWN; do
    if [[ $'\n'$known$'\n' == *$'\n'"$name=$id"$'\n'* ]]; then printf '%s' "$name"; return 0; fi
  done
  return 1
}

# The udev rule that gives the disk with a stable id a name, an owner and mode 0660.
rule_for() {
  local id=$1 device=$2 link=$3 name kernel='sd*|nvme*n*'
  name=$(property_of "$id" "$device") || stop "udev has $id neither as WWN nor as DM_UUID of $device: give such an id in DISKS"
  [ "$name" != DM_UUID ] || kernel='dm-*'
  finish_rule "KERNEL==\"$kernel\", ENV{DEVTYPE}==\"disk\", ENV{$name}==\"$id\"" "$link"
}

finish_rule() {
  printf '%s, SYMLINK+="%s", OWNER="%s", GROUP="%s", MODE="0660"\n' "$1" "$2" "$%%WHO%%_OWNER" "$%%WHO%%_GROUP"
}

# True where one of our names, a link that our own rules made, leads to the device already.
is_ours() {
  local link links=(%%LINKS%%)
  for link in "${links[@]}"; do
    if [ -L "$link" ] && [ -e "$link" ] && [ "$(readlink -f "$link")" = "$1" ]; then return 0; fi
  done
  return 1
}

devices=()
for id in "${ids[@]}"; do
  device=$(device_of "$id") || stop "no disk here has the id $id"
  for seen in "${devices[@]:-}"; do
    [ "$device" != "$seen" ] || stop "$device is named twice in DISKS"
  done
  devices+=("$device")
  say "disk $id is $device, $(lsblk -dnro SIZE "$device")"
done
id "$%%WHO%%_OWNER" >/dev/null 2>&1 || stop "no user $%%WHO%%_OWNER here"
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
# Only the disks that are named: no other device of this machine sees an event.
for device in "${named[@]}"; do
  udevadm trigger --action=change --subsystem-match=block --sysname-match="$(basename "$(readlink -f "$device")")"
done
udevadm settle
ls -lL %%LINKS%%
say "done.%%OTHER_NODES%%"
"""

_NUMBERED = r"""named=("${devices[@]}")
number=0
for id in "${ids[@]}"; do
  is_ours "${devices[number]}" || must_be_empty "${devices[number]}"
  text+=$(rule_for "$id" "${devices[number]}" "%%LINK%%d$number")$'\n'
  number=$((number + 1))
done"""

_CACHE_DEVICE = r"""[ "${#ids[@]}" = 1 ] || stop "the flash cache takes one device: DISKS must name one"
[ "$MIRROR" = asm ] || stop "MIRROR=md has no use here"
is_ours "${devices[0]}" || must_be_empty "${devices[0]}"
named=("${devices[0]}")
text=$(rule_for "${ids[0]}" "${devices[0]}" "%%LINK%%")"""

_ASM_ONLY = (
    r"""[ "$MIRROR" = asm ] || stop "MIRROR=md is for mirrored disks of a single node only"
"""
    + _NUMBERED
)

_ASM_OR_MD = (
    r"""if [ "$MIRROR" = asm ]; then
"""
    + _NUMBERED.replace("\n", "\n  ").replace("named=", "  named=", 1)
    + r"""
else
  command -v mdadm >/dev/null || stop "mdadm is not installed"
  named=()
  [ $((${#devices[@]} % 2)) = 0 ] || stop "MIRROR=md needs an even number of disks"
  for ((i = 0; i < ${#devices[@]}; i += 2)); do
    array=%%ARRAY%%$((i / 2))
    text+=$(finish_rule "KERNEL==\"md*\", ENV{MD_NAME}==\"*$array\"" "%%LINK%%md$((i / 2))")$'\n'
    named+=("/dev/md/$array")
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


def group_rules(group: str, *, md: bool) -> str:
    """Numbered names for the disks of a group; where md arrays may be made also the choice of these."""
    link = disk_pattern(group, "").removeprefix("/dev/")
    make = fill(_ASM_OR_MD if md else _ASM_ONLY, LINK=link, ARRAY=f"{group.lower()}_md")
    return fill(_FIND + _RULES, WHO="GRID", MAKE_RULES=make, LINKS=f"/dev/{link}*", RULES=group.lower())


def device_rules(device: str) -> str:
    """One fixed name for the cache device of this node."""
    make = fill(_CACHE_DEVICE, LINK=device.removeprefix("/dev/"))
    return fill(_FIND + _RULES, WHO="DB", MAKE_RULES=make, LINKS=device, RULES="flash_cache")

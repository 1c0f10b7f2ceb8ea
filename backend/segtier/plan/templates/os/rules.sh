
# What udev knows of a disk under one name; nothing where it knows nothing, or what no id looks like.
known_as() { sed -n "s/^$2=\([A-Za-z0-9._:-]\{1,\}\)$/\1/p" <<< "$1" | head -n 1; }

# What of a disk stays: name and value of the udev property that a rule can ask for.
#   wwn- names carry the WWN with the vendor's extension, nvme- names have none. A virtio disk has no WWN but the serial that its
#   cloud gave it; elsewhere a serial says too little. A google- name is the serial that Google's rules make of the device's name;
#   its NVMe disks share one WWID except for their number. For a link of another cloud, the rule asks for the disk's own WWN; data
#   disks of Azure on NVMe are namespaces of one controller, known by their LUN.
property_of() {
  local id=$1 device=$2 name known value lun names='DM_UUID ID_WWN_WITH_EXTENSION ID_WWN'
  known=$(udevadm info --query=property --name="$device") || return 1
  case "$device" in /dev/vd*) names='ID_SERIAL' ;; esac
  case "$id" in google-*) names='ID_SERIAL_SHORT' ;; esac
  lun=$(known_as "$known" AZURE_DISK_LUN)
  case "$id $device" in
    /dev/disk/azure/*' '/dev/nvme*)
      [ "$(known_as "$known" AZURE_DISK_TYPE)" = data ] || return 1
      [ -n "$lun" ] || return 1
      printf 'AZURE_DISK_LUN %s' "$lun"
      return 0 ;;
  esac
  for name in $names; do
    value=$(known_as "$known" "$name")
    case "$id" in
      /dev/*|Amazon_*) [ -n "$value" ] || continue ;;
      *) [ "$value" = "${id#google-}" ] || continue ;;
    esac
    printf '%s %s' "$name" "$value"
    return 0
  done
  return 1
}

# Stops where another disk here answers to the same: paths of one LUN do, and copies of a virtual disk.
only_one() {
  local id=$1 device=$2 name=$3 value=$4 other known
  for other in /sys/block/*; do
    other=${other##*/}
    [ "$other" != "${device##*/}" ] || continue
    known=$(udevadm info --query=property --name="/dev/$other" 2>/dev/null) || continue
    [ "$(known_as "$known" "$name")" != "$value" ] || stop "$id is $device and /dev/$other alike, says udev ($name): \
give the id that only one has, of a LUN with several paths that of multipath"
  done
}

# The udev rule that gives the disk with a stable id a name, an owner and mode 0660.
rule_for() {
  local id=$1 device=$2 link=$3 found name value kernel='sd*|nvme*n*' data=''
  found=$(property_of "$id" "$device") || stop "udev has $id neither as WWN nor as DM_UUID nor as serial of a virtio disk of $device: give such an id in DISKS"
  read -r name value <<< "$found"
  only_one "$id" "$device" "$name" "$value"
  [ "$name" != DM_UUID ] || kernel='dm-*'
  [ "$name" != ID_SERIAL ] || kernel='vd*'
  [ "$name" != AZURE_DISK_LUN ] || data='ENV{AZURE_DISK_TYPE}=="data", '
  finish_rule "KERNEL==\"$kernel\", ENV{DEVTYPE}==\"disk\", ${data}ENV{$name}==\"$value\"" "$link"
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

# Shows the rules; with --apply writes them and tells udev of the named disks only.
write_rules() {
  local rules=%%RULES%% text=$1 device
  shift
  say "rules for $rules:"
  say "$text"
  if [ "$apply" = no ]; then
    say "looked only; nothing was changed. Run again with --apply."
    return 0
  fi
  printf '%s\n' "$text" > "$rules.new"
  mv -f "$rules.new" "$rules"
  udevadm control --reload
  for device in "$@"; do
    udevadm trigger --action=change --subsystem-match=block --sysname-match="$(basename "$(readlink -f "$device")")"
  done
  udevadm settle
  ls -lL %%LINKS%%
  say "done.%%OTHER_NODES%%"
}

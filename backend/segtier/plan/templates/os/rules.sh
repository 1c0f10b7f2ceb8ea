
# The udev property that holds the id: wwn- names carry the one with the vendor's extension, nvme- names have none. A virtio disk
# has no WWN but the serial that its cloud gave it; elsewhere a serial says too little.
property_of() {
  local id=$1 device=$2 name known names='DM_UUID ID_WWN_WITH_EXTENSION ID_WWN'
  known=$(udevadm info --query=property --name="$device") || return 1
  case "$device" in /dev/vd*) names='ID_SERIAL' ;; esac
  for name in $names; do
    if [[ $'\n'$known$'\n' == *$'\n'"$name=$id"$'\n'* ]]; then printf '%s' "$name"; return 0; fi
  done
  return 1
}

# The udev rule that gives the disk with a stable id a name, an owner and mode 0660.
rule_for() {
  local id=$1 device=$2 link=$3 name kernel='sd*|nvme*n*'
  name=$(property_of "$id" "$device") || stop "udev has $id neither as WWN nor as DM_UUID nor as serial of a virtio disk of $device: give such an id in DISKS"
  [ "$name" != DM_UUID ] || kernel='dm-*'
  [ "$name" != ID_SERIAL ] || kernel='vd*'
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


# The whole disk that carries a stable id, or that a lasting link of a cloud leads to.
device_of() {
  local id=$1 path
  for path in "/dev/disk/by-id/nvme-$id" "/dev/disk/by-id/wwn-$id" "/dev/disk/by-id/dm-uuid-$id" \
    "/dev/disk/by-id/virtio-$id" "/dev/disk/by-id/$id" "$id"; do
    case "$path" in */by-id/"$id") [[ $id == md-uuid-* || $id == google-* ]] || continue ;; esac
    if [[ $path == /* ]] && [ -e "$path" ]; then readlink -f "$path"; return 0; fi
  done
  return 1
}

# The id within a name as ls shows it: /dev/disk/by-id/wwn-0x5000c500a1b2c3d4 is 0x5000c500a1b2c3d4.
id_of() {
  local id=${1#/dev/disk/by-id/} kind
  for kind in nvme- wwn- dm-uuid- virtio-; do
    case "$id" in "$kind"*) id=${id#"$kind"}; break ;; esac
  done
  printf '%s' "$id"
}

type_of() { lsblk -dnro TYPE "$1" || stop "cannot look at $1"; }

# Refuses a disk that holds anything: a mount, a partition, an ASM header, a file system, an array, unknown data.
must_be_empty() {
  local device=$1 mounts names marks head data
  mounts=$(lsblk -nro MOUNTPOINT "$device" | tr -d '[:space:]') || stop "cannot look at $device"
  names=$(lsblk -nro NAME "$device" | wc -l) || stop "cannot look at $device"
  head=$(dd if="$device" bs=4096 count=1 status=none | tr -cd '[:upper:]') || stop "cannot read $device"
  marks=$(wipefs -n "$device") || stop "cannot look for signatures on $device"
  data=$(dd if="$device" bs=1048576 count=1 status=none | tr -d '\000' | wc -c) || stop "cannot read $device"
  [ -z "$mounts" ] || stop "$device is mounted"
  [ "$names" = 1 ] || stop "$device has partitions or holders"
  [[ $head != *ORCLDISK* ]] || stop "$device is an ASM disk already: v\$asm_disk shows its group. \
Run this%%ON_EVERY_NODE%% before the disk group is made."
  [ -z "$marks" ] || stop "$device carries a signature: it is not empty"
  [ "$data" = 0 ] || stop "$device holds data of an unknown kind in its first MiB. If nobody needs it: blkdiscard $device"
}

# Fills ids and devices from DISKS: every id leads to a whole disk, none to the same.
find_disks() {
  local word id device seen
  [ -n "${DISKS// /}" ] || stop "fill in DISKS in segtier.env first"
  ids=() devices=()
  for word in $DISKS; do
    id=$(id_of "$word")
    device=$(device_of "$id") || stop "no disk here has the id $id"
    case "$(type_of "$device")" in
      disk|mpath|raid*) ;;
      *) stop "$id is not a whole disk" ;;
    esac
    for seen in "${devices[@]:-}"; do
      [ "$device" != "$seen" ] || stop "$device is named twice in DISKS"
    done
    ids+=("$id") devices+=("$device")
    say "disk $id is $device, $(lsblk -dnro SIZE "$device")"
  done
}


set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
bash %%REVIEW%%/review.sh
stop() { printf 'STOP: %s\n' "$1" >&2; exit 1; }

# Looks only: each device is there under the name that the parameter gives, and holds its part of the cache.
must_hold() {
  local device=$1 needed=$2 size
  [ -b "$device" ] || stop "no block device $device here: 10_os_setup.sh names the disks"
  size=$(blockdev --getsize64 "$device") || stop "cannot read the size of $device: run this as root"
  [ "$size" -ge "$needed" ] || stop "$device has $size bytes, its part of the cache takes $needed"
  printf '%s: %s bytes for %s of cache, %s\n' "$device" "$size" "$needed" "$(stat -Lc '%U %G %a' "$device")"
}
[ "$(uname -s)" = Linux ] || stop "this looks on Linux only; elsewhere compare the sizes by hand"
%%DEVICES%%
printf 'done.%%OTHER_NODES%%\n'

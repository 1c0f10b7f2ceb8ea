
# An XFS file system on one empty disk, mounted at DIRECTORY by its UUID.
#   noatime: reads need no write. nofail: a lost disk does not keep the server from booting, so that somebody can log in;
#   the directory below the mount belongs to root, so that nothing fills the root file system in its place.
make_file_system() {
  local device target part uuid tool
  find_disks
  [ "${#devices[@]}" = 1 ] || stop "a file system takes one disk: mirror several first (md) and give the array's id"
  device=${devices[0]}
  id "$DB_OWNER" >/dev/null 2>&1 || stop "no user $DB_OWNER here"
  if [ -e "$DIRECTORY" ] && [ -n "$(ls -A "$DIRECTORY")" ]; then stop "$DIRECTORY is not empty: a mount would hide its files"; fi
  if awk -v d="$DIRECTORY" '$1 !~ /^#/ && $2 == d {found = 1} END {exit !found}' /etc/fstab; then
    stop "/etc/fstab has $DIRECTORY already: mount $DIRECTORY, or take that line out"
  fi
  for tool in parted mkfs.xfs blkid; do
    command -v "$tool" >/dev/null || stop "$tool is not installed"
  done
  must_be_empty "$device"
  judge_disks "$device"
  say "file system: XFS on $device, mounted at $DIRECTORY for $DB_OWNER, a line in /etc/fstab by UUID (noatime,nofail)"
  if [ "$apply" = no ]; then
    say "looked only; nothing was changed. Run again with --apply."
    exit 0
  fi
  target=$device
  if [ "$(type_of "$device")" = disk ]; then
    # A table, though one partition is all there is: a bare file system looks like an empty disk to too many tools.
    parted -s -a optimal "$device" mklabel gpt mkpart segtier xfs 1MiB 100%
    udevadm settle
    part=$(lsblk -nro NAME,TYPE "$device" | awk '$2 == "part" {print $1}')
    [ -n "$part" ] || stop "$device has no partition after parted"
    target=/dev/$part
  fi
  mkfs.xfs -q "$target"
  udevadm settle
  uuid=$(blkid -p -s UUID -o value "$target") || stop "$target has no UUID"
  [[ $uuid =~ ^[0-9a-fA-F-]{36}$ ]] || stop "$target has no UUID"
  mkdir -p "$DIRECTORY"
  chown root:root "$DIRECTORY"
  chmod 0755 "$DIRECTORY"
  cp -p /etc/fstab /etc/fstab.before_segtier
  printf 'UUID=%s %s xfs noatime,nofail 0 0\n' "$uuid" "$DIRECTORY" >> /etc/fstab
  if command -v systemctl >/dev/null; then systemctl daemon-reload; fi
  mount "$DIRECTORY"
  mountpoint -q "$DIRECTORY" || stop "$DIRECTORY is not mounted: look at the last line of /etc/fstab, /etc/fstab.before_segtier is as it was"
  chown "$DB_OWNER:$DB_GROUP" "$DIRECTORY"
  chmod 0750 "$DIRECTORY"
  say "With nofail the boot does not wait: the service that starts the database needs RequiresMountsFor=$DIRECTORY."
  say "On flash enable fstrim.timer, so that it learns which blocks are free."
}

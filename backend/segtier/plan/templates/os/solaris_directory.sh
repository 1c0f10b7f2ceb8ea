
# Is the directory there, on a file system of its own, and does it hold what comes?
use_directory() {
  local source free needed
  [ -z "${DISKS// /}" ] || stop "on Solaris the file system is yours to make: zpool create or newfs; leave DISKS empty"
  [ -d "$DIRECTORY" ] || stop "$DIRECTORY does not exist. Make the file system and mount it there."
  read -r source _ _ free _ mount <<< "$(df -k "$DIRECTORY" | tail -1)"
  [ "$mount" != / ] || stop "$DIRECTORY is on the root file system, not on %%FLASH%%"
  # shellcheck disable=SC2012
  [ "$(ls -ld "$DIRECTORY" | awk '{print $3}')" = "$DB_OWNER" ] || stop "$DIRECTORY does not belong to $DB_OWNER"
  free=$((free * 1024))
  needed=%%NEEDED%%
  say "$DIRECTORY is on $source, $((free / 1073741824)) GiB free"
  verdict 'NOT CHECKED' "what $source is made of: iostat -En, and for ZFS zpool status, zfs get recordsize (8k), logbias"
  if [ "$needed" = 0 ]; then
    verdict 'NOT CHECKED' "the plan does not know how much room the files need"
  elif [ "$free" -ge "$needed" ]; then
    verdict PASS "room for the $((needed / 1073741824)) GiB that the scripts create at once"
  else
    verdict FAIL "the scripts create $((needed / 1073741824)) GiB at once"
    stop "$DIRECTORY is too small"
  fi
  [ "$apply" = no ] || say "for a directory there is nothing to apply"
  say "done. Nothing was changed."
}

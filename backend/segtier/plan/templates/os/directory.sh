
# Is the directory there, what is it on, and does it hold what comes? Makes the file system where DISKS names a disk.
use_directory() {
  local free needed source
  if [ -n "${DISKS// /}" ]; then
    if mountpoint -q "$DIRECTORY"; then
      say "$DIRECTORY is a file system of its own already: DISKS is left alone"
    else
      make_file_system
    fi
  fi
  [ -d "$DIRECTORY" ] || stop "$DIRECTORY does not exist. Name an empty disk in DISKS, or make the file system yourself."
  [ "$(findmnt -n -o TARGET -T "$DIRECTORY")" != / ] || stop "$DIRECTORY is on the root file system, not on %%FLASH%%"
  [ "$(stat -c '%U' "$DIRECTORY")" = "$DB_OWNER" ] || stop "$DIRECTORY does not belong to $DB_OWNER"
  free=$(df -B1 --output=avail "$DIRECTORY" | tail -n 1 | tr -d ' ')
  needed=%%NEEDED%%
  source=$(findmnt -n -o SOURCE -T "$DIRECTORY")
  say "$DIRECTORY is on $source, $((free / 1073741824)) GiB free"
  case "$(lsblk -dnro ROTA "$source" 2>/dev/null || true)" in
    0) verdict PASS "$source is not a rotating disk" ;;
%%ROTATES%%
    *) verdict 'NOT CHECKED' "whether $source rotates: lsblk -o NAME,ROTA" ;;
  esac
  if [ "$needed" = 0 ]; then
    verdict 'NOT CHECKED' "the plan does not know how much room the files need"
  elif [ "$free" -ge "$needed" ]; then
    verdict PASS "room for the $((needed / 1073741824)) GiB that the scripts create at once"
  else
    verdict FAIL "the scripts create $((needed / 1073741824)) GiB at once"
    stop "$DIRECTORY is too small"
  fi
  say "done.%%OTHER_NODES%%"
}

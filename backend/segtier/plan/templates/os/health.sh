
# What the kernel knows of a disk's queue; empty where it says nothing.
queue_of() {
  local file
  file=/sys/block/$(basename "$1")/queue/$2
  if [ -r "$file" ]; then cat "$file"; fi
}

# The first word behind "name:", without thousands marks and percent signs.
said() { sed -n "s/^ *$1[[:blank:]]*:[[:blank:]]*\([^[:blank:]]*\).*/\1/p" <<< "$2" | sed -n '1{s/[,%]//g;p;}'; }

is_number() { [[ $1 =~ ^[0-9]{1,15}$ ]]; }

# Fills tool and text: what nvme or smartctl says. LUNs and arrays have no health of their own.
ask_health() {
  local device=$1 code=0
  tool='' text=''
  case "$device" in
    /dev/dm-*|/dev/md*) return 0 ;;
    /dev/nvme*)
      if command -v nvme >/dev/null && text=$(nvme smart-log "$device" 2>/dev/null); then tool=nvme; return 0; fi ;;
  esac
  command -v smartctl >/dev/null || return 0
  # The exit code is a set of bits: 1 and 2 say that nothing was read, the others what was found.
  text=$(smartctl -H -A -l ssd "$device" 2>/dev/null) || code=$?
  if [ $((code & 3)) = 0 ]; then tool=smartctl; fi
}

# How to read it by hand where it could not be read here.
by_hand() {
  case "$1" in
    /dev/dm-*) printf 'it is a LUN: ask the array' ;;
    /dev/md*) printf 'look at every member: mdadm --detail %s, then smartctl -H -A -l ssd on each' "$1" ;;
    /dev/nvme*) printf 'run: nvme smart-log %s (package nvme-cli), or smartctl -H -A %s (smartmontools)' "$1" "$1" ;;
    *) printf 'run: smartctl -H -A -l ssd %s (package smartmontools)' "$1" ;;
  esac
}

# PASS, FAIL or NOT CHECKED: critical warnings, endurance used up (100 %), media errors.
judge_health() {
  local device=$1 tool text state warning worn media bad=''
  ask_health "$device"
  if [ "$tool" = nvme ]; then
    warning=$(said critical_warning "$text") worn=$(said percentage_used "$text") media=$(said media_errors "$text")
    state=$warning
  else
    state=$(said 'SMART overall-health self-assessment test result' "$text")
    state=${state:-$(said 'SMART Health Status' "$text")}
    warning=$(said 'Critical Warning' "$text") media=$(said 'Media and Data Integrity Errors' "$text")
    worn=$(said 'Percentage Used' "$text")
    worn=${worn:-$(said 'Percentage used endurance indicator' "$text")}
    worn=${worn:-$(awk '/Percentage Used Endurance Indicator/ {print $4; exit}' <<< "$text")}
    case "$state" in ''|PASSED|OK) ;; *) bad+=", it says $state" ;; esac
  fi
  if [ -z "$tool" ] || [ -z "$state" ]; then
    verdict 'NOT CHECKED' "health of $device: $(by_hand "$device")"
    unread=$((unread + 1))
    return 0
  fi
  [[ ${warning:-0} =~ ^(0x)?0+$ ]] || bad+=", critical warning $warning"
  if is_number "$worn" && [ "$worn" -ge 100 ]; then bad+=", $worn % of its endurance is used"; fi
  if is_number "$media" && [ "$media" -gt 0 ]; then bad+=", $media media errors"; fi
  if [ -n "$bad" ]; then
    verdict FAIL "health of $device$bad: put another disk in its place"
    failing=$((failing + 1))
  else
    verdict PASS "health of $device: ${worn:-an untold part of} % of its endurance used, ${media:-no word of} media errors"
  fi
}

# What Oracle must know about the sectors. ASM Administrator's Guide, Specifying the Sector Size for Drives; Administrator's
# Guide, Planning the Block Size of Redo Log Files. ASMLib takes the physical size unless it is configured otherwise.
judge_sectors() {
  local device=$1 logical physical add='ALTER DATABASE ADD LOGFILE THREAD 1 SIZE ... BLOCKSIZE 4096'
  logical=$(queue_of "$device" logical_block_size) physical=$(queue_of "$device" physical_block_size)
  say "             sectors of $device: $logical bytes logical, $physical physical"
  case "$logical $physical" in
    '512 512') ;;
    '512 4096') say "             It emulates 512: redo goes on with the BLOCKSIZE of v\$log; the scripts name it, Oracle would take 4096" ;;
    4096*)
      verdict 'NOT CHECKED' "$device takes no less than 4096 bytes: the disk group gets 'sector_size' = '4096', also by itself; \
redo of 512 fails there (ORA-01378)"
      say "             One group is added by hand, the scripts then go on with its BLOCKSIZE: $add" ;;
    *) verdict 'NOT CHECKED' "the sectors of $device: blockdev --getss --getpbsz $device" ;;
  esac
}

# Does it rotate, does it keep writes in memory, and how large are its sectors?
judge_queue() {
  local device=$1 rotational cache
  rotational=$(queue_of "$device" rotational) cache=$(queue_of "$device" write_cache)
  case "$rotational" in
    0) verdict PASS "$device is not a rotating disk" ;;
%%ROTATES%%
    *) verdict 'NOT CHECKED' "whether $device rotates: cat /sys/block/$(basename "$device")/queue/rotational" ;;
  esac
  case "$cache" in
    'write through') verdict PASS "$device keeps no writes in volatile memory" ;;
    'write back') verdict 'NOT CHECKED' "$device has a volatile write cache: commits wait for its flushes; \
its data sheet must promise protection against power loss" ;;
    *) verdict 'NOT CHECKED' "the write cache of $device: cat /sys/block/$(basename "$device")/queue/write_cache" ;;
  esac
  judge_sectors "$device"
}

# Looks at every disk, then stops where one must not be used.
judge_disks() {
  local device
  failing=0 unread=0
  for device in "$@"; do
    judge_queue "$device"
    judge_health "$device"
  done
  [ "$failing" = 0 ] || stop "$failing FAIL, see above; nothing was changed"
  if [ "$apply" = yes ] && [ "$unread" -gt 0 ] && [ "$UNREAD_HEALTH_OK" != YES ]; then
    stop "the health of $unread disk(s) could not be read: look yourself, then set UNREAD_HEALTH_OK=YES in segtier.env"
  fi
}

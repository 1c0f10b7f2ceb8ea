# piece: directory_or_disks

if [ -n "$DIRECTORY" ]; then
  use_directory
  exit 0
fi
# piece: use_directory

[ -n "$DIRECTORY" ] || stop "fill in DIRECTORY in segtier.env first"
use_directory
# piece: linux

[ "$(uname -s)" = Linux ] || stop "this script is for Linux; this is $(uname -s)"
[ "$(id -u)" = 0 ] || stop "run it as root; without --apply it only looks"
[[ ${LABELS:=udev} =~ ^(udev|asmlib|afd)$ ]] || stop "segtier.env: LABELS is udev, asmlib or afd"
# piece: solaris

[ "$(uname -s)" = SunOS ] || stop "this script is for Solaris; this is $(uname -s)"
[ -z "$LABELS" ] || stop "segtier.env: LABELS is for Linux"
PATH=/usr/xpg4/bin:/usr/sbin:$PATH
[ "$(id -u)" = 0 ] || stop "run it as root; without --apply it only looks"
# piece: solaris_device
for i in "${!links[@]}"; do
  mkdir -p "$(dirname "${links[i]}")"
  ln -s "/dev/rdsk/${slices[i]}" "${links[i]}"
done
ls -lL "${links[@]}"
say "done.%%OTHER_NODES%%"
# piece: solaris_only
links=(%%LINKS%%)
[ "${#slices[@]}" = "${#links[@]}" ] || stop "the flash cache takes ${#links[@]} slice(s), DISKS names ${#slices[@]}"
# piece: disk_must_be_flash
    1)
      verdict FAIL "$device rotates, says the kernel. Where that is wrong (a LUN, a virtual disk):"
      say "             echo 0 > /sys/block/$(basename "$device")/queue/rotational"
      failing=$((failing + 1)) ;;
# piece: disk_may_rotate
    1) verdict PASS "$device rotates, as the plan's read time for it allows" ;;
# piece: directory_must_be_flash
    1)
      verdict FAIL "$source rotates, says the kernel. Where that is wrong (a LUN, a virtual disk): echo 0 > its queue/rotational"
      stop "$DIRECTORY is not on flash" ;;
# piece: directory_may_rotate
    1) verdict PASS "$source rotates, as the plan's read time for it allows" ;;


# Refuses a slice that is used or holds anything: label, mounts, swap, pools, metadevices, ASM, unknown data.
must_be_empty() {
  local slice=$1 raw=/dev/rdsk/$1 block=/dev/dsk/$1 label first count mount head data tool
  label=$(prtvtoc "$raw" 2>/dev/null) || stop "$slice has no label that prtvtoc can read: label the disk with format"
  read -r first count mount <<< "$(awk -v n="${slice##*s}" '$1 == n {print $4, $5, $7}' <<< "$label")"
  [ -n "$first" ] || stop "$slice is not in the label of its disk"
  [ "$first" -gt 0 ] || stop "$slice begins at sector 0, where the label is: the database would overwrite it. Move it with format."
  [ -z "$mount" ] || stop "$slice is mounted on $mount"
  if awk -v d="$block" '$1 == d {f = 1} END {exit !f}' /etc/mnttab; then stop "$slice is mounted"; fi
  if awk -v d="$block" '$1 == d {f = 1} END {exit !f}' /etc/vfstab; then stop "/etc/vfstab names $slice"; fi
  if swap -l 2>/dev/null | awk -v d="$block" '$1 == d {f = 1} END {exit !f}'; then stop "$slice is swap"; fi
  for tool in 'zpool status' 'metastat -p' 'metadb'; do
    # shellcheck disable=SC2086
    if $tool 2>/dev/null | grep -w "${slice%s*}" >/dev/null; then stop "$slice or another slice of its disk is in use: $tool"; fi
  done
  head=$(dd if="$raw" bs=8192 count=1 2>/dev/null | tr -cd '[:upper:]') || stop "cannot read $slice"
  [[ $head != *ORCLDISK* ]] || stop "$slice is an ASM disk already: v\$asm_disk shows its group"
  if fstyp "$raw" >/dev/null 2>&1; then stop "$slice carries a file system: $(fstyp "$raw")"; fi
  data=$(dd if="$raw" bs=1048576 count=1 2>/dev/null | tr -d '\000' | wc -c | tr -d ' ') || stop "cannot read $slice"
  [ "$data" = 0 ] || stop "$slice holds data of an unknown kind in its first MiB"
  say "slice $slice: $count sectors from sector $first, empty"
}

judge_health() {
  verdict 'NOT CHECKED' "health of $1: iostat -En ${1%s*}, fmadm faulty. Errors or a fault: put another disk in its place"
}

# A slice with owner and mode as wanted is ours.
is_ours() {
  [[ $(ls -lL "/dev/rdsk/$1") == crw-rw----*" $owner "*" $group "* ]]
}

[ "$MIRROR" = asm ] || stop "MIRROR=md is for Linux"
[ -n "${DISKS// /}" ] || stop "fill in DISKS in segtier.env first"
owner=$%%WHO%%_OWNER group=$%%WHO%%_GROUP
id "$owner" >/dev/null 2>&1 || stop "no user $owner here"
read -r -a slices <<< "$DISKS"
seen=' '
for slice in "${slices[@]}"; do
  [[ $slice =~ ^c[0-9]+(t[0-9A-Fa-f]+)?d[0-9]+s[0-9]+$ ]] || stop "$slice is not a slice such as c0t5000CCA01234ABCDd0s6"
  [ "${slice##*s}" != 2 ] || stop "$slice is the whole disk with its label, not a slice for the database"
  [ -e "/dev/rdsk/$slice" ] || stop "no disk here has the slice $slice"
  [[ $seen != *" $slice "* ]] || stop "$slice is named twice in DISKS"
  seen+="$slice "
  is_ours "$slice" || must_be_empty "$slice"
  judge_health "$slice"
done
%%ONLY%%if [ "$apply" = no ]; then
  say "looked only; nothing was changed. Run again with --apply."
  exit 0
fi
for slice in "${slices[@]}"; do
  chown "$owner:$group" "/dev/rdsk/$slice"
  chmod 0660 "/dev/rdsk/$slice"
done

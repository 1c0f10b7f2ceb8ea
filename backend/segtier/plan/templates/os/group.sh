
find_disks
if [ "$LABELS" != udev ]; then
  [ "$MIRROR" = asm ] || stop "MIRROR=md takes LABELS=udev"
  label_disks
  exit 0
fi
id "$GRID_OWNER" >/dev/null 2>&1 || stop "no user $GRID_OWNER here"
[ "$MIRROR" = asm ] || stop "MIRROR=md is for mirrored disks of a single node only"
rules=''
for i in "${!ids[@]}"; do
  is_ours "${devices[i]}" || must_be_empty "${devices[i]}"
  rules+=$(rule_for "${ids[i]}" "${devices[i]}" "%%LINK%%d$i")$'\n'
done
judge_disks "${devices[@]}"
asm_driver
write_rules "$rules" "${devices[@]}"

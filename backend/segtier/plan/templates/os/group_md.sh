
find_disks
if [ "$LABELS" != udev ]; then
  [ "$MIRROR" = asm ] || stop "MIRROR=md takes LABELS=udev"
  label_disks
  exit 0
fi
id "$GRID_OWNER" >/dev/null 2>&1 || stop "no user $GRID_OWNER here"
rules='' named=()
if [ "$MIRROR" = asm ]; then
  named=("${devices[@]}")
  for i in "${!ids[@]}"; do
    is_ours "${devices[i]}" || must_be_empty "${devices[i]}"
    rules+=$(rule_for "${ids[i]}" "${devices[i]}" "%%LINK%%d$i")$'\n'
  done
else
  command -v mdadm >/dev/null || stop "mdadm is not installed"
  [ $((${#devices[@]} % 2)) = 0 ] || stop "MIRROR=md needs an even number of disks"
  for ((i = 0; i < ${#devices[@]}; i += 2)); do
    array=%%ARRAY%%$((i / 2))
    rules+=$(finish_rule "KERNEL==\"md*\", ENV{MD_NAME}==\"*$array\"" "%%LINK%%md$((i / 2))")$'\n'
    named+=("/dev/md/$array")
    if [ -e "/dev/md/$array" ]; then
      say "array /dev/md/$array exists already, left as it is"
      continue
    fi
    must_be_empty "${devices[i]}"
    must_be_empty "${devices[i + 1]}"
    say "array /dev/md/$array from ${devices[i]} and ${devices[i + 1]}"
  done
fi
judge_disks "${devices[@]}"
if [ "$MIRROR" = md ]; then
  for ((i = 0; i < ${#devices[@]}; i += 2)); do
    array=%%ARRAY%%$((i / 2))
    if [ "$apply" = yes ] && [ ! -e "/dev/md/$array" ]; then
      mdadm --create "/dev/md/$array" --name="$array" --level=1 --raid-devices=2 --metadata=1.2 --run \
        "${devices[i]}" "${devices[i + 1]}"
      mdadm --detail --brief "/dev/md/$array" >> /etc/mdadm.conf
    fi
  done
  say "then use 20_asm_diskgroups_md.sql, not 20_asm_diskgroups.sql"
fi
asm_driver
write_rules "$rules" "${named[@]}"

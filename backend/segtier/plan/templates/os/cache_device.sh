
links=(%%LINKS%%)
find_disks
id "$DB_OWNER" >/dev/null 2>&1 || stop "no user $DB_OWNER here"
[ "${#ids[@]}" = "${#links[@]}" ] || stop "the flash cache takes ${#links[@]} device(s), DISKS names ${#ids[@]}"
[ "$MIRROR" = asm ] || stop "MIRROR=md has no use here"
rules=''
for i in "${!ids[@]}"; do
  is_ours "${devices[i]}" || must_be_empty "${devices[i]}"
  rules+=$(rule_for "${ids[i]}" "${devices[i]}" "${links[i]#/dev/}")$'\n'
done
judge_disks "${devices[@]}"
write_rules "$rules" "${devices[@]}"

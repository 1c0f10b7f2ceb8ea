
find_disks
id "$DB_OWNER" >/dev/null 2>&1 || stop "no user $DB_OWNER here"
[ "${#ids[@]}" = 1 ] || stop "the flash cache takes one device: DISKS must name one"
[ "$MIRROR" = asm ] || stop "MIRROR=md has no use here"
is_ours "${devices[0]}" || must_be_empty "${devices[0]}"
rules=$(rule_for "${ids[0]}" "${devices[0]}" "%%LINK%%")
judge_disks "${devices[0]}"
write_rules "$rules" "${devices[0]}"

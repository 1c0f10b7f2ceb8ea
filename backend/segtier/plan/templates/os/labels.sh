
# Labels for empty disks, where ASM knows its disks by ASMLib or by its filter driver and not by names of udev.
#   ASMLib: oracleasm createdisk; the filter driver: asmcmd afd_label of the Grid home, which /etc/oracle/olr.loc names.
label_disks() {
  local i name made tool scan home
  case "$LABELS" in
    asmlib)
      command -v oracleasm >/dev/null || stop "LABELS=asmlib: oracleasm is not here"
      tool=(oracleasm createdisk) made=/dev/oracleasm/disks scan='oracleasm scandisks' ;;
    afd)
      home=$(sed -n 's/^crs_home=//p' /etc/oracle/olr.loc 2>/dev/null || true)
      [ -x "$home/bin/asmcmd" ] || stop "LABELS=afd: no Grid home here"
      tool=(env ORACLE_HOME="$home" "$home/bin/asmcmd" afd_label) made=/dev/oracleafd/disks scan='asmcmd afd_scan' ;;
  esac
  [ "${#devices[@]}" = %%COUNT%% ] || stop "the plan has %%COUNT%% disk(s), DISKS names ${#devices[@]}"
  for i in "${!devices[@]}"; do
    name=%%LABEL%%$i
    if [ -e "$made/$name" ]; then say "label $name exists already, left as it is"; continue; fi
    must_be_empty "${devices[i]}"
    say "label $name for ${devices[i]}"
  done
  judge_disks "${devices[@]}"
  if [ "$apply" = no ]; then
    say "looked only; nothing was changed. Run again with --apply."
    return 0
  fi
  for i in "${!devices[@]}"; do
    name=%%LABEL%%$i
    [ -e "$made/$name" ] || "${tool[@]}" "$name" "${devices[i]}"
  done
  say "done. On other nodes: $scan. Then use 20_asm_diskgroups_$LABELS.sql, not 20_asm_diskgroups.sql"
}

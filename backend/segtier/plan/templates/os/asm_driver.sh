
# ASM finds disks by names of udev, by ASMLib (ORCL:) or by its filter driver (AFD:): which of them is here?
asm_driver() {
  local lib=no afd=no
  if [ -e /dev/oracleasm/disks ] || command -v oracleasm >/dev/null; then lib=yes; fi
  if [ -e /dev/oracleafd ] || grep -q '^oracleafd ' /proc/modules 2>/dev/null; then afd=yes; fi
  case "$lib $afd" in
    'no no') verdict PASS "neither ASMLib nor ASMFD is here: the names of udev are what applies" ;;
    'yes no') verdict 'NOT CHECKED' "ASMLib is here: disks of other groups may be named ORCL:*. These are named by udev \
(LABELS=asmlib in segtier.env labels them instead); asm_diskstring must also cover /dev/segtier/*/*" ;;
    'no yes') verdict 'NOT CHECKED' "ASMFD is here: disks of other groups may be named AFD:*. These are named by udev and not \
filtered (LABELS=afd in segtier.env labels them instead); asm_diskstring must also cover /dev/segtier/*/*" ;;
    *) verdict 'NOT CHECKED' "both ASMLib and ASMFD are here. Only one may be set up: oracleasm status, asmcmd afd_state. \
asm_diskstring must also cover /dev/segtier/*/*" ;;
  esac
}

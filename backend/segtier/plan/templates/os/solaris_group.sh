number=1
for slice in "${slices[@]}"; do
  ls -lL "/dev/rdsk/$slice"
  say "in 20_asm_diskgroups.sql put /dev/rdsk/$slice in place of CHANGE_THIS_$number"
  number=$((number + 1))
done
say "done.%%OTHER_NODES%% asm_diskstring must cover /dev/rdsk/* or these names."

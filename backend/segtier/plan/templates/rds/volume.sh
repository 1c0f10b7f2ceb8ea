
volume=%%VOLUME%% type=%%TYPE%% gib=%%GIB%%
[[ $type == gp3 || -n $IOPS ]] || stop "rds.env: fill in IOPS, an io2 volume needs them"
there() {
  local lines
  lines=$(of_instance "AdditionalStorageVolumes[?VolumeName=='$volume'].[StorageType,AllocatedStorage,IOPS]") ||
    stop "the volumes of $INSTANCE cannot be read"
  [ "$lines" = None ] || printf '%s' "$lines"
}
say "Additional volumes of $INSTANCE:"
of_instance 'AdditionalStorageVolumes[].[VolumeName,StorageType,AllocatedStorage,IOPS]'
found=$(there)
if [ -n "$found" ]; then
  held=$(printf '%s\n' "$found" | cut -f 2)
  [[ $held =~ ^[0-9]+$ && $held -ge $gib ]] || stop "$volume is there with $held GiB, the plan needs $gib. Make it larger first"
  say "$volume is there already, $held GiB: nothing to do"
  exit 0
fi
wanted="[{\"VolumeName\":\"$volume\",\"StorageType\":\"$type\",\"AllocatedStorage\":$gib${IOPS:+,\"IOPS\":$IOPS}}]"
changes modify-db-instance --db-instance-identifier "$INSTANCE" --additional-storage-volumes "$wanted" --apply-immediately
[ "$apply" = yes ] || exit 0
for _ in $(seq 60); do
  found=$(there)
  [ -z "$found" ] || break
  sleep 30
done
[ -n "$found" ] || stop "$volume has not come within half an hour. Look at the events of $INSTANCE"
rds wait db-instance-available --db-instance-identifier "$INSTANCE"
say "done: $volume, $found. RDS makes a backup now; other changes of the instance wait for it"

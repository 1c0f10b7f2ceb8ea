wanted='%%WANTED%%'
list=''
while read -r name planned mine; do
  found=$(today "$name")
  say "$name: today ${found:-not set}, planned $planned"
  if [ "$mine" = no ] && [ "${found%%$'\t'*}" = user ] && [ "${found#*$'\t'}" != "$planned" ]; then
    stop "$name is set, and this plan is not about it. Make the plan again with --rds-cache-tenths and --rds-temp-tenths"
  fi
  list+="${list:+,}$(one "$name" "$planned")"
done <<< "$wanted"
if [ "$apply" = yes ] && [ ! -f "$old" ]; then
  while read -r name _; do
    found=$(today "$name")
    printf '%s\t%s\n' "$name" "$found"
  done <<< "$wanted" > "$old.new"
  mv "$old.new" "$old"
  say "What was before is in $old, keep that file"
fi
# Both in one call: together they are never more than ten tenths.
changes modify-db-parameter-group --db-parameter-group-name "$PARAMETER_GROUP" --parameters "[$list]"
replicas=$(of_instance 'ReadReplicaDBInstanceIdentifiers')
[[ -z $replicas || $replicas == None ]] ||
  say "Read replicas need the same in their own groups: put their names into rds.env and run this again for each: $replicas"
reboot

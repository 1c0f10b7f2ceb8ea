[ -f "$old" ] || stop "$old is missing, so the previous state is not known"
value='^\{DBInstanceStore\*(0|2|4|6|8|10)/10\}$'
set='' unset=''
while IFS=$'\t' read -r name source before; do
  [[ $name == db_flash_cache_size || $name == rds.instance_store_temp_size ]] || stop "$old: unknown parameter"
  if [ "$source" = user ]; then
    [[ $before =~ $value ]] || stop "$old: $name had a value that this script does not set; set it by hand"
    set+="${set:+,}$(one "$name" "$before")"
  else
    unset+="${unset:+,}{\"ParameterName\":\"$name\",\"ApplyMethod\":\"pending-reboot\"}"
  fi
done < "$old"
[ -z "$unset" ] || changes reset-db-parameter-group --db-parameter-group-name "$PARAMETER_GROUP" --parameters "[$unset]"
[ -z "$set" ] || changes modify-db-parameter-group --db-parameter-group-name "$PARAMETER_GROUP" --parameters "[$set]"
reboot

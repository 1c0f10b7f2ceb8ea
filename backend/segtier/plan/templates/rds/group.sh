
[[ $engine =~ ^oracle-ee ]] || stop "$INSTANCE runs $engine: Standard Edition 2 has no flash cache, and all of its instance store is temp"
[ -n "$PARAMETER_GROUP" ] || stop "rds.env: fill in PARAMETER_GROUP"
used=$(of_instance 'DBParameterGroups[0].DBParameterGroupName')
[ "$used" = "$PARAMETER_GROUP" ] || stop "$INSTANCE uses the parameter group $used, rds.env says $PARAMETER_GROUP"
old="old_parameters_$PARAMETER_GROUP.txt"
today() {
  local lines
  lines=$(rds describe-db-parameters --db-parameter-group-name "$PARAMETER_GROUP" --output text \
    --query "Parameters[?ParameterName=='$1'].[Source,ParameterValue]") || stop "the values of $PARAMETER_GROUP cannot be read"
  [ "$lines" = None ] || printf '%s' "$lines"
}
one() { printf '{"ParameterName":"%s","ParameterValue":"%s","ApplyMethod":"pending-reboot"}' "$1" "$2"; }
reboot() {
  if [ "$REBOOT_OK" != YES ]; then
    say "The values count from the next reboot on: REBOOT_OK=YES in rds.env when the outage is agreed, then run this again"
    return
  fi
  changes reboot-db-instance --db-instance-identifier "$INSTANCE"
  [ "$apply" = yes ] || return 0
  sleep 60
  rds wait db-instance-available --db-instance-identifier "$INSTANCE"
  say "rebooted; $PARAMETER_GROUP is $(of_instance 'DBParameterGroups[0].ParameterApplyStatus')"
}

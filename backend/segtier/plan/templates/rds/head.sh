
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
bash %%REVIEW%%/review.sh

stop() { printf 'STOP: %s\n' "$1" >&2; exit 1; }
say() { printf '%s\n' "$1"; }

apply=no
case "${1:-}" in
  --apply) apply=yes ;;
  '') ;;
  *) stop "usage: bash %%SCRIPT%% [--apply]" ;;
esac

INSTANCE='' PARAMETER_GROUP='' REGION='' IOPS='' REBOOT_OK=NO
[ -f rds.env ] || stop "rds.env is not here"
# The file is read as data, never run.
while IFS='=' read -r key value || [ -n "$key" ]; do
  value=${value%$'\r'} value=${value#[\"\']} value=${value%[\"\']}
  case "$key" in
    ''|'#'*|$'\r') continue ;;
    INSTANCE) INSTANCE=$value ;;
    PARAMETER_GROUP) PARAMETER_GROUP=$value ;;
    REGION) REGION=$value ;;
    IOPS) IOPS=$value ;;
    REBOOT_OK) REBOOT_OK=$value ;;
    *) stop "rds.env: unknown key" ;;
  esac
done < rds.env
name='^%%NAME%%$'
[ -n "$INSTANCE" ] || stop "rds.env: fill in INSTANCE, the identifier of the DB instance"
[[ $INSTANCE =~ $name && ${#INSTANCE} -le 63 ]] || stop "rds.env: INSTANCE is not a DB instance identifier"
[[ -z $PARAMETER_GROUP || ( $PARAMETER_GROUP =~ $name && ${#PARAMETER_GROUP} -le 255 ) ]] ||
  stop "rds.env: PARAMETER_GROUP is not the name of one of your parameter groups"
[[ $REGION =~ ^([a-z]{2}(-[a-z]+)+-[0-9])?$ ]] || stop "rds.env: REGION is not a region such as eu-central-1"
[[ $IOPS =~ ^([1-9][0-9]{2,5})?$ ]] || stop "rds.env: IOPS is not a whole number"
[[ $REBOOT_OK == YES || $REBOOT_OK == NO ]] || stop "rds.env: REBOOT_OK is YES or NO"
command -v aws > /dev/null || stop "the AWS CLI (aws) is not here"

rds() { aws rds "$@" ${REGION:+--region "$REGION"}; }
of_instance() { rds describe-db-instances --db-instance-identifier "$INSTANCE" --output text --query "DBInstances[0].$1"; }
changes() {
  if [ "$apply" = no ]; then
    say "would run: aws rds $*"
  else
    say "running: aws rds $*"
    rds "$@" > /dev/null
  fi
}
is_available() {
  local state
  state=$(of_instance DBInstanceStatus)
  [ "$state" = available ] || stop "$INSTANCE is $state. Wait until it is available"
}

engine=$(of_instance Engine)
[[ $engine =~ ^oracle-(ee|se2)(-cdb)?$ ]] || stop "$INSTANCE runs $engine, not RDS for Oracle"
is_available

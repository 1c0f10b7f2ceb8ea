
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
bash %%REVIEW%%/review.sh

stop() { printf 'STOP: %s\n' "$1" >&2; exit 1; }
say() { printf '%s\n' "$1"; }
verdict() { printf '%-13s%s\n' "$1" "$2"; }

apply=no
case "${1:-}" in
  --apply) apply=yes ;;
  '') ;;
  *) stop "usage: bash os/10_os_setup.sh [--apply]" ;;
esac

DISKS='' MIRROR=asm LABELS='' UNREAD_HEALTH_OK=NO GRID_OWNER=grid GRID_GROUP=asmadmin DB_OWNER=oracle DB_GROUP=dba
DIRECTORY=%%DIRECTORY%%
[ -f segtier.env ] || stop "segtier.env is not here"
# The file is read as data, never run.
while IFS='=' read -r key value || [ -n "$key" ]; do
  value=${value%$'\r'} value=${value#[\"\']} value=${value%[\"\']}
  case "$key" in
    ''|'#'*|$'\r') continue ;;
    DISKS|MIRROR|LABELS|UNREAD_HEALTH_OK|GRID_OWNER|GRID_GROUP|DB_OWNER|DB_GROUP|DIRECTORY) printf -v "$key" '%s' "$value" ;;
    *) stop "segtier.env: unknown key" ;;
  esac
done < segtier.env
of_the_kernel=' (sd[a-z]+[0-9]*|nvme[0-9]+n[0-9]+(p[0-9]+)?|dm-[0-9]+|md[0-9]+|mpath[a-z]+) '
[[ ! " $DISKS " =~ $of_the_kernel ]] || stop "segtier.env: DISKS holds a name that changes between boots; give the id"
[[ $DISKS =~ ^[A-Za-z0-9._:/\ -]*$ ]] || stop "segtier.env: DISKS holds a character no disk id has"
# Links that a rule of the system or of the cloud makes, never a node of the kernel's.
lasting='^/dev/(disk/by-id/[^/]+|disk/azure/(scsi1/lun|data/by-lun/)[0-9]+|oracleoci/oraclevd[a-z]+)$'
for word in $DISKS; do
  [[ $word != */* || $word =~ $lasting ]] || stop "segtier.env: DISKS holds a path that may change between boots; give the id"
done
[[ $MIRROR == asm || $MIRROR == md ]] || stop "segtier.env: MIRROR is asm or md"
[[ $UNREAD_HEALTH_OK == YES || $UNREAD_HEALTH_OK == NO ]] || stop "segtier.env: UNREAD_HEALTH_OK is YES or NO"
[[ $DIRECTORY =~ ^((/[A-Za-z0-9_][A-Za-z0-9._-]*)+)?$ ]] || stop "segtier.env: DIRECTORY is not an absolute path"
for word in "$GRID_OWNER" "$GRID_GROUP" "$DB_OWNER" "$DB_GROUP"; do
  [[ $word =~ ^[a-z_][a-z0-9_-]{0,31}$ ]] || stop "segtier.env: an owner or group is not a plain name"
done

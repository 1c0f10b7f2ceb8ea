#!/usr/bin/env bash
# review.sh: how this bundle stood when it was fetched. Every script calls it first. Not signed.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")"

printf '%s\n' \
%%TOLD%%
wanted='%%CONFIRMATION%%'
keeps="DEFINE segtier_confirmed = '$wanted'"

stop() { printf 'STOP: %s. This script has done nothing.\n' "$1" >&2; exit 1; }
confirmed() { printf 'Confirmed: %s\n' "$wanted"; exit 0; }

while IFS= read -r line || [ -n "$line" ]; do
  [ "${line%$'\r'}" != "$keeps" ] || confirmed
done < confirmed.sql

typed=${SEGTIER_CONFIRMED:-}
if [ -z "$typed" ]; then
  [ -t 0 ] || stop "no terminal to ask on; where nobody can type: SEGTIER_CONFIRMED='$wanted'"
  read -r -p "Type $wanted to run it anyway: " typed || true
fi
[ "$typed" = "$wanted" ] || stop "\"$wanted\" was not typed"
printf '%s\n' '-- Somebody typed this.' "$keeps" > confirmed.sql
confirmed

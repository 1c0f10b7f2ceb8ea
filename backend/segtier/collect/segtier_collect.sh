#!/bin/sh
# Runs segtier_collect.sql and packs what it wrote: one file to upload to Segtier.
#
#   sh segtier_collect.sh [FOLDER] [BEGIN] [END] [diagnostics-pack] [buffers] [estimate] [dbid:N] [databases]
#
# It connects as SYSDBA of this server's database (ORACLE_SID), or asks for a connect string when you press n. What you
# type goes to SQL*Plus through a pipe: it is on no command line, in no file and in no log.
# SEGTIER_CLIENT=sql uses SQLcl instead of SQL*Plus. FOLDER may hold no blanks or quotes; it is made where absent.
set -eu
umask 077

fail() {
    printf '%s\n' "$1" >&2
    exit 1
}

here=$(cd "$(dirname "$0")" && pwd)
script=$here/segtier_collect.sql
[ -f "$script" ] || fail "put segtier_collect.sql next to this script, in $here"
client=${SEGTIER_CLIENT:-sqlplus}
command -v "$client" >/dev/null 2>&1 || fail "$client was not found. Set ORACLE_HOME and PATH, or SEGTIER_CLIENT."

name=segtier_$(date +%Y%m%d_%H%M%S)
folder=${1:-$name}
[ $# -gt 0 ] && shift
case $folder in *[!A-Za-z0-9_./+@%,:=-]*) fail "FOLDER may hold letters, digits and _ . / - only: $folder" ;; esac
for word in "$@"; do
    case $word in *[!A-Za-z0-9:.-]*) fail "not a time and not a word the collector knows: $word" ;; esac
done
mkdir -p "$folder"
[ -z "$(ls -A "$folder")" ] || fail "$folder is not empty. Give another folder."

# The window comes first; a word in its place means the default window.
begin=default
end=default
case ${1:-} in [0-9]* | default) begin=$1 && shift ;; esac
case ${1:-} in [0-9]* | default) end=$1 && shift ;; esac

secret=
login='/ as sysdba'
if [ -t 0 ]; then
    printf 'Connect as SYSDBA of %s on this server? [Y/n] ' "${ORACLE_SID:-(ORACLE_SID is not set)}"
    read -r answer
    case $answer in [Nn]*)
        printf 'User and database, as system@//host:1521/service (no password): '
        read -r login
        trap 'stty echo; exit 130' 1 2 15
        stty -echo
        printf 'Password: '
        read -r secret || true
        stty echo
        trap - 1 2 15
        printf '\n'
        ;;
    esac
fi

NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export NLS_LANG
connect() {
    printf 'WHENEVER SQLERROR EXIT FAILURE\nSET DEFINE OFF\n' # a password may hold an ampersand
    case $login in
    /*) printf 'CONNECT %s\n' "$login" ;;
    *@*) printf 'CONNECT %s/"%s"@%s\n' "${login%%@*}" "$secret" "${login#*@}" ;;
    *) printf 'CONNECT %s/"%s"\n' "$login" "$secret" ;;
    esac
    printf '@%s %s %s %s %s\n' "$script" "$folder" "$begin" "$end" "$*"
}
connect "$@" | "$client" -S /nolog || fail "$client ended with an error: see above."

for word in "$@"; do
    case $word in estimate | databases) ;; *) continue ;; esac
    rmdir "$folder" && exit 0
done
manifest=$folder/manifest.csv
[ -f "$manifest" ] || fail "Nothing was collected: see the messages above."
rm -f "$folder/awr_reports.sql"

digest() {
    if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1" | cut -d ' ' -f 1
    elif command -v shasum >/dev/null 2>&1; then shasum -a 256 "$1" | cut -d ' ' -f 1
    elif command -v openssl >/dev/null 2>&1; then openssl dgst -sha256 "$1" | sed 's/^.*= *//'
    elif command -v digest >/dev/null 2>&1; then command digest -a sha256 "$1"
    fi
}

# A failed file becomes its header and the reason; every file gets its digest into the manifest.
while IFS= read -r line; do
    case $line in
    '"file",'*)
        file=$(printf '%s\n' "$line" | cut -d '"' -f 4)
        case $line in
        *'"failed"'*)
            reason=$(awk '/^ORA-[0-9]/ || /^SP2-[0-9]/ { print; exit }' "$folder/$file" | tr -d '"')
            head=$(sed -n 1p "$folder/$file")
            printf '%s\n"#failed","%s"\n' "$head" "${reason:-the query stopped}" >"$folder/$file"
            line=$(printf '%s\n' "$line" | sed 's/"see the file"$//')"\"${reason:-the query stopped}\""
            ;;
        esac
        if [ -f "$folder/$file" ]; then
            sum=$(digest "$folder/$file")
            before=$(printf '%s\n' "$line" | cut -d '"' -f 1-7)
            after=$(printf '%s\n' "$line" | cut -d '"' -f 9-)
            line=$before\"$sum\"$after
        fi
        ;;
    esac
    printf '%s\n' "$line"
done <"$manifest" >"$manifest.new"
mv "$manifest.new" "$manifest"

parent=$(cd "$folder/.." && pwd)
base=$(basename "$(cd "$folder" && pwd)")
if command -v zip >/dev/null 2>&1; then
    packed=$parent/$base.zip
    (cd "$parent" && zip -q -r "$packed" "$base")
else
    packed=$parent/$base.tar.gz
    (cd "$parent" && tar cf - "$base" | gzip >"$packed")
fi
printf 'Packed: %s\n' "$packed"
printf 'Upload it on the page of Segtier, or run: segtier advise %s\n' "$packed"

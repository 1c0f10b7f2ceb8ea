
[ "$(uname -s)" = Linux ] || stop "this script is for Linux; this is $(uname -s)"
[ "$(id -u)" = 0 ] || stop "run it as root; without --apply it only looks"


[ "$(uname -s)" = SunOS ] || stop "this script is for Solaris; this is $(uname -s)"
PATH=/usr/xpg4/bin:/usr/sbin:$PATH
[ "$(id -u)" = 0 ] || stop "run it as root; without --apply it only looks"

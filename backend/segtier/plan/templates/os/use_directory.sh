
[ -n "$DIRECTORY" ] || stop "fill in DIRECTORY in segtier.env first"
use_directory

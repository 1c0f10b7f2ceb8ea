links=(%%LINKS%%)
[ "${#slices[@]}" = "${#links[@]}" ] || stop "the flash cache takes ${#links[@]} slice(s), DISKS names ${#slices[@]}"

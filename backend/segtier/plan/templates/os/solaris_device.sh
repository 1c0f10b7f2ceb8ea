mkdir -p "$(dirname "%%LINK%%")"
ln -s "/dev/rdsk/${slices[0]}" "%%LINK%%"
ls -lL "%%LINK%%"
say "done.%%OTHER_NODES%%"

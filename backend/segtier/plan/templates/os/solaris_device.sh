for i in "${!links[@]}"; do
  mkdir -p "$(dirname "${links[i]}")"
  ln -s "/dev/rdsk/${slices[i]}" "${links[i]}"
done
ls -lL "${links[@]}"
say "done.%%OTHER_NODES%%"

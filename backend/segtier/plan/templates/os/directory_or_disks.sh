
if [ -n "$DIRECTORY" ]; then
  use_directory
  exit 0
fi


if [ "$(uname -s)" = SunOS ]; then
  say "Solaris: yes. Set the owner and mode 0660 of the cache device by hand."
  exit 0
elif [ -f /etc/oracle-release ]; then
  say "Oracle Linux: yes. You may set oracle_linux_checked to YES in settings.sql%%WHEN_EVERY_NODE%%."
else
  stop "this is not Oracle Linux: the flash cache is not supported here and the instance would not start (ORA-00439)"
fi

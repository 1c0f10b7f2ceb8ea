"""The command line: one file for each command in `commands`, what they share in `support`."""

"""SQL and PL/SQL as SQL*Plus takes it: templates, quoting, blocks, the frame of every script."""

"""AWR dumps (awrextr.sql): files of Oracle Data Pump, read without Oracle.

All numbers of the format are big-endian. `header` names a file, `sets` joins the files of one export, `objects` finds what lies
in them, `description` and `rows` read a table, `master` says how many rows each must have. No number found in a file sizes
anything before it was compared with the file itself.
"""

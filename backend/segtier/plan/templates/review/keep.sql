-- keep.sql: what was typed, for all scripts that are run from this folder after this one, also those of the shell.
SPOOL &1/confirmed.sql
PROMPT -- Somebody typed this.
PROMPT DEFINE segtier_confirmed = '%%CONFIRMATION%%'
SPOOL OFF

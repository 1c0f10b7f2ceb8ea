-- refuse.sql: nobody confirmed.
PROMPT STOP: "%%CONFIRMATION%%" was not typed. This script has done nothing.
PROMPT Where nobody can type: DEFINE segtier_confirmed = '%%CONFIRMATION%%' before the script, or once for all of them
PROMPT SEGTIER_CONFIRMED='%%CONFIRMATION%%' bash review/review.sh
EXIT FAILURE

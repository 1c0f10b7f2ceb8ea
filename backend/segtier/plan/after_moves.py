"""Queries for after data has moved: what is UNUSABLE or INVALID, room, and how fast reads are by tablespace."""

from __future__ import annotations

from segtier.plan.template import text_of

BROKEN = text_of("sql/broken.sql")
"""What may not be more after the moves than before; 00_precheck.sql shows it as well."""

INDEXES = f"""\
{BROKEN}\
PROMPT Expected: used_percent well below 100 for the SSD tablespaces
SELECT tablespace_name, ROUND(used_percent, 1) AS used_percent FROM dba_tablespace_usage_metrics ORDER BY used_percent DESC;
"""

CHANGED_LATELY = """\
PROMPT Files changed without redo in the last day. Moving a data file does not do that: somebody else wrote them
SELECT file#, unrecoverable_change#, unrecoverable_time FROM v$datafile WHERE unrecoverable_time > SYSDATE - 1;
"""

CHANGED_SINCE = """\
PROMPT Files changed without redo since the run began. Those that this plan wrote fail below, somebody else wrote the others
SELECT file#, unrecoverable_change#, unrecoverable_time FROM v$datafile WHERE unrecoverable_change# >= :s_started_scn;
"""

WHERE_IO = text_of("sql/where_io.sql")

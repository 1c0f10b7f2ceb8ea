-- Logical reads by segment since the statistics were reset.
select relname, heap_blks_read + heap_blks_hit from pg_statio_user_tables
union all
select indexrelname, idx_blks_read + idx_blks_hit from pg_statio_user_indexes

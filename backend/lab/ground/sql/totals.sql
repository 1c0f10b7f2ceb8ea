-- Totals since the statistics were reset: block gets found in the cache; DB time in ms, with that of calls under way, which the
-- engine counts when they end; redo bytes.
select blks_hit,
       active_time + coalesce(
           (select 1000 * sum(extract(epoch from clock_timestamp() - state_change))
            from pg_stat_activity
            where application_name = 'pgbench' and state = 'active'), 0),
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8
from pg_stat_database
where datname = %s

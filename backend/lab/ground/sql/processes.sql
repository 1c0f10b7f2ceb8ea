-- Processes: true for sessions of the load, false for what runs in the background.
select pid, backend_type = 'client backend'
from pg_stat_activity
where application_name = 'pgbench' or backend_type in ('background writer', 'checkpointer', 'walwriter')

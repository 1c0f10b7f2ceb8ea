-- What the sessions of the load do at this moment: (wait class, event, sessions). NULL: on a CPU, or waiting for one.
select wait_event_type, wait_event, count(*)
from pg_stat_activity
where application_name = 'pgbench' and state = 'active'
group by 1, 2

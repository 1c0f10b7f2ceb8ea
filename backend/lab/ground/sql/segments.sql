-- The load's segments: name, type, tablespace, bytes, file below the data folder.
select c.relname, case c.relkind when 'r' then 'TABLE' else 'INDEX' end, t.spcname, pg_relation_size(c.oid),
       pg_relation_filepath(c.oid)
from pg_class c join pg_tablespace t on t.oid = c.reltablespace
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')
order by c.relname

PROMPT Expected: no rows. Anything listed that was not UNUSABLE before must be rebuilt
SELECT owner, index_name AS name, status FROM dba_indexes WHERE status = 'UNUSABLE'
UNION ALL
SELECT index_owner, index_name || '.' || partition_name, status FROM dba_ind_partitions WHERE status = 'UNUSABLE'
UNION ALL
SELECT index_owner, index_name || '.' || subpartition_name, status FROM dba_ind_subpartitions WHERE status = 'UNUSABLE';
PROMPT Expected: no rows that were not there before
SELECT owner, object_type, object_name FROM dba_objects WHERE status = 'INVALID' ORDER BY owner, object_name;

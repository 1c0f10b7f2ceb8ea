SELECT d.username, d.temporary_tablespace FROM dba_users d
             WHERE d.temporary_tablespace <> '%%TABLESPACE%%' AND d.username NOT IN (%%OWNERS%%)
               AND NOT EXISTS (SELECT 1 FROM dba_tablespace_groups g
                                WHERE g.group_name = d.temporary_tablespace AND g.tablespace_name = '%%TABLESPACE%%')

SELECT property_value FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE'
         UNION ALL SELECT g.tablespace_name FROM dba_tablespace_groups g JOIN database_properties d
             ON g.group_name = d.property_value AND d.property_name = 'DEFAULT_TEMP_TABLESPACE'

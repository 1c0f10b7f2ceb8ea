  -- Every segment that the statement, and the rebuilds after it, write anew, each with its own LOGGING: what asks for logging
  -- asks this and nothing else. A table or a part that moves; its overflow and mapping table and the LOBs that the statement
  -- names, with their indexes; the indexes of a table, or those parts of local ones that go with a partition (global ones are
  -- updated in place, which is logged). Not the default of a partitioned table or index: its parts have their own. CACHE
  -- NOLOGGING is not allowed for a BasicFile, so what is cached is logged; a SecureFile that is not LOGGING logs metadata only.
  CURSOR rewritten IS
    WITH t AS (
      SELECT owner, table_name, logging, tablespace_name FROM dba_all_tables
       WHERE owner = :s_owner AND table_name = l_rewritten AND :s_index IS NULL
--only IOT
      UNION ALL
      SELECT owner, table_name, logging, tablespace_name FROM dba_all_tables
       WHERE owner = :s_owner AND iot_name = :s_table AND :s_shape = 'IOT' AND (iot_type = 'IOT_MAPPING'
          OR (iot_type = 'IOT_OVERFLOW' AND INSTR(:s_sql, ' OVERFLOW TABLESPACE ') > 0))
--all
    ),
    i AS (
      SELECT owner, index_name, index_type, logging, tablespace_name, status FROM dba_indexes
       WHERE owner = :s_owner AND index_name = :s_index
      UNION ALL
      SELECT owner, index_name, index_type, logging, tablespace_name, status FROM dba_indexes
       WHERE table_owner = :s_owner AND table_name = l_rewritten AND :s_index IS NULL AND :s_shape <> 'IOT'
         AND index_type NOT IN ('LOB', 'DOMAIN', 'IOT - TOP')
--only IOT
      UNION ALL
      SELECT owner, index_name, index_type, logging, tablespace_name, status FROM dba_indexes
       WHERE table_owner = :s_owner AND table_name = l_rewritten AND :s_shape = 'IOT' AND index_type = 'IOT - TOP'
--all
    )
--only LOB
    , l AS (
      SELECT owner, table_name, column_name, segment_name, index_name, tablespace_name,
             CASE WHEN securefile = 'NO' AND cache = 'YES' THEN 'YES' ELSE logging END AS logging
        FROM dba_lobs
       WHERE owner = :s_owner AND table_name = :s_table AND INSTR(:s_sql, 'LOB ("' || column_name || '") STORE AS ') > 0),
    p AS (
      SELECT l.owner, l.segment_name, l.index_name, x.lob_partition_name AS sub, x.lob_indpart_name AS index_sub,
             x.tablespace_name, CASE WHEN x.securefile = 'NO' AND x.cache = 'YES' THEN 'YES' ELSE x.logging END AS logging
        FROM l JOIN dba_lob_partitions x
          ON x.table_owner = l.owner AND x.table_name = l.table_name AND x.column_name = l.column_name
       WHERE x.partition_name = :s_part
      UNION ALL
      SELECT l.owner, l.segment_name, l.index_name, x.lob_subpartition_name, x.lob_indsubpart_name, x.tablespace_name,
             CASE WHEN x.securefile = 'NO' AND x.cache = 'YES' THEN 'YES' ELSE x.logging END
        FROM l JOIN dba_lob_subpartitions x
          ON x.table_owner = l.owner AND x.table_name = l.table_name AND x.column_name = l.column_name
       WHERE x.subpartition_name = :s_part)
--all
    SELECT owner, table_name AS name, NULL AS sub, NULL AS lob, NULL AS lob_sub, logging, tablespace_name, NULL AS status
      FROM t WHERE :s_part IS NULL
--only PART
    UNION ALL
    SELECT t.owner, t.table_name, x.partition_name, NULL, NULL, x.logging, x.tablespace_name, NULL
      FROM t JOIN dba_tab_partitions x ON x.table_owner = t.owner AND x.table_name = t.table_name
     WHERE x.partition_name = :s_part
--only SUB
    UNION ALL
    SELECT t.owner, t.table_name, x.subpartition_name, NULL, NULL, x.logging, x.tablespace_name, NULL
      FROM t JOIN dba_tab_subpartitions x ON x.table_owner = t.owner AND x.table_name = t.table_name
     WHERE x.subpartition_name = :s_part
--all
--all
    UNION ALL
    SELECT owner, index_name, NULL, NULL, NULL, logging, tablespace_name, status FROM i WHERE :s_part IS NULL
    UNION ALL
    SELECT i.owner, i.index_name, x.partition_name, NULL, NULL, x.logging, x.tablespace_name, x.status
      FROM i JOIN dba_ind_partitions x ON x.index_owner = i.owner AND x.index_name = i.index_name
     WHERE :s_part IS NULL
--only PART
    UNION ALL
    SELECT i.owner, i.index_name, x.partition_name, NULL, NULL, x.logging, x.tablespace_name, x.status
      FROM i JOIN dba_ind_partitions x ON x.index_owner = i.owner AND x.index_name = i.index_name
     WHERE x.partition_name = :s_part AND CASE WHEN :s_index IS NULL THEN i.index_type ELSE 'IOT - TOP' END = 'IOT - TOP'
    UNION ALL
    SELECT i.owner, i.index_name, x.partition_name, NULL, NULL, x.logging, x.tablespace_name, x.status
      FROM i JOIN dba_ind_partitions x ON x.index_owner = i.owner AND x.index_name = i.index_name
      JOIN dba_part_indexes o ON o.owner = i.owner AND o.index_name = i.index_name
      JOIN dba_tab_partitions y ON y.table_owner = :s_owner AND y.table_name = l_rewritten
       AND y.partition_position = x.partition_position
     WHERE y.partition_name = :s_part AND o.locality = 'LOCAL' AND i.index_type <> 'IOT - TOP' AND :s_index IS NULL
--only SUB
    UNION ALL
    SELECT i.owner, i.index_name, x.subpartition_name, NULL, NULL, x.logging, x.tablespace_name, x.status
      FROM i JOIN dba_ind_subpartitions x ON x.index_owner = i.owner AND x.index_name = i.index_name
     WHERE x.subpartition_name = :s_part AND :s_index IS NOT NULL
    UNION ALL
    SELECT i.owner, i.index_name, x.subpartition_name, NULL, NULL, x.logging, x.tablespace_name, x.status
      FROM i JOIN dba_ind_partitions y ON y.index_owner = i.owner AND y.index_name = i.index_name
      JOIN dba_ind_subpartitions x
        ON x.index_owner = y.index_owner AND x.index_name = y.index_name AND x.partition_name = y.partition_name
      JOIN dba_tab_partitions o ON o.table_owner = :s_owner AND o.table_name = l_rewritten
       AND o.partition_position = y.partition_position
      JOIN dba_tab_subpartitions z
        ON z.table_owner = o.table_owner AND z.table_name = o.table_name AND z.partition_name = o.partition_name
       AND z.subpartition_position = x.subpartition_position
     WHERE z.subpartition_name = :s_part AND :s_index IS NULL
--all
--all
--only LOB
    UNION ALL
    SELECT owner, segment_name, NULL, NULL, NULL, logging, tablespace_name, NULL FROM l WHERE :s_part IS NULL
    UNION ALL
    SELECT owner, segment_name, sub, NULL, NULL, logging, tablespace_name, NULL FROM p
    UNION ALL
    SELECT x.owner, x.index_name, NULL, l.segment_name, NULL, x.logging, x.tablespace_name, NULL
      FROM l JOIN dba_indexes x ON x.owner = l.owner AND x.index_name = l.index_name WHERE :s_part IS NULL
    UNION ALL
    SELECT x.index_owner, x.index_name, x.partition_name, p.segment_name, p.sub, x.logging, x.tablespace_name, NULL
      FROM p JOIN dba_ind_partitions x
        ON x.index_owner = p.owner AND x.index_name = p.index_name AND x.partition_name = p.index_sub
    UNION ALL
    SELECT x.index_owner, x.index_name, x.subpartition_name, p.segment_name, p.sub, x.logging, x.tablespace_name, NULL
      FROM p JOIN dba_ind_subpartitions x
        ON x.index_owner = p.owner AND x.index_name = p.index_name AND x.subpartition_name = p.index_sub
--all
    ;

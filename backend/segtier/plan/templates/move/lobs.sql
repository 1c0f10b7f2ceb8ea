--only LOB
  -- Of LOBs the segment may carry another name than the inventory said; its column decides.
  PROCEDURE check_lob(p IN PLS_INTEGER) IS
  BEGIN
    IF :s_part IS NULL THEN
      SELECT COUNT(*) INTO l_count FROM dba_lobs
       WHERE owner = :s_owner AND table_name = :s_table AND column_name = r(p).col AND segment_name = r(p).name;
    ELSE
      SELECT COUNT(*) INTO l_count FROM (
        SELECT lob_partition_name AS name FROM dba_lob_partitions
         WHERE table_owner = :s_owner AND table_name = :s_table AND column_name = r(p).col AND partition_name = :s_part
        UNION ALL SELECT lob_subpartition_name FROM dba_lob_subpartitions
         WHERE table_owner = :s_owner AND table_name = :s_table AND column_name = r(p).col AND subpartition_name = :s_part)
       WHERE name = r(p).sub;
    END IF;
    stop_if(l_count <> 1, l_label || ': ' || q(r(p).name) || ' is not the LOB of column ' || q(r(p).col) || ' now. Make the plan again.');
  END;

  -- SecureFile or BasicFile, cache, logging, compression ... of the LOBs of the table: the same before and after.
  FUNCTION natures RETURN VARCHAR2 IS
    l_text VARCHAR2(32000);
  BEGIN
    FOR l IN (SELECT column_name, 'SECUREFILE ' || securefile || ', CACHE ' || cache || ', LOGGING ' || logging
                     || ', COMPRESSION ' || b.compression || ', DEDUPLICATION ' || deduplication || ', ENCRYPT ' || encrypt
                     || ', IN ROW ' || in_row AS nature
                FROM dba_lobs b WHERE owner = :s_owner AND table_name = :s_table ORDER BY column_name) LOOP
      l_text := SUBSTR(l_text || q(l.column_name) || ' ' || l.nature || CHR(10), 1, 32000);
    END LOOP;
    RETURN l_text;
  END;

  PROCEDURE check_lobs IS
  BEGIN
    FOR l IN (SELECT column_name, b.compression, deduplication, encrypt FROM dba_lobs b
               WHERE owner = :s_owner AND table_name = :s_table) LOOP
      FOR p IN 1 .. r.COUNT LOOP
        stop_if(r(p).col = l.column_name AND l.compression || l.deduplication || l.encrypt
          NOT IN ('NONONO', 'NONENONENONE'),
          l_label || ': the LOB of ' || q(l.column_name) || ' is compressed, deduplicated or encrypted (' || l.compression
          || ', ' || l.deduplication || ', ' || l.encrypt || '). Not moved by these scripts.');
      END LOOP;
    END LOOP;
  END;
--all

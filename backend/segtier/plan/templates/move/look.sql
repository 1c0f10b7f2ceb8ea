  -- Default attributes have no segment: the dictionary says where new partitions go.
  FUNCTION default_now RETURN VARCHAR2 IS
    l_name VARCHAR2(128);
  BEGIN
    IF :s_index IS NULL THEN
      SELECT MAX(def_tablespace_name) INTO l_name FROM dba_part_tables WHERE owner = :s_owner AND table_name = :s_table;
    ELSE
      SELECT MAX(def_tablespace_name) INTO l_name FROM dba_part_indexes WHERE owner = :s_owner AND index_name = :s_index;
    END IF;
    RETURN NVL(l_name, 'DEFAULT');
  END;

  -- It moves, or it is an index that is built anew with its table where that goes.
  FUNCTION arrives(p IN PLS_INTEGER) RETURN BOOLEAN IS
  BEGIN
--only BUILT
    RETURN r(p).role = 'moves' OR (r(p).role = 'rebuilt' AND r(p).dst <> NVL(r(p).src, ' '));
--all
--only NO_BUILT
    RETURN r(p).role = 'moves';
--all
  END;

  PROCEDURE look(p_must IN BOOLEAN) IS
  BEGIN
    IF :s_shape = 'DEFAULTS' THEN
      r(1).now_in := default_now;
      RETURN;
    END IF;
    FOR p IN 1 .. r.COUNT LOOP
      IF arrives(p) THEN
        find(p, p_must AND r(p).role = 'moves');
      END IF;
    END LOOP;
  END;

--only BUILT
  -- What was built anew with the table is where it should be, as far as it is there at all.
  PROCEDURE check_built IS
  BEGIN
    FOR p IN 1 .. r.COUNT LOOP
      stop_if(r(p).role = 'rebuilt' AND arrives(p) AND r(p).now_in <> r(p).dst,
        l_label || ': its index ' || q(r(p).owner) || '.' || q(r(p).name) || ' is in ' || q(r(p).now_in) || ' and should be in '
        || q(r(p).dst) || '. Build it there: ALTER INDEX ... REBUILD TABLESPACE, then run this again.');
    END LOOP;
  END;
--all

  FUNCTION all_there RETURN BOOLEAN IS
  BEGIN
    FOR p IN 1 .. r.COUNT LOOP
      IF r(p).role = 'moves' AND (r(p).now_in IS NULL OR r(p).dst IS NULL OR r(p).now_in <> r(p).dst) THEN
        RETURN FALSE;
      END IF;
    END LOOP;
    RETURN TRUE;
  END;

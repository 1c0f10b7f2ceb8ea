BEGIN
  stop_if(NVL(:s_guard_ok, 'NO') <> 'YES', 'the guard has not passed.');
  stop_if(l_step IS NULL, 'SQL*Plus did not take this entry, see above. Is it of another plan?');
  :s_step := NULL;
  :s_handled := :s_handled + 1;
--only PDB
  stop_if(:s_pdb IS NOT NULL AND :s_pdb <> SYS_CONTEXT('USERENV', 'CON_NAME'), 'wrong container: ' || SYS_CONTEXT('USERENV', 'CON_NAME'));
--all
--only ROWS
  read_rows;
--all
--only NO_ROWS
  r(1).role := 'moves';
  r(1).owner := :s_owner;
  r(1).name := NVL(:s_index, :s_table);
  r(1).sub := :s_part;
  r(1).kind := :s_kind;
  r(1).src := :s_from_ts;
  r(1).dst := :s_to_ts;
--all
--only ROWS
--only NO_BUILT
  FOR p IN 1 .. r.COUNT LOOP
    stop_if(r(p).role = 'rebuilt', q(r(p).name) || ': an index built with its table is not in lib_move.sql of this bundle.');
  END LOOP;
--all
--all
--only LOG
  IF :s_shape = 'LOG' THEN
    l_rewritten := r(1).name;
  END IF;
--all
--only OFFLINE
  IF :s_rebuilds = 'YES' THEN
    read_homes;
  END IF;
--all
  l_label := q(:s_owner) || '.' || q(NVL(:s_index, :s_table)) || CASE WHEN :s_part IS NULL THEN NULL ELSE ' ' || q(:s_part) END;
  IF :s_mode <> 'RECORD' THEN
    say(:s_mode || ' ' || l_step || ': ' || l_label);
  END IF;
  IF :s_shape = 'DEFAULTS' AND NVL(:s_new_partitions_ok, 'NO') <> 'YES' THEN
    IF :s_mode IN ('CHECK', 'RUN') THEN
      say('  left as it is: new partitions go to ' || NVL(q(default_now), '-') || '. Set new_partitions_ok in settings.sql to change that.');
    END IF;
    RETURN;
  END IF;
  EXECUTE IMMEDIATE %%LOCK_TIMEOUT%%;
  look(:s_mode <> 'RECORD');
--only UNTYPED
  IF r(1).kind IS NULL AND :s_shape <> 'DEFAULTS' AND r(1).now_type NOT LIKE :s_like THEN
    IF :s_mode <> 'RECORD' THEN
      say('  is a ' || r(1).now_type || ': not handled here.');
    END IF;
    RETURN;
  ELSIF r(1).kind IS NULL AND r(1).now_type LIKE '%SUBPARTITION' AND :s_mode = 'UNDO' THEN
    say('  is a subpartition: these scripts have not moved it.');
    RETURN;
  ELSIF r(1).kind IS NULL AND r(1).now_type LIKE '%SUBPARTITION' THEN
    stop(l_label || ': is a subpartition, which the report does not say. Add an export of dba_segments and make the plan again.');
  END IF;
--all
  IF :s_mode = 'RECORD' THEN
    -- The list of the way back is read: what has not moved yet has something to record.
    IF r(1).now_in IS NOT NULL AND r(1).now_in <> r(1).src THEN
      print_entry;
    END IF;
    RETURN;
  END IF;
  IF r(1).dst IS NULL AND :s_shape = 'DEFAULTS' AND r(1).now_in <> r(1).src THEN
    say('  new partitions do not go there.');
    RETURN;
  ELSIF r(1).dst IS NULL THEN
    :s_problems := :s_problems + 1;
    say('  the report does not give its old tablespace: use 91_rollback_recorded.sql');
    RETURN;
  END IF;
  FOR p IN 1 .. r.COUNT LOOP
    l_bytes := l_bytes + NVL(r(p).bytes, 0);
  END LOOP;
  IF :s_mode = 'VERIFY' THEN
    FOR p IN 1 .. r.COUNT LOOP
      IF arrives(p) AND r(p).now_in = r(p).dst THEN
        say('  OK: ' || q(r(p).name) || ' in ' || q(r(p).dst));
      ELSIF arrives(p) THEN
        say('  NOT OK: ' || q(r(p).name) || ' in ' || q(r(p).now_in) || ', expected ' || q(r(p).dst));
        :s_problems := :s_problems + 1;
      END IF;
    END LOOP;
    IF :s_shape <> 'DEFAULTS' AND unusable_indexes > 0 THEN
      say('  NOT OK: ' || unusable_indexes || ' index(es) or index partitions are UNUSABLE');
      :s_problems := :s_problems + 1;
    END IF;
    check_files;
    :s_need_bytes := :s_need_bytes + l_bytes;
    RETURN;
  END IF;
  IF all_there THEN
    say('  there already.');
--only OFFLINE
    IF :s_rebuilds = 'YES' THEN
      check_logging(TRUE);
    END IF;
    IF :s_mode <> 'CHECK' AND :s_rebuilds = 'YES' THEN
      IF unusable_indexes > 0 THEN
        wait_for_transactions;
        wait_for_archiver(0);
      END IF;
      rebuild_unusable;
      look(TRUE);
--only BUILT
      check_built;
--all
    END IF;
--all
    RETURN;
  END IF;
  FOR p IN 1 .. r.COUNT LOOP
    IF (r(p).role = 'moves' OR (arrives(p) AND :s_mode <> 'UNDO')) AND r(p).src IS NOT NULL
      AND r(p).now_in NOT IN (r(p).src, r(p).dst) THEN
      stop(l_label || ': ' || q(r(p).name) || ' is in ' || q(r(p).now_in) || ', the plan was made when it was in ' || q(r(p).src));
    END IF;
  END LOOP;
  :s_need_bytes := :s_need_bytes + l_bytes;
  l_log_before := :s_log_bytes;
  l_online := :s_online <> 'NO' AND :s_is_ee = 'YES' AND LEAST(:s_release, :s_compatible) >= NVL(:s_since, 0);
  stop_if(:s_online = 'YES' AND NOT l_online, 'the plan counts on moving online, but this database cannot. Make the plan again from a new report.');
  check_owner;
  IF :s_shape = 'DEFAULTS' THEN
    NULL;
--only HEAP LOB
  ELSIF :s_shape IN ('HEAP', 'LOB') THEN
    check_heap;
    IF l_online AND online_blockers > 0 THEN
      l_online := FALSE;
      l_why := 'object types, materialized views and bitmap join indexes do not go with ONLINE';
    END IF;
--all
--only IOT
  ELSIF :s_shape = 'IOT' THEN
    check_iot;
--all
--only NESTED
  ELSIF :s_shape = 'NESTED' THEN
    check_nested;
--all
--only LOG
  ELSIF :s_shape = 'LOG' THEN
    check_log;
--all
--only INDEX
  ELSIF :s_shape = 'INDEX' THEN
    check_index;
--all
  ELSE
    stop(l_label || ': ' || :s_shape || ' is not in lib_move.sql of this bundle.');
  END IF;
  check_logging(FALSE);
  check_outage;
  FOR p IN 1 .. r.COUNT LOOP
--only BUILT
    IF arrives(p) AND r(p).now_in IS NULL AND l_online THEN
      stop(l_label || ': its index ' || q(r(p).owner) || '.' || q(r(p).name) || ' is gone. Collect again and make the plan again.');
    ELSIF arrives(p) AND r(p).now_in IS NOT NULL AND :s_shape <> 'DEFAULTS' THEN
--all
--only NO_BUILT
    IF arrives(p) AND :s_shape <> 'DEFAULTS' THEN
--all
--only LOB
      IF r(p).col IS NOT NULL AND r(p).kind LIKE 'LOB%' THEN
        check_lob(p);
      END IF;
--all
      check_target(p);
--only REWRITTEN
    ELSIF r(p).role = 'rewritten' AND (:s_shape = 'IOT' OR NVL(r(p).kind, '-') NOT LIKE 'INDEX%') THEN
      find(p, FALSE);
      say('  note: ' || q(r(p).name) || ' is rewritten where it is: ' || gib(NVL(r(p).bytes, 0)));
      check_room(r(p).now_in, NVL(r(p).bytes, 0), q(r(p).name));
      :s_log_bytes := :s_log_bytes + NVL(r(p).bytes, 0);
--all
    END IF;
  END LOOP;
  IF :s_shape IN ('HEAP', 'LOB', 'NESTED', 'LOG') AND :s_part IS NULL THEN
    stop_if(unusable_indexes > 0 AND :s_mode <> 'UNDO',
      l_label || ': has UNUSABLE indexes already. Rebuild or drop them first, or they would be rebuilt with the others.');
    check_indexes;
--only BUILT
    -- Those that go elsewhere count with what moves.
    FOR p IN 1 .. r.COUNT LOOP
      IF r(p).role = 'rebuilt' AND arrives(p) THEN
        :s_log_bytes := :s_log_bytes - NVL(r(p).bytes, 0);
      END IF;
    END LOOP;
--all
--only PART
  ELSIF :s_shape IN ('HEAP', 'LOB') THEN
    weigh_indexes_of_part;
--all
  END IF;
  IF :s_table IS NOT NULL THEN
    l_unusable_before := unusable_indexes;
  END IF;
--only LOB
  l_natures := natures;
--all
  IF :s_shape <> 'DEFAULTS' THEN
    wait_for_transactions;
    wait_for_archiver(l_bytes + :s_log_bytes - l_log_before);
  END IF;
--only OFFLINE
  run_once(CASE WHEN l_online THEN :s_sql ELSE NVL(:s_sql_offline, :s_sql) END);
--all
--only NO_OFFLINE
  run_once(:s_sql);
--all
--only OFFLINE
  -- On the way back what a run that died left UNUSABLE is rebuilt as well, however the table moves.
  IF :s_rebuilds = 'YES' AND (NOT l_online OR :s_mode = 'UNDO') THEN
    rebuild_unusable;
    l_unusable_before := 0;
  END IF;
--all
  IF :s_mode = 'CHECK' THEN
    RETURN;
  END IF;
  look(TRUE);
--only BUILT
  check_built;
--all
  IF NOT all_there THEN
    stop(l_label || ': is not where it should be after the statement.');
--only LOB
  ELSIF natures <> l_natures THEN
    stop(l_label || ': a LOB has changed from' || CHR(10) || l_natures || 'to' || CHR(10) || natures
      || 'Set it back with ALTER TABLE ... MODIFY LOB.');
--all
  ELSIF :s_table IS NOT NULL AND unusable_indexes > l_unusable_before THEN
--only OFFLINE
    stop(l_label || ': indexes are UNUSABLE. Run this script again to rebuild them; 80_verify.sql lists them.');
--all
--only NO_OFFLINE
    stop(l_label || ': indexes are UNUSABLE. Rebuild them; 80_verify.sql lists them.');
--all
  END IF;
  say('  done: ' || gib(l_bytes) || ' now in ' || q(r(1).dst));
EXCEPTION
  WHEN OTHERS THEN
    IF :s_mode IN ('CHECK', 'VERIFY', 'UNDO') AND SQLCODE = -20100 THEN
      :s_problems := :s_problems + 1;
      say('  ' || SQLERRM);
    ELSIF :s_mode = 'RECORD' AND SQLCODE = -20100 THEN
      NULL;
    ELSE
      RAISE;
    END IF;
END;
/

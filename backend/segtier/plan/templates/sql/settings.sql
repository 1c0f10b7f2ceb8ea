BEGIN
  :s_allow_offline := 'NO';
  :s_lock_wait_s := 60;
  :s_unmirrored_ok := 'NO';
  :s_one_member_ok := 'NO';
  :s_redo_second_place := '';
  :s_move_temp_users := 'NO';
  :s_devices_checked := 'NO';
  :s_memory_checked := 'NO';
  :s_oracle_linux_checked := 'NO';
  :s_ignore_precheck := 'NO';
%%SEGMENTS%%  :s_diagnostics_pack := 'NO';
  :s_confirm_database := '';
%%PLACE%%END;
/

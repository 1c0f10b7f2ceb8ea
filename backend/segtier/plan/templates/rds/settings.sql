-- This file is yours to edit. Each YES is a decision that you take.
-- allow_offline: YES when an outage of the segments is agreed (where they cannot move online)
-- lock_wait_s: how long a statement waits for a lock before it gives up
-- move_temp_users: YES when users with a temporary tablespace of their own are to use the new one too
-- ignore_precheck: YES when 00_precheck.sql is to end well in spite of a FAIL that you have looked at
%%NEW_PARTITIONS%%
-- diagnostics_pack: YES when the Diagnostics Pack is licensed, so that 70_after.sql may take an AWR snapshot
-- confirm_database: the database name, only where the script asks for it
-- flash_place: the place of the additional storage volume, which 10_volume.sh adds
BEGIN
  :s_allow_offline := 'NO';
  :s_lock_wait_s := 60;
  :s_move_temp_users := 'NO';
  :s_ignore_precheck := 'NO';
%%SEGMENTS%%
  :s_diagnostics_pack := 'NO';
  :s_confirm_database := '';
  :s_flash_place := '%%PLACE%%';
END;
/

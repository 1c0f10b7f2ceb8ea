        || CASE WHEN :s_flash_place NOT LIKE '+%' THEN 'SQL cannot see that: 10_os_setup.sh looks.'
             ELSE 'The disk group is not mounted here yet: run this again after 20_asm_diskgroups.sql.' END);

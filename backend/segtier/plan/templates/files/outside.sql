dba_data_files f JOIN dba_tablespaces t ON t.tablespace_name = f.tablespace_name
             WHERE t.contents = 'PERMANENT' AND t.tablespace_name NOT IN (%%SYSTEM%%)%%ONLY%%
               AND INSTR(f.file_name, :s_flash_start) <> 1

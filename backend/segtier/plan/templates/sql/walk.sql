BEGIN
  :s_mode := '%%MODE%%';
  :s_handled := 0;
  :s_need_bytes := 0;
END;
/
SET ECHO OFF
%%LISTS%%SET ECHO ON

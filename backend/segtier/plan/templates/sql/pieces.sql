-- piece: as_logged
  IF %%FOUND%% <> '%%KNOWN%%' AND NVL(:s_any_logging, 'NO') <> 'YES' THEN
    stop('%%WHAT%% is ' || %%FOUND%% || ', the inventory the plan was made from said %%KNOWN%%.'
      || ' Collect again and make the plan again.');
  END IF;
-- piece: guarded
BEGIN
  stop_if(NVL(:s_guard_ok, 'NO') <> 'YES', 'the guard has not passed.');
-- piece: seen
BEGIN
  IF :s_handled = 0 THEN
    raise_application_error(-20100, 'STOP: nothing was looked at. Are all files of the bundle in this folder?');
  END IF;
END;
/
-- piece: settings
-- This file is yours to edit. Each YES is a decision that you take.
%%NOTES%%
BEGIN
%%VALUES%%
END;
/
-- piece: place_of_tier
%%NOTES%%BEGIN
%%VALUES%%  :s_flash_place := '%%PLACE%%';
END;
/
-- piece: walk
BEGIN
  :s_mode := '%%MODE%%'; :s_handled := 0; :s_need_bytes := 0;
END;
/
SET ECHO OFF
%%LISTS%%SET ECHO ON

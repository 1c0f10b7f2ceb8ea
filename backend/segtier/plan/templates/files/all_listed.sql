DECLARE
  l_count NUMBER;
%%TALK%%
BEGIN
%%GUARD%%
  SELECT COUNT(*) INTO l_count FROM (%%FILES%%);
  IF l_count <> :s_passes THEN
    stop(l_count || ' data file(s) are outside the SSD, the inventory knows ' || :s_passes
      || ' of them. Collect again and make the plan again.');
  END IF;
  say('All ' || l_count || ' data file(s) outside the SSD are those of the inventory.');
  :s_passes := 0;
END;
/

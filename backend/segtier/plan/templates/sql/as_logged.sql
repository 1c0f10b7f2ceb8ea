  IF %%FOUND%% <> '%%KNOWN%%' THEN
    stop('%%WHAT%% is ' || %%FOUND%% || ', the inventory the plan was made from said %%KNOWN%%.'
      || ' Collect again and make the plan again.');
  END IF;

BEGIN
  :s_owner := NULL;
END;
/
%%REPLAY%%
PROMPT When v$tempseg_usage shows no sort in it, %%TABLESPACE%% may be dropped by hand

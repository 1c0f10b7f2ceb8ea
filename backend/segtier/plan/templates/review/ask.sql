-- ask.sql: review.sql calls it where nobody has confirmed yet. What is not typed is as if something else was.
DEFINE segtier_confirmed = ''
ACCEPT segtier_confirmed CHAR PROMPT 'Type %%CONFIRMATION%% to run it anyway: '
SELECT CASE '&segtier_confirmed' WHEN '%%CONFIRMATION%%' THEN 'keep.sql' ELSE 'refuse.sql' END AS segtier_next FROM dual;
@&1/&segtier_next

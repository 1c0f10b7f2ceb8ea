-- review.sql: how this bundle stood when it was fetched. Every script calls it first. Not signed.
SET DEFINE ON
SET ECHO OFF
SET VERIFY OFF
SET FEEDBACK OFF
SET TRIMSPOOL ON
SET TAB OFF
%%TOLD%%
COLUMN segtier_confirmed NEW_VALUE segtier_confirmed NOPRINT
COLUMN segtier_next NEW_VALUE segtier_next NOPRINT
-- Empty where nobody defined it; without a row it stays what it was.
SELECT '' AS segtier_confirmed FROM dual WHERE 1 = 0;
@&1/confirmed.sql
SELECT CASE '&segtier_confirmed' WHEN '%%CONFIRMATION%%' THEN 'confirmed.sql' ELSE 'ask.sql' END AS segtier_next FROM dual;
@&1/&segtier_next
PROMPT Confirmed: %%CONFIRMATION%%
SET FEEDBACK 6
SET DEFINE OFF

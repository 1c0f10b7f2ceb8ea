COLUMN file_name FORMAT A90
COLUMN tablespace_name FORMAT A30
PROMPT Files outside the SSD, expected after the move: none
SELECT f.file_id, f.file_name, f.tablespace_name, f.bytes
  FROM %%OUTSIDE%% ORDER BY f.file_id;

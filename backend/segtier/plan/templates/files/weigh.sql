DECLARE
  l_files NUMBER;
  l_most NUMBER;
%%WEIGH%%
BEGIN
  stop_if(NVL(:s_guard_ok, 'NO') <> 'YES', 'the guard has not passed.');
  SELECT NVL(SUM(f.bytes), 0), NVL(MAX(f.bytes), 0), COUNT(*) INTO l_bytes, l_largest, l_count
    FROM %%OUTSIDE%%;
  verdict(l_bytes * 1.03 <= %%USABLE%%, 'the files hold ' || gib(l_bytes) || ', the SSD ' || gib(%%USABLE%%));
  l_files := l_count;
  l_most := l_largest;
  room_verdict(l_bytes * 1.03, 0, 'the new copies next to the old ones');
%%MIRRORED%%
%%ARCHIVED%%
  say('Total: ' || l_files || ' file(s), ' || gib(l_bytes) || ', the largest ' || gib(l_most) || '. Expected: '
    || takes(l_bytes));
END;
/

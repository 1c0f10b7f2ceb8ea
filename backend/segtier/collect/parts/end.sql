SET TERMOUT ON
PROMPT Done: &folder.manifest.csv lists the files. Pack the folder as ZIP or tar.gz and upload it to Segtier.
<FAILURES>
EXIT SUCCESS

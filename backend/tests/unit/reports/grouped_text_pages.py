"""Small RAC and compare-period reports in text form, line by line as Oracle prints them."""

# ruff: noqa: E501  # as wide as Oracle prints
from __future__ import annotations

END = " " * 26 + "-" * 60
RAC_TITLE = "DB/Inst: MINE/mine1  Snaps: 7-8"
BOTH = (
    "First DB/Inst: MINE/mine Snaps: 7-8 (Elapsed time: 600.1 sec  DB time: 1200 sec),  "
    "Second DB/Inst: MINE/mine Snaps: 9-10 (Elapsed time: 1200.2 sec  DB time: 1200 sec)"
)
_RAC_FRONT = """
WORKLOAD REPOSITORY REPORT (RAC)

Database Summary
~~~~~~~~~~~~~~~~
                                 Database                                   Snapshot Ids  Number of Instances   Number of Hosts   Report Total (minutes)
------------------------------------------------------------------------- --------------- ------------------- ------------------- ----------------------
        Id Name      Unique Name Role          Edition RAC CDB Block Size   Begin     End In Report     Total In Report     Total  DB time  Elapsed time
---------- --------- ----------- ------------- ------- --- --- ---------- ------- ------- --------- --------- --------- --------- -------- -------------
        99 MINE      mine_u      PRIMARY       EE      YES NO        8192       7       8         2         3         2         3   120.00         60.00

Database Instances Included In Report
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
-> Listed in order of instance number, I#

                                                                                            Elapsed       DB      Up Avg Active
  I# Instance  Host         Startup         Begin Snap Time End Snap Time   Release       Time(min) time(min) Time(hrs)  Sessions Platform
---- --------- ------------ --------------- --------------- --------------- ------------- --------- --------- --------- ---------- ----------------
   1 mine1     box1         01-Jan-20 08:00 02-Jan-20 10:00 02-Jan-20 11:00 12.2.0.1.0         60.0      70.0      26.0        1.2 Linux x86 64-bit
   2 mine2     box2         01-Jan-20 08:00 02-Jan-20 10:00 02-Jan-20 11:00 12.2.0.1.0         60.0      50.0      26.0        0.8 Linux x86 64-bit

"""
_COMPARED_FRONT = """
WORKLOAD REPOSITORY COMPARE PERIOD REPORT (PDB snapshots)

Snapshot Set    DB Id    Unique Name DB Role          Edition Release     Cluster CDB Host          Std Block Size
------------ ----------- ----------- ---------------- ------- ----------- ------- --- ------------ ---------------
First (1st)           99 MINE        PRIMARY          EE      19.0.0.0.0  NO      YES box                     8192
Second (2nd)          99 MINE        PRIMARY          EE      19.0.0.0.0  NO      YES box                     8192

Snapshot Set  Begin Snap Id Begin Snap Time            End Snap Id End Snap Time                  Avg Active Users           Elapsed Time (min)            DB time (min)
------------ -------------- ------------------------- ------------ ------------------------- -------------------------- -------------------------- --------------------------
1st                       7 02-Jan-20 10:00:00 (Thu)             8 02-Jan-20 10:10:00 (Thu)                       2.0                       10.0                       20.0
2nd                       9 02-Jan-20 12:00:00 (Thu)            10 02-Jan-20 12:20:00 (Thu)                       1.0                       20.0                       20.0
                                                                                      ~~~~~~~ ~~~~~~~~~~~~~~~~~~~~~~~~~~ ~~~~~~~~~~~~~~~~~~~~~~~~~~ ~~~~~~~~~~~~~~~~~~~~~~~~~~
                                                                                      %Diff:                   -50.0%                     100.0%                       0.0%
"""
PROFILE = """~~~~~~~~~~~~~~~~~~~                      1st Per Sec          2nd Per Sec      %Diff              1st Per Txn          2nd Per Txn      %Diff
                                     ---------------      ---------------     ------          ---------------      ---------------     ------
                       DB time:                  2.0                  1.0      -50.0                      0.0                  0.0        0.0
                      CPU time:                  1.5                  0.5      -66.7                      0.0                  0.0        0.0
        Physical read (blocks):              1,234.5              2,469.0      100.0                     12.3                 24.7      100.8
                  Transactions:                100.4                100.0       -0.4

"""
TOP_EVENTS = """-> Events with a "-" did not make the Top list in this set of snapshots, but are displayed for comparison purposes

                                              1st                                                                                               2nd
-----------------------------------------------------------------------------------------------   -----------------------------------------------------------------------------------------------
Event                          Wait Class           Waits      Time(s)     Avg Time    %DB time   Event                          Wait Class           Waits      Time(s)     Avg Time    %DB time
------------------------------ ------------- ------------ ------------ ------------ -----------   ------------------------------ ------------- ------------ ------------ ------------ -----------
 CPU time                                             N/A        900.0                     75.0    CPU time                                             N/A        600.0                     50.0
 db file sequential read       User I/O           300,000        150.0     500.00us        12.5    db file sequential read       User I/O           100,000        400.0       4.00ms        33.3
-enq: KO - fast object checkpo Application             50          2.0      40.00ms         0.2    log file sync                 Commit               1,000          1.0       1.00ms         0.1
-                                                     N/A          N/A                      N/A   -buffer busy waits             Concurrency            100          0.1       1.00ms         0.0
"""
PARAMETERS = """
                            1st Period                    2nd Period
                 ----------------------------- -----------------------------
Parameter Name   Begin Snap      End Snap      Begin Snap      End Snap
                 Value           Value         Value           Value
---------------- --------------- ------------- --------------- -------------
cpu_count                        8
db_block_size                    8192
"""


def rac_section(title: str, body: str) -> str:
    return f"{title:<42}{RAC_TITLE}\n{body.rstrip()}\n{END}\n\n"


def compared_section(title: str, body: str) -> str:
    return f"{title}   {BOTH}\n{body.rstrip()}\n{END}\n\n"


def rac_report(*parts: str, end: bool = True) -> bytes:
    return (_RAC_FRONT + "".join(parts) + ("End of Report\n" if end else "")).encode()


def comparison(*parts: str, profile: str = PROFILE, last: str = "init.ora Parameters") -> bytes:
    """The report has no closing words; its last section but for SQL texts are the parameters."""
    parameters = compared_section(last, PARAMETERS)
    return (_COMPARED_FRONT + profile + "".join(parts) + parameters).encode()

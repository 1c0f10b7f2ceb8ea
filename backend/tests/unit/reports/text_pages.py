"""Builders of small text reports in Oracle's layout."""

from __future__ import annotations

_END = "          -------------------------------------------------------------\n"
_FRONT = """
WORKLOAD REPOSITORY report for

DB Name         DB Id    Instance     Inst Num Startup Time    Release     RAC
------------ ----------- ------------ -------- --------------- ----------- ---
MINE          1234567890 mine1               1 01-Jan-20 08:00 11.2.0.3.0  NO

Host Name        Platform                         CPUs Cores Sockets Memory(GB)
---------------- -------------------------------- ---- ----- ------- ----------
box              Linux x86 64-bit                    8     4       1      16.00

              Snap Id      Snap Time      Sessions Curs/Sess
            --------- ------------------- -------- ---------
Begin Snap:        10 02-Jan-20 10:00:00        40       1.5
  End Snap:        11 02-Jan-20 11:00:00        41       1.5
   Elapsed:               60.00 (mins)
   DB Time:              120.00 (mins)

"""
_STATSPACK = """
STATSPACK report for

Database    DB Id    Instance     Inst Num  Startup Time   Release     RAC
~~~~~~~~ ----------- ------------ -------- --------------- ----------- ---
          1234567890 mine1               1 01-Jan-20 08:00 11.2.0.3.0  NO

Host Name             Platform                CPUs Cores Sockets   Memory (G)
~~~~ ---------------- ---------------------- ----- ----- ------- ------------
     box              Linux x86 64-bit           8     4       1         16.0

Snapshot       Snap Id     Snap Time      Sessions Curs/Sess Comment
~~~~~~~~    ---------- ------------------ -------- --------- ------------------
Begin Snap:         10 02-Jan-20 10:00:00       40       1.5
  End Snap:         11 02-Jan-20 11:00:00       41       1.5
   Elapsed:      60.00 (mins) Av Act Sess:       2.0
   DB time:     120.00 (mins)      DB CPU:      30.00 (mins)

"""
_NINE_I = """
STATSPACK report for

DB Name         DB Id    Instance     Inst Num Release     Cluster Host
------------ ----------- ------------ -------- ----------- ------- ------------
MINE          1234567890 mine1               1 9.2.0.8.0   NO      box

              Snap Id     Snap Time      Sessions Curs/Sess Comment
            --------- ------------------ -------- --------- -------------------
Begin Snap:        10 02-Jan-04 10:00:00       40       1.5
  End Snap:        11 02-Jan-04 11:00:00       41       1.5
   Elapsed:               60.00 (mins)

Cache Sizes (end)
~~~~~~~~~~~~~~~~~
               Buffer Cache:       404M      Std Block Size:         8K
           Shared Pool Size:       156M          Log Buffer:       256K

"""
_FRONTS = {"awr-text": _FRONT, "statspack": _STATSPACK, "9i": _NINE_I}
_TITLES = {
    "awr-text": "{title:<42} DB/Inst: MINE/mine1  Snaps: 10-11",
    "statspack": "{title}  DB/Inst: MINE/mine1  Snaps: 10-11",
    "9i": "{title} for DB: MINE  Instance: mine1  Snaps: 10 -11",
}


def section(title: str, body: str, kind: str = "awr-text", *, end: bool = True) -> str:
    """A titled section: remarks, headings, ruler and rows as printed."""
    return _TITLES[kind].format(title=title) + "\n" + body.rstrip("\n") + "\n" + (_END if end else "") + "\n"


def report(*parts: str, kind: str = "awr-text", release: str | None = None, end: bool = True) -> bytes:
    """A whole report: front page, the parts, Oracle's last words."""
    front = _FRONTS[kind] if release is None else _FRONTS[kind].replace("11.2.0.3.0", release)
    return (front + "".join(parts) + ("End of Report\n" if end else "")).encode()

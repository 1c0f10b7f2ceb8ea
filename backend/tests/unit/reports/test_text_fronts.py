"""First pages of instance reports in text form, as the releases print them."""

from __future__ import annotations

import pytest

from segtier.model.workload import Workload
from segtier.reports import read_document
from tests.unit.reports import text_pages

_ONE_TABLE = """DB Name         DB Id    Instance     Inst Num Startup Time    Release     RAC
------------ ----------- ------------ -------- --------------- ----------- ---
MINE          1234567890 mine1               1 01-Jan-20 08:00 {release:<11} NO
"""
_TWO_TABLES = """DB Name         DB Id    Unique Name DB Role          Edition Release    RAC CDB
------------ ----------- ----------- ---------------- ------- ---------- --- ---
MINE          1234567890 mine_u      PRIMARY          EE      {release} NO  YES

{instance}
Container DB Id  Container Name       Open Time
--------------- --------------- ---------------
     2345678901 SHOP            01-Jan-20 08:05
"""
_INSTANCE = """Instance     Inst Num Startup Time
------------ -------- ---------------
mine1               1 01-Jan-20 08:00
"""
_INSTANCE_21 = """Instance     Inst Num Startup Time    User Name    System Data Visible
------------ -------- --------------- ------------ --------------------
mine1               1 01-Jan-20 08:00 SYS          YES
"""
_REST = """
{host}

              Snap Id      Snap Time      Sessions Curs/Sess{instances}
            --------- ------------------- -------- ---------{ruler}
Begin Snap:        10 02-Jan-20 10:00:00        40       1.5{one}
  End Snap:        11 02-Jan-20 11:00:00        41        .0{one}
   Elapsed:               60.00 (mins)
   DB Time:              120.00 (mins)

Time Model Statistics                      DB/Inst: MINE/mine1  Snaps: 10-11
Statistic Name                                       Time (s) % of DB Time
------------------------------------------ ------------------ ------------
DB time                                               7,200.0
          -------------------------------------------------------------
End of Report
"""
_HOST = """Host Name        Platform                         CPUs Cores Sockets Memory(GB)
---------------- -------------------------------- ---- ----- ------- ----------
box              Linux x86 64-bit                    8     4       1      16.00"""
_HOST_10 = """Host Name        Platform
---------------- --------------------------------
box              Linux x86 64-bit"""
_COUNTED = {"instances": " Instances", "ruler": " ---------", "one": "         1"}
_UNCOUNTED = dict.fromkeys(_COUNTED, "")


@pytest.mark.parametrize(
    ("release", "top", "host", "counted", "title"),
    [
        ("10.2.0.4.0", _ONE_TABLE, _HOST_10, _UNCOUNTED, "report for"),
        ("11.1.0.7.0", _ONE_TABLE, _HOST, _UNCOUNTED, "report for"),
        ("12.1.0.2.0", _ONE_TABLE, _HOST, _COUNTED, "report for"),
        ("12.2.0.1.0", _TWO_TABLES.replace("{instance}", _INSTANCE), _HOST, _COUNTED, "PDB report (root snapshots)"),
        ("19.0.0.0.0", _TWO_TABLES.replace("{instance}", _INSTANCE), _HOST, _COUNTED, "PDB report (PDB snapshots)"),
        ("21.0.0.0.0", _TWO_TABLES.replace("{instance}", _INSTANCE_21), _HOST, _UNCOUNTED, "report for"),
        ("23.0.0.0.0", _TWO_TABLES.replace("{instance}", _INSTANCE_21), _HOST, _COUNTED, "PDB report (PDB snapshots)"),
    ],
    ids=lambda value: value if isinstance(value, str) and value[:1].isdigit() else "",
)
@pytest.mark.parametrize("pages", [False, True], ids=["plain", "SQL*Plus pages"])
def test_who_where_and_when(
    release: str, top: str, host: str, counted: dict[str, str], title: str, pages: bool
) -> None:
    text = f"WORKLOAD REPOSITORY {title}\n\n{top.format(release=release)}{_REST.format(host=host, **counted)}"
    text = (
        text.replace("Host Name", "\nOUTPUT\nHost Name").replace("Begin Snap:", "\nOUTPUT\nBegin Snap:")
        if pages
        else text
    )
    workload = read_document(text.encode(), None)

    assert isinstance(workload, Workload)
    database, (instance,), interval = workload.database, workload.instances, workload.interval
    assert (database.name, database.dbid, database.release, database.rac) == ("MINE", 1234567890, release, False)
    assert database.pdb == ("SHOP" if "PDB" in title else None)
    assert (instance.name, instance.number, instance.host) == ("mine1", 1, "box")
    assert instance.cpus == (None if host is _HOST_10 else 8)
    assert (interval.begin_snap, interval.end_snap, interval.elapsed_s, interval.db_time_s) == (10, 11, 3600.0, 7200.0)
    assert (interval.begin_sessions, interval.end_sessions) == (40, 41)


_UNWRAPPED = "Host Name             Platform                CPUs Cores Sockets   Memory (G)\n"
_WRAPPED = (
    "Host                             Name             Platform                CPUs\nCores Sockets   Memory (G)\n"
)


@pytest.mark.parametrize(
    ("heading", "host"),
    [
        (_UNWRAPPED, ("box", "Linux x86 64-bit", 8, 4, 1, 16 * 2**30)),
        (_WRAPPED, ("box", "Linux x86 64-bit", 8, 4, 1, 16 * 2**30)),
        # One heading too few: which stands over which column nobody can tell.
        (_WRAPPED.replace("Cores ", "Cores"), (None, None, None, None, None, None)),
    ],
)
def test_a_heading_of_statspack_that_goes_on_in_the_next_line(heading: str, host: tuple[object, ...]) -> None:
    page = text_pages.report(kind="statspack").decode()
    assert _UNWRAPPED in page
    workload = read_document(page.replace(_UNWRAPPED, heading).encode(), "sp.lst")

    assert isinstance(workload, Workload)
    (one,) = workload.instances
    assert (one.host, workload.database.platform, one.cpus, one.cores, one.sockets, one.memory_bytes) == host

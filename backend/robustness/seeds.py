"""First inputs of each reader: small files of the project's own builders, none of anyone's database."""

from __future__ import annotations

import gzip
import io
import re
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence, Set
from pathlib import Path
from typing import Any

from robustness.bundles import as_text
from segtier.reports.bundle.documents import STORAGE_FILES
from tests.bundles import make_bundle
from tests.client_formats import FORMATS
from tests.unit.reports import grouped_text_pages, pages, rac_pages, text_pages

LONG = ("OWNER", "OBJECT_NAME", "SUBOBJECT_NAME", "OBJECT_TYPE", "STATISTIC_NAME", "VALUE")
SIZES = ("OWNER", "SEGMENT_NAME", "SEGMENT_TYPE", "TABLESPACE_NAME", "BYTES")
HISTORY = ("SNAP_ID", "DBID", "INSTANCE_NUMBER", "OBJ#", "DATAOBJ#", "OWNER", "OBJECT_NAME", "PHYSICAL_READS_DELTA")
_COUNTERS = [("SHOP", f"T{n}", None, "TABLE", name, n * 1000 + 7)
             for n in range(3) for name in ("physical reads", "physical writes")]  # fmt: skip
_SPACE = [("SHOP", f"T{n}", "TABLE", "USERS", (n + 1) << 20) for n in range(3)]
_SNAPSHOTS = [(snap, 99, 1, 11, 12, "SHOP", "T", snap * 5) for snap in (7, 8)]
_EVENTS = [["db file sequential read", "1,234", "0", "10", "8.10", "1.0", "50.0"],
           ["log file sync", "12.3K", "0", "5", "353.90us", "0.5", "2.0"]]  # fmt: skip
_WAITS = ["Event", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait (ms)", "Waits /txn", "% DB time"]
_SEGMENTS = ["Owner", "Tablespace Name", "Object Name", "Subobject Name", "Obj. Type"]
_HISTOGRAM = ["Event", "Total Waits", "<1ms", "<2ms", "<4ms", "<=1s", ">1s"]
_TEXT_EVENTS = """
                                                             Avg
                                        %Time Total Wait    wait    Waits   % DB
Event                             Waits -outs   Time (s)    (ms)     /txn   time
-------------------------- ------------ ----- ---------- ------- -------- ------
db file sequential read           1,234     0         10       8      1.0   50.0
log file sync                       999     0          5       5      0.5    2.0
"""
_PASTED_EVENTS = """
Event                                 Waits     Time(s)   (ms)   time Wait Class
------------------------------ ------------ ----------- ------ ------ ----------
db file sequential read               1,234          10      8   50.0 User I/O
DB CPU                                                8          40.0
log file sync                           999           5      5    2.0 Commit
"""
_TEXT_SPACES = """
Tablespace
------------------------------
                 Av       Av     Av                       Av     Buffer  Av Buf
         Reads Reads/s  Rd(ms) Blks/Rd       Writes Writes/s      Waits  Wt(ms)
-------------- ------- ------- ------- ------------ -------- ---------- -------
USERS
         4,555      69     0.8     1.0    6,402,128   21,031          2     5.0
"""


def awr_html() -> list[bytes]:
    rows = [["APP", "USERS", f"T{n}", "", "TABLE", f"{9 - n},000", "1.0"] for n in range(6)]
    parts = [
        pages.section("Foreground Wait Events", _WAITS, _EVENTS),
        pages.section("Background Wait Events", [*_WAITS[:-1], "% bg time"], _EVENTS),
        pages.section("Wait Event Histogram", _HISTOGRAM, [["log file sync", "9", "50.0", "20.0", "30.0", "", ""]]),
        pages.section("Segments by Physical Reads", [*_SEGMENTS, "Physical Reads", "%Total"], rows,
                      ["Total Physical Reads: 90,000", "Captured Segments account for 80.1% of Total"]),
        pages.section("Instance Activity Stats", ["Statistic", "Total", "per Second", "per Trans"],
                      [["physical reads", "90,000", "25.0", "1.0"], ["user commits", "####", "1.0", "1.0"]]),
        pages.section("Time Model Statistics", ["Statistic Name", "Time (s)", "% of DB Time"], [["DB time", "7,200.17", ""]]),
        pages.titled("Load Profile", ["", "Per Second", "Per Transaction"], [["DB Time(s):", "2.0", "0.1"]]),
        pages.section("Parameters", ["Parameter Name", "Begin value", "End value (if different)"], [["sga_target", "1G", ""]]),
    ]  # fmt: skip
    return [pages.report(*parts), pages.report(parts[0], release="11.2.0.4.0", end=False)]


def awr_text() -> list[bytes]:
    parts = [
        text_pages.section("Foreground Wait Events", _TEXT_EVENTS),
        text_pages.section("Tablespace IO Stats", _TEXT_SPACES),
    ]
    return [text_pages.report(*parts), text_pages.report(parts[1], end=False)]


def statspack() -> list[bytes]:
    return [
        text_pages.report(text_pages.section("Wait Events", _TEXT_EVENTS, kind), kind=kind)
        for kind in ("statspack", "9i")
    ]


def rac_html() -> list[bytes]:
    seconds = [["1", "70.0", "30.0"], ["Sum", "70.0", "30.0"]]
    times = rac_pages.part("Time Model", [], ["I#", "DB time (s)", "DB CPU (s)"], seconds)
    names = ["Statistic", "Owner", "Tablespace Name", "Object Name", "Subobject Name", "Obj. Type", "Obj#", "Dataobj#"]
    rows = [
        ["Physical Reads" if n == 0 else "", "A", "USERS", f"T{n}", "", "TABLE", "11", "12", f"{9 - n}0", "1.0"]
        for n in range(6)
    ]
    segments = rac_pages.part("Segment Statistics (Global)", [], [*names, "Value", "%Total"], rows)
    whole = rac_pages.rac_report(times, segments)
    return [whole, b"\n".join(whole[at : at + 132] for at in range(0, len(whole), 132))]


def compared() -> list[bytes]:
    over = ("% of DB time", "# Waits/sec (Elapsed Time)", "Total Wait Time (sec)", "Avg Wait Time (ms)")
    groups = [("", 2), *((words, 3) for words in over)]
    names = ["Event", "Wait Class", "1st", "2nd", "Diff", *["1st", "2nd", "%Diff"] * 3]
    row = ["log file sync", "Commit", "10.0", "5.0", "", "100.0", "50.0", "", "60.0", "30.0", "", "1.0", "1.0", ""]
    return [rac_pages.comparison(rac_pages.part("Wait Events", groups, names, [row]))]


def grouped_text() -> list[bytes]:
    return [grouped_text_pages.rac_report(), grouped_text_pages.comparison()]


def miner() -> list[bytes]:
    machine = [["NUM_CPUS", "8"], ["VERSION", "11.2.0.3.0"], ["INSTANCES", "1"]]
    rates = ["snap", "dur_m", "end", "inst", "aas", "cpu_per_s", "db_time"]
    spans = [
        ["11", "10", "20/01/02 10:10", "1", ".5", ".2", "50"],
        ["12", "30", "20/01/02 10:40", "1", ".1", ".1", "10"],
    ]
    waits = [[snap, "Commit", "log file sync", "5", "9"] for snap in ("11", "12")]
    names = ["SNAP_ID", "WAIT_CLASS", "EVENT_NAME", "PCTDBT", "TOTAL_TIME_S"]
    facts = _block("OS-INFORMATION", ["STAT_NAME", "STAT_VALUE"], machine)
    return [(facts + _block("MAIN-METRICS", rates, spans) + _block("TOP-N-TIMED-EVENTS", names, waits)).encode()]


def _block(name: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(10, *(len(row[place]) for row in [columns, *rows])) for place in range(len(columns))]
    lines = [columns, ["-" * width for width in widths], *rows]
    printed = "\n".join(" ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)) for line in lines)
    return f"~~BEGIN-{name}~~\n\n{printed}\n\n~~END-{name}~~\n\n"


_FAMILIES = {
    "csv": ("sqlplus csv", "sql developer csv", "sqlcl csv", "excel with semicolons", "tabs, utf-16"),
    "spool": ("sqlplus spool", "sqlplus colsep", "sqlplus folded"),
    "json": ("sqlcl json", "plain json", "ords json"),
    "xml": ("sql developer xml", "xmlgen"),
    "xlsx": ("xlsx",),
}


def exports(family: str) -> Callable[[], list[bytes]]:
    """The three exports as each client of a family writes them."""
    rows = ((LONG, _COUNTERS), (SIZES, _SPACE), (HISTORY, _SNAPSHOTS))
    return lambda: [FORMATS[form](columns, cells) for form in _FAMILIES[family] for columns, cells in rows]


def archives() -> list[bytes]:
    files = {"a.html": b"A" * 300, "d/b.csv": b"OWNER,NAME\n", "inner.gz": gzip.compress(b"x", mtime=0)}
    zipped, tarred = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as parts:
        for name, data in files.items():
            parts.writestr(zipfile.ZipInfo(name), data)
    with tarfile.open(fileobj=tarred, mode="w") as parts:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            parts.addfile(info, io.BytesIO(data))
    return [
        zipped.getvalue(),
        tarred.getvalue(),
        gzip.compress(tarred.getvalue(), mtime=0),
        gzip.compress(b"R" * 99, mtime=0),
    ]


_CHECKSUM = re.compile(rb'"[0-9a-f]{64}"')
_LISTED = re.compile(rb'"file","([^"]+)"')
_EVERYWHERE = {"manifest.csv", "database.csv", "instances.csv", "parameters.csv"}


def bundles() -> list[bytes]:
    """Of each collector, in parts small enough to be changed many times; without checksums, which the first change breaks."""
    kinds: tuple[dict[str, Any], ...] = (
        {"collector": "sqlplus", "diagnostics_pack": True},
        {"collector": "oracledb", "cdb": True},
        {"release": "11.2.0.4.0"},
    )
    return [text for kind in kinds for text in _parts(**kind)]


def _parts(**kind: Any) -> Iterator[bytes]:
    """What is stored, the history where there is one, and the counters; each with the files that say of what."""
    with tempfile.TemporaryDirectory() as folder:
        made = sorted(make_bundle(Path(folder), segments=3, **kind).iterdir())
        files = {path.name: path.read_bytes() for path in made}
    stored = {f"{name}.csv" for name in STORAGE_FILES} - _EVERYWHERE
    history = {name for name in files if name.startswith("hist_")}
    for names in (stored, history, files.keys() - stored - history - _EVERYWHERE):
        if not names.isdisjoint(files):
            yield as_text({name: _listing(data, names) for name, data in files.items() if name in names | _EVERYWHERE})


def _listing(data: bytes, names: Set[str]) -> bytes:
    """The manifest without checksums and without the files of other parts; any other file as it is."""
    lines = data.splitlines(keepends=True)
    listed = (_LISTED.match(line) for line in lines)
    kept = names | _EVERYWHERE
    return b"".join(
        _CHECKSUM.sub(b'""', line)
        for line, file in zip(lines, listed, strict=True)
        if file is None or file[1].decode() in kept
    )


def typed_sizes() -> list[bytes]:
    return [
        b'SHOP.ORDERS 12.5G\nSHOP."Mixed Case".P1 512M\n# remark\nSHOP.T,1024\n',
        b"OWNER,SEGMENT_NAME,BYTES\nSHOP,T,65536\n",
    ]


def copied() -> list[bytes]:
    """A page out of a browser, and as Markdown, with and without blank lines between the rows."""
    rows = [["DB Name", "DB Id", "Instance"], ["SHOP", "4711", "shop1"]]
    events = [_WAITS, *_EVENTS]
    tabs, bars = (
        "\n\n".join("\n".join(form(row) for row in table) for table in (rows, events)) for form in ("\t".join, _barred)
    )
    title = "WORKLOAD REPOSITORY report for\n\n"
    above = "\n\nForeground Wait Events\n\n"
    page, marked = title + tabs.replace("\n\n", above), title + bars.replace("\n\n", above)
    return [text.encode() for text in (page, marked, marked.replace("\n", "\n\n"))]


def _barred(row: Sequence[str]) -> str:
    return f"| {' | '.join(row)} |"


def pasted_events() -> list[bytes]:
    """A table in text as a report has it, tabs for its gaps, and the call time of 10g."""
    head = "Elapsed: 60.00 (mins)\nDB Time: 20.00 (mins)\nTop 5 Timed Foreground Events\n"
    table = f"{head}{_PASTED_EVENTS}"
    calls = "Event  Waits  Time (s)  (ms)  % Total Call Time\nCPU time  10  50.0\ndb file sequential read  999  10  10  50.0\n"
    return [table.encode(), re.sub(" {2,}", "\t", table).encode(), calls.encode()]


def pasted_counters() -> list[bytes]:
    """Two looks at statistics, at the time model and at waits; and one list with a column for each."""
    names = ("user calls", "physical reads", "DB time", "CPU used by this session")
    looks = []
    for at in (1, 2):
        statistics = "NAME,VALUE\n" + "".join(f"{name},{at * 1000}\n" for name in names)
        waits = _barred(("EVENT", "TOTAL_WAITS_FG", "TIME_WAITED_MICRO_FG")) + "\n|---|---|---|\n"
        waits += "".join(
            _barred((name, str(at * 99), str(at * 99_000))) + "\n"
            for name in ("db file sequential read", "log file sync")
        )
        looks.append(f"2026-11-28 1{at}:00\n{statistics}{waits}")
    beside = "NAME BEFORE AFTER\n" + "".join(f"{name} 1000 2000\n" for name in names)
    return ["".join(looks).encode(), "".join(reversed(looks)).encode(), beside.encode()]

"""Tables without a column that their rows mean nothing without: not read, and said so."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from segtier.model.pair import Pair
from segtier.reports import read_document
from tests.unit.reports import pages
from tests.unit.reports.rac_pages import comparison, part, rac_report
from tests.unit.reports.test_awr_miner import block, miner

_TOP = ["Event", "Wait Class", "Waits", "Time(s)", "Avg Time(ms)", "%DB time"]
_TOP_ROW = ["x read", "User I/O", "1,203", "9.00", "7.48", "50"]
TOP = part("Top Timed Events", [("1st", 6), ("2nd", 6)], _TOP * 2, [_TOP_ROW * 2])
PARAMETERS = part(
    "init.ora Parameters",
    [("", 1), ("1st Period", 2), ("2nd Period", 2)],
    ["Parameter Name", *["Begin Snap Value", "End Snap Value"] * 2],
    [["db_files", "200", "", "300", ""]],
)
STATEMENTS = part(
    "Top SQL Comparison by Physical Reads",
    [("", 1), ("% Total Physical Reads", 2), ("#Executions", 2)],
    ["SQL Id", *["1st", "2nd"] * 2],
    [["0a1b2c3d4e5f6", "37.27", "35.14", "124,882", "176,182"]],
)
HISTOGRAM = block(
    "IO-WAIT-HISTOGRAM",
    ["SNAP_ID", "WAIT_CLASS", "EVENT_NAME", "WAIT_TIME_MILLI", "WAIT_COUNT"],
    [["11", "User I/O", "x read", "1", "600"]],
)

FUNCTION_COLUMNS = ("FUNCTION_NAME", "SM_R_REQS", "SM_W_REQS", "LG_R_REQS", "LG_W_REQS")
FUNCTIONS = block("IOSTAT-BY-FUNCTION", ["SNAP_ID", *FUNCTION_COLUMNS], [["11", "DBWR", "1", "100", "0", "20"]])


@pytest.mark.parametrize(
    ("data", "column", "section", "state"),
    [
        (pages.report(), b">Release<", "Database", "missing"),
        (pages.report(), b">Snap Id<", "Snapshots", "unreadable"),
        (pages.report(), b">Snap Time<", "Snapshots", "unreadable"),
        (rac_report(), b">I#<", "Instance", "unreadable"),
        (rac_report(), b">Instance<", "Instance", "unreadable"),
        (rac_report(), b">Release<", "Instance", "unreadable"),
        (comparison(), b">Snapshot Set<", "Database (1st period)", "unreadable"),
        (comparison(TOP), b">Waits<", "Top Timed Events (1st period)", "unreadable"),
        (comparison(PARAMETERS), b">End Snap Value<", "init.ora Parameters (1st period)", "unreadable"),
        (comparison(STATEMENTS), b">SQL Id<", "SQL ordered by Reads (1st period)", "unreadable"),
        (miner(HISTOGRAM), b"WAIT_TIME_MILLI", "IO-WAIT-HISTOGRAM", "unreadable"),
        *((miner(FUNCTIONS), column.encode(), "IOSTAT-BY-FUNCTION", "unreadable") for column in FUNCTION_COLUMNS),
    ],
    ids=lambda value: value.decode().strip("<>") if isinstance(value, bytes) and len(value) < 20 else "",
)
def test_a_table_without_a_column_it_needs_is_not_read(data: bytes, column: bytes, section: str, state: str) -> None:
    """The first column of that name is headed with as many X; missing where the table still is another section's."""
    assert states_of(data)[section] == "found"
    damaged = data.replace(column, re.sub(rb"[^<>]", b"X", column), 1)
    assert states_of(damaged)[section] == state


NEEDED_OF_AWR = (
    ("Cache Sizes", "|Begin"),
    ("Load Profile", "|Per Second"),
    ("Top 5 Timed Foreground Events", "Event|Waits|Time(s)|% DB time"),
    ("Time Model Statistics", "Statistic Name|Time (s)"),
    ("Operating System Statistics", "Statistic|Value"),
    ("Foreground Wait Class", "Wait Class|Waits|Total Wait Time (s)"),
    ("Foreground Wait Events", "Event|Waits|Total Wait Time (s)|% DB time"),
    ("Background Wait Events", "Event|Waits|Total Wait Time (s)"),
    ("IOStat by Function summary", "Function Name|Reads: Data|Reqs per sec|Writes: Data|Reqs per sec"),
    ("IOStat by Filetype summary", "Filetype Name|Reads: Data|Reqs per sec|Writes: Data|Reqs per sec"),
    ("Tablespace IO Stats", "Tablespace|Reads|Writes"),
    ("File IO Stats", "Tablespace|Filename|Reads|Writes"),
    ("Buffer Pool Statistics", "P|Buffer Gets|Physical Reads"),
    ("Buffer Pool Advisory", "P|Size for Est (M)|Size Factor|Est Phys Read Factor"),
    ("PGA Memory Advisory", "PGA Target Est (MB)|Size Factr"),
    ("SGA Target Advisory", "SGA Target Size (M)|SGA Size Factor"),
    ("Instance Activity Stats", "Statistic|Total|per Second"),
    ("Segments by Physical Reads", "Owner|Object Name|Physical Reads"),
    ("SQL ordered by Reads", "SQL Id|Physical Reads|Executions|%Total"),
    ("init.ora Parameters", "Parameter Name|Begin value"),
)
NEEDED_OF_RAC = (
    ("OS Statistics By Instance", "I#|CPU: #CPUs"),
    ("Cache Sizes", "I#|DB Cache: Begin"),
    ("System Statistics (Absolute Values)", "I#|Sessions: Begin"),
    ("System Statistics - Per Second", "I#|Physical Reads/s"),
    ("System Statistics - Per Transaction", "I#|Physical Reads/tx"),
    ("Time Model", "I#|DB time (s)"),
    ("Foreground Wait Classes", "I#|User I/O(s)"),
    ("Top Timed Foreground Events",
     "I#|Wait: Class|Wait: Event|Event: Waits|Wait Time: Total(s)|Wait Time: %DB time"),
    ("Top Timed Background Events", "I#|Wait: Class|Wait: Event|Event: Waits|Wait Time: Total(s)"),
    ("Foreground Wait Events (Global)", "Wait: Class|Wait: Event|Event: Waits|Wait Time: Total(s)|Wait Time: %DB time"),
    ("Background Wait Events (Global)", "Wait: Class|Wait: Event|Event: Waits|Wait Time: Total(s)"),
    ("IOStat by Function", "I#|Function Name|Requests: Total|Requests: Reads/s|Requests: Writes/s|"
     "MB: Total|MB: Read MB/s|MB: Write MB/s"),
    ("IOStat by File Type", "I#|File Type Name|Requests: Total|Requests: Reads/s|Requests: Writes/s|"
     "MB: Total|MB: Read MB/s|MB: Write MB/s"),
    ("IOStat by File Type (per Second)", "I#|Reads MB/sec: Data File|Reads Requests/sec: Data File|"
     "Writes MB/sec: Data File|Writes Requests/sec: Data File"),
    ("System Statistics (Global)", "Statistic|Total|per Second"),
    ("System Statistics", "I#|Physical Reads"),
    ("Segment Statistics (Global)", "Statistic|Owner|Object Name|Value"),
    ("SQL ordered by Reads (Global)", "SQL Id|Total: Reads|Total: Execs|Percentage of Total: Reads"),
    ("init.ora Parameters", "Parameter Name|I#|Begin value"),
)  # fmt: skip

NEEDED_OF_A_PERIOD = (
    ("Host Configuration Comparison", "|1st"),
    ("Cache Sizes", "|1st (M)"),
    ("Load Profile", "|1st per sec"),
    ("Top Timed Events", "1st: Event|1st: Waits|1st: Time(s)"),
    ("Time Model Statistics", "Statistic Name|Time (seconds): 1st"),
    ("Operating System Statistics", "Statistic Name|Value (centi-seconds): 1st"),
    ("Wait Classes", "Wait Class|# Waits/sec (Elapsed Time): 1st|Total Wait Time (sec): 1st"),
    ("Wait Events", "Event|# Waits/sec (Elapsed Time): 1st|Total Wait Time (sec): 1st"),
    ("Key Instance Activity Stats", "Statistic|Value: 1st"),
    ("IOStat by Function - Data Rate per Second", "Total Reads: 1st"),
    ("Tablespace IO Stats", "Tablespace|Reads: 1st|Writes: 1st"),
    ("Top File Comparison by IO", "Tablespace|Filename|Reads: 1st|Writes: 1st"),
    ("init.ora Parameters", "Parameter Name|1st Period: Begin Snap Value|1st Period: End Snap Value|"
     "2nd Period: Begin Snap Value|2nd Period: End Snap Value"),
    ("Top Segments Comparison by Physical Reads", "Owner|Object Name|Physical Reads: 1st"),
    ("Top SQL Comparison by Physical Reads", "SQL Id|% Total Physical Reads: 1st|#Executions: 1st"),
)  # fmt: skip
CELLS = {"P": "D", "Statistic": "physical reads"}
"""Where a 1 is no value."""

Make = Callable[[str, list[str], list[list[str]]], bytes]
MAKES: dict[str, tuple[Make, tuple[tuple[str, str], ...]]] = {
    "awr": (lambda *table: pages.report(pages.section(*table)), NEEDED_OF_AWR),
    "rac": (lambda heading, *table: rac_report(part(heading, [], *table)), NEEDED_OF_RAC),
    "period": (lambda heading, *table: comparison(part(heading, [], *table)), NEEDED_OF_A_PERIOD),
}


@pytest.mark.parametrize(
    ("make", "heading", "columns"),
    [
        pytest.param(make, heading, columns.split("|"), id=f"{kind}: {heading}")
        for kind, (make, needed) in MAKES.items()
        for heading, columns in needed
    ],
)
def test_every_column_a_table_needs(make: Make, heading: str, columns: list[str]) -> None:
    """Without any one of them, whoever reads the table says that it is not understood."""
    cells = [CELLS.get(column, "1") for column in columns]
    none, whole = states_of(make("Nothing", [], [])), states_of(make(heading, columns, [cells]))
    readers = {name for name, state in whole.items() if state != none[name]}
    assert readers
    assert {whole[name] for name in readers} == {"found"}
    for place, column in enumerate(columns):
        found = states_of(make(heading, [*columns[:place], "Another", *columns[place + 1 :]], [cells]))
        assert {found[name] for name in readers} == {"unreadable"}, column


def states_of(data: bytes) -> dict[str, str]:
    document = read_document(data, None)
    workload = document.first if isinstance(document, Pair) else document
    return {one.name: one.state for one in workload.sections}

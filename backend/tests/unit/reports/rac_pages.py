"""Builders of small RAC and compare-period pages in Oracle's layout: headings of groups over the columns."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

Group = tuple[str, int]


def _cell(text: str) -> str:
    return escape(text) if text else "&#160;"


def grouped(groups: Sequence[Group], columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table with a row of group headings; a group without words is &#160;, as Oracle prints it."""
    over = "".join(
        f'<th class="awrbg" colspan=" {span}">{escape(words)}</th>' if words else "<td>&#160;</td>" * span
        for words, span in groups
    )
    head = "".join(f'<th class="awrbg" scope="col">{escape(text)}</th>' for text in columns)
    lines = "".join(
        "<tr>" + "".join(f"<td class='awrc'>{_cell(text)}</td>" for text in row) + "</tr>\n" for row in rows
    )
    top = f"<tr>{over}</tr>\n" if groups else ""
    return f'<table border="0" class="tdiff">{top}<tr>{head}</tr>\n{lines}</table><p />\n'


def part(
    heading: str,
    groups: Sequence[Group],
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    notes: Sequence[str] = (),
) -> str:
    """A headed table with its bullets."""
    bullets = "".join(f'<li class="awr">{escape(note)}</li>' for note in notes)
    return f'<h3 class="awr">{escape(heading)}</h3><ul>{bullets}</ul>\n{grouped(groups, columns, rows)}'


SUMMARY = grouped(
    [
        ("Database", 8),
        ("Snapshot Ids", 2),
        ("Number of Instances", 2),
        ("Number of Hosts", 2),
        ("Report Total (minutes)", 2),
    ],
    [
        *("Id", "Name", "Unique Name", "Role", "Edition", "RAC", "CDB", "Block Size", "Begin", "End"),
        *("In Report", "Total", "In Report", "Total", "DB time", "Elapsed time"),
    ],
    [
        [
            *("99", "MINE", "mine_u", "PRIMARY", "EE", "YES", "NO", "8192", "7", "8"),
            *("2", "3", "2", "3", "120.00", "60.00"),
        ]
    ],
)
INSTANCE_COLUMNS = [
    *("I#", "Instance", "Host", "Startup", "Begin Snap Time", "End Snap Time", "Release", "Elapsed Time(min)"),
    *("DB time(min)", "Up Time(hrs)", "Avg Active Sessions", "Platform"),
]
TIMES = ["01-Jan-20 08:00", "02-Jan-20 10:00", "02-Jan-20 11:00", "12.2.0.1.0", "60.0"]
INSTANCES = grouped(
    [],
    INSTANCE_COLUMNS,
    [
        ["1", "mine1", "box1", *TIMES, "70.0", "26.0", "1.2", "Linux x86 64-bit"],
        ["2", "mine2", "box2", *TIMES, "50.0", "26.0", "0.8", "Linux x86 64-bit"],
    ],
)


def rac_report(*parts: str, summary: str = SUMMARY, instances: str = INSTANCES, end: bool = True) -> bytes:
    """A whole RAC report."""
    last = "<p />End of Report</body></html>\n" if end else ""
    return (
        "<html><head><title>AWR RAC Report for DB: MINE, Snaps: 7-8</title></head><body class='awr'>\n"
        f"<h1>WORKLOAD REPOSITORY REPORT (RAC)</h1>Database Summary<p />{summary}"
        f"Database Instances Included In Report<p />{instances}"
        f'<h3 class="awr">Report Summary</h3>{"".join(parts)}{last}'
    ).encode()


PERIODS = grouped(
    [],
    ["Snapshot Set", "DB Name", "DB Id", "Instance", "Inst num", "Release", "Cluster", "Host", "Std Block Size"],
    [
        ["First (1st)", "MINE", "99", "mine", "1", "11.2.0.3.0", "NO", "box", "8192"],
        ["Second (2nd)", "MINE", "99", "mine", "1", "12.2.0.1.0", "NO", "box", "16384"],
    ],
)
SNAPSHOT_SETS = grouped(
    [],
    [
        *("Snapshot Set", "Begin Snap Id", "Begin Snap Time", "End Snap Id", "End Snap Time", "Avg Active Users"),
        *("Elapsed Time (min)", "DB time (min)"),
    ],
    [
        ["1st", "7", "02-Jan-20 10:00:00 (Thu)", "8", "02-Jan-20 10:10:00 (Thu)", "2.0", "10.0", "20.0"],
        ["2nd", "9", "02-Jan-20 12:00:00 (Thu)", "10", "02-Jan-20 12:20:00 (Thu)", "1.0", "20.0", "20.0"],
        ["%Diff", "", "", "", "", "-50.0", "100.0", "0.0"],
    ],
)


def comparison(*parts: str, end: bool = True) -> bytes:
    """A whole compare-period report."""
    return (
        "<html><head><title>AWR Compare Period Report for (1) DB: MINE</title></head><body class='awr'>\n"
        f"<h1>WORKLOAD REPOSITORY COMPARE PERIOD REPORT</h1>{PERIODS}{SNAPSHOT_SETS}{''.join(parts)}"
        f"{'</body></html>' if end else ''}"
    ).encode()

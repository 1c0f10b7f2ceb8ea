"""What a report says against itself above its figures: results or timings that are invalid.

Statspack and AWR print such a line where the instance was restarted, or timed_statistics or statistics_level was
changed, between the two snapshots.
"""

from __future__ import annotations

import re
from dataclasses import replace

from segtier.errors import UnreadableInput
from segtier.model.evidence import Warn
from segtier.model.workload import Workload

_RESULTS = re.compile(r"(?:RESULTS ARE INVALID|re-?started during (?:the )?specified snapshot interval)", re.IGNORECASE)
_TIMES = re.compile(r"(?:TIMINGS ARE INVALID|Time Model data is INVALID)", re.IGNORECASE)
_PARTS = ("nval", "arted")
"""One of these is in all such words, in lower case: most reports hold neither there."""
_LOOK_AT = 20_000


def read_marks(text: str) -> str | None:
    """The line that says that times are invalid, None where there is none.

    Raises UnreadableInput where the report says so of all its results.
    """
    head = text[:_LOOK_AT]
    lowered = head.lower()
    if not any(part in lowered for part in _PARTS):
        return None
    results = _RESULTS.search(head)
    if results is not None:
        raise UnreadableInput(
            f"the report says of itself: {_line_at(head, results.start())}",
            code="invalid-results",
            advice="Choose two snapshots between which the instance was not restarted, and create the report again.",
            line=head.count("\n", 0, results.start()) + 1,
            excerpt=_line_at(head, results.start())[:80],
        )
    times = _TIMES.search(head)
    return None if times is None else _line_at(head, times.start())


def _line_at(text: str, position: int) -> str:
    line, _, _ = text[text.rfind("\n", 0, position) + 1 :].partition("\n")
    return " ".join(line.split())


def without_times(workload: Workload, mark: str | None) -> Workload:
    """The workload with every time unknown where the report says that its times are invalid; counts stay."""
    if mark is None:
        return workload
    events = (replace(e, time_s=None, avg_wait_us=None, db_time_pct=None) for e in workload.wait_events)
    classes = (replace(c, time_s=None, avg_wait_us=None, db_time_pct=None) for c in workload.wait_classes)
    spaces = (
        replace(t, avg_read_us=None, avg_single_block_read_us=None, avg_write_us=None, avg_buffer_wait_us=None)
        for t in workload.tablespace_io
    )
    return replace(
        workload,
        interval=replace(workload.interval, db_time_s=None, db_cpu_s=None),
        time_model=(),
        wait_events=tuple(events),
        wait_classes=tuple(classes),
        wait_histograms=(),
        io_functions=tuple(replace(f, avg_wait_us=None) for f in workload.io_functions),
        io_filetypes=tuple(replace(f, small_read_us=None, large_read_us=None) for f in workload.io_filetypes),
        tablespace_io=tuple(spaces),
        file_io=tuple(replace(f, avg_read_us=None) for f in workload.file_io),
        load_profile=tuple(row for row in workload.load_profile if not row.metric.endswith(("_time_s", "_cpu_s"))),
        warnings=(*workload.warnings, Warn("invalid-times", f"all times are left out; the report says: {mark}")),
    )

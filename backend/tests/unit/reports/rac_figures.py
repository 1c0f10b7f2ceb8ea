"""Every figure of a RAC report's workload beside the one the second reader finds in the same report."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from segtier.model.workload import Workload
from tests.second_reader import Table, figure

Figure = tuple[str, Any, Any]
MIB = Decimal(1024**2)
TIMES = {
    "DBtime(s)": "DB time",
    "DBCPU(s)": "DB CPU",
    "SQLExecEla(s)": "sql execute elapsed time",
    "ParseEla(s)": "parse time elapsed",
    "HardParseEla(s)": "hard parse elapsed time",
    "JavaEla(s)": "Java execution elapsed time",
    "bgtime(s)": "background elapsed time",
    "bgCPU(s)": "background cpu time",
}
CLASSES = {
    "UserI/O(s)": "User I/O",
    "SysI/O(s)": "System I/O",
    "Other(s)": "Other",
    "Applic(s)": "Application",
    "Commit(s)": "Commit",
    "Network(s)": "Network",
    "Concurcy(s)": "Concurrency",
    "Config(s)": "Configuration",
    "Cluster(s)": "Cluster",
}
RATES = {
    "LogicalReads/s": ("logical_reads_blocks", 1),
    "PhysicalReads/s": ("physical_reads_blocks", 1),
    "PhysicalWrites/s": ("physical_writes_blocks", 1),
    "RedoSize(k)/s": ("redo_bytes", 1024),
    "BlockChanges/s": ("block_changes", 1),
    "UserCalls/s": ("user_calls", 1),
    "Execs/s": ("executes", 1),
    "Parses/s": ("parses", 1),
    "Logons/s": ("logons", 1),
    "Txns/s": ("transactions", 1),
}
EACH_STATISTIC = {
    "LogicalReads": "session logical reads",
    "PhysicalReads": "physical reads",
    "PhysicalWrites": "physical writes",
    "BlockChanges": "db block changes",
    "UserCalls": "user calls",
    "Execs": "execute count",
    "Parses": "parse count (total)",
    "Logons": "logons cumulative",
}
SEGMENTS = {
    "logical reads": "logical_reads_blocks",
    "physical reads": "physical_reads_blocks",
    "physical read requests": "physical_read_requests",
    "physical reads direct": "direct_reads_blocks",
    "physical writes": "physical_writes_blocks",
    "physical write requests": "physical_write_requests",
    "physical writes direct": "direct_writes_blocks",
    "table scans": "table_scans",
    "db block changes": "block_changes",
    "row lock waits": "row_lock_waits",
    "itl waits": "itl_waits",
    "buffer busy waits": "buffer_busy_waits",
}
SIDEWAYS = {"BufferCache": "Buffer Cache Reads", "DirectReads": "Direct Reads", "DirectWrites": "Direct Writes"}
SIDEWAYS |= {"DataFile": "Data File", "TempFile": "Temp File", "LogFile": "Log File", "Total": "TOTAL:"}


def rac_figures(printed: list[Table], workload: Workload) -> Iterator[Figure]:
    lone = workload.interval.instances_reported == 1
    yield from _front(printed, workload)
    yield from _machines(printed, workload)
    yield from _wide(named(printed, "Time Model"), TIMES, lone, _times(workload))
    yield from _wide(named(printed, "Foreground Wait Classes"), CLASSES, lone, _classes(workload))
    yield from _rates(named(printed, "System Statistics - Per Second"), lone, workload)
    yield from _wide(named(printed, "System Statistics"), EACH_STATISTIC, lone, _statistics(workload), total=False)
    yield from _all_statistics(named(printed, "System Statistics (Global)"), workload)
    yield from _events(printed, workload, lone)
    yield from _io(printed, workload, lone)
    yield from _segments(named(printed, "Segment Statistics (Global)"), workload)
    yield from _statements(named(printed, "SQL ordered by Reads (Global)"), workload)


def named(printed: list[Table], heading: str) -> Table | None:
    return next((table for table in printed if table.heading == heading and table.header), None)


def records(table: Table | None) -> Iterator[dict[str, str]]:
    """Rows by `over|heading` and by heading alone where that is plain."""
    if table is None:
        return
    over = table.over if len(table.over) == len(table.header) else [""] * len(table.header)
    names = [f"{above}|{name}" if above else name for above, name in zip(over, table.header, strict=True)]
    for row in table.rows:
        yield dict(zip(names, row, strict=True))


def scope(record: dict[str, str], lone: bool) -> tuple[bool, int | None]:
    """(is it read, instance): a report of one instance knows no numbers."""
    label = record["I#"]
    if label.isdigit():
        return True, None if lone else int(label)
    return label in ("*", "Sum"), None


def _front(printed: list[Table], workload: Workload) -> Iterator[Figure]:
    summary = next(records(next(table for table in printed if "Database" in table.over)))
    pairs = {
        "dbid": ("Database|Id", workload.database.dbid),
        "name": ("Database|Name", workload.database.name),
        "block size": ("Database|BlockSize", workload.database.block_size_bytes),
        "begin": ("SnapshotIds|Begin", workload.interval.begin_snap),
        "end": ("SnapshotIds|End", workload.interval.end_snap),
    }
    for what, (heading, found) in pairs.items():
        yield what, str(found), summary[heading]
    minutes = figure(summary["ReportTotal(minutes)|Elapsedtime"])
    yield "elapsed", None if minutes is None else minutes * 60, workload.interval.elapsed_s
    instances = list(records(next(table for table in printed if "Instance" in table.header and "Host" in table.header)))
    for record, found in zip(instances, workload.instances, strict=True):
        yield f"instance {found.number}", (record["I#"], record["Instance"]), (str(found.number), found.name)
        yield f"host {found.number}", record["Host"], found.host


def _machines(printed: list[Table], workload: Workload) -> Iterator[Figure]:
    by_number = {str(one.number): one for one in workload.instances}
    for record in records(named(printed, "OS Statistics By Instance")):
        found = by_number.get(record["I#"])
        if found is not None:
            yield f"cpus {found.number}", figure(record.get("CPU|#CPUs") or record.get("NumCPUs", "")), found.cpus
            memory = figure(record.get("Memory|MB") or record.get("Memory(M)", ""))
            yield f"memory {found.number}", memory and round(memory * MIB), found.memory_bytes


def _times(workload: Workload) -> dict[tuple[str, int | None], Any]:
    return {(row.name, row.instance): row.time_s for row in workload.time_model}


def _classes(workload: Workload) -> dict[tuple[str, int | None], Any]:
    return {(row.wait_class, row.instance): row.time_s for row in workload.wait_classes}


def _statistics(workload: Workload) -> dict[tuple[str, int | None], Any]:
    return {(row.name, row.instance): row.total for row in workload.instance_statistics}


def _wide(
    table: Table | None,
    names: dict[str, str],
    lone: bool,
    found: dict[tuple[str, int | None], Any],
    *,
    total: bool = True,
) -> Iterator[Figure]:
    for record in records(table):
        counted, instance = scope(record, lone)
        if counted and (total or instance is not None):
            for heading, name in names.items():
                yield f"{name} of {instance}", figure(record.get(heading, "")), found.get((name, instance))


def _rates(table: Table | None, lone: bool, workload: Workload) -> Iterator[Figure]:
    found = {(row.metric, row.instance): row.per_s for row in workload.load_profile}
    for record in records(table):
        counted, instance = scope(record, lone)
        if counted:
            for heading, (metric, scale) in RATES.items():
                printed = figure(record[heading])
                yield f"{metric} of {instance}", printed and printed * scale, found.get((metric, instance))


def _all_statistics(table: Table | None, workload: Workload) -> Iterator[Figure]:
    found = [row for row in workload.instance_statistics if row.instance is None]
    listed = list(records(table))
    yield "statistics", len(listed), len(found)
    for record, row in zip(listed, found, strict=False):
        yield f"{row.name}", (record["Statistic"], figure(record["Total"])), (row.name, row.total)
        yield f"{row.name} per s", figure(record["perSecond"]), row.per_s


def _events(printed: list[Table], workload: Workload, lone: bool) -> Iterator[Figure]:
    found = {(row.event, row.foreground, row.instance): row for row in workload.wait_events}
    seen = 0
    for foreground, kind in ((True, "Foreground"), (False, "Background")):
        every = list(records(named(printed, f"{kind} Wait Events (Global)")))
        top = [one for one in records(named(printed, f"Top Timed {kind} Events")) if not (every and one["I#"] == "*")]
        wanted = [(record, None) for record in every]
        wanted += [(record, scope(record, lone)[1]) for record in top if not (lone and record["I#"] != "*")]
        for record, instance in wanted:
            event = record["Wait|Event"]
            if event in ("DB CPU", "background cpu time"):
                continue
            seen += 1
            row = found.get((event, foreground, instance))
            what = f"{event} of {instance} ({kind})"
            yield f"{what}: waits", figure(record["Event|Waits"]), row and row.waits
            yield f"{what}: time", figure(record["WaitTime|Total(s)"]), row and row.time_s
            yield f"{what}: class", record["Wait|Class"], row and row.wait_class
    yield "events", seen, len(workload.wait_events)


def _io(printed: list[Table], workload: Workload, lone: bool) -> Iterator[Figure]:
    broken = "corrected-io-function-requests" in {warning.code for warning in workload.warnings}
    for what, heading, label, items in (
        ("function", "IOStat by Function", "FunctionName", workload.io_functions),
        ("filetype", "IOStat by File Type", "FiletypeName", workload.io_filetypes),
    ):
        found = {(getattr(row, what), row.instance): row for row in items}
        for record in records(named(printed, heading)):
            counted, instance = scope(record, lone)
            if not counted or (lone and record["I#"] != "*"):
                continue
            name = "TOTAL:" if record[label] == "Total" else record[label]
            row: Any = found.get((name, instance))
            reads = figure(record["Requests|Reads/s"])
            yield (
                f"{what} {name} of {instance}: reads",
                None if broken and what == "function" else reads,
                row and row.read_requests_per_s,
            )
            yield (
                f"{what} {name} of {instance}: writes",
                figure(record["Requests|Writes/s"]),
                row and row.write_requests_per_s,
            )
            moved = [one for one in (row.read_bytes, row.write_bytes) if one is not None] if row else []
            total = figure(record["MB|Total"])
            if moved:
                yield f"{what} {name} of {instance}: MB", total, round(Decimal(sum(moved)) / MIB)
        for record in records(named(printed, f"{heading} (per Second)")):
            for key, text in record.items():
                above, _, name = key.partition("|")
                if above.endswith("requests/sec") and figure(text) is not None:
                    row = found.get((SIDEWAYS.get(name, name), scope(record, lone)[1]))
                    way = "read" if above.startswith("Reads") else "write"
                    yield f"{what} {name}: {above}", figure(text), row and getattr(row, f"{way}_requests_per_s")


STATEMENTS = {
    "Total|Reads": "physical_reads_blocks",
    "Total|Execs": "executions",
    "Total|Elapsed(s)": "elapsed_s",
    "Total|CPU(s)": "cpu_s",
    "PercentageofTotal|Reads": "reads_pct",
}


def _statements(table: Table | None, workload: Workload) -> Iterator[Figure]:
    found = {row.sql_id: row for row in workload.statements}
    printed = {record["SQLId"]: record for record in records(table)}
    yield "statements", set(printed), set(found)
    for name, record in printed.items():
        for heading, field in STATEMENTS.items():
            yield f"statement {name} {heading}", figure(record[heading]), getattr(found[name], field)


def _segments(table: Table | None, workload: Workload) -> Iterator[Figure]:
    sums: dict[tuple[Any, ...], Decimal] = {}
    statistic = ""
    for record in records(table):
        statistic = record["Statistic"] or statistic
        field = SEGMENTS.get(statistic)
        if field is not None:
            key = tuple(record[name] for name in ("Owner", "ObjectName", "SubobjectName", "Obj.Type"))
            hidden = (
                (record.get("Obj#"), record.get("Dataobj#"))
                if key[0].startswith("**") or key[1].startswith("**")
                else ()
            )
            value = figure(record["Value"]) or Decimal(0)
            sums[(*key, *hidden, field)] = sums.get((*key, *hidden, field), Decimal(0)) + value
    found = {
        (one.owner, one.name, one.subobject or "", one.type, *_hidden(one), field): getattr(one, field)
        for one in workload.segments
        for field in SEGMENTS.values()
        if getattr(one, field) is not None
    }
    for key in sums.keys() | found.keys():
        yield f"segment {key}", sums.get(key), found.get(key)


def _hidden(one: Any) -> tuple[str, ...]:
    masked = one.owner.startswith("**") or one.name.startswith("**")
    return (
        tuple("" if number is None else str(number) for number in (one.object_id, one.data_object_id)) if masked else ()
    )

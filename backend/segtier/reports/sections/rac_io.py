"""I/O by function and by file type in a RAC report: one table per kind from 12.1 on, per second and sideways in 11.2.

The long tables give requests and MB as totals of reads and writes, and their rates apart: a total is divided in the
proportion of its rates, which is exact where one of them is zero.
"""

from __future__ import annotations

from collections.abc import Iterable

from segtier.dataclass import dataclass
from segtier.model.evidence import Evidence
from segtier.model.workload import IoFiletype, IoFunction
from segtier.reports.numbers import count, milliseconds_us
from segtier.reports.sections.mechanism import Column, Row, Section, column, key
from segtier.reports.sections.rac import INSTANCE, instance_number, is_counted
from segtier.units import MIB

_TRAFFIC: tuple[Column, ...] = (
    column("requests", "Requests: Total", required=True),
    column("read_requests_per_s", "Requests: Reads/s", required=True),
    column("write_requests_per_s", "Requests: Writes/s", required=True),
    column("mib", "MB: Total", required=True),
    column("read_bytes", "MB: Read MB/s", required=True),
    column("write_bytes", "MB: Write MB/s", required=True),
)


def _share(total: float | None, part: float | None, other: float | None) -> float | None:
    """The part of a total that belongs to `part`; None where both rates round to zero and the total does not."""
    if total is None or part is None or other is None:
        return None
    if part + other == 0:
        return 0.0 if total == 0 else None
    return total * part / (part + other)


def _bytes(row: Row, part: str, other: str) -> int | None:
    share = _share(row["mib"], row[part], row[other])
    return None if share is None else round(share * MIB)


def _function(row: Row) -> IoFunction | None:
    if row["function"] is None or not is_counted(row):
        return None
    reads, writes = row["read_requests_per_s"], row["write_requests_per_s"]
    return IoFunction(
        function=total_name(row["function"]),
        read_bytes=_bytes(row, "read_bytes", "write_bytes"),
        read_requests=_share(row["requests"], reads, writes),
        read_requests_per_s=reads,
        write_bytes=_bytes(row, "write_bytes", "read_bytes"),
        write_requests=_share(row["requests"], writes, reads),
        write_requests_per_s=writes,
        waits=row["waits"],
        avg_wait_us=row["avg_wait_us"],
        instance=instance_number(row),
        evidence=(row.evidence,),
    )


def total_name(printed: str) -> str:
    """`TOTAL:`, as instance reports print it."""
    return "TOTAL:" if printed == "Total" else printed


def _filetype(row: Row) -> IoFiletype | None:
    if row["filetype"] is None or not is_counted(row):
        return None
    return IoFiletype(
        filetype=total_name(row["filetype"]),
        read_bytes=_bytes(row, "read_bytes", "write_bytes"),
        read_requests_per_s=row["read_requests_per_s"],
        write_bytes=_bytes(row, "write_bytes", "read_bytes"),
        write_requests_per_s=row["write_requests_per_s"],
        small_read_us=row["small_read_us"],
        large_read_us=row["large_read_us"],
        instance=instance_number(row),
        evidence=(row.evidence,),
    )


IO_FUNCTIONS = Section(
    name="IOStat by Function summary",
    headings=("IOStat by Function",),
    columns=(
        INSTANCE,
        key("function", "Function Name"),
        *_TRAFFIC,
        column("waits", "Waits: Count", read=count),
        column("avg_wait_us", "Avg Time", "Avg Tm(ms)", read=milliseconds_us),
    ),
    build=_function,
)
IO_FILETYPES = Section(
    name="IOStat by Filetype summary",
    headings=("IOStat by File Type",),
    columns=(
        INSTANCE,
        key("filetype", "Filetype Name"),
        *_TRAFFIC,
        column("small_read_us", "Service Time: Small Read", read=milliseconds_us),
        column("large_read_us", "Service Time: Large Read", read=milliseconds_us),
    ),
    build=_filetype,
)


@dataclass(frozen=True, slots=True)
class SidewaysIo:
    """11.2's row of one instance: MB and requests per second by column group and function or file type."""

    instance: int | None
    rates: dict[tuple[str, str], float | None]
    evidence: Evidence


_READS, _WRITES = "Reads", "Writes"


def _sideways(row: Row) -> SidewaysIo | None:
    if not is_counted(row):
        return None
    rates = {(group, name): row[f"{group}|{name}"] for group, name in _named(row)}
    return SidewaysIo(instance_number(row), rates, row.evidence)


def _named(row: Row) -> Iterable[tuple[str, str]]:
    for field in row.places:
        group, bar, name = field.partition("|")
        if bar:
            yield group, name


def _both(names: dict[str, tuple[str, ...]]) -> tuple[Column, ...]:
    return tuple(
        column(f"{way} {unit}|{name}", f"{way} {unit}/sec: {name}", required=name == "Data File")
        for way, listed in names.items()
        for unit in ("MB", "requests")
        for name in listed
    )


SIDEWAYS_FUNCTIONS = Section(
    name="IOStat by Function (per Second)",
    columns=(
        INSTANCE,
        *_both(
            {
                _READS: ("Total", "Buffer Cache", "Direct Reads"),
                _WRITES: ("Total", "DBWR", "Direct Writes", "LGWR"),
            }
        ),
    ),
    build=_sideways,
)
SIDEWAYS_FILETYPES = Section(
    name="IOStat by File Type (per Second)",
    columns=(
        INSTANCE,
        *_both({_READS: ("Total", "Data File", "Temp File"), _WRITES: ("Total", "Data File", "Temp File", "Log File")}),
    ),
    build=_sideways,
)
_FUNCTIONS = {"Total": "TOTAL:", "Buffer Cache": "Buffer Cache Reads"}
_FILETYPES = {"Total": "TOTAL:"}


def functions_of(rows: Iterable[SidewaysIo], elapsed_s: float | None) -> tuple[IoFunction, ...]:
    """I/O by function from 11.2's rates; reads or writes that it does not print are not known."""
    return tuple(
        IoFunction(
            function=_FUNCTIONS.get(name, name),
            read_bytes=_amount(row, f"{_READS} MB", name, elapsed_s),
            read_requests_per_s=row.rates.get((f"{_READS} requests", name)),
            write_bytes=_amount(row, f"{_WRITES} MB", name, elapsed_s),
            write_requests_per_s=row.rates.get((f"{_WRITES} requests", name)),
            instance=row.instance,
            evidence=(row.evidence,),
        )
        for row in rows
        for name in _printed(row)
    )


def filetypes_of(rows: Iterable[SidewaysIo], elapsed_s: float | None) -> tuple[IoFiletype, ...]:
    """I/O by file type from 11.2's rates."""
    return tuple(
        IoFiletype(
            filetype=_FILETYPES.get(name, name),
            read_bytes=_amount(row, f"{_READS} MB", name, elapsed_s),
            read_requests_per_s=row.rates.get((f"{_READS} requests", name)),
            write_bytes=_amount(row, f"{_WRITES} MB", name, elapsed_s),
            write_requests_per_s=row.rates.get((f"{_WRITES} requests", name)),
            instance=row.instance,
            evidence=(row.evidence,),
        )
        for row in rows
        for name in _printed(row)
    )


def _printed(row: SidewaysIo) -> list[str]:
    """The names with any figure, in the order of the page."""
    return list(dict.fromkeys(name for (_, name), rate in row.rates.items() if rate is not None))


def _amount(row: SidewaysIo, group: str, name: str, elapsed_s: float | None) -> int | None:
    rate = row.rates.get((group, name))
    return None if rate is None or elapsed_s is None else round(rate * MIB * elapsed_s)

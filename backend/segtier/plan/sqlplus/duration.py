"""How long something takes, as a range and as an assumption: nobody has measured this machine."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.operation import Operation, total
from segtier.oracle.move_rate import FASTEST_MB_PER_S, SLOWEST_MB_PER_S, range_min
from segtier.plan.sqlplus.template import fill
from segtier.units import format_bytes

RATE = f"{SLOWEST_MB_PER_S} to {FASTEST_MB_PER_S} MB/s, assumed, not measured"
QUERIES_ONLY = "seconds to some minutes: it only asks the dictionary"

TAKES = fill(
    """\
  FUNCTION takes(p_bytes IN NUMBER) RETURN VARCHAR2 IS
  BEGIN
    RETURN CEIL(p_bytes / %%FAST%%) || ' to ' || CEIL(p_bytes / %%SLOW%%) || ' min at %%RATE%%';
  END;
""",
    FAST=str(FASTEST_MB_PER_S * 60 * 10**6),
    SLOW=str(SLOWEST_MB_PER_S * 60 * 10**6),
    RATE=RATE,
)
"""`takes(bytes)` for the scripts that look the bytes up."""


def minutes(size_bytes: int) -> str:
    """`2 to 14 min at 50 to 400 MB/s, assumed, not measured`."""
    fast, slow = range_min(size_bytes)
    return f"{fast} to {slow} min at {RATE}"


def for_operations(operations: Sequence[Operation]) -> str:
    """Count, bytes and time of what is written anew; what has no size is said, not guessed."""
    redo = total(row.size_bytes for one in operations for row in one.rewrites)
    unknown = sum(one.of_unknown_size for one in operations)
    if redo is None:
        return f"{len(operations)} operation(s), {unknown} segment(s) of unknown size"
    text = f"{len(operations)} operation(s), {format_bytes(redo)} written anew by the inputs: {minutes(redo)}"
    return text + (f"; {unknown} segment(s) more of unknown size" if unknown else "")

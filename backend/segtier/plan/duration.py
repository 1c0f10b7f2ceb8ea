"""How long something takes, as a range and as an assumption: nobody has measured this machine."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.plan import PlanSegment
from segtier.plan.sqlplus import fill
from segtier.units import format_bytes

SLOWEST_MB_PER_S = 50
FASTEST_MB_PER_S = 400
"""One stream that reads from today's storage, sorts or formats, writes to flash and logs: slow disks, fast disks."""
_RATE = f"{SLOWEST_MB_PER_S} to {FASTEST_MB_PER_S} MB/s, assumed, not measured"
QUERIES_ONLY = "seconds to some minutes: it only asks the dictionary"

PLSQL = fill(
    """\
  FUNCTION takes(p_bytes IN NUMBER) RETURN VARCHAR2 IS
  BEGIN
    RETURN CEIL(p_bytes / %%FAST%%) || ' to ' || CEIL(p_bytes / %%SLOW%%) || ' min at %%RATE%%';
  END;
""",
    FAST=str(FASTEST_MB_PER_S * 60 * 10**6),
    SLOW=str(SLOWEST_MB_PER_S * 60 * 10**6),
    RATE=_RATE,
)
"""`takes(bytes)` for the scripts that look the bytes up."""


def minutes(size_bytes: int) -> str:
    """`2 to 14 min at 50 to 400 MB/s, assumed, not measured`."""
    fast, slow = (-(-size_bytes // (rate * 60 * 10**6)) for rate in (FASTEST_MB_PER_S, SLOWEST_MB_PER_S))
    return f"{fast} to {slow} min at {_RATE}"


def for_segments(segments: Sequence[PlanSegment]) -> str:
    """Count, bytes and time of segments to move; what has no size is said, not guessed."""
    known = [segment.size_bytes for segment in segments if segment.size_bytes is not None]
    unknown = len(segments) - len(known)
    text = f"{len(segments)} segment(s), {format_bytes(sum(known))} by the inputs: {minutes(sum(known))}"
    return text + (f"; {unknown} more of unknown size" if unknown else "")

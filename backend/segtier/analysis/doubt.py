"""Reads whose average says nothing about a device: too few of them, impossibly slow, or slow in rare stalls only."""

from __future__ import annotations

from segtier.analysis.words import ms
from segtier.model.demand import DemandName
from segtier.model.profile import Profile

FEW_READS = 500
"""Below it chance alone moves an average by a tenth and more, and one slow read moves it further."""
SLOWEST_READ_US = 500_000.0
"""No device takes half a second for a block, however long its queue."""
MOSTLY_FAST_PCT = 90.0
STALL_US = 100_000.0
"""A disk whose neighbours answer below 1 ms does not take this long: a path, an array or the server stands still."""
_ROUNDED = 0.0005
"""A histogram prints tenths of a per cent."""


def doubt_of_reads(profile: Profile) -> str | None:
    """One sentence why the average of buffered reads promises nothing; None where nothing speaks against it."""
    for reason in (_not_counted(profile), _few(profile), _impossible(profile), _rare_stalls(profile)):
        if reason is not None:
            return reason
    return None


def _not_counted(profile: Profile) -> str | None:
    reads: tuple[DemandName, ...] = ("single-block-read", "multi-block-read")
    if not profile.time_per_s(*reads) or any(profile.demand(kind).waits_per_s for kind in reads):
        return None
    return "How many reads were waited for is not in the report, so how long one takes is not known."


def _few(profile: Profile) -> str | None:
    kinds = (profile.demand("single-block-read"), profile.demand("multi-block-read"))
    waits = sum(kind.waits_per_s for kind in kinds) * profile.elapsed_s
    if not 0 < waits < FEW_READS:
        return None
    return f"Only {waits:,.0f} reads were waited for: too few for an average."


def _impossible(profile: Profile) -> str | None:
    latency = profile.demand("single-block-read").latency_us
    if latency is None or latency < SLOWEST_READ_US:
        return None
    return (
        f"Single-block reads average {ms(latency)}, which no device does: a path, an array or the server stood still, "
        "or the figure is wrong."
    )


def _rare_stalls(profile: Profile) -> str | None:
    latency, fast_pct = profile.demand("single-block-read").latency_us, profile.below_1ms_pct
    if latency is None or fast_pct is None or fast_pct < MOSTLY_FAST_PCT:
        return None
    slow = max(1 - fast_pct / 100, _ROUNDED)
    stall_us = (latency - (1 - slow) * 1_000) / slow
    if stall_us < STALL_US:
        return None
    return (
        f"{_most(fast_pct)} of the single-block reads take less than 1 ms, so the average of {ms(latency)} comes from "
        f"a few that take {ms(stall_us)}: find what stops them (path, array, server) before buying a faster device."
    )


def _most(fast_pct: float) -> str:
    """The share as printed; one that rounds to all of them leaves a few out."""
    return f"{fast_pct:.1f} %" if fast_pct < 99.95 else "More than 99.9 %"

"""Commits wait for LGWR; whether the disk or the CPU keeps them shows in the log write itself."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.host_cpu import host_busy
from segtier.analysis.redo import background_waits, standby_event
from segtier.analysis.words import ms, pct
from segtier.model.advice import Finding
from segtier.model.profile import ALREADY_FAST_US, Profile

AT_LEAST = 0.05
BUSY_CPU = 0.6
OVERLOADED_US = 30_000
"""A log write is short and sequential: a single disk without a cache takes 10 ms, twice that beside other work."""

FULL = 0.8
"""Part of the time in log writes from which commits queue for the log writer."""
_OTHER_WRITES = ("control file parallel write", "db file parallel write")


def find(facts: Facts) -> Finding | None:
    profile = facts.profile
    share = profile.share("commit")
    if share < AT_LEAST:
        return None
    sync = profile.demand("commit").latency_us
    text = f"Commits wait {ms(sync)} each (log file sync), {pct(share)} of DB time. "
    if (standby := standby_event(facts.workload)) is not None:
        text += (
            f"A standby confirms each log write ({standby.event}, {ms(profile.redo_remote_us)} a log write): SSD here "
            "shortens a commit only as far as the local write is the slower of the two."
        )
    elif profile.redo_write_us is None:
        text += "The report does not show the log write itself, so the disk's share is not known."
    elif profile.redo_write_us >= OVERLOADED_US:
        text += (
            f"The log write itself takes {ms(profile.redo_write_us)}, far longer than an idle disk needs: {_why(facts)}"
        )
    elif sync and profile.redo_write_us < 0.4 * sync and _full(profile):
        text += (
            f"The log write itself takes {ms(profile.redo_write_us)}, and LGWR is in log writes "
            f"{pct(profile.log_writer_busy or 0.0)} of the time: commits queue for it, and faster redo storage shortens that."
        )
    elif sync and profile.redo_write_us < 0.4 * sync:
        text += f"The log write itself takes only {ms(profile.redo_write_us)}: the rest is LGWR's CPU and group commit."
        if (busy := profile.cpu_busy) is not None and busy >= BUSY_CPU:
            text += (
                f" The CPUs are {pct(busy)} busy, so commits wait for a CPU; faster redo storage does not help that."
            )
    elif profile.redo_write_us < ALREADY_FAST_US:
        text += (
            f"The log write itself takes {ms(profile.redo_write_us)}, as from SSD or a write cache already: "
            "another SSD may be no faster."
        )
    else:
        text += f"The log write itself takes {ms(profile.redo_write_us)}: faster redo storage shortens it."
    return Finding("commits-wait", "info", text, facts.evidence("commit"))


def _full(profile: Profile) -> bool:
    """Whether commits queue for the log writer, with CPUs to spare for it."""
    return (profile.log_writer_busy or 0.0) >= FULL and (profile.cpu_busy or 0.0) < BUSY_CPU


def _why(facts: Facts) -> str:
    """What makes log writes slower than any idle disk: the storage where CPUs are idle, else either."""
    busy = host_busy(facts.workload)
    if busy is None or busy >= BUSY_CPU:
        told = f" (the server's CPUs are {pct(busy)} busy)" if busy is not None else ""
        return f"what is below the redo logs is overloaded, or LGWR waits for a CPU{told}. Find out which first."
    text = f"the server's CPUs are {pct(1 - busy)} idle, so it is the storage below the redo logs that is overloaded."
    slow = [f"{name} {ms(average)}" for name in _OTHER_WRITES if (average := _average_us(facts, name)) >= OVERLOADED_US]
    return f"{text} Other writes are slow too: {' and '.join(slow)}." if slow else text


def _average_us(facts: Facts, event: str) -> float:
    waits, time_s = background_waits(facts.workload, event)
    return time_s / waits * 1e6 if waits else 0.0

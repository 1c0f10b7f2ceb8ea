"""What must hold of every answer before it speaks; the names of the gates that do not."""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.documents import encode
from segtier.forecast import constants as c
from segtier.model.advice import Advice
from segtier.oracle.wait_events import event_facts
from segtier.units import S_PER_HOUR, format_bytes

LARGE = 0.05
SUMMARY_BYTES = 33_000
A_LITTLE = 1 + 1e-6
CAPS = (3.0, 2.0, 1.5, c.SLOWEST_ON_FLASH.high)
READS = ("db file sequential read", "db file scattered read", "db file parallel read")


def broken_gates(case: Case, advice: Advice) -> list[str]:
    looks = (_requests, _savings, _caps, _large_events, _memory, _shares, _first_page)
    return [f"{look.__name__}: {text}" for look in looks for text in look(case, advice)]


def _first_page(_: Case, advice: Advice) -> list[str]:
    """Fetched for each database of a list, and whenever the flash is changed."""
    size = len(encode(advice.summary))
    return [f"{size} bytes"] if size > SUMMARY_BYTES else []


def _requests(case: Case, _: Advice) -> list[str]:
    """No fewer buffered reads than sessions waited for."""
    waited = sum(event.waits_per_s or 0.0 for event in case.profile.events if event.event in READS)
    counted = case.profile.buffered_read_requests_per_s
    return [f"{counted} < {waited}"] if waited and (counted is None or counted * A_LITTLE < waited) else []


def _savings(case: Case, advice: Advice) -> list[str]:
    """No saving is more than the waits it comes from and what goes with them; the segments' no more than the option's."""
    kinds = ("single-block-read", "multi-block-read", "direct-read", "direct-write", "write-stall")
    same_disks = ("temp-read", "temp-write", "commit", "log-stall")
    waited = (case.profile.time_per_s(*kinds, *same_disks, "locks") + case.profile.unexplained_per_s) * S_PER_HOUR
    whole = sum(row.benefit_s_per_hour or 0.0 for row in advice.segments)
    found = [f"segments save {whole} of {waited}"] if whole > waited * A_LITTLE else []
    most = (advice.verdict.ceiling_db_time_pct or 0.0) / 100 * case.profile.db_time_per_s * S_PER_HOUR
    for option in advice.options:
        saved = option.db_time_saved_s_per_hour
        if saved is None or option.option == "buffer-cache":
            continue
        if saved.high > most * A_LITTLE + 1e-6:
            found.append(f"{option.option} saves {saved.high} of {most}")
        moved = [row for row in advice.segments if option.option in row.options]
        parts = sum(row.benefit_s_per_hour or 0.0 for row in moved)
        if option.option == "segments" and parts > saved.high * A_LITTLE:
            found.append(f"the segments save {parts}, the option {saved.high}")
    known = case.profile.reads_counted_by == "requests" or case.profile.buffered_read_requests_per_s
    nothing = [
        row.name for row in advice.segments if row.benefit_s_per_hour == 0 and row.physical_read_requests_per_hour
    ]
    if not known and waited and nothing:
        found.append(f"{nothing[:3]} save 0 of an unknown total")
    return found


def _caps(_: Case, advice: Advice) -> list[str]:
    """No wait grows on flash to exactly a limit of the model."""
    today = {row.event: row.time_s for row in advice.wait_events_today if row.time_s > 0}
    return [
        f"{option.option}: {row.event} grows {cap} times"
        for option in advice.options
        for row in option.wait_events_after
        for cap in CAPS
        if row.event in today and abs(row.time_s / today[row.event] - cap) < 1e-9
    ]


def _large_events(case: Case, advice: Advice) -> list[str]:
    """Each one the report lists above 5 % of DB time is shown; the printed class says what is idle."""
    shown = {event.event for event in advice.top_events}
    least = LARGE * case.profile.db_time_per_s * case.profile.elapsed_s
    return [
        f"{row.event} is not shown"
        for row in case.workload.wait_events
        if row.foreground
        and not (row.wait_class == "Idle" if row.wait_class else event_facts(row.event).demand == "idle")
        and (row.waits or 0) >= 0
        and (row.time_s or 0.0) > least
        and row.event not in shown
    ]


def _memory(case: Case, advice: Advice) -> list[str]:
    """No target that the server has no memory for."""
    memory = min((i.memory_bytes for i in case.workload.instances if i.memory_bytes), default=None)
    if memory is None:
        return []
    sizes = {row.size_bytes for row in case.workload.buffer_pool_advisory}
    sizes |= {row.target_bytes for row in case.workload.pga_advisory}
    too_large = {size for size in sizes if size and size > memory}
    texts = [advice.verdict.headline, advice.verdict.text, *(finding.text for finding in advice.findings)]
    found = [f"{format_bytes(size)} in: {text}" for size in too_large for text in texts if format_bytes(size) in text]
    return [text for text in found if "target" in text or "cache of" in text]


def _shares(_: Case, advice: Advice) -> list[str]:
    shares = {
        **{f"event {row.event}": (row.db_time_pct or 0.0) / 100 for row in advice.top_events},
        **{f"slice {row.name}": row.db_time_pct / 100 for row in advice.db_time.slices},
        **{f"segment {row.name}": row.io_share or 0.0 for row in advice.segments},
        **{f"statement {row.sql_id}": row.reads_share or 0.0 for row in advice.statements},
        **{f"coverage {name}": share or 0.0 for name, share in advice.quality.coverage.items()},
        "ceiling": (advice.verdict.ceiling_db_time_pct or 0.0) / 100,
        "covered": (advice.verdict.ceiling_covers_pct or 0.0) / 100,
    }
    return [f"{name} is {share:.0%}" for name, share in shares.items() if share > A_LITTLE]

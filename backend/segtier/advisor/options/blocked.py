"""What stands in the way of an option. Gates: oracle-facts of Smart Flash Cache, RAC and ASM."""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.advisor.segments.held import Held, full_name
from segtier.analysis.words import some_of
from segtier.model.option import SPECS, OptionName
from segtier.model.verdict import Blocker
from segtier.model.workload import SegmentKey
from segtier.oracle import gates
from segtier.plurals import plural
from segtier.units import at_least_gb, format_bytes

DOES_NOT_FIT = "does-not-fit"
NONE_SAVES = "none-saves"
LEAVES_PINS = "leaves-pins"
NOT_SHARED, NONE_PLACED = "not-shared", "none-placed"
"""Of an option by itself; beside the segments as part of a combination it does not."""


def not_shared(case: Case, what: str) -> tuple[Blocker, ...]:
    """RAC needs every file on storage all nodes see; a card inside one server is not that. Engineered storage rules it out."""
    if not case.reaches(case.request.tier):
        text = f"RAC: the other nodes could not reach {what} on SSD inside one server; say so if every node sees it."
        return (Blocker(NOT_SHARED, text, "shared-flash"),)
    return ()


def engineered(case: Case) -> tuple[Blocker, ...]:
    reason = gates.engineered(case.workload.database)
    return () if reason is None else (Blocker("engineered", reason),)


def on_flash_already(case: Case, files: OptionName) -> tuple[Blocker, ...]:
    """Redo logs or temp that lie on flash today, as stated."""
    stated = [group for group in case.storage.groups if group.media == "flash" and not group.inferred]
    if not any(files in group.holds and not group.named for group in stated):
        return ()
    text = f"{SPECS[files].files[:1].upper()}{SPECS[files].files[1:]}: on SSD today, as you stated."
    return (Blocker("on-flash-already", text),)


def leaves_pins(held: Held, moved: frozenset[SegmentKey]) -> tuple[Blocker, ...]:
    """What leaves a segment where it is that must go to flash."""
    left = sorted(full_name(key) for key in held.pinned - moved)
    if not left:
        return ()
    return (Blocker(LEAVES_PINS, f"It leaves {some_of(left, 3)} where it is; you asked for it on SSD."),)


def does_not_fit(case: Case, needed_bytes: int | None, what: str) -> tuple[Blocker, ...]:
    if needed_bytes is None:
        return (Blocker("size-unknown", f"The size of {what} is not known: add a dba_segments export.", "sizes"),)
    if needed_bytes > case.capacity_bytes:
        text = (
            f"Does not fit: {what} needs {format_bytes(needed_bytes)}, "
            f"{format_bytes(case.capacity_bytes)} are usable ({case.request.headroom_pct:.0f} % kept free); "
            f"an SSD of {at_least_gb(case.flash_for(needed_bytes))} holds it."
        )
        return (Blocker(DOES_NOT_FIT, text, "more-flash"),)
    return ()


def kept_out(held: Held) -> tuple[Blocker, ...]:
    """What moves everything moves what somebody wants to stay."""
    if not held.excluded:
        return ()
    segments = plural(len(held.excluded), "segment that is", "segments that are")
    return (Blocker("excluded", f"It would move {segments} to stay, as you asked."),)


def past_limits(case: Case, segments: int, moved_bytes: int | None) -> tuple[Blocker, ...]:
    """What moves more than somebody allowed."""
    asked = case.request.constraints
    if asked.most_moves is not None and segments > asked.most_moves:
        text = f"It would move {plural(segments, 'segment')}; you allow {asked.most_moves:,}."
        return (Blocker("past-limits", text),)
    if asked.most_moved_bytes is not None and (moved_bytes or 0) > asked.most_moved_bytes:
        text = f"It would move {format_bytes(moved_bytes or 0)}; you allow {format_bytes(asked.most_moved_bytes)}."
        return (Blocker("past-limits", text),)
    return ()


def flash_cache(case: Case) -> tuple[Blocker, ...]:
    """Release, platform, edition and machine gates of Database Smart Flash Cache."""
    found = [*engineered(case), *(Blocker("gate", reason) for reason in _refusals(case))]
    if case.profile.buffer_cache_bytes is None:
        text = "The size of the buffer cache is not in the report, so the flash cache cannot be sized."
        found.append(Blocker("cache-size-unknown", text, "cache-size"))
    return tuple(found)


def _refusals(case: Case) -> list[str]:
    reasons = list(gates.flash_cache_refusals(case.workload.database))
    if case.request.flash_cache_os is False:
        reasons.append("Smart Flash Cache runs on Oracle Linux and Solaris only; you said the server runs neither.")
    return reasons

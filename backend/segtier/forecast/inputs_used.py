"""Which uncertain inputs the forecast of a change depends on."""

from __future__ import annotations

from segtier.forecast.change import Change
from segtier.forecast.draws import Draws

THE_MODELS_OWN = {"model_error", "load_error"}
"""Errors nobody can measure away: listed, but not named as what the answer depends most on."""
_ALWAYS = {
    *THE_MODELS_OWN,
    "disk_service_us",
    "disk_utilisation",
    "flash_utilisation",
    "fast_limit_us",
    "seek_reordering",
    "stall_relief",
    "smt_yield",
    "cpu_servers",
    "write_growth",
    "redo_growth",
    "follow_locks",
    "follow_unexplained",
    "counted_twice",
    "unknown_latency",
}
_READS = {"flash_read_us", "flash_bandwidth", "already_fast", "slowest_on_flash"}
_SEGMENTS = {
    "segment_share",
    "class_latency",
    "reads_apart",
    "unseen_share",
    "scan_gain",
    "stall_gain",
}
_WRITES = {"flash_write_us", "slowest_on_flash"}
"""Of direct path writes."""
_FLASH_CACHE = {"miss_exponent", "miss_exponent_fitted", "miss_curve_trust", "flash_hit_share"}
_REDO = {
    "already_fast_write",
    "standby_us",
    "flash_write_us",
    "flash_bandwidth",
    "log_write_us",
    "redo_share_of_sync",
    "commit_post_us",
    "log_writer_writes",
    "long_writes_met",
    "log_writes_most_us",
    "redo_writes_per_sync",
    "stall_gain",
}
_TEMP = {"flash_read_us", "flash_write_us", "flash_bandwidth", "already_fast_temp", "slowest_on_flash"}


def inputs_used(draws: Draws, change: Change) -> set[str]:
    """Names among the assumptions made; the others would only pad the list."""
    if change.empty:
        return set()
    moves_reads = bool(change.buffered_reads or change.direct_reads or change.reads_extra)
    parts = (
        (True, _ALWAYS),
        (moves_reads or change.flash_cache_bytes, _READS),
        (moves_reads or change.writes, _SEGMENTS),
        (change.writes, _WRITES),
        (change.flash_cache_bytes, _FLASH_CACHE),
        (change.read_factor is not None, {"read_factor"}),
        (change.redo, _REDO),
        (not change.redo, {"log_write_met"}),
        (change.temp, _TEMP),
    )
    names = set[str]().union(*(inputs for does, inputs in parts if does))
    return names & set(draws.assumptions)

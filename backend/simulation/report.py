"""What an AWR report of a simulated baseline would say, as the forecast takes it; and the forecast's own answer."""

from __future__ import annotations

from collections.abc import Mapping

from segtier.forecast.basis import Basis
from segtier.forecast.change import Change
from segtier.forecast.constants import STREAM_BYTES_PER_US, Spread
from segtier.forecast.solve import Solved, solve
from segtier.model.device import StorageGroup, StorageToday, Tier
from segtier.model.profile import ALREADY_FAST_US, Demand, Profile
from segtier.model.request import Users
from segtier.units import GIB
from simulation.measured import Measured
from simulation.system import System

BLOCK_BYTES = 8192
TRANSFER_S = BLOCK_BYTES / STREAM_BYTES_PER_US / 1e6
"""Of one block from flash, as the forecast reckons it."""
PINNED = {
    "model_error": 0.0,
    "load_error": 0.0,
    "write_growth": 1.0,
    "redo_growth": 1.0,
    "redo_writes_per_sync": 1.0,
    "seek_reordering": 0.0,
    "stall_gain": 1.0,
    "stall_relief": 1.0,
    "log_write_met": 0.0,
}
"""The simulation has none of these uncertainties: constants.py by name."""


def profile(system: System, measured: Measured) -> Profile:
    """The baseline in the product's terms. CPU waiting is time the report does not explain."""
    txn = measured.throughput.mean
    return Profile(
        elapsed_s=measured.elapsed_s,
        db_time_per_s=measured.db_time_per_s,
        cpu_per_s=measured.per_s("cpu_s"),
        background_cpu_per_s=0.0,
        cores=float(system.cores),
        threads=float(system.cores),
        demands=_demands(measured),
        unexplained_per_s=measured.per_s("cpu_wait_s"),
        double_counted_per_s=0.0,
        block_size_bytes=BLOCK_BYTES,
        buffered_read_requests_per_s=measured.per_s("disk_reads"),
        direct_read_requests_per_s=None,
        data_read_bytes_per_s=measured.per_s("disk_reads") * BLOCK_BYTES,
        direct_read_bytes_per_s=None,
        data_write_requests_per_s=measured.per_s("writes"),
        data_write_bytes_per_s=measured.per_s("writes") * BLOCK_BYTES,
        temp_read_requests_per_s=None,
        temp_write_requests_per_s=None,
        redo_writes_per_s=txn,
        redo_write_us=measured.per_transaction["log_write_s"] * 1e6,
        redo_bytes_per_s=None,
        txn_per_s=txn,
        parse_pct=None,
        hard_parse_pct=None,
        buffer_cache_bytes=GIB,
        cache_advice=(),
        cache_advice_source=None,
        flash_hit_share=None,
    )


def _demands(measured: Measured) -> tuple[Demand, ...]:
    per_s = measured.per_s
    return (
        Demand("single-block-read", per_s("disk_reads"), per_s("disk_read_s")),
        Demand("commit", per_s("transactions"), per_s("commit_s")),
        Demand("write-stall", per_s("stalls"), per_s("stall_s")),
        Demand("other", per_s("transactions"), per_s("other_s")),
    )


def tier(system: System) -> Tier:
    flash = system.flash
    read_us, write_us = flash.read_s * 1e6, flash.write_s * 1e6
    return Tier(
        id="simulated",
        model="simulated",
        attachment="server-pcie",
        shared=False,
        usable_bytes=1024 * GIB,
        raw_bytes=1024 * GIB,
        count=1,
        mirrored=False,
        read_us=read_us,
        read_us_low=read_us,
        read_us_high=read_us,
        write_us=write_us,
        write_us_low=write_us,
        write_us_high=write_us,
        read_iops=flash.channels / flash.read_s,
        write_iops=flash.channels / flash.write_s,
        read_bytes_per_s=1e12,
        write_bytes_per_s=1e12,
    )


def storage(system: System) -> StorageToday:
    data = StorageGroup("disks", ("data", "temp"), "hdd", system.disks, system.raid, inferred=False)
    redo = StorageGroup("log disks", ("redo",), "hdd", None, None, inferred=False)
    return StorageToday((data, redo))


def change(system: System) -> Change:
    hits = Spread(system.hit_share, system.hit_share, system.hit_share, "as simulated")
    return Change(
        buffered_reads=system.reads_moved,
        writes=system.writes_moved,
        redo=system.redo_moved,
        flash_cache_bytes=GIB if system.hit_share else 0,
        hit_share=hits if system.hit_share else None,
    )


def _pinned(system: System, today: Profile) -> Mapping[str, float]:
    """What is known of this system: its disks are disks, and a log write on flash is what the flash takes."""
    return {
        **PINNED,
        "fast_limit_us": ALREADY_FAST_US,
        "already_fast_write": system.flash.write_s * 1e6 / (today.redo_write_us or 1.0),
    }


def forecast(system: System, baseline: Measured, seed: int = 0) -> Solved:
    """The product's whole path from what was measured before the change of `system`.

    The seed is of the inputs that are not pinned; none of them bears on a simulated system.
    """
    users = Users(float(system.users), system.think_s)
    today = profile(system, baseline)
    basis = Basis(
        profile=today,
        tier=tier(system),
        storage=storage(system),
        users=users,
        draws=1,
        seed=seed,
        pinned=_pinned(system, today),
    )
    return solve(basis, change(system))

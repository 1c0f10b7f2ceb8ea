"""Random systems and changes that cover what databases are: a Latin hypercube, the same for every run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, TypedDict, TypeVar

from scipy.stats import qmc

from segtier.forecast.constants import WRITES_PER_LOGICAL_WRITE, WRITES_UNDER_WAY
from simulation.report import TRANSFER_S
from simulation.system import Flash, System

SEED = 20_240_601
_AXES = tuple(
    "users load disks reads disk_s writes balance cores raid change moved writes_moved hits redo other log"
    " flash channels".split()
)
T = TypeVar("T")

_RAID: tuple[Literal["raid0", "raid10", "raid5"], ...] = ("raid0", "raid10", "raid5")
_LEAST_DISKS = {"raid0": 1, "raid10": 2, "raid5": 3}
_CHANGES = ("segments", "all", "flash-cache", "redo", "writes", "segments")
"""As often as they stand here."""


class _Changed(TypedDict):
    reads_moved: float
    writes_moved: float
    redo_moved: bool
    hit_share: float


def configurations(count: int, seed: int = SEED) -> Iterator[System]:
    """`count` systems, each with a change; `System.before` takes the change away."""
    points = qmc.LatinHypercube(len(_AXES), rng=seed).random(count)
    for point in points.tolist():
        yield _system(dict(zip(_AXES, point, strict=True)))


def _between(low: float, high: float, at: float) -> float:
    """On a logarithmic scale."""
    return float(low * (high / low) ** at)


def _one_of(choices: tuple[T, ...], at: float) -> T:
    return choices[int(at * len(choices))]


def _system(at: dict[str, float]) -> System:
    raid = _one_of(_RAID, at["raid"])
    users, reads = round(_between(1, 400, at["users"])), round(_between(1, 40, at["reads"]))
    disk_s = _between(0.002, 0.010, at["disk_s"])
    disks = max(round(_between(1, 48, at["disks"])), _LEAST_DISKS[raid])
    cores = round(_between(1, 64, at["cores"]))
    per_disk_s = reads * disk_s * (1 + at["writes"] * WRITES_PER_LOGICAL_WRITE[raid]) / disks
    # From a twentieth of what the disks are used, to twice as much: both kinds of station fill up first somewhere.
    cpu_s = min(_between(0.05, 2, at["balance"]) * per_disk_s * cores, 3 * reads * disk_s)
    other_s = max(at["other"] - 0.5, 0.0) * reads * disk_s
    system = System(
        users=users,
        think_s=0.0,
        cores=cores,
        cpu_s=cpu_s,
        reads=reads,
        disks=disks,
        disk_s=disk_s,
        writes_per_read=at["writes"],
        raid=raid,
        commit_post_s=0.0001,
        log_write_s=_between(0.0005, 0.01, at["log"]),
        other_s=other_s,
        flash=Flash(round(_between(1, 16, at["channels"])), _between(0.0001, 0.0004, at["flash"]), 0.0003, TRANSFER_S),
        writes_under_way=int(WRITES_UNDER_WAY),
        **_change(at),
    )
    # What the users would ask of the fullest station if nobody waited: a fifth of what it can do, to three times that.
    fullest_s = max(cpu_s / cores, per_disk_s)
    unhurried_s = users * fullest_s / _between(0.2, 3, at["load"])
    alone_s = cpu_s + reads * disk_s + other_s + system.log_write_s
    return replace(system, think_s=min(max(unhurried_s - alone_s, 0.0), 10.0))


def _change(at: dict[str, float]) -> _Changed:
    kind = _one_of(_CHANGES, at["change"])
    moved = {"segments": at["moved"], "all": 1.0}
    writes_moved = {"segments": at["writes_moved"], "all": 1.0, "writes": at["writes_moved"]}
    return {
        "reads_moved": moved.get(kind, 0.0),
        "writes_moved": writes_moved.get(kind, 0.0),
        "redo_moved": kind in {"redo", "all"} or at["redo"] < 0.3,
        "hit_share": 0.95 * at["hits"] if kind == "flash-cache" else 0.0,
    }

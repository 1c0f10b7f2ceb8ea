"""Random systems and changes that cover what databases are: a Latin hypercube, the same for every run."""

from __future__ import annotations

from collections.abc import Iterator

from scipy.stats import qmc

from segtier.forecast.constants import WRITES_UNDER_WAY
from simulation.report import TRANSFER_S
from simulation.system import Flash, System

SEED = 20_240_601
_AXES = tuple(
    "users think disks reads disk_s writes cpu cores raid change moved writes_moved hits redo other log flash".split()
)
_RAID = ("raid0", "raid10", "raid5")
_LEAST_DISKS = {"raid0": 1, "raid10": 2, "raid5": 3}
_CHANGES = ("segments", "all", "flash-cache", "redo", "nothing-but-writes", "segments")
"""As often as they stand here."""


def configurations(count: int, seed: int = SEED) -> Iterator[System]:
    """`count` systems, each with a change; `System.before` takes the change away."""
    points = qmc.LatinHypercube(len(_AXES), rng=seed).random(count)
    for point in points.tolist():
        yield _system(dict(zip(_AXES, point, strict=True)))


def _between(low: float, high: float, at: float) -> float:
    """On a logarithmic scale."""
    return float(low * (high / low) ** at)


def _one_of(choices: tuple[str, ...], at: float) -> str:
    return choices[int(at * len(choices))]


def _system(at: dict[str, float]) -> System:
    raid = _one_of(_RAID, at["raid"])
    reads = round(_between(1, 40, at["reads"]))
    disk_s = _between(0.002, 0.010, at["disk_s"])
    change = _one_of(_CHANGES, at["change"])
    moved = {"segments": at["moved"], "all": 1.0}.get(change, 0.0)
    writes_moved = {"segments": at["writes_moved"], "all": 1.0, "nothing-but-writes": at["writes_moved"]}
    return System(
        users=round(_between(1, 400, at["users"])),
        # A third of the load generators do not think.
        think_s=0.0 if at["think"] < 1 / 3 else _between(0.01, 10, (at["think"] - 1 / 3) * 1.5),
        cores=round(_between(1, 64, at["cores"])),
        # CPU work follows the reads: a hundredth of their service time, to all of it.
        cpu_s=_between(0.01, 1.0, at["cpu"]) * reads * disk_s,
        reads=reads,
        disks=max(round(_between(1, 48, at["disks"])), _LEAST_DISKS[raid]),
        disk_s=disk_s,
        writes_per_read=at["writes"],
        raid=raid,
        commit_post_s=0.0001,
        log_write_s=_between(0.0005, 0.01, at["log"]),
        other_s=max(at["other"] - 0.5, 0.0) * reads * disk_s,
        flash=Flash(channels=8, read_s=_between(0.0001, 0.0004, at["flash"]), write_s=0.0003, transfer_s=TRANSFER_S),
        writes_under_way=int(WRITES_UNDER_WAY),
        reads_moved=moved,
        writes_moved=writes_moved.get(change, 0.0),
        redo_moved=change in {"redo", "all"} or at["redo"] < 0.3,
        hit_share=0.95 * at["hits"] if change == "flash-cache" else 0.0,
    )

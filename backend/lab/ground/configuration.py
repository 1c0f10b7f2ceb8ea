"""What is measured under a seed: a load on devices, and what moves. A Latin hypercube in blocks, the same for every run."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeVar

from scipy.stats import qmc

from lab.ground.device.model import models
from lab.ground.loads.family import Range, families
from lab.ground.moves import KINDS, Kind
from segtier.dataclass import dataclass

BLOCK = 64
"""Seeds that share a hypercube: each axis is evenly covered by every block."""
SEED = 20_261_128
_AXES = "family users think cache disks spindles apart flash redo kind large small".split()
_KNOBS = 6
_THINKS = 0.6
"""Part of the configurations in which users think."""
_THINK_S = (0.3, 3.0)
_MOST_USERS = 150
_APART = 0.25
"""Part in which indexes have disks of their own."""
Redo = Literal["redo-disk", "redo-cached", "shared"]
_REDO: tuple[Redo, ...] = ("redo-disk", "redo-cached", "shared")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Configuration:
    """Times are those of real devices; the ground slows them all alike (`clock.py`)."""

    seed: int
    family: str
    knobs: dict[str, int]
    users: int
    think_s: float
    """Mean; a user thinks from a third to five thirds of it. 0: never."""
    cache_mb: int
    disks: str
    spindles: int
    apart: int | None
    """Spindles of the disks that hold the indexes; None: they lie with the tables."""
    flash: str
    redo: Redo
    """A device model, or on the disks of the data."""
    moves: tuple[Kind, ...]


def configuration(seed: int) -> Configuration:
    """Of a seed from 0 on."""
    at = dict(zip((*_AXES, *(f"knob{i}" for i in range(_KNOBS))), _points(seed // BLOCK)[seed % BLOCK], strict=True))
    name = _one_of(tuple(families()), at["family"])
    family = families()[name]
    disks = _one_of(tuple(models("data")), at["disks"])
    spindles = models("data")[disks].spindles(at["spindles"])
    thinks = at["think"] < _THINKS
    think_s = round(_between(_THINK_S, at["think"] / _THINKS), 2) if thinks else 0.0
    users = round(_between(family.users, at["users"]) * (1 + think_s * 2))
    knobs = {
        knob: round(_between(bounds, at[f"knob{i}"])) for i, (knob, bounds) in enumerate(sorted(family.knobs.items()))
    }
    return Configuration(
        seed=seed,
        family=name,
        knobs=knobs,
        users=min(users, _MOST_USERS),
        think_s=think_s,
        cache_mb=round(_between(family.cache_mb, at["cache"])),
        disks=disks,
        spindles=spindles,
        apart=spindles if at["apart"] < _APART else None,
        flash=_one_of(tuple(models("flash")), at["flash"]),
        redo=_one_of(_REDO, at["redo"]),
        moves=tuple(_one_of(kinds, at[axis]) for kinds, axis in zip(KINDS, ("small", "large", "kind"), strict=True)),
    )


@cache
def _points(block: int) -> list[list[float]]:
    rows: list[list[float]] = qmc.LatinHypercube(len(_AXES) + _KNOBS, rng=SEED + block).random(BLOCK).tolist()
    return rows


def _between(bounds: Range | tuple[float, float], at: float) -> float:
    """On a logarithmic scale."""
    low, high = bounds
    return float(low * (high / low) ** at)


def _one_of(choices: tuple[T, ...], at: float) -> T:
    return choices[int(at * len(choices))]

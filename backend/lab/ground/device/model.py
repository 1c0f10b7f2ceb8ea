"""A model of a device, from `models/*.yaml`. Times are milliseconds of a real device; bytes are 8 kB blocks."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from lab.ground.device.distributions import Service
from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.model.device import Raid

MODELS = Path(__file__).parent / "models"
Holds = Literal["data", "redo", "flash"]

_COPIES: dict[str, tuple[int, int, int]] = {"raid0": (1, 1, 1), "raid10": (2, 2, 1), "raid5": (1, 2, 2)}
"""Servers a read may choose from, servers that a write keeps busy, accesses on each of these."""


@dataclass(frozen=True, slots=True)
class WriteCache:
    """A controller's cache with a battery."""

    write_ms: float
    """What a write into it takes."""
    ahead_ms: float
    """So much work for a server may lie in it."""
    destage: float
    """Service of a write from it relative to a write on its own: it writes in order."""


@dataclass(frozen=True, slots=True)
class DeviceModel:
    """One kind of device group."""

    holds: Holds
    says: str
    """What it stands for."""
    read: Service
    write: Service
    sync: Service
    """A log write."""
    servers: tuple[int, int]
    """Spindles or channels, from and to: the configuration says how many."""
    any_server: bool = False
    """Whichever server is free first (channels of flash), not the one that holds the block."""
    raid: Raid | None = None
    """None: flash."""
    write_ahead_ms: float = 20.0
    """So far may who writes data blocks run ahead of a server: Oracle's writers have many writes under way."""
    reorder: float = 0.0
    """Part of the service that an ever longer queue saves (the elevator)."""
    hot_share: float | None = None
    """Part of the stripes on one of the servers; None: evenly."""
    cache: WriteCache | None = None
    scan_blocks: int = 16
    block_ms: float = 0.08
    """Transfer of each block of a scan's request after the first: 100 MB/s."""

    @property
    def read_choices(self) -> int:
        return _COPIES[self.raid or "raid0"][0]

    @property
    def write_copies(self) -> int:
        return _COPIES[self.raid or "raid0"][1]

    @property
    def write_turns(self) -> int:
        return _COPIES[self.raid or "raid0"][2]

    def spindles(self, at: float) -> int:
        """How many for a draw from 0 to 1, evenly on a logarithmic scale."""
        low, high = self.servers
        return round(low * math.pow(high / low, at))


@cache
def models(holds: Holds) -> dict[str, DeviceModel]:
    """Those that hold this, by name in alphabetical order."""
    found = {path.stem: read_model(path) for path in sorted(MODELS.glob("*.yaml"))}
    return {name: model for name, model in found.items() if model.holds == holds}


def read_model(path: Path) -> DeviceModel:
    """Raises UnreadableInput naming the file and the field of the first fault."""
    try:
        model = msgspec.yaml.decode(path.read_bytes(), type=DeviceModel)
    except msgspec.DecodeError as fault:
        raise UnreadableInput(f"{path.name}: {fault}", code="bad-device-model") from fault
    low, high = model.servers
    if not 1 <= low <= high or model.write_copies > low:
        raise UnreadableInput(
            f"{path.name}: servers: from {low} to {high} is no range for {model.raid or 'flash'}",
            code="bad-device-model",
            advice=f"Give at least {model.write_copies}, and the larger number last.",
        )
    return model

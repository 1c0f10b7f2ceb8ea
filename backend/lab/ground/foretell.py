"""The product's forecast of a move, from the run before it alone. Written and hashed before anything moves."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lab.ground.clock import SLOWED
from lab.ground.configuration import Configuration
from lab.ground.device.model import DeviceModel, models
from lab.ground.document import document
from lab.ground.measured import Measured
from lab.ground.moves import LARGE, Move
from segtier.advisor.case import Case, build_case
from segtier.advisor.segments.shares import share_of
from segtier.advisor.today.on_flash_today import all_others
from segtier.dataclass import dataclass
from segtier.documents import encode
from segtier.forecast import Change, forecast_change, solve, users_range
from segtier.forecast.draws import quantiles
from segtier.forecast.load_curve import load_curve
from segtier.forecast.repeats import repeated
from segtier.model.device import StorageGroup, StorageToday, Tier
from segtier.model.forecast import Range
from segtier.model.request import AdviceRequest, Users
from segtier.model.workload import Workload
from segtier.units import GIB

DRAWS = 400
FLASH_ERROR = (0.9, 1.5)
"""Low and high of a data sheet's latency, relative to what was measured there."""


@dataclass(frozen=True, slots=True)
class Foretold:
    """P10, P50, P90. Ratios are after / before with as many users as before."""

    throughput: Range
    response: Range
    disk_read_ms: Range | None = None
    commit_ms: Range | None = None


@dataclass(frozen=True, slots=True)
class Forecasts:
    """With the storage stated as it is, and with nothing said of it."""

    stated: Foretold
    unstated: Foretold


class Teller:
    """Forecasts of one configuration, after the run before."""

    def __init__(
        self,
        config: Configuration,
        before: Measured,
        cpus: int,
        assumed: Mapping[str, float] | None = None,
        draws: int = DRAWS,
    ) -> None:
        """`cpus`: of the machine that measured. `assumed`: inputs of the forecast by name that are stated."""
        self._before = before
        self.workload = document(before, config.cache_mb, cpus)
        users = Users(float(before.users), before.think_s / SLOWED)
        tier = _tier(models("flash")[config.flash], config.flash, _late_ms(before))
        stated = AdviceRequest(
            tier=tier,
            storage_today=_storage(config),
            users=users,
            assumed=tuple((assumed or {}).items()),
            draws=draws,
        )
        self._stated = build_case([self.workload], [], stated)
        self._unstated = build_case([self.workload], [], replace(stated, storage_today=None))

    def forecasts(self, move: Move) -> Forecasts:
        return Forecasts(self.stated(move), self._foretold(self._unstated, move))

    def stated(self, move: Move) -> Foretold:
        """With the storage as it is."""
        return self._foretold(self._stated, move)

    def sealed(self, move: Move) -> tuple[Forecasts, bytes, str]:
        """The forecasts, what is written of them with the document they are made from, and its SHA-256."""
        told = self.forecasts(move)
        return told, *seal(self.workload, move, told)

    def users(self, move: Move, limit_s: float) -> Range:
        """Users whose transactions take `limit_s` seconds, with the storage as it is."""
        case = self._stated
        return users_range(case.basis, change_of(case, move), limit_s)

    def most_users(self, move: Move, limit_s: float) -> float | None:
        """As the product says it, with "at most"; None where it does not."""
        case = self._stated
        return load_curve(case.basis, change_of(case, move), limit_s).limit.users

    def sealed_users(self, move: Move, limit_s: float) -> tuple[Range, bytes, str]:
        """The users, what is written of them with the document they are made from, and its SHA-256."""
        told = self.users(move, limit_s)
        return told, *seal(self.workload, move, told)

    def _foretold(self, case: Case, move: Move) -> Foretold:
        change = change_of(case, move)
        x = forecast_change(case.basis, change).throughput_ratio
        latency = solve(case.basis, change).latency_us
        ms = {name: _in_ms(quantiles(column)) for name, column in latency.items()}
        return Foretold(x, self._response(case, x), ms.get("disk-read"), ms.get("commit"))

    def _response(self, case: Case, x: Range) -> Range:
        """By Little's law from the throughput: N = X (Z + R), before and after."""
        profile = case.profile
        rate = profile.txn_per_s or 1.0
        cycle_s, response_s = self._before.users / rate, profile.db_time_per_s / rate
        think_s = max(cycle_s - response_s, 0.0)
        low, middle, high = (max((cycle_s / one - think_s) / response_s, 0.0) for one in (x.high, x.expected, x.low))
        return Range(low, middle, high)


def seal(workload: Workload, move: Move, told: Forecasts | Range) -> tuple[bytes, str]:
    """What is written of a forecast before its move, and the SHA-256 of that."""
    page = encode({"move": move, "forecasts": told, "document": _as_sealed(workload)})
    return page, hashlib.sha256(page).hexdigest()


def _as_sealed(workload: Workload) -> dict[str, Any]:
    """Fields that documents have only since some were sealed are written where they say something: the seals of then hold."""
    document: dict[str, Any] = json.loads(encode(workload))
    for part, name in (
        (document["interval"], "instances"),
        *((row, "direct_untold_blocks") for row in document["segments"]),
    ):
        if not part[name]:
            del part[name]
    return document


def change_of(case: Case, move: Move) -> Change:
    """As the advisor's options draft it."""
    if move.kind in LARGE:
        return replace(all_others(case), redo=move.redo, temp=move.temp)
    names = {name.upper() for name in move.segments}
    rows = [load for load in case.segments.loads if load.key[2] in names]
    change = share_of(case, rows) if rows else Change()
    return replace(change, redo=move.redo, temp=move.temp)


def _in_ms(range_: Range) -> Range:
    return repeated(Range(range_.low / 1e3, range_.expected / 1e3, range_.high / 1e3))


def _late_ms(run: Measured) -> float:
    """How late this machine wakes who waits for a device: a test of the flash on it would show it."""
    requests = sum(one.requests for place in run.places.values() for one in place[:4])
    return sum(place.late_s for place in run.places.values()) / requests * 1e3 / SLOWED if requests else 0.0


def _storage(config: Configuration) -> StorageToday:
    model = models("data")[config.disks]
    shared = ("redo",) if config.redo == "shared" else ()
    data = StorageGroup("disks", ("data", "temp", *shared), "hdd", config.spindles, model.raid, inferred=False)
    groups = [data]
    if config.apart:
        groups.append(
            StorageGroup("indexes", ("data",), "hdd", config.apart, model.raid, tablespaces=("APART",), inferred=False)
        )
    if config.redo != "shared":
        cached = models("redo")[config.redo].cache is not None
        groups.append(StorageGroup("redo", ("redo",), "cached-array" if cached else "hdd", 1, "raid0", inferred=False))
    return StorageToday(tuple(groups))


def _tier(model: DeviceModel, name: str, late_ms: float) -> Tier:
    channels = model.servers[0]
    read_us, write_us = ((one.expected_ms + late_ms) * 1e3 for one in (model.read, model.write))
    low, high = FLASH_ERROR
    return Tier(
        id=name,
        model=name,
        attachment="server-pcie",
        shared=False,
        usable_bytes=GIB,
        raw_bytes=GIB,
        count=1,
        mirrored=False,
        read_us=read_us,
        read_us_low=read_us * low,
        read_us_high=read_us * high,
        write_us=write_us,
        write_us_low=write_us * low,
        write_us_high=write_us * high,
        read_iops=channels / model.read.expected_ms * 1e3,
        write_iops=channels / model.write.expected_ms * 1e3,
        read_bytes_per_s=channels * 8192 / model.block_ms * 1e3,
        write_bytes_per_s=channels * 8192 / model.block_ms * 1e3,
        source="the model of the device",
    )

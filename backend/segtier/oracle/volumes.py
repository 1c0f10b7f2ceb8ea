"""Rented volumes from `volumes.yaml`: what one may be given, what it then carries and costs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Literal

import msgspec

from segtier.errors import NotFound, UnreadableInput
from segtier.model.device import Tier
from segtier.model.volume import Binding, IoLoad, LimitName, Machine, Volume, VolumeModel
from segtier.typed import learned
from segtier.units import GIB

_MB = 1e6
Positive = Annotated[float, msgspec.Meta(gt=0)]
Amount = Annotated[float, msgspec.Meta(ge=0)]


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    name: str
    read_us: tuple[Positive, Positive, Positive]
    source: str
    confidence: Literal["A", "B", "K"] = "K"
    free_iops: Amount = 0.0
    most_iops: Positive | None = None
    iops_per_gib: Positive | None = None
    free_mb_s: Amount = 0.0
    most_mb_s: Positive | None = None
    mb_s_per_gib: Positive | None = None
    mb_s_per_iops: Positive | None = None
    counted_bytes: Annotated[int, msgspec.Meta(ge=512)] | None = None
    bought: bool = True
    price_gb_month: Amount | None = None
    price_iops_month: Amount | None = None
    price_mb_s_month: Amount | None = None
    currency: str = ""


class _Catalogue(msgspec.Struct, forbid_unknown_fields=True):
    as_of: date
    volumes: Annotated[list[_Row], msgspec.Meta(min_length=1)]
    stale_after_days: int = 365


@lru_cache(maxsize=1)
def volume_models() -> tuple[VolumeModel, ...]:
    """Every kind of volume of the catalogue."""
    return read_volumes(files("segtier.oracle").joinpath("volumes.yaml").read_bytes(), "volumes.yaml")


def read_volumes(data: bytes, file: str) -> tuple[VolumeModel, ...]:
    """A catalogue in the form of `volumes.yaml`. Raises UnreadableInput naming what is wrong and where."""
    try:
        catalogue = msgspec.yaml.decode(data, type=learned(_Catalogue))
    except (msgspec.DecodeError, RecursionError) as fault:
        raise UnreadableInput(
            f"{file}: {fault}", code="bad-volumes", advice="The form is in docs/volumes.md."
        ) from fault
    return tuple(_model(row, catalogue) for row in catalogue.volumes)


def _model(row: _Row, catalogue: _Catalogue) -> VolumeModel:
    low, expected, high = row.read_us

    def mb(value: float | None) -> float | None:
        return None if value is None else value * _MB

    return VolumeModel(
        id=row.id,
        name=row.name,
        read_us_low=low,
        read_us=expected,
        read_us_high=high,
        free_requests_per_s=row.free_iops,
        most_requests_per_s=row.most_iops,
        requests_per_s_per_gib=row.iops_per_gib,
        free_bytes_per_s=row.free_mb_s * _MB,
        most_bytes_per_s=mb(row.most_mb_s),
        bytes_per_s_per_gib=mb(row.mb_s_per_gib),
        bytes_per_request_per_s=mb(row.mb_s_per_iops),
        counted_bytes=row.counted_bytes,
        bought=row.bought,
        price_gb_month=row.price_gb_month,
        price_request_per_s_month=row.price_iops_month,
        price_mb_per_s_month=row.price_mb_s_month,
        currency=row.currency,
        as_of=catalogue.as_of,
        stale_after_days=catalogue.stale_after_days,
        source=row.source,
        confidence=row.confidence,
    )


def find_volume(volume: str, models: Sequence[VolumeModel]) -> VolumeModel:
    """The kind with this id. Raises NotFound listing the ids there are."""
    for model in models:
        if model.id == volume:
            return model
    known = ", ".join(model.id for model in models)
    raise NotFound(f"no volume {volume[:60]!r} in the catalogue; known: {known}", code="unknown-volume")


def is_stale(model: VolumeModel, today: date) -> bool:
    return (today - model.as_of).days > model.stale_after_days


def most_requests_per_s(model: VolumeModel, size_bytes: float) -> float:
    """What a volume of this size may be given; infinite where no source gives a limit."""
    limits = [model.most_requests_per_s]
    if model.requests_per_s_per_gib is not None:
        limits.append(max(model.requests_per_s_per_gib * size_bytes / GIB, model.free_requests_per_s))
    return min((limit for limit in limits if limit is not None), default=math.inf)


def most_bytes_per_s(model: VolumeModel, size_bytes: float, requests_per_s: float) -> float:
    limits = [model.most_bytes_per_s]
    if model.bytes_per_s_per_gib is not None:
        limits.append(model.bytes_per_s_per_gib * size_bytes / GIB)
    if model.bytes_per_request_per_s is not None:
        limits.append(model.bytes_per_request_per_s * requests_per_s)
    return min((limit for limit in limits if limit is not None), default=math.inf)


def ordered(
    model: VolumeModel, size_bytes: int, requests_per_s: float | None = None, bytes_per_s: float | None = None
) -> Volume:
    """A volume with so much of each, its free part at least and no more than it may be given; None, or where it comes with the
    size: as much as it may.
    """
    if not model.bought:
        requests_per_s = bytes_per_s = None
    requests = most_requests_per_s(model, size_bytes)
    if requests_per_s is not None:
        requests = min(max(float(math.ceil(requests_per_s)), model.free_requests_per_s), requests)
    most = most_bytes_per_s(model, size_bytes, requests)
    return Volume(
        model,
        size_bytes,
        requests,
        most if bytes_per_s is None else min(max(bytes_per_s, model.free_bytes_per_s), most),
    )


def counted(model: VolumeModel, load: IoLoad) -> float:
    """Requests a second as the volume counts them: a larger one several times."""
    if model.counted_bytes is None:
        return load.requests_per_s
    return load.requests_per_s * max(math.ceil(load.bytes_per_request / model.counted_bytes), 1)


def binding(volume: Volume | None, machine: Machine, load: IoLoad, beside: IoLoad) -> Binding:
    """Which limit the load meets first. `beside`: what goes to other volumes of the same machine."""
    found = min(_limits(volume, machine, load, beside), key=lambda one: one[1], default=(None, math.inf))
    return Binding(*found)


def _limits(volume: Volume | None, machine: Machine, load: IoLoad, beside: IoLoad) -> Iterator[tuple[LimitName, float]]:
    if volume is not None:
        yield "volume-requests", _times(volume.requests_per_s, counted(volume.model, load))
        yield "volume-bytes", _times(volume.bytes_per_s, load.bytes_per_s)
    if machine.requests_per_s is not None:
        yield "machine-requests", _times(machine.requests_per_s, load.requests_per_s + beside.requests_per_s)
    if machine.bytes_per_s is not None:
        yield "machine-bytes", _times(machine.bytes_per_s, load.bytes_per_s + beside.bytes_per_s)


def _times(limit: float, load: float) -> float:
    return limit / load if load > 0 else math.inf


def month(volume: Volume) -> float | None:
    """What it costs a month; None where a price of something it has beyond the free part is not known."""
    model = volume.model
    beyond = [
        (volume.bytes / 1e9, model.price_gb_month),
        (max(volume.requests_per_s - model.free_requests_per_s, 0.0), model.price_request_per_s_month),
        (max(volume.bytes_per_s - model.free_bytes_per_s, 0.0) / _MB, model.price_mb_per_s_month),
    ]
    if not model.bought:
        beyond = beyond[:1]
    if any(amount > 0 and price is None for amount, price in beyond):
        return None
    return sum(amount * (price or 0.0) for amount, price in beyond if amount > 0)


_STREAM = 500e6
"""Bytes a second of one request on its way: a limit on all of them together delays none until it is reached."""
_ENDLESS = 1e9
"""Requests a second that stand for no limit."""


def volume_tier(volume: Volume) -> Tier:
    """The volume as flash at hand: one limit of requests for reads and writes together, seen by every node."""
    model = volume.model
    requests = min(volume.requests_per_s, _ENDLESS)
    rate = min(volume.bytes_per_s, _ENDLESS * 8_192)
    return Tier(
        id=model.id,
        model=model.name,
        attachment="san",
        shared=True,
        usable_bytes=volume.bytes,
        raw_bytes=volume.bytes,
        count=1,
        mirrored=False,
        read_us=model.read_us,
        read_us_low=model.read_us_low,
        read_us_high=model.read_us_high,
        write_us=model.read_us,
        write_us_low=model.read_us_low,
        write_us_high=model.read_us_high,
        read_iops=requests,
        write_iops=requests,
        read_bytes_per_s=rate,
        write_bytes_per_s=rate,
        stream_bytes_per_s=_STREAM,
        source=f"{model.source}; looked up {model.as_of}",
    )

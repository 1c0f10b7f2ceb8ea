"""Parts of the advice, and the catalogue beside it. The advice document itself is the model's value."""

from __future__ import annotations

from segtier.api.schemas.base import Answer
from segtier.model.advice import RankedSegment
from segtier.model.device import DeviceModel


class SegmentList(Answer):
    """Ranked segments; `coverage` is listed / total per statistic, None where the report gives no total."""

    items: list[RankedSegment]
    coverage: dict[str, float | None]


class DeviceList(Answer):
    items: list[DeviceModel]


class CollectionQuery(Answer):
    """A script to run at the database to collect what Segtier reads."""

    name: str
    title: str
    what_for: str
    client: str
    text: str
    licence: str


class CollectionQueryList(Answer):
    items: list[CollectionQuery]

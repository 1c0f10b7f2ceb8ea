"""Parts of the advice, and the catalogue beside it. The advice document itself is the model's value."""

from __future__ import annotations

from pydantic import field_validator

from segtier.api.schemas.base import Answer
from segtier.api.schemas.before_upload import BeforeUpload
from segtier.dataclass import dataclass
from segtier.model.advice import RankedSegment, Summary
from segtier.model.demand import DemandName
from segtier.model.device import DeviceModel
from segtier.model.option import OptionKind, PlaceName, Recommendation
from segtier.model.volume import MachineModel, VolumeModel


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenSummary(Summary):
    """What an advice says on its first page. `before_upload`: null where it is the present answer."""

    before_upload: BeforeUpload | None = None


class SegmentList(Answer):
    """A page of the ranked segments, as the option places them; `total`: that pass the filter."""

    items: list[RankedSegment]
    total: int


class DeviceList(Answer):
    items: list[DeviceModel]


class MachineList(Answer):
    """Types of machines: limits as looked up."""

    items: list[MachineModel]


class VolumeList(Answer):
    """Rented volumes: limits and prices as looked up."""

    items: list[VolumeModel]


class OptionSpec(Answer):
    """What is true of an option whatever the database."""

    name: OptionKind
    title: str
    label: str
    needs_flash: bool
    recommends: Recommendation | None
    part: int
    helps: list[DemandName]
    beside_data: bool
    targets: list[PlaceName]

    @field_validator("helps", mode="before")
    @classmethod
    def _in_order(cls, value: frozenset[DemandName]) -> list[DemandName]:
        return sorted(value)


class OptionList(Answer):
    """In the order in which every list shows them."""

    items: list[OptionSpec]


class PublishedResult(Answer):
    """What a paper measured, as it prints it."""

    paper: str
    change: str
    result: str


class PublishedOption(Answer):
    """The published results of one option, and where they do not agree."""

    option: OptionKind
    measured: list[PublishedResult]
    disagree: str


class PublishedList(Answer):
    items: list[PublishedOption]


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

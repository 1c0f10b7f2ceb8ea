"""What every tool is asked: which database, and the flash at hand. The fields are those of `segtier.question.Question`."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from segtier.model.timeline import DEFAULT_WINDOW, Window
from segtier.question import Question

_Text = Annotated[str, Meta(min_length=1, max_length=400)]


class OfDatabase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    database: (
        Annotated[str, Meta(max_length=400, description="An id of list_databases; none: the only one.")] | None
    ) = None


class Asked(OfDatabase, frozen=True, kw_only=True, forbid_unknown_fields=True):
    ssd: Annotated[str, Meta(max_length=40, description="Usable bytes of SSD: 700GB, 652GiB.")] | None = None
    device: Annotated[str, Meta(max_length=80, description="A device of the catalogue.")] | None = None
    count: Annotated[int, Meta(ge=1, le=256, description="How many of that device.")] = 1
    mirrored: bool = False
    shared: Annotated[bool, Meta(description="Seen by every node of the cluster.")] | None = None
    media: Annotated[Literal["hdd", "flash", "cached-array"], Meta(description="What holds the data today.")] | None = (
        None
    )
    window: Annotated[Window, Meta(description="Which of several intervals to forecast.")] = DEFAULT_WINDOW
    users: Annotated[float, Meta(ge=1, le=1e6, description="Sessions; with think_time_s.")] | None = None
    think_time_s: Annotated[float, Meta(ge=0, le=86_400, description="Seconds between two requests.")] | None = None
    price: Annotated[float, Meta(gt=0, le=1e12, description="What all of the SSD costs.")] | None = None
    headroom_pct: Annotated[float, Meta(ge=0, lt=100, description="Share of the SSD kept free.")] = 10.0
    most_moves: Annotated[int, Meta(ge=0, le=1_000_000, description="Move at most so many segments.")] | None = None
    move_at_most: Annotated[str, Meta(max_length=40, description="Move at most so many bytes: 200GB.")] | None = None
    pinned: Annotated[tuple[_Text, ...], Meta(max_length=200, description="OWNER.NAME goes to SSD.")] = ()
    excluded: Annotated[tuple[_Text, ...], Meta(max_length=200, description="OWNER.NAME stays.")] = ()

    @property
    def question(self) -> Question:
        known = {field.name for field in fields(Question)} & set(self.__struct_fields__)
        return Question(**{name: getattr(self, name) for name in known})

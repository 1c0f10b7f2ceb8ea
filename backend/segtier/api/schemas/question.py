"""What is asked of the advice: the same names and limits in an address and in a body."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from segtier.model.assumption import STATABLE
from segtier.model.constraints import Hold, Together
from segtier.model.device import Attachment, Raid
from segtier.model.measured import FIGURES
from segtier.model.timeline import DEFAULT_WINDOW, Window
from segtier.question import Question, read_storage, stated, typed

_SegmentName = Annotated[str, StringConstraints(min_length=1, max_length=400)]
_FigureText = Annotated[str, StringConstraints(min_length=1, max_length=1000)]
_AssumptionText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
_SetText = Annotated[str, StringConstraints(min_length=1, max_length=8000)]
_FIELDS = {field.name for field in fields(Question)}


class AdviceQuestion(BaseModel):
    """The flash at hand, what is known about the machine, and limits. Each field is one of `segtier.question.Question`."""

    model_config = ConfigDict(frozen=True)

    ssd: str | None = Field(None, max_length=40, description="Usable bytes of SSD: 700GB, 652GiB; else 700 GB.")
    device: str | None = Field(None, max_length=80, description="A device of the catalogue.")
    count: int = Field(1, ge=1, le=256, description="How many of that device.")
    mirrored: bool = False
    shared: bool | None = Field(None, description="Seen by every node of the cluster.")
    attachment: Attachment | None = None
    figures: list[_FigureText] = Field(
        [],
        alias="figure",
        max_length=len(FIGURES),
        description="A measured figure of all of that SSD: `read_us=212 (180-260) from a run of fio`, `read_iops>=350000`; "
        "docs/measured-flash.md. POST /api/v1/measurements makes them of files.",
    )
    flash_cache_os: bool | None = Field(None, description="The server runs Oracle Linux or Solaris.")
    media: Literal["hdd", "flash", "cached-array"] | None = Field(None, description="What holds the data today.")
    spindles: int | None = Field(None, ge=1, le=10_000)
    raid: Raid | None = None
    window: Window = Field(
        DEFAULT_WINDOW,
        description="Which of several intervals to forecast: the busiest of the load that takes most DB time with odd ones left "
        "out, the busiest of all, the one at the 95th percentile, or all.",
    )
    hours_from: str | None = Field(
        None,
        max_length=40,
        description="Forecast the intervals of these hours, whatever the window: from this time on, by the database's own clock, "
        "2024-03-12T11:00 or a day.",
    )
    hours_to: str | None = Field(None, max_length=40, description="... and before this time; a day counts whole.")
    users: float | None = Field(None, ge=1, le=1e6, description="Sessions that make the load; with think_time_s.")
    think_time_s: float | None = Field(None, ge=0, le=86_400, description="Seconds a user thinks between two requests.")
    response_limit_s: float = Field(
        1.0, gt=0, le=3600, description="Count the users each option carries at this response time."
    )
    price: float | None = Field(None, gt=0, le=1e12, description="What all of the SSD costs.")
    headroom_pct: float = Field(10.0, ge=0, lt=100, description="Share of the SSD kept free.")
    most_moves: int | None = Field(None, ge=0, le=1_000_000, description="Move at most so many segments.")
    move_at_most: str | None = Field(None, max_length=40, description="Move at most so many bytes: 200GB.")
    pinned: list[_SegmentName] = Field(
        [], alias="pin", max_length=200, description="OWNER.NAME goes to SSD whatever it saves; * for any letters."
    )
    excluded: list[_SegmentName] = Field(
        [], alias="exclude", max_length=200, description="OWNER.NAME stays where it is; * for any letters."
    )
    together: Together = Field(
        "segment", description="Each segment by itself, or a table with its partitions, indexes and LOBs."
    )
    sets: list[_SetText] = Field(
        [], alias="set", max_length=20, description="label=OWNER.NAME,OWNER.NAME: forecast beside the best."
    )
    assume: list[_AssumptionText] = Field(
        [],
        max_length=len(STATABLE),
        description="An input of the forecast that is known, instead of a draw: `disk_utilisation=0.6`; names and limits "
        "stand with the assumptions of each option.",
    )
    machine_requests_per_s: float | None = Field(
        None, gt=0, le=1e9, description="What the machine lets through to all of its storage."
    )
    machine_rate: str | None = Field(
        None, max_length=40, description="Bytes a second the machine lets through: 800MB, 800MB/s."
    )
    hold: Hold = Field(
        "window", description="The best placement for the hours of the forecast, or one that is good in every hour."
    )
    storage: str | None = Field(
        None, max_length=8000, description="All groups of today's storage, as JSON: docs/how-advice-works.md."
    )

    @classmethod
    def asking(cls, question: Question) -> AdviceQuestion:
        """What is stated of a question, as it is typed. Not held against limits, which may have been others when it was."""
        asked: dict[str, Any] = {WORDS[name]: _shown(getattr(question, name)) for name in stated(question)}
        return cls.model_construct(**asked)

    def over(self, base: Question) -> Question:
        """`base` with what is stated here in its place."""
        return replace(base, **{name: _value(name, getattr(self, name)) for name in self.model_fields_set & _FIELDS})


def _value(name: str, stated: Any) -> Any:
    """A text that was left empty says nothing."""
    if isinstance(stated, str) and not stated:
        return None
    if name == "storage" and stated is not None:
        return read_storage(stated.encode(), name)
    return tuple(stated) if isinstance(stated, list) else stated


def _shown(value: Any) -> Any:
    shown = typed(value)
    return list(shown) if isinstance(shown, tuple) else shown


WORDS = {name: field.alias or name for name, field in AdviceQuestion.model_fields.items()}
"""How each field of a question is called over REST."""

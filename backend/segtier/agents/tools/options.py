"""The options beside each other, or one in depth."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from segtier.agents.asked import Asked
from segtier.agents.brief import Shape, Some, fields
from segtier.agents.desk import Desk
from segtier.agents.tool import FiguresFrom, Tool
from segtier.dataclass import dataclass
from segtier.model.advice import OptionAdvice, OptionLine, narrowed
from segtier.model.forecast import Assumption, EventAfter
from segtier.model.option import SPECS, OptionName


class OfOption(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    option: Annotated[OptionName, Meta(description="One option in depth; none: all in short.")] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Each forecast is a range of P10, P50 and P90; null is not known, or not forecast."""

    options: tuple[OptionLine, ...]
    assumptions: tuple[Assumption, ...]
    """What the forecast of one option is made from, each with its source; of all options none."""
    wait_events_after: tuple[EventAfter, ...]
    """Seconds in an hour, predicted for one option."""
    wait_events_today: tuple[EventAfter, ...]
    figures_from: tuple[FiguresFrom, ...]


def _run(desk: Desk, asked: OfOption) -> Options:
    advice = desk.case(asked.database).options(asked.question)
    chosen = [one for one in advice.options if asked.option in (None, one.option)]
    deep: OptionAdvice | None = chosen[0] if asked.option is not None and chosen else None
    basis = FiguresFrom(
        ("response_ratio", "db_time_saved_s_per_hour", "throughput_ratio"), "options", {"option": "NAME"}
    )
    measured = FiguresFrom(("wait_events_today",), "evidence", {"figure": "top_events"})
    named = FiguresFrom(("moves", "used_bytes"), "segments", {"option": asked.option or "NAME", "filter": "in"})
    return Options(
        options=tuple(narrowed(OptionLine, one) for one in chosen),
        assumptions=deep.assumptions if deep else (),
        wait_events_after=deep.wait_events_after if deep else (),
        wait_events_today=advice.wait_events_today if deep else (),
        figures_from=(measured, named) if deep else (basis, named),
    )


_OPTION = ("option", "title", "state_text", "not_known", "blocked_by", "used_bytes", "moves", "cost", "limited_by_text")
_RANGES = ("response_ratio", "db_time_saved_s_per_hour", "throughput_ratio", "worth_text")
_ASSUMPTION = ("name", "title", "value", "low", "high", "unit", "influence", "source")
_BRIEF: Shape = {
    "options": Some(most=20, of=fields(*_OPTION, *_RANGES) | {"notes": Some(most=2)}),
    "assumptions": Some(most=6, of=fields(*_ASSUMPTION)),
    "wait_events_after": Some(most=6, of=fields("event", "time_s", "time_s_low", "time_s_high")),
    "wait_events_today": Some(most=6, of=fields("event", "time_s")),
    "figures_from": None,
}


TOOL = Tool(
    "options",
    "Options",
    f"Every option ({', '.join(spec.label for spec in SPECS.values())}): its state, its gain as a range, what blocks it and "
    "what it moves. With `option`, that one with its assumptions and wait events after.",
    OfOption,
    Options,
    _run,
    brief=_BRIEF,
)

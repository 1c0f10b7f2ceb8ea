"""The verdict on one database."""

from __future__ import annotations

from segtier.agents.asked import Asked
from segtier.agents.brief import Shape, Some, fields
from segtier.agents.desk import Desk
from segtier.agents.tool import FiguresFrom, Tool
from segtier.dataclass import dataclass
from segtier.model.advice import DbTime, Finding, Quality, TopEvent
from segtier.model.component import Bottleneck
from segtier.model.device import Tier
from segtier.model.evidence import Warn
from segtier.model.forecast import Range
from segtier.model.names import Word
from segtier.model.option import OptionName
from segtier.model.timeline import HoursUsed
from segtier.model.verdict import Blocker, SegmentName, State
from segtier.model.workload import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class TheAnswer:
    """The verdict as the page prints it, and what it is made from."""

    database: Database
    ssd: tuple[Tier, ...]
    """Assumed where nobody gave a size or a device: its `source` says so."""
    tag: str
    headline: str
    text: str
    state: State
    cause: Word
    bottleneck: Bottleneck
    option: OptionName
    """The option to open first."""
    gain_share_of_db_time: Range | None
    """What that option takes off at the same work, 0 to 1; null where none is advised."""
    ceiling_db_time_pct: float | None
    """The most that infinitely fast storage could take off DB time."""
    ceiling_throughput_ratio: float | None
    ceiling_covers_pct: float | None
    """Part of DB time that the reports explain."""
    next_step: str
    would_change: tuple[str, ...]
    blocked_by: tuple[Blocker, ...]
    segments: tuple[SegmentName, ...]
    """The few it moves that save most."""
    move_allowed: bool
    quality: Quality
    db_time: DbTime
    top_events: tuple[TopEvent, ...]
    findings: tuple[Finding, ...]
    warnings: tuple[Warn, ...]
    """The first few."""
    warnings_total: int
    hours: HoursUsed | None
    figures_from: tuple[FiguresFrom, ...]


def _run(desk: Desk, asked: Asked) -> TheAnswer:
    advice = desk.case(asked.database).summary(asked.question)
    verdict = advice.verdict
    return TheAnswer(
        database=advice.database,
        ssd=advice.devices,
        tag=verdict.tag,
        headline=verdict.headline,
        text=verdict.text,
        state=verdict.state,
        cause=verdict.cause,
        bottleneck=verdict.bottleneck,
        option=verdict.option,
        gain_share_of_db_time=verdict.gain,
        ceiling_db_time_pct=verdict.ceiling_db_time_pct,
        ceiling_throughput_ratio=verdict.ceiling_throughput_ratio,
        ceiling_covers_pct=verdict.ceiling_covers_pct,
        next_step=verdict.next_step,
        would_change=verdict.would_change,
        blocked_by=verdict.blocked_by,
        segments=verdict.segments,
        move_allowed=verdict.move_allowed,
        quality=advice.quality,
        db_time=advice.db_time,
        top_events=advice.top_events,
        findings=advice.findings,
        warnings=advice.warnings,
        warnings_total=advice.warnings_total,
        hours=advice.hours,
        figures_from=(
            FiguresFrom(("headline", "gain_share_of_db_time"), "options", {"option": verdict.option}),
            FiguresFrom(("ceiling_db_time_pct", "ceiling_throughput_ratio"), "evidence", {"figure": "top_events"}),
            FiguresFrom(("ceiling_covers_pct", "db_time"), "evidence", {"figure": "slices"}),
            FiguresFrom(("quality", "segments"), "segments"),
        ),
    )


_SSD = ("model", "count", "mirrored", "usable_bytes", "read_us", "write_us", "source")
_EVENT = ("event", "time_s_per_hour", "waits_per_hour", "avg_wait_us", "db_time_pct", "helped_by", "evidence")
_BRIEF: Shape = {
    "database": fields("name", "dbid", "release", "edition", "rac", "pdb", "platform", "engineered"),
    "ssd": Some(most=3, of=fields(*_SSD)),
    **fields("tag", "headline", "text", "state", "cause", "bottleneck", "option", "gain_share_of_db_time"),
    **fields("ceiling_db_time_pct", "ceiling_throughput_ratio", "ceiling_covers_pct"),
    **fields("next_step", "would_change", "blocked_by", "move_allowed"),
    "segments": Some(most=5),
    "quality": fields("grade", "meaning", "reasons", "coverage"),
    "db_time": {
        **fields("db_time_s_per_hour", "average_active_sessions", "evidence"),
        "slices": Some(most=5, of=fields("name", "db_time_pct", "evidence")),
    },
    "top_events": Some(most=5, of=fields(*_EVENT)),
    "findings": Some(most=4, of=fields("code", "severity", "text", "evidence")),
    "warnings": Some(most=4, of=fields("code", "message")),
    "warnings_total": None,
    "hours": fields("text", "other_hours"),
    "figures_from": None,
}


TOOL = Tool(
    "answer",
    "The answer",
    "Says for one database and your SSD whether SSD helps, which option is first, its gain as a range, the limit "
    "for any storage, the next step, and what would change the answer. Measured figures come with rows of evidence.",
    Asked,
    TheAnswer,
    _run,
    brief=_BRIEF,
)

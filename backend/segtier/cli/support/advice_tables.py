"""An advice as tables: the verdict, where the time goes, the options, and what the best of them rests on."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from segtier.advisor.segments.held import full_name
from segtier.analysis.words import seconds
from segtier.cli.support.give import how_to_give
from segtier.cli.support.ratio_text import ratio_text, response_text
from segtier.cli.support.terminal import cell, page
from segtier.cli.support.tier_tables import print_tiers
from segtier.model.advice import Advice, OptionAdvice, TopEvent
from segtier.model.assumption import KINDS
from segtier.model.device import StorageToday, TierFigure
from segtier.model.forecast import Assumption
from segtier.model.placement import NamedSet
from segtier.model.stations import LatencyClass
from segtier.model.verdict import SegmentName
from segtier.plurals import plural
from segtier.units import format_bytes, format_figure, format_us

_RANGE = (
    "In brackets the P10-P90 range: it should hold eight of ten outcomes, as it does for the published measurements "
    "(docs/internals/forecast.md)."
)
_NO_SIZE = "size not known"
_NO_STATEMENTS = "Statements: not in the reports (SQL ordered by Reads)."
_STATEMENTS = 5
_EVENTS = 8
_TABLESPACES = 3
_WHOLE, _TENTHS, _LEAST = 10, 0.95, 0.001
"""Figures from which on whole ones, tenths, and one digit that is no zero say enough."""


def print_advice(advice: Advice) -> None:
    console = page(160)
    verdict, quality = advice.verdict, advice.quality
    console.print(cell(verdict.headline, style="bold"), soft_wrap=True)
    console.print(cell(verdict.text), soft_wrap=True)
    for segment in verdict.segments:
        console.print(cell(f"  {_segment(segment)}"))
    for stop in verdict.blocked_by:
        console.print(cell(f"Needs: {stop.text}{how_to_give(stop.needs)}"), soft_wrap=True)
    console.print(cell(f"Next: {verdict.next_step}"), soft_wrap=True)
    for change in verdict.would_change:
        console.print(cell(f"  Would change this answer: {change}"), soft_wrap=True)
    console.print(cell(f"Recommendation: {verdict.recommendation}; quality {quality.grade}: {quality.meaning}."))
    for reason in quality.reasons:
        console.print(cell(f"  {reason}"))
    console.print(_events(advice))
    console.print(_statements(advice) if advice.statements else cell(_NO_STATEMENTS))
    _print_storage(console, advice.storage_today)
    console.print(_options(advice))
    for line in _reasons_not_known(advice.options):
        console.print(cell(line), soft_wrap=True)
    if any(figure.taken_from != "data-sheet" for figure in advice.flash):
        console.print(_flash(advice.flash))
    if advice.tiers:
        print_tiers(console, advice.tiers)
    if advice.best_segments and advice.best_segments.sets:
        console.print(_sets(advice.best_segments.sets))
    console.print(cell(_RANGE))
    for option in advice.options:
        for note in option.notes:
            console.print(cell(f"{option.title}: {note}"), soft_wrap=True)
    for line in _users_at_limit(advice):
        console.print(cell(line))
    _print_assumptions(console, advice)
    for finding in advice.findings:
        console.print(cell(f"- {finding.text}"))


def _segment(segment: SegmentName) -> str:
    name = full_name((segment.pdb, segment.owner, segment.name, segment.subobject, segment.type))
    size = "size not known" if segment.size_bytes is None else format_bytes(segment.size_bytes)
    return f"{name} ({segment.type or 'segment'}, {size})"


def _events(advice: Advice) -> Table:
    """CPU among them, as in a report's own list."""
    table = Table("top events", "% DB time", "average", "helped by", box=None, pad_edge=False)
    cpu = [(one.db_time_pct, one.name, "", "") for one in advice.db_time.slices if one.name == "DB CPU"]
    waits = [
        (
            event.db_time_pct or 0.0,
            event.event,
            format_us(event.avg_wait_us) if event.avg_wait_us is not None else "",
            _helped(event),
        )
        for event in advice.top_events[:_EVENTS]
    ]
    for pct, name, average, helped in sorted((*cpu, *waits), key=lambda row: -row[0]):
        table.add_row(cell(name), f"{pct:.1f}", average, helped)
    return table


def _helped(event: TopEvent) -> str:
    perhaps = "perhaps " if event.demand == "locks" and event.helped_by else ""
    return f"{perhaps}{', '.join(event.helped_by)}" or "none to count on"


def _statements(advice: Advice) -> Table:
    """Shares are not disjoint: a block's holds those of the statements it calls."""
    table = Table("statements", "% reads", "blocks/h", "executions/h", "blocks each", "", box=None, pad_edge=False)
    for row in advice.statements[:_STATEMENTS]:
        kind = "PL/SQL, with what it calls" if row.plsql else ""
        figures = (row.physical_reads_blocks_per_hour, row.executions_per_hour, row.reads_per_execution)
        share = "" if row.reads_share is None else f"{row.reads_share * 100:.1f}"
        table.add_row(cell(f"{row.sql_id} {row.pdb or ''}".strip()), share, *map(_figure, figures), kind)
    return table


def _print_storage(console: Console, storage: StorageToday) -> None:
    if storage.stations:
        console.print(_storage(storage))
    if storage.read_times:
        console.print(cell(storage.read_times.text), soft_wrap=True)


def _storage(storage: StorageToday) -> Table:
    """A row for each class; the station's name with its first."""
    table = Table(
        "storage today",
        "a read takes",
        "% read time",
        "timed reads/s",
        "writes/s",
        "tablespaces",
        "guess",
        box=None,
        pad_edge=False,
    )
    for station in storage.stations:
        name = f"{station.name} ({plural(station.files, 'file')})" if station.files else station.name
        for one in station.classes:
            figures = (f"{100 * one.time_share:.1f}", _figure(one.reads_per_s), _figure(one.writes_per_s))
            names = [space.name for space in one.tablespaces[:_TABLESPACES]]
            more = f" and {len(one.tablespaces) - _TABLESPACES} more" if len(one.tablespaces) > _TABLESPACES else ""
            share = figures if storage.told_apart else ("", *figures[1:])
            table.add_row(cell(name), _read_time(one), *share, cell(", ".join(names) + more), cell(one.why))
            name = ""
    return table


def _read_time(one: LatencyClass) -> str:
    if one.read_us is None or one.read_us_low is None or one.read_us_high is None:
        return "not measured"
    low, high = format_us(one.read_us_low), format_us(one.read_us_high)
    return format_us(one.read_us) + ("" if low == high else f" ({low} to {high})")


def _figure(value: float | None) -> str:
    """Small ones with the digits that say something: `0.04` for one execution in a day."""
    if value is None:
        return ""
    if 0 < value < _LEAST:
        return f"<{_LEAST:g}"
    if value < _TENTHS:
        return f"{value:.1g}"
    return f"{value:,.0f}" if value >= _WHOLE else f"{value:,.1f}"


def _options(advice: Advice) -> Table:
    table = Table("option", "", "DB time, same work", "throughput, same users", "SSD", "next limit", "note", box=None)
    for option in advice.options:
        table.add_row(*(cell(text) for text in _cells(option)))
    return table


def _flash(figures: Sequence[TierFigure]) -> Table:
    """What was measured and what was not."""
    table = Table("the SSD", "value", "lowest to highest", "taken from", "where it is from", box=None, pad_edge=False)
    for row in figures:
        ends = "" if row.low is None or row.high is None else f"{_amount(row.low, row)} to {_amount(row.high, row)}"
        cells = (row.title, _amount(row.value, row), ends, row.taken_from.replace("-", " "), row.source)
        table.add_row(*(cell(text) for text in cells))
    return table


def _amount(value: float, row: TierFigure) -> str:
    return f"{format_bytes(value)}/s" if row.unit == "bytes/s" else format_figure(value, row.unit)


def _sets(sets: Sequence[NamedSet]) -> Table:
    """Their forecasts stand among the options."""
    table = Table("set of segments", "--option", "segments", "the best saves more", box=None)
    for one in sets:
        more = one.best_saves_more_s_per_hour
        told = "" if more is None or not one.fits or more < 0 else f"{seconds(more)} an hour"
        table.add_row(*(cell(text) for text in (one.label, one.option, f"{one.segments:,}", told)))
    return table


def _users_at_limit(advice: Advice) -> list[str]:
    """One line where any option's users at the response-time limit are known."""
    limits = {o.title: o.load_limit for o in advice.options if o.load_limit is not None}
    known = [f"{title} {limit.users:,.0f}" for title, limit in limits.items() if limit.users]
    if not known:
        return []
    limit_s = next(limit.limit_s for limit in limits.values())
    return [f"Users at {limit_s:g} s response, at most, expected inputs: {', '.join(known)}."]


def _cells(option: OptionAdvice) -> tuple[str, ...]:
    return (
        option.title,
        option.state_text,
        response_text(option),
        ratio_text(option.throughput_ratio, option.ranges_only),
        format_bytes(option.used_bytes) if option.used_bytes is not None else _NO_SIZE,
        option.limited_by_text,
        _note(option),
    )


def _reasons_not_known(options: Sequence[OptionAdvice]) -> list[str]:
    """Each reason once, with the options it is the reason of, and what to bring."""
    titles: dict[str, list[str]] = {}
    for option in options:
        if option.state == "unknown" and option.not_known is not None:
            titles.setdefault(f"{option.not_known.text} {option.not_known.bring}", []).append(option.title)
    return [f"Not known ({', '.join(names)}): {why}" for why, names in titles.items()]


def _note(option: OptionAdvice) -> str:
    """What stands in its way, unless it gains nothing for sure without that either: then why not."""
    if option.state == "unknown":
        return "why: below"
    if option.state in ("no-gain", "possible") and option.worth_text:
        return option.worth_text
    return " ".join(stop.text for stop in option.blocked_by) or option.worth_text


def _print_assumptions(console: Console, advice: Advice) -> None:
    """The legend of the option to open first: what each input means, and which one the answer hangs on."""
    best = next((option for option in advice.options if option.option == advice.verdict.option), None)
    if best is None or not best.assumptions:
        return
    most = (
        f"; of these inputs the answer depends most on: {KINDS[best.dominant_input].title}"
        if best.dominant_input
        else ""
    )
    console.print(cell(f"What the forecast of {best.title!r} assumes{most}"))
    table = Table("assumption", "value", "lowest to highest", "what it is, where it is from", box=None, pad_edge=False)
    for row in best.assumptions:
        table.add_row(*(cell(text) for text in (row.title, _value(row), _bounds(row), row.source)))
    console.print(table)


def _value(row: Assumption) -> str:
    return format_figure(row.value, row.unit)


def _bounds(row: Assumption) -> str:
    """Without the unit, but for latencies, which are told in units of their own."""
    if row.low is None or row.high is None or row.low == row.high:
        return ""
    unit = row.unit if row.unit == "µs" else ""
    return f"{format_figure(row.low, unit)} to {format_figure(row.high, unit)}"

"""Several tiers as tables: what each carries then, and which segment goes where."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from segtier.analysis.words import pct, seconds
from segtier.cli.support.terminal import cell
from segtier.model.option import SPECS, TIERS
from segtier.model.storage_tier import TIER_LIMITS
from segtier.model.tier_answer import TierAnswer, TierUse
from segtier.units import format_bytes

_LIMITS = 2
"""The fullest of each tier."""


def print_tiers(console: Console, answer: TierAnswer) -> None:
    console.print(cell(f"{SPECS[TIERS].title}: {answer.text}{_proved(answer)}"), soft_wrap=True)
    console.print(_tiers(answer))
    if answer.moves:
        console.print(_moves(answer))
    for one in answer.tiers:
        if one.frontier:
            sizes = ", ".join(
                f"{format_bytes(size.usable_bytes)} {seconds(size.saved_s_per_hour)}/h" for size in one.frontier
            )
            console.print(cell(f"  {one.name} of another size, all tiers together save: {sizes}"), soft_wrap=True)


def _proved(answer: TierAnswer) -> str:
    if answer.gap is None:
        return ""
    if answer.gap < 5e-5:
        return " By the slopes there no placement gains more."
    more = f" By the slopes there another gains up to {pct(answer.gap)} more"
    if answer.rival_s_per_hour is None:
        return f"{more}."
    return f"{more}; by the full forecast it saves {seconds(answer.rival_s_per_hour)}/h, no more than this."


def _tiers(answer: TierAnswer) -> Table:
    table = Table("tier", "segments", "come", "go", "used", "of", "saves about", "fullest", box=None, pad_edge=False)
    for one in answer.tiers:
        size = "not known" if one.usable_bytes is None else format_bytes(one.usable_bytes)
        table.add_row(
            cell(one.name),
            f"{one.segments:,}",
            f"{one.arrives:,}",
            f"{one.leaves:,}",
            "not known" if one.bytes is None else format_bytes(one.bytes),
            size,
            "not known" if one.saved_s_per_hour is None else f"{seconds(one.saved_s_per_hour)}/h",
            cell(_fullest(one)),
        )
    return table


def _fullest(one: TierUse) -> str:
    return ", ".join(f"{TIER_LIMITS[used.limit]} {100 * used.part:.0f} %" for used in one.limits[:_LIMITS])


def _moves(answer: TierAnswer) -> Table:
    table = Table("segment", "type", "size", "from", "to", "saves about", box=None, pad_edge=False)
    for one in answer.moves:
        lies = one.lies or "today's storage"
        table.add_row(
            cell(one.name),
            one.type or "",
            format_bytes(one.size_bytes),
            cell(lies),
            cell(one.tier),
            f"{seconds(one.saved_s_per_hour)}/h",
        )
    if answer.moves_total > len(answer.moves):
        table.caption = f"{answer.moves_total - len(answer.moves):,} more move"
    return table

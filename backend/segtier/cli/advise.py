"""`segtier advise`: the advice document, or its first page as a table."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from segtier.advisor import advise
from segtier.cli.inputs import files_argument, read_inputs
from segtier.cli.request_options import make_request, request_options
from segtier.documents import encode
from segtier.errors import NotFound
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.forecast import Range
from segtier.model.request import OPTIONS
from segtier.units import format_bytes, format_us


@click.command("advise", help="Say where DB time goes, what each option would change, and what to do.")
@files_argument
@request_options
@click.option("--option", "wanted", multiple=True, metavar="NAME", help=f"Only these options: {', '.join(OPTIONS)}.")
@click.option("--format", "format_", type=click.Choice(["table", "json"]), default="table", show_default=True)
def command(paths: tuple[Path, ...], wanted: tuple[str, ...], format_: str, **options: Any) -> None:
    unknown = [name for name in wanted if name not in OPTIONS]
    if unknown:
        raise NotFound(f"no option {unknown[0]!r}; the options are {', '.join(OPTIONS)}", code="unknown-option")
    inputs = read_inputs(paths)
    advice = advise(inputs.workloads, inputs.inventories, make_request(**options))
    if wanted:
        advice = replace(advice, options=tuple(o for o in advice.options if o.option in wanted))
    if format_ == "json":
        click.echo(encode(advice, indent=2))
    else:
        _print(advice)
    sys.exit(inputs.exit_code)


def _print(advice: Advice) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(width=None if sys.stdout.isatty() else 160)
    console.print(Text(advice.verdict.text, style="bold"), soft_wrap=True)
    console.print(Text(f"Recommendation: {advice.verdict.recommendation}; quality {advice.quality.grade}."))
    for reason in advice.quality.reasons:
        console.print(Text(f"  {reason}"))
    events = Table("top events", "% DB time", "average", "helped by", box=None, pad_edge=False)
    for event in advice.top_events[:8]:
        average = format_us(event.avg_wait_us) if event.avg_wait_us is not None else ""
        events.add_row(
            Text(event.event), f"{event.db_time_pct or 0:.1f}", average, ", ".join(event.helped_by) or "none"
        )
    console.print(events)
    options = Table("option", "DB time, same work", "throughput, same users", "flash", "next limit", "note", box=None)
    for option in advice.options:
        options.add_row(*(Text(cell) for cell in _cells(option)))
    console.print(options)
    for finding in advice.findings:
        console.print(Text(f"- {finding.text}"))


def _cells(option: OptionAdvice) -> tuple[str, ...]:
    return (
        option.title,
        _range(option.response_ratio),
        _range(option.throughput_ratio),
        format_bytes(option.used_bytes) if option.used_bytes is not None else "not known",
        option.limited_by_text,
        " ".join(option.blocked_by) or option.worth_text,
    )


def _range(ratio: Range | None) -> str:
    return f"{ratio.expected:.2f} ({ratio.low:.2f}-{ratio.high:.2f})" if ratio else ""

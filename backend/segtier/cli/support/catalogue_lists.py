"""The catalogues of volumes and machines as tables: every figure, and how many say it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from rich.console import Console
from rich.table import Table

from segtier.cli.support.terminal import cell, page
from segtier.model.volume import MachineModel, VolumeModel
from segtier.oracle.volumes import is_stale, price_yourself, prices_as_of


def print_catalogue(models: Sequence[VolumeModel], machines: Sequence[MachineModel], today: date) -> None:
    console = page(230)
    for model in models:
        where = f", {model.region}" if model.region else ""
        old = "; more than a year old" if is_stale(model, today) else ""
        console.print(cell(f"{model.id}: {model.name} (as of {model.as_of}{where}{old})"))
        table = Table("figure", "value", "sources", box=None, pad_edge=False)
        for figure in model.figures:
            table.add_row(cell(figure.name), cell(figure.value), cell(_said(figure.sources)))
        console.print(table)
        for text in filter(None, (model.source, price_yourself(model))):
            console.print(cell(f"{text}"), soft_wrap=True)
        console.print()
    if machines:
        _print_machines(console, machines)
    console.print(cell(prices_as_of(models)))


def _print_machines(console: Console, machines: Sequence[MachineModel]) -> None:
    table = Table("machine", "of", "requests/s", "MB/s", "sources", "note", box=None, pad_edge=False)
    for one in machines:
        row = (
            one.id,
            one.provider,
            _figure(one.requests_per_s),
            _figure(one.bytes_per_s, 1e6),
            _said(one.sources),
            one.note,
        )
        table.add_row(*(cell(text) for text in row))
    console.print(table)
    dates = ", ".join(sorted({f"{one.as_of}" for one in machines}))
    console.print(cell(f"Machines as of {dates}. Of another one state --machine-iops and --machine-rate."))


def _said(sources: Sequence[str]) -> str:
    if not sources:
        return "assumed"
    return f"{'one source' if len(sources) == 1 else f'{len(sources)} sources'}: {'; '.join(sources)}"


def _figure(value: float | None, unit: float = 1.0) -> str:
    return "not known" if value is None else f"{value / unit:,.0f}"

"""How much of the I/O an answer's segments explain, in words: on stderr, so that it is seen beside any format."""

from __future__ import annotations

import click

from segtier.model.advice import Quality


def say_coverage(quality: Quality) -> None:
    reads, writes = (_percent(quality.coverage.get(f"physical_{kind}")) for kind in ("reads", "writes"))
    click.echo(f"The segments named make {reads} of the physical reads and {writes} of the physical writes.", err=True)


def _percent(part: float | None) -> str:
    return "an unknown part" if part is None else f"{100 * part:.1f} %"

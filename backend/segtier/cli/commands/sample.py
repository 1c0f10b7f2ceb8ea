"""`segtier sample`: write the synthetic sample to a folder, to upload it by hand or to look at it."""

from __future__ import annotations

from pathlib import Path

import click

from segtier.cli.support.terminal import say


@click.command(name="sample")
@click.option(
    "--out",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the files; created if missing.",
)
def command(folder: Path) -> None:
    """Write the sample: 25 AWR reports of an invented database, segment counters and segment sizes.

    The files of the time before the change are in DIR/before, the report after it in DIR/after. The content is
    the same every time; docs/use/sample.md says how it is made.
    """
    from segtier.samples import oltp_sample

    for file in oltp_sample():
        path = folder / file.period / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)
        say(path)

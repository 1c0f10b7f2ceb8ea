"""`segtier mcp`: the reports' answers as tools of the Model Context Protocol, over standard input and output."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import click

from segtier.cli.support.input_files import input_files
from segtier.cli.support.inputs import Inputs, files_argument, read_inputs
from segtier.cli.support.read_files import jobs_option
from segtier.cli.support.which_reports import Which, which_options

_path = click.Path(exists=True, path_type=Path)


@click.command("mcp", short_help="Serve answers to an MCP client, read-only.")
@files_argument
@click.option(
    "--after", "after", multiple=True, type=_path, help="Reports from after the change, for the tool `compare`."
)
@which_options
@jobs_option
def command(
    paths: tuple[Path, ...],
    after: tuple[Path, ...],
    begin: datetime | None,
    end: datetime | None,
    skip: tuple[str, ...],
    dbid: int | None,
    jobs: int,
) -> None:
    """FILE are reports, exports, folders or archives as for `segtier advise`, of one database or several.

    They are read once; then the server answers on standard output until standard input ends. It leaves no file behind, opens no
    socket and connects to no database.
    """
    from segtier.agents.databases import by_database
    from segtier.agents.files import FilesDesk
    from segtier.agents.server import serve

    which = Which(begin, end, skip, dbid)
    first = read_inputs(paths, jobs, which=which)
    second = read_inputs(after, jobs, after=True) if after else Inputs((), (), 0)
    databases = by_database(first.documents, second.documents, first.inventories)
    serve(FilesDesk(databases, lambda: _files((*paths, *after))))


def _files(paths: tuple[Path, ...]) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Each file that can be read again; a folder that is a bundle has no bytes of its own."""
    for one in input_files(paths):
        if one.problem is None and not one.dump and (one.path is None or one.path.is_file()):
            yield one.name, one.load

"""`segtier parse`: reports into documents. Data on stdout, problems as JSON lines on stderr."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from segtier.cli.support.errors_told import tell_problem
from segtier.cli.support.exit_codes import NOTHING_USABLE, SOME_UNREADABLE
from segtier.cli.support.file_progress import counted
from segtier.cli.support.input_files import count_files, input_files, is_archive, is_dump_file
from segtier.cli.support.input_path import InputPath
from segtier.cli.support.read_files import jobs_option, parse_all
from segtier.cli.support.terminal import say, say_json, say_json_pieces
from segtier.cli.support.which_database import dbid_option, no_such
from segtier.cli.support.which_reports import EVERYTHING
from segtier.documents import encode, encoded_in_pieces
from segtier.model.pair import Pair
from segtier.model.workload import Database
from segtier.reports.reader import Document


@click.command("parse", short_help="Read reports into JSON documents.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=InputPath())
@click.option(
    "--format",
    "form",
    type=click.Choice(["json", "ndjson"]),
    help="json: one file's document, indented (default for one file); ndjson: one line per file.",
)
@dbid_option
@jobs_option
def command(files: tuple[Path, ...], form: str | None, dbid: int | None, jobs: int) -> None:
    """Read AWR reports, segment and size exports (CSV, spool, JSON, XML, XLSX), AWR dumps or documents (JSON).

    One FILE prints its document. Several, a directory, an archive (zip, tar, tar.gz, gz), a bundle of the collector or an
    AWR dump (an interval each; name all files of one) print one document per line, in the order given, dumps last. What Segtier
    cannot read, or is cut off, is one JSON line on stderr. Exit code 0: all read to the end; 3: some not; 4: none.
    """

    single = len(files) == 1 and files[0].is_file() and not is_archive(files[0]) and not is_dump_file(files[0])
    read = failed = 0
    others: list[Database] = []
    for parsed in counted(parse_all(input_files(files), jobs, dbid), lambda: count_files(files, EVERYTHING.takes_file)):
        others += parsed.others
        for problem in parsed.problems:
            failed += 1
            tell_problem(problem)
        for line in parsed.told:
            say(line, err=True)
        for document in parsed.documents:
            read += 1
            _print(document, indent=2 if single and form != "ndjson" else 0)
    if dbid is not None and others and not read:
        raise no_such(dbid, others)
    if not read and not failed:
        say("the directory holds no files", err=True)
    if not read:
        sys.exit(NOTHING_USABLE)
    if failed:
        sys.exit(SOME_UNREADABLE)


def _print(document: Document | tuple[type[Document], bytes], *, indent: int) -> None:
    if isinstance(document, tuple):
        say_json(document[1])
    elif isinstance(document, Pair):
        say_json(encode(document, indent=indent))
    else:
        say_json_pieces(encoded_in_pieces(document, "segments", indent=indent))

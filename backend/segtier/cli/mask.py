"""`segtier mask`: documents without names, for files that must not leave as they are."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from segtier.cli.input_files import InputFile, input_files
from segtier.cli.inputs import files_argument
from segtier.cli.map_file import open_map, save_map
from segtier.cli.problems import problem_line
from segtier.documents import encode
from segtier.errors import NotUsable, Refused, SegtierError
from segtier.masking import Choice, Masker, Treatment
from segtier.masking.drop import NAMES_DROPPED
from segtier.model.pair import Pair
from segtier.reports.reader import Document

_SOME_UNREADABLE = 3
_TREATMENTS = click.Choice([one.value for one in Treatment])


@click.command("mask", help="Write the documents of reports, exports and bundles with their names masked.")
@files_argument
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path), help="New or empty folder.")
@click.option(
    "--map",
    "map_path",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="What stands for what: stays with you. One that is there is added to.",
)
@click.option(
    "--key-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Your own key, 16 bytes or more; without it one is made and kept in the map.",
)
@click.option(
    "--names",
    type=_TREATMENTS,
    default="hash",
    show_default=True,
    help="Owners, segments, columns, tablespaces, PDBs.",
)
@click.option(
    "--hosts", type=_TREATMENTS, default="hash", show_default=True, help="Hosts, instances, the database, disk groups."
)
@click.option(
    "--sql", type=click.Choice(["drop"]), default="drop", show_default=True, help="Documents hold no SQL text."
)
def command(
    paths: tuple[Path, ...],
    out: Path,
    map_path: Path,
    key_file: Path | None,
    names: str,
    hosts: str,
    sql: str,  # noqa: ARG001 - there is one choice only, and it is always made
) -> None:
    if out.exists() and any(out.iterdir()):
        raise Refused(
            f"{out} is not empty", code="folder-not-empty", advice="Name a new folder; nothing is overwritten."
        )
    masks = Masker(open_map(map_path, key_file, out), Choice(Treatment(names), Treatment(hosts)))
    save_map(map_path, masks.map)  # a key that is lost would leave tokens nobody can read
    try:
        written, problems = _mask_all(paths, out, masks)
    finally:
        save_map(map_path, masks.map)
    if not written:
        raise NotUsable("none of the files could be read", code="nothing-readable")
    click.echo(
        f"{written} documents in {out}, {len(masks.map)} names in {map_path}: keep the map to yourself.", err=True
    )
    if masks.choice.names is Treatment.DROP:
        click.echo(f"Warning: {NAMES_DROPPED.message}", err=True)
    sys.exit(_SOME_UNREADABLE if problems else 0)


def _mask_all(paths: tuple[Path, ...], out: Path, masks: Masker) -> tuple[int, int]:
    """Documents written, and files that could not be read; one file is in memory at a time."""
    written = problems = 0
    for file in input_files(paths):
        try:
            for document in _masked(file, masks):
                written += 1
                _write(out, written, document)
        except SegtierError as fault:
            problems += 1
            click.echo(problem_line(file.shown, fault), err=True)
    return written, problems


def _masked(file: InputFile, masks: Masker) -> Iterator[Document]:
    for document in file.documents():
        yield masks.document(document)


def _write(out: Path, number: int, document: Document) -> None:
    """Numbered in the order they came, so that a plan from the folder is the plan from the files."""
    first = document.first if isinstance(document, Pair) else document
    kind = document.schema.removeprefix("segtier.").partition("/")[0]
    path = out / f"{number:04d}-{kind}-{(first.source.sha256 or 'typed')[:12]}.json"
    out.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encode(document))
    click.echo(str(path))

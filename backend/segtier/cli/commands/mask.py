"""`segtier mask`: reports, exports and bundles without names, for files that must not leave as they are."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

import click

from segtier.cli.support.bundle_folder import FolderFiles
from segtier.cli.support.errors_told import tell_problem
from segtier.cli.support.exit_codes import SOME_UNREADABLE
from segtier.cli.support.input_files import InputFile, input_files
from segtier.cli.support.inputs import files_argument
from segtier.cli.support.map_file import open_map, save_map
from segtier.cli.support.masked_output import MoreThanOne, Output, open_output
from segtier.cli.support.private_files import private_files
from segtier.cli.support.problems import in_part_line, problem_line
from segtier.cli.support.terminal import say
from segtier.cli.support.which_database import dbid_option, no_such, of_database
from segtier.dataclass import dataclass
from segtier.errors import NotUsable, SegtierError
from segtier.masking.bundle import MaskedBundle
from segtier.masking.choice import Choice, Treatment
from segtier.masking.drop import NAMES_DROPPED
from segtier.masking.mask import Masker
from segtier.model.workload import Database
from segtier.plurals import plural
from segtier.reports.bundle import PackedFiles, is_report
from segtier.reports.reader import warnings_of

_DEFAULT_MAP = "segtier-map.json"
_PATH = click.Path(path_type=Path)
_TREATMENTS = click.Choice([one.value for one in Treatment])


@click.command("mask", short_help="Write documents without names, before anything leaves.")
@files_argument
@click.option(
    "-o", "--out", required=True, type=_PATH, help="A .json for one report, a .zip, or a new or empty folder."
)
@click.option(
    "--map",
    "map_path",
    default=_DEFAULT_MAP,
    show_default=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Which token stands for which name. Keep it to yourself. Segtier adds to an existing map.",
)
@click.option(
    "--key-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Your own key, 16 bytes or more; without it, Segtier creates one and stores it in the map.",
)
@click.option(
    "--names", type=_TREATMENTS, default="hash", show_default=True, help="Owners, segments, partitions, columns, PDBs."
)
@click.option("--tablespaces", type=_TREATMENTS, help="Tablespaces.  [default: as --names]")
@click.option(
    "--hosts", type=_TREATMENTS, default="hash", show_default=True, help="Hosts, instances, the database, disk groups."
)
@dbid_option
def command(
    paths: tuple[Path, ...],
    out: Path,
    map_path: Path,
    key_file: Path | None,
    names: str,
    tablespaces: str | None,
    hosts: str,
    dbid: int | None,
) -> None:
    """Mask AWR and Statspack reports, exports, documents and the collector's bundles before they leave.

    A report becomes the document Segtier reads, which is uploaded or given to any command in its place; a bundle stays a
    bundle. SQL text and programs are never part of either. `segtier script --map` puts the names back.
    """
    choice = Choice(Treatment(names), Treatment(hosts), Treatment(tablespaces) if tablespaces else None)
    with private_files():
        _mask(paths, out, map_path, key_file, choice, dbid)


def _mask(
    paths: tuple[Path, ...], out: Path, map_path: Path, key_file: Path | None, choice: Choice, dbid: int | None
) -> None:
    output = open_output(out)
    keep = False
    try:
        masks = Masker(open_map(map_path, key_file, out), choice)
        save_map(map_path, masks.map)  # a key that is lost would leave tokens nobody can read
        run = _Run(masks, output, dbid)
        try:
            run.mask(paths)
        except MoreThanOne:
            run.written = 0
            raise
        finally:
            save_map(map_path, masks.map)
            keep = bool(run.written)
    finally:
        output.close(keep=keep)
    if not run.written and dbid is not None and run.others:
        raise no_such(dbid, run.others)
    if not run.written:
        raise NotUsable("none of the files could be read", code="nothing-readable", advice="See the problems above.")
    run.tell(out, map_path)
    sys.exit(SOME_UNREADABLE if run.problems else 0)


@dataclass(slots=True)
class _Run:
    masks: Masker
    output: Output
    dbid: int | None = None
    others: tuple[Database, ...] = ()
    """Databases whose documents are left out."""
    written: int = 0
    problems: int = 0

    def mask(self, paths: tuple[Path, ...]) -> None:
        """One file after the other: one document, or the rows of one file, are in memory at a time."""
        bundles: list[InputFile] = []
        for file in input_files(paths):
            if any(_went_with(file, bundle) for bundle in bundles):
                continue
            if file.bundle:
                bundles.append(file)
            try:
                self._mask(file, alone=paths == (file.path,))
            except MoreThanOne:
                raise
            except SegtierError as fault:
                self._problem(file.shown, fault)

    def tell(self, out: Path, map_path: Path) -> None:
        files = plural(self.written, "file")
        say(
            f"{files} in {out}; {plural(len(self.masks.map), 'name')} in {map_path}: keep it to yourself.",
            err=True,
        )
        if self.masks.choice.names is Treatment.DROP:
            say(f"Warning: {NAMES_DROPPED.message}", err=True)

    def _mask(self, file: InputFile, *, alone: bool) -> None:
        if not file.bundle:
            lines: dict[str | None, None] = {}
            documents, others = of_database(file.documents(), self.dbid)
            self.others += others
            for document in documents:
                say(self.output.document(self.masks, document))
                self.written += 1
                lines.setdefault(in_part_line(file.shown, warnings_of(document), file.parts_shown()))
            for line in lines:
                self._tell_problem(line)
        elif file.path is None:
            self._bundle(file, PackedFiles(BytesIO(file.load())), alone=False)
        elif file.path.is_dir():
            self._bundle(file, FolderFiles(file.path), alone)
        else:
            with file.path.open("rb") as packed:
                self._bundle(file, PackedFiles(packed), alone)

    def _bundle(self, file: InputFile, files: FolderFiles | PackedFiles, alone: bool) -> None:
        path, done = self.output.bundle(self.masks, files, alone)
        self.written += 1
        say(path)
        self._say(file, done)

    def _say(self, file: InputFile, done: MaskedBundle) -> None:
        for path, fault in done.problems:
            self._problem(f"{file.shown}/{path}", fault)
        for path, warnings in done.report_warnings:
            self._tell_problem(in_part_line(f"{file.shown}/{path}", warnings))
        for warning in done.warnings:
            say(f"Warning: {warning.section}: {warning.message}", err=True)
        if done.left_out:
            say(f"Skipped, because nothing reads them: {', '.join(done.left_out)}", err=True)

    def _problem(self, shown: str, fault: SegtierError) -> None:
        self._tell_problem(problem_line(shown, fault))

    def _tell_problem(self, line: str | None) -> None:
        if line is not None:
            self.problems += 1
            tell_problem(line)


def _went_with(file: InputFile, bundle: InputFile) -> bool:
    """A report of a bundle: in its folder, or anywhere in its archive."""
    if bundle.path is None or not is_report(file.name):
        return False
    if file.path is None:
        return file.shown.startswith(f"{bundle.path}/")
    return file.path.parent in (bundle.path, bundle.path / "awr")

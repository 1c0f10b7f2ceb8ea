"""`segtier script`: the bundle of one option, written into a folder."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from segtier.advisor import advise
from segtier.advisor.plan_option import plan_option
from segtier.cli.support.flash import say_assumed_flash
from segtier.cli.support.hours import say_hours
from segtier.cli.support.inputs import Inputs, files_argument, read_inputs
from segtier.cli.support.map_file import load_names
from segtier.cli.support.new_folder import new_folder, not_empty
from segtier.cli.support.option_names import SCRIPTED
from segtier.cli.support.plan_request import plan_request_in
from segtier.cli.support.private_files import private_files
from segtier.cli.support.read_files import jobs_option
from segtier.cli.support.request_options import make_request, request_options
from segtier.cli.support.target_options import make_targets, target_options
from segtier.cli.support.terminal import say, say_json
from segtier.cli.support.warnings import say_warnings
from segtier.cli.support.which_reports import Which, which_options
from segtier.documents import encode
from segtier.masking.unmask import Names, unmask
from segtier.model.plan import BundleFile, Destination, Plan
from segtier.model.request import AdviceRequest
from segtier.plan.bundle.reviewed import unreviewed_files
from segtier.plan.document import plan_document
from segtier.plan.write_plan import write_plan


@click.command("script", help="Write the scripts of an option: one page, DDL, OS steps, rollback, checks.")
@files_argument
@which_options
@jobs_option
@request_options
@target_options
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="New or empty folder.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["list", "json"]),
    default="list",
    show_default=True,
    help="What is printed: the files of --out, or the plan as data (segtier.plan/1), which needs no --out.",
)
@click.option(
    "--map",
    "map_path",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The map of `segtier mask`: Segtier restores the names before it plans. FILE may be a bundle of masked scripts.",
)
@click.option("--option", "option_name", type=SCRIPTED, help="This option, even if the advice is against it.")
@click.option("--tablespace", "tablespaces", multiple=True, metavar="NAME",
              help="With --option all: only the data files of this tablespace. Repeat for several.")  # fmt: skip
def command(
    paths: tuple[Path, ...],
    out: Path | None,
    format_: str,
    map_path: Path | None,
    option_name: str | None,
    tablespaces: tuple[str, ...],
    begin: datetime | None,
    end: datetime | None,
    skip: tuple[str, ...],
    dbid: int | None,
    jobs: int,
    **options: Any,
) -> None:
    if out is None and format_ != "json":
        raise click.UsageError("Give --out FOLDER for the scripts, or --format json for the plan as data.")
    if out is not None and out.exists() and any(out.iterdir()):
        raise not_empty(out)
    names = load_names(map_path) if map_path else None
    request = plan_request_in(paths) if names is not None else None
    if request is not None and names is not None:
        plan, exit_code = write_plan(unmask(request, names)), 0
    else:
        targets, asked = make_targets(options), make_request(**options)
        say_assumed_flash(asked.tier, options)
        inputs = _unmasked(read_inputs(paths, jobs, which=Which(begin, end, skip, dbid)), names)
        plan, exit_code = _plan(inputs, option_name, targets, asked, tablespaces), inputs.exit_code
    if out is not None:
        _write_all(plan, out)
    if format_ == "json":
        say_json(encode(plan_document(plan), indent=2))
    elif out is not None:
        for file in (*plan.files, *unreviewed_files(plan)):
            say(str(out / file.path))
    sys.exit(exit_code)


def _plan(
    inputs: Inputs, option_name: str | None, targets: Destination, asked: AdviceRequest, tablespaces: tuple[str, ...]
) -> Plan:
    advice = advise(inputs.workloads, inputs.inventories, asked)
    say_hours(advice)
    say_warnings(advice.warnings)
    override = option_name is not None
    return plan_option(advice, inputs.workloads, option_name, targets, override, inputs.inventories, tablespaces)


def _unmasked(inputs: Inputs, names: Names | None) -> Inputs:
    """With their own names before anything is ranked: equal figures are put in order by name."""
    if names is None:
        return inputs
    return replace(
        inputs,
        workloads=tuple(unmask(one, names) for one in inputs.documents),
        inventories=tuple(unmask(one, names) for one in inputs.inventories),
    )


def _write_all(plan: Plan, out: Path) -> None:
    files = (*plan.files, *unreviewed_files(plan))
    with private_files(), new_folder(out) as draft:
        for file in files:
            _write(draft, file)
    say(f"{len(files)} files in {out}; begin with plan.md, or plan.html in a browser.", err=True)
    say("Nobody has reviewed them: the first script asks for a typed confirmation (REVIEW.txt).", err=True)


def _write(out: Path, file: BundleFile) -> None:
    path = out / file.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file.text.encode())
    if file.executable:
        path.chmod(0o700)

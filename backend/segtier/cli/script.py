"""`segtier script`: the bundle of one option, written into a folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from segtier.advisor import advise, plan_option
from segtier.cli.inputs import files_argument, read_inputs
from segtier.cli.request_options import make_request, request_options
from segtier.errors import Refused
from segtier.model.plan import BundleFile, Targets
from segtier.model.request import OPTIONS


@click.command("script", help="Write the scripts of an option: DDL, OS steps, rollback, checks, README.")
@files_argument
@request_options
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path), help="New or empty folder.")
@click.option(
    "--option", "option_name", type=click.Choice(OPTIONS[1:]), help="This option, even where the advice is against it."
)
def command(paths: tuple[Path, ...], out: Path, option_name: str | None, **options: Any) -> None:
    if out.exists() and any(out.iterdir()):
        raise Refused(
            f"{out} is not empty", code="folder-not-empty", advice="Name a new folder; nothing is overwritten."
        )
    inputs = read_inputs(paths)
    advice = advise(inputs.workloads, inputs.inventories, make_request(**options))
    plan = plan_option(advice, inputs.workloads, option_name, Targets(), override=option_name is not None)
    for file in plan.files:
        _write(out, file)
    click.echo(f"{len(plan.files)} files in {out}; begin with README.md.", err=True)
    for file in plan.files:
        click.echo(str(out / file.path))
    sys.exit(inputs.exit_code)


def _write(out: Path, file: BundleFile) -> None:
    path = out / file.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file.text.encode())
    if file.executable:
        path.chmod(0o755)

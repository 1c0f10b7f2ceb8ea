"""`segtier check`: a policy's rules held against reports, for pipelines."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from segtier.advisor import advise
from segtier.advisor.case import build_case
from segtier.advisor.comparison.held import hold_against
from segtier.advisor.drift.answer import drift_of
from segtier.advisor.drift.base import base_of
from segtier.analysis.inputs import as_reports
from segtier.cli.support.applied_plan import applied_in, plan_option
from segtier.cli.support.check_tables import print_checked
from segtier.cli.support.exit_codes import BROKEN
from segtier.cli.support.flash import say_assumed_flash
from segtier.cli.support.hours import say_hours
from segtier.cli.support.input_path import InputPath
from segtier.cli.support.inputs import Inputs, read_inputs
from segtier.cli.support.option_names import ANY
from segtier.cli.support.read_files import jobs_option
from segtier.cli.support.request_options import make_request, request_options
from segtier.cli.support.terminal import say_document, shown
from segtier.cli.support.usage import said_by_options
from segtier.cli.support.warnings import say_warnings
from segtier.cli.support.which_reports import Which, which_options
from segtier.model.comparison import Comparison
from segtier.model.drift import Drift
from segtier.model.request import AdviceRequest
from segtier.policy import Measured, check, read_policy
from segtier.policy.outputs import as_junit, as_markdown, as_sarif

_path = InputPath()
_file = click.Path(exists=True, dir_okay=False, path_type=Path)
_out = click.Path(dir_okay=False, path_type=Path)


@click.command("check", short_help="Check reports against the rules of a policy; for pipelines.")
@click.argument("policy_file", metavar="POLICY", type=_file)
@click.argument("paths", metavar="REPORTS...", nargs=-1, required=True, type=_path)
@click.option(
    "--before", multiple=True, type=_path, help="Reports, exports and sizes of before, for rules on the forecast."
)
@click.option("--option", "option_name", type=ANY, help="The option applied since then.")
@plan_option
@which_options
@jobs_option
@request_options
@click.option("--format", "format_", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option("--junit", type=_out, help="Also write JUnit XML there.")
@click.option("--sarif", type=_out, help="Also write SARIF 2.1.0 there.")
@click.option("--summary", type=_out, help="Also write a Markdown page there.")
def command(
    policy_file: Path,
    paths: tuple[Path, ...],
    before: tuple[Path, ...],
    option_name: str | None,
    plan_files: tuple[Path, ...],
    format_: str,
    junit: Path | None,
    sarif: Path | None,
    summary: Path | None,
    begin: datetime | None,
    end: datetime | None,
    skip: tuple[str, ...],
    dbid: int | None,
    jobs: int,
    **options: Any,
) -> None:
    """POLICY is a YAML file of rules (docs/integrate/check.md); REPORTS are what they check.

    Ends with 1 where a rule of severity error is broken, or unknown and the policy does not let that pass. Of a
    compare-period report the second period is checked; it may be given to --before too.
    """
    with said_by_options():
        policy = read_policy(policy_file.read_bytes(), shown(policy_file.as_posix()))
    if option_name is not None and not before:
        raise click.UsageError("--option is what was carried out since --before: give that too.")
    request = make_request(**options)
    after = read_inputs(paths, jobs, after=True, which=Which(begin, end, skip, dbid))
    first = read_inputs(before, jobs) if before else None
    advice = advise(after.workloads, after.inventories, request)
    say_hours(advice)
    say_assumed_flash(request.tier, options)
    say_warnings(advice.warnings)
    compared = _compared(first, after, request, option_name) if first else None
    drift = _drift(first, after, request, plan_files) if any(one.kind == "placement" for one in policy.rules) else None
    found = check(policy, Measured(advice, compared, drift))
    for path, form in ((junit, as_junit), (sarif, as_sarif), (summary, as_markdown)):
        if path is not None:
            path.write_bytes(form(found))
    if format_ == "json":
        say_document(found)
    else:
        print_checked(found)
    unread = max(after.exit_code, first.exit_code if first else 0)
    sys.exit(BROKEN if found.failed else unread)


def _drift(first: Inputs | None, after: Inputs, request: AdviceRequest, plan_files: tuple[Path, ...]) -> Drift:
    """As `segtier drift`, by the hours of before too."""
    base, every = base_of(request, applied_in(plan_files)), [one for one in (first, after) if one is not None]
    workloads = [workload for one in every for workload in one.workloads]
    inventories = [inventory for one in every for inventory in one.inventories]
    return drift_of(build_case(as_reports(workloads), inventories, request), base)


def _compared(first: Inputs, after: Inputs, request: AdviceRequest, option: str | None) -> Comparison:
    """As `segtier compare`: hours of before with about the load of after."""
    return hold_against(first.workloads, after.workloads, first.inventories, request, option).comparison

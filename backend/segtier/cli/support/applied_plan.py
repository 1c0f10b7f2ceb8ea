"""`--plan`: the plans that were applied, as data. They say which segments are on SSD."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from segtier.cli.support.input_path import InputPath
from segtier.cli.support.usage import said_by_options
from segtier.documents import decode
from segtier.errors import Refused
from segtier.model.drift import AppliedPlans
from segtier.model.plan_document import PlanDocument
from segtier.review import brought

_Command = TypeVar("_Command", bound=Callable[..., Any])


def plan_option(command: _Command) -> _Command:
    return click.option(
        "--plan",
        "plan_files",
        multiple=True,
        type=InputPath(),
        help="The applied plan as data (script --format json); several in the order you applied them.",
    )(command)


def applied_in(files: tuple[Path, ...]) -> AppliedPlans | None:
    """Of a file nobody knows when it was applied: all hours count. Raises WrongOption."""
    with said_by_options():
        segments = brought([decode(one.read_bytes(), PlanDocument, one.name) for one in files])
        if files and not segments:
            raise Refused(
                "these plans do not say which segments they move to one SSD",
                code="plan-without-segments",
                advice="Name the segments with --set.",
            )
    return AppliedPlans(tuple(one.name for one in files), None, segments) if files else None

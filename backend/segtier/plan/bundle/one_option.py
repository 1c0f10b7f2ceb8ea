"""The scripts of one option: its checks, its moves, the way back; and, where it stands alone, the storage below them."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.dataclass import dataclass
from segtier.model.operation import Operation
from segtier.model.option import COMBINATION
from segtier.model.plan import BundleFile, PlanSegment, Step
from segtier.plan.bundle.appendix import appendix
from segtier.plan.bundle.plan_md import plan_md
from segtier.plan.bundle.settings import settings_file
from segtier.plan.checks.precheck import precheck_file
from segtier.plan.checks.screening import screen_request, with_usable_dependents
from segtier.plan.checks.verify import after_file, after_step, verify_file, verify_step
from segtier.plan.contract import TargetedRequest
from segtier.plan.operations.online import moves_online
from segtier.plan.sqlplus.shared import shared_files
from segtier.plan.storage.disk_group import within_group


@dataclass(frozen=True, slots=True)
class Written:
    """The files of one option, in no order, with its pages."""

    files: tuple[BundleFile, ...]
    steps: tuple[Step, ...]
    refused: tuple[PlanSegment, ...]
    """Segments its scripts do not move, each with the reason."""
    operations: tuple[Operation, ...]
    pages: tuple[BundleFile, ...]
    """plan.md and appendix.md."""
    needed_bytes: int
    """What its scripts create at once; 0 where the plan does not know it."""


def write_option(asked: TargetedRequest) -> Written:
    """Raises Refused and Infeasible as `write_plan` does."""
    scripts = screen_request(asked)
    request = with_usable_dependents(within_group(asked.target.alone(asked)))
    lists, refused = scripts.lists(request)
    scripts.check_names(lists, request)
    needed = scripts.needed_bytes(lists, request)
    files = [
        settings_file(request, online=request.spec.by_name and moves_online(lists)),
        precheck_file(lists, request),
        *(() if request.parts else request.target.storage_files(request, needed)),
        *scripts.files(lists, request),
        after_file(lists, request),
        verify_file(lists, request),
    ]
    files += shared_files(files, request)
    ordered = sorted(files, key=lambda file: file.path)
    steps = tuple(request.scripts.planned(step, lists, request) for step in steps_for(ordered, request))
    pages = (
        BundleFile("plan.md", plan_md(lists, steps, request)),
        BundleFile("appendix.md", appendix(lists, refused, request)),
    )
    return Written(tuple(files), steps, refused, tuple(lists), pages, needed)


def steps_for(files: Sequence[BundleFile], request: TargetedRequest) -> tuple[Step, ...]:
    """The steps of the files that are run in order, in that order."""
    own = () if request.option == COMBINATION else request.scripts.steps(request)
    known = {
        step.file: step for step in (*request.target.steps(request), after_step(request), verify_step(request), *own)
    }
    return tuple(known[file.path] for file in files if file.path in known)

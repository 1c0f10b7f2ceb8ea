"""What each file of a bundle is for, who runs it, what it costs and how to take it back: the table of plan.md."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.option import COMBINATION
from segtier.model.plan import BundleFile, Step
from segtier.oracle.gates import Gate
from segtier.plan.after import after_step
from segtier.plan.contract import TargetedRequest


def steps_for(files: Sequence[BundleFile], request: TargetedRequest) -> tuple[Step, ...]:
    """The steps of the files that are run in order, in that order."""
    own = () if request.option == COMBINATION else request.scripts.steps(request)
    known = {step.file: step for step in (*request.target.steps(request), after_step(request), *own)}
    return tuple(known[file.path] for file in files if file.path in known)


def gates_for(request: TargetedRequest) -> tuple[Gate, ...]:
    """The release and edition gates the option depends on."""
    return tuple(gate(request.database) for gate in request.scripts.gates)

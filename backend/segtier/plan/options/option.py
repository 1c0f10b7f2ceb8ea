"""What a plan asks of an option that has scripts; each answers in a file of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from segtier.dataclass import dataclass
from segtier.model.operation import Operation
from segtier.model.option import OptionName, Spec
from segtier.model.plan import BundleFile, PlanRequest, PlanSegment, Step
from segtier.model.workload import Database
from segtier.oracle.gates import Gate

Lists = Sequence[Operation]


def _moves_no_segments(_: PlanRequest) -> tuple[tuple[Operation, ...], tuple[PlanSegment, ...]]:
    return (), ()


def _possible(_: PlanRequest) -> None:
    return None


def _names_are_free(_: Lists, __: PlanRequest) -> None:
    return None


def _nothing(_: Lists, __: PlanRequest) -> Iterable[str]:
    return ()


def _no_text(_: Lists, __: PlanRequest) -> str:
    return ""


def _no_note(_: Sequence[Spec]) -> Iterable[str]:
    return ()


MEASURED = (
    "With the Diagnostics Pack: `EXEC DBMS_WORKLOAD_REPOSITORY.CREATE_SNAPSHOT` before the first step; `70_after.sql` takes the"
    " snapshot after. Upload the report of the next busy hour: Segtier holds it against the forecast."
)
"""What comes after every option."""


@dataclass(frozen=True, slots=True)
class Scripts:
    """What is true of the option whatever the request stands in `SPECS`; here is what its bundle holds."""

    name: OptionName
    title: str
    """Of its plan.md."""
    files: Callable[[Lists, PlanRequest], Sequence[BundleFile]]
    """The moves and the way back."""
    needed_bytes: Callable[[Lists, PlanRequest], int]
    """What the scripts create at once, as far as the plan knows it."""
    checks: Callable[[Lists, PlanRequest], str]
    """The body of 00_precheck.sql behind the facts."""
    verified: Callable[[Lists, PlanRequest], str]
    """The body of 80_verify.sql."""
    steps: Callable[[PlanRequest], Sequence[Step]]
    """What its own files are for."""
    notes: Callable[[Lists, PlanRequest], Iterable[str]]
    """What the reader should know."""
    figures: Callable[[Lists, PlanRequest], Iterable[str]] = _nothing
    """Notes with the figures of this request; they stand before the others."""
    known: Callable[[Lists, PlanRequest], Iterable[str]] = _nothing
    """What the inventory said."""
    asked: Callable[[Lists, PlanRequest], Iterable[str]] = _nothing
    """What the scripts ask at run time."""
    gates: tuple[Callable[[Database], Gate], ...] = ()
    going_back: Callable[[Lists, PlanRequest], str] = _no_text
    """When it is too late to go back, and what going back takes."""
    after: tuple[str, ...] = ()
    """What to do and to look at when it has run."""
    lists: Callable[[PlanRequest], tuple[tuple[Operation, ...], tuple[PlanSegment, ...]]] = _moves_no_segments
    """(segments that move, by kind; segments refused)."""
    screen: Callable[[PlanRequest], None] = _possible
    """Raises Infeasible where the database cannot have it."""
    check_names: Callable[[Lists, PlanRequest], None] = _names_are_free
    """Raises Infeasible where a name it makes is taken."""
    beside: Callable[[Sequence[Spec]], Iterable[str]] = _no_note
    """What to know where it is a part beside these others."""

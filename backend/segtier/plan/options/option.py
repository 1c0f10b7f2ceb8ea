"""What a plan asks of an option that has scripts; each answers in a file of its own, and where it runs elsewhere, in one more."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from segtier.model.operation import Operation
from segtier.model.option import Spec
from segtier.model.plan import BundleFile, PlanRequest, PlanSegment, Step
from segtier.model.workload import Database
from segtier.oracle.gates import Gate

Lists = Sequence[Operation]
Gates = tuple[Callable[[Database], Gate], ...]

MEASURED = (
    "With the Diagnostics Pack: `EXEC DBMS_WORKLOAD_REPOSITORY.CREATE_SNAPSHOT` before the first step; `70_after.sql` takes the"
    " snapshot after. Upload the report of the next busy hour: Segtier holds it against the forecast."
)
"""What comes after every option."""


class Scripts(ABC):
    """What is true of the option whatever the request stands in `SPECS`; here is what its bundle holds."""

    title: ClassVar[str]
    """Of its plan.md."""
    gates: ClassVar[Gates] = ()
    after: ClassVar[tuple[str, ...]] = (MEASURED,)
    """What to do and to look at when it has run."""

    @abstractmethod
    def files(self, lists: Lists, request: PlanRequest) -> Sequence[BundleFile]:
        """The moves and the way back."""

    @abstractmethod
    def needed_bytes(self, lists: Lists, request: PlanRequest) -> int:
        """What the scripts create at once, as far as the plan knows it."""

    @abstractmethod
    def checks(self, lists: Lists, request: PlanRequest) -> str:
        """The body of 00_precheck.sql behind the facts."""

    @abstractmethod
    def verified(self, lists: Lists, request: PlanRequest) -> str:
        """The body of 80_verify.sql."""

    @abstractmethod
    def steps(self, request: PlanRequest) -> Sequence[Step]:
        """What its own files are for."""

    @abstractmethod
    def notes(self, lists: Lists, request: PlanRequest) -> Iterable[str]:
        """What the reader should know."""

    @abstractmethod
    def going_back(self, lists: Lists, request: PlanRequest) -> str:
        """When it is too late to go back, and what going back takes."""

    def figures(self, _: Lists, __: PlanRequest) -> Iterable[str]:
        """Notes with the figures of this request; they stand before the others."""
        return ()

    def known(self, _: Lists, __: PlanRequest) -> Iterable[str]:
        """What the inventory said."""
        return ()

    def asked(self, _: Lists, __: PlanRequest) -> Iterable[str]:
        """What the scripts ask at run time."""
        return ()

    def lists(self, _: PlanRequest) -> tuple[tuple[Operation, ...], tuple[PlanSegment, ...]]:
        """(segments that move, by kind; segments refused)."""
        return (), ()

    def screen(self, request: PlanRequest) -> None:  # noqa: B027  # most options can be had everywhere
        """Raises Infeasible where the database cannot have it."""

    def check_names(self, lists: Lists, request: PlanRequest) -> None:  # noqa: B027  # most options make no names
        """Raises Infeasible where a name it makes is taken."""

    def beside(self, _: Sequence[Spec]) -> Iterable[str]:
        """What to know where it is a part beside these others."""
        return ()

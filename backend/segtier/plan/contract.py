"""What a plan asks of an option that has scripts and of the target where they run, and the request that knows both.

An option answers in `options/`, a target in `targets/`; everything else asks the request.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field
from typing import ClassVar

from segtier.dataclass import dataclass
from segtier.errors import Infeasible, Refused
from segtier.model.inventory import DiskGroup
from segtier.model.names import TablespaceName
from segtier.model.operation import Operation
from segtier.model.option import COMBINATION, SPECS, OptionName, Spec
from segtier.model.plan import BundleFile, Destination, PlanRequest, PlanSegment, PlanTier, Step, TargetName
from segtier.model.stations import FAST_US
from segtier.model.workload import Database, SegmentKey
from segtier.oracle.gates import Gate

Lists = Sequence[Operation]
Gates = tuple[Callable[[Database], Gate], ...]
NOTHING = "nothing"
"""What a row of the table of steps says where nothing is written."""
MEASURED = (
    "With the Diagnostics Pack: `EXEC DBMS_WORKLOAD_REPOSITORY.CREATE_SNAPSHOT` before the first step; `70_after.sql` takes the"
    " snapshot after. Upload the report of the next busy hour: Segtier holds it against the forecast."
)
"""What comes after every option."""
EXAMPLE = "CHANGE_THIS"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the files of an option go: a disk group, a directory, or a place that the administrator must still name.

    The scripts read it from settings.sql as the bind variable `s_flash_place`, so there is one line to correct and nothing
    to search for. What nobody has told stands there as an example value, and every script stops on it.
    `group`: the disk group the bundle prepares, `directory`: the path; `setting`: what settings.sql says at first.
    """

    group: str | None
    directory: str | None
    setting: str
    note: str = field(default="", compare=False)
    """What settings.sql says above it, as comments."""

    @property
    def start(self) -> str:
        """What the name of every file there begins with."""
        return self.setting + ("\\" if "\\" in self.setting else "/")

    @property
    def asked(self) -> bool:
        """The administrator must name it before any script runs."""
        return self.setting == EXAMPLE


@dataclass(frozen=True, slots=True)
class Terms:
    """What the scripts and pages of a target say, and what they may do. Each target gives all of it."""

    administered: bool
    """Somebody is SYSDBA and root there."""
    dba: str
    """Who runs the SQL."""
    how: str
    """plan.md: how the bundle is run, from the folder `%%FOLDER%%`."""
    once: str
    """plan.md of a combination: what is prepared for all parts."""
    usable: str
    """plan.md: what the flash of the request is."""
    unplaced: str
    """plan.md of a combination: where a part lies that takes nothing of the place of data."""
    copies: str
    """plan.md: what must hold of standbys or replicas before it runs."""
    report: str
    """70_after.sql: how the report is taken."""
    repair: str
    """The package that mends SKIP_CORRUPT."""
    unkept: str
    """A condition on a row d of v$datafile: what was changed without redo is in no backup."""
    force_logging: str
    mend_standby: str
    """What is left to do where something was written without redo."""
    names_files: bool
    """Files of a tablespace have names of ours; else they go where the session says."""


class Scripts(ABC):
    """What is true of the option whatever the request stands in `SPECS`; here is what its bundle holds."""

    title: ClassVar[str]
    """Of its plan.md."""
    gates: ClassVar[Gates] = ()
    after: ClassVar[tuple[str, ...]] = (MEASURED,)
    """What to do and to look at when it has run."""

    @abstractmethod
    def files(self, lists: Lists, request: TargetedRequest) -> Sequence[BundleFile]:
        """The moves and the way back."""

    @abstractmethod
    def needed_bytes(self, lists: Lists, request: TargetedRequest) -> int:
        """What the scripts create at once, as far as the plan knows it."""

    @abstractmethod
    def checks(self, lists: Lists, request: TargetedRequest) -> str:
        """The body of 00_precheck.sql behind the facts."""

    @abstractmethod
    def verified(self, lists: Lists, request: TargetedRequest) -> str:
        """The body of 80_verify.sql."""

    @abstractmethod
    def steps(self, request: TargetedRequest) -> Sequence[Step]:
        """What its own files are for."""

    def planned(self, step: Step, _: Lists, __: TargetedRequest) -> Step:
        """The step, with what only its operations say."""
        return step

    @abstractmethod
    def notes(self, lists: Lists, request: TargetedRequest) -> Iterable[str]:
        """What the reader should know."""

    @abstractmethod
    def going_back(self, lists: Lists, request: TargetedRequest) -> str:
        """When it is too late to go back, and what going back takes."""

    def figures(self, _: Lists, __: TargetedRequest) -> Iterable[str]:
        """Notes with the figures of this request; they stand before the others."""
        return ()

    def known(self, _: Lists, __: TargetedRequest) -> Iterable[str]:
        """What the inventory said."""
        return ()

    def asked(self, _: Lists, __: TargetedRequest) -> Iterable[str]:
        """What the scripts ask at run time."""
        return ()

    def lists(self, _: TargetedRequest) -> tuple[tuple[Operation, ...], tuple[PlanSegment, ...]]:
        """(segments that move, by kind; segments refused)."""
        return (), ()

    def screen(self, request: TargetedRequest) -> None:  # noqa: B027  # most options can be had everywhere
        """Raises Infeasible where the database cannot have it."""

    def check_names(self, lists: Lists, request: TargetedRequest) -> None:  # noqa: B027  # most options make no names
        """Raises Infeasible where a name it makes is taken."""

    def beside(self, _: Sequence[Spec]) -> Iterable[str]:
        """What to know if a combination has it together with these others."""
        return ()


class Target(ABC):
    """Where scripts run: a machine of one's own, a service. Its pieces of SQL lie under `templates/` by its name."""

    name: ClassVar[TargetName]

    def __init__(self, label: str, scripts: Mapping[OptionName, Scripts], terms: Terms) -> None:
        """`label`: what messages call it."""
        self.label = label
        self.scripts = scripts
        self.terms = terms

    @abstractmethod
    def place(self, request: TargetedRequest) -> Place:
        """Where the files of the option go. Raises Refused."""

    @abstractmethod
    def place_guard(self, request: TargetedRequest) -> str:
        """PL/SQL of every script: stops where the place is not named, or is none."""

    @abstractmethod
    def storage_files(self, request: TargetedRequest, needed_bytes: int) -> Sequence[BundleFile]:
        """What prepares the place of the files."""

    @abstractmethod
    def steps(self, request: TargetedRequest) -> Sequence[Step]:
        """What the files are for that all options have."""

    @abstractmethod
    def notes(self, request: TargetedRequest) -> Sequence[str]:
        """What must be filled in or looked at before the files can lie where they should."""

    @abstractmethod
    def placed(self, request: TargetedRequest) -> tuple[PlanTier, ...]:
        """Each of several tiers with its place, as far as anybody says it. Raises Refused and Infeasible."""

    @abstractmethod
    def at(self, tier: PlanTier, targets: Destination) -> Destination:
        """Where what goes to this one of several tiers goes."""

    def told(self, request: PlanRequest, rented: bool) -> PlanRequest:  # noqa: ARG002  # rented or not, it is the same
        """The request as the target can carry it out, with its warnings. `rented`: the inputs look like those of RDS.

        Raises Infeasible.
        """
        return request

    def alone(self, request: TargetedRequest) -> TargetedRequest:
        """The request without names of containers where no script can go from one to another. Raises Infeasible."""
        return request


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetedRequest(PlanRequest):
    """What everything in a plan is written from. The bundle keeps what was asked (`PlanRequest`), not this."""

    target: Target
    tier_name: str = ""
    """Of several tiers this one, in a folder of its own; empty: there is one place, or this is the request of all tiers."""
    first_operation: int = 1
    """Operations of folders before it have the numbers below."""
    into: Mapping[SegmentKey, TablespaceName] = field(default_factory=dict)
    """Of a tier of today the tablespace of each segment; else each goes where its kind goes."""
    apart: Collection[SegmentKey] = ()
    """Tables and indexes whose parts go to several tiers (without the part): no tier takes the parts made later."""
    place_there: bool = False
    """The place and the tablespaces are there already: a tier of today, or one to which an earlier folder went."""

    @property
    def in_folder(self) -> bool:
        """Of a combination a part, of several tiers one."""
        return self.is_part or bool(self.tier_name)

    @property
    def flash(self) -> str:
        """What the place of the files is called."""
        return self.tier_name or "the SSD"

    @property
    def must_be_flash(self) -> bool:
        """A tier that reads as slowly as disks may be made of them."""
        return not self.tier_name or self.tier.read_us < FAST_US

    @property
    def place(self) -> Place:
        """Raises Refused."""
        return self.target.place(self)

    @property
    def scripts(self) -> Scripts:
        """Raises Refused where no scripts belong to the option, Infeasible where the target has none."""
        found = self.target.scripts.get(self.option)
        if found is not None:
            return found
        if self.option not in SPECS or self.option == COMBINATION or not self.spec.needs_flash:
            raise Refused(f"no scripts belong to the option {self.option[:40]!r}", code="no-scripts")
        raise Infeasible(
            f"there is no plan for {self.target.label} of the option {self.spec.label!r} yet"
            f" (plan/targets/{self.target.name}/__init__.py)",
            code=f"not-on-{self.target.name}",
        )

    @property
    def listed_group(self) -> DiskGroup | None:
        """None where the group is not listed (the bundle makes it), or where the administrator must name the place first."""
        listed = (self.known.disk_groups if self.known else None) or ()
        place = self.place if listed else None
        if place is None or place.asked or place.group is None:
            return None
        return next((group for group in listed if group.name == place.group), None)

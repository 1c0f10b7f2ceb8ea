"""The options: kinds of placement, and the rivals that need no flash. What all rooms say of one is said here, once.

How an option is drafted stands in `advisor/options/`, its scripts in `plan/options/`, in a file of its name each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.demand import DemandName

OptionName = Literal[
    "none", "all", "indexes", "segments", "redo", "temp", "flash-cache", "buffer-cache", "combination"
]  # fmt: skip
Recommendation = Literal[
    "move-segments", "move-all-data", "flash-cache", "redo", "temp", "combination",
    "more-memory", "tune-first", "do-nothing", "not-enough-data",
]  # fmt: skip
PlaceName = Literal[
    "data_tablespace", "index_tablespace", "temp_tablespace",
    "data_diskgroup", "redo_diskgroup", "temp_diskgroup", "flash_diskgroup",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spec:
    """What is true of an option whatever the database."""

    name: OptionName
    title: str
    """As the head of a card: `Redo logs on SSD`."""
    label: str
    """As one of several in a list or a chart: `redo`."""
    needs_flash: bool = True
    recommends: Recommendation | None = None
    """What the verdict says where this option is the one to take; None: no rule of the verdict takes it for its gain."""
    preference: int = 0
    """Of options that gain about as much the least is taken: the less moved the better. 0: never taken for its gain."""
    part: int = 0
    """Place in the order in which the parts of a combination are done; 0: it is not part of one."""
    helps: frozenset[DemandName] = frozenset()
    """Demands (oracle/event_table.py) whose waits it can shorten."""
    moves: Literal["segments", "data-files", "other-files", "nothing"] = "nothing"
    """Segments by their names; data files whole; files beside the data, whose size no report lists; or nothing."""
    files: str = ""
    """What the files beside the data are called: `redo logs`."""
    chooses: bool = False
    """Segments are weighed one by one, so those left out are told why."""
    targets: tuple[PlaceName, ...] = ()
    """Names that its scripts use and the user may choose; the disk group last."""
    per_node: bool = False
    """Every node of a cluster has its own; the files of the others lie on storage that all nodes share."""
    whole_instance: bool = False
    """Its scripts change the instance: in a container database they run in the root. From 11.2."""
    logged: bool = True
    """Its moves write redo, so archiving and standbys matter."""

    @property
    def by_name(self) -> bool:
        return self.moves == "segments"

    @property
    def places_data(self) -> bool:
        """Data comes to lie on flash, so it must be known to fit, with room to grow."""
        return self.moves in ("segments", "data-files")

    @property
    def beside_data(self) -> bool:
        return self.moves == "other-files"


_BUFFERED: frozenset[DemandName] = frozenset({"single-block-read", "multi-block-read"})
_ALL_DATA: frozenset[DemandName] = _BUFFERED | {"direct-read", "direct-write", "write-stall"}

NONE: OptionName = "none"
COMBINATION: OptionName = "combination"
"""Several options at once: those with a place in its order (`part`)."""

_SPECS = (
    Spec(NONE, "Do nothing", "do nothing", needs_flash=False, recommends="do-nothing"),
    Spec(
        "all",
        "All data on SSD",
        "everything on SSD",
        recommends="move-all-data",
        preference=7,
        helps=_ALL_DATA,
        moves="data-files",
        targets=("data_diskgroup",),
    ),
    Spec(
        "indexes",
        "All indexes on SSD",
        "all indexes",
        recommends="move-segments",
        preference=2,
        helps=frozenset({"single-block-read"}),
        moves="segments",
        targets=("index_tablespace", "data_diskgroup"),
    ),
    Spec(
        "segments",
        "Best segments on SSD",
        "best segments",
        recommends="move-segments",
        preference=1,
        part=3,
        helps=_ALL_DATA,
        moves="segments",
        chooses=True,
        targets=("data_tablespace", "index_tablespace", "data_diskgroup"),
    ),
    Spec(
        "redo",
        "Redo logs on SSD",
        "redo",
        recommends="redo",
        preference=4,
        part=1,
        helps=frozenset({"commit", "log-stall"}),
        moves="other-files",
        files="redo logs",
        targets=("redo_diskgroup",),
        whole_instance=True,
    ),
    Spec(
        "temp",
        "Temp on SSD",
        "temp",
        recommends="temp",
        preference=5,
        part=2,
        helps=frozenset({"temp-read", "temp-write"}),
        moves="other-files",
        files="temp files",
        targets=("temp_tablespace", "temp_diskgroup"),
        logged=False,
    ),
    Spec(
        "flash-cache",
        "Smart Flash Cache",
        "Smart Flash Cache",
        recommends="flash-cache",
        preference=3,
        part=4,
        helps=_BUFFERED,
        targets=("flash_diskgroup",),
        per_node=True,
        whole_instance=True,
        logged=False,
    ),
    Spec(
        "buffer-cache",
        "Bigger buffer cache instead",
        "more buffer cache",
        needs_flash=False,
        recommends="more-memory",
        helps=_BUFFERED,
    ),
    Spec(
        COMBINATION, "Combination", "combination", recommends="combination", preference=6, targets=("data_diskgroup",)
    ),
)
SPECS: dict[OptionName, Spec] = {spec.name: spec for spec in _SPECS}
"""In the order in which every list shows them."""
OPTIONS: tuple[OptionName, ...] = tuple(SPECS)
PARTS: tuple[OptionName, ...] = tuple(
    sorted((spec.name for spec in _SPECS if spec.part), key=lambda name: SPECS[name].part)
)
"""What a combination is made of, in the order in which the parts are done: moves write redo and sort in temp."""


def specs(names: Iterable[OptionName]) -> tuple[Spec, ...]:
    return tuple(SPECS[name] for name in names)


def helped_by(demand: DemandName) -> tuple[OptionName, ...]:
    """Options that can shorten waits for a demand; empty where none does."""
    return tuple(spec.name for spec in _SPECS if demand in spec.helps)


def title_of(parts: Sequence[OptionName]) -> str:
    """The title of a combination: `Redo and best segments together`."""
    if not parts:
        return SPECS[COMBINATION].title
    names = [SPECS[part].label for part in parts]
    listed = f"{', '.join(names[:-1])} and {names[-1]} together"
    return listed[0].upper() + listed[1:]

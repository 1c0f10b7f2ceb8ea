"""The options: kinds of placement, and the rivals that need no flash. What all rooms say of one is said here, once.

How an option is drafted stands in `advisor/options/`, its scripts in `plan/options/`, in a file of its name each. Two kinds are
there where somebody asks: a set of segments (`set-LABEL`, of the kind `set`), and the segments over several tiers (`tiers`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, TypeVar
from unicodedata import normalize
from zlib import crc32

from segtier.dataclass import dataclass
from segtier.model.demand import DemandName
from segtier.model.names import Word

T = TypeVar("T")
OptionKind = Literal[
    "none", "all", "indexes", "segments", "tiers", "set", "redo", "temp", "flash-cache", "buffer-cache", "combination"
]  # fmt: skip
OptionName = Word
"""A kind, or the name of a set (`name_of_set`)."""
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

    name: OptionKind
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
    named: bool = False
    """Somebody says what it moves: each such set is an option of its own, the kind by itself is none."""
    asked: bool = False
    """An advice has it where somebody asks for it."""

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

NONE: OptionKind = "none"
COMBINATION: OptionKind = "combination"
"""Several options at once: those with a place in its order (`part`)."""
SET: OptionKind = "set"
BEST: OptionKind = "segments"
TIERS: OptionKind = "tiers"
"""The best segments over several tiers: among the options where further tiers are asked for."""

_SPECS = (
    Spec(NONE, "Do nothing", "do nothing", needs_flash=False, recommends="do-nothing"),
    Spec(
        "all",
        "All data on SSD",
        "everything on SSD",
        recommends="move-all-data",
        preference=8,
        helps=_ALL_DATA,
        moves="data-files",
        targets=("data_diskgroup",),
    ),
    Spec(
        "indexes",
        "All indexes on SSD",
        "all indexes",
        recommends="move-segments",
        preference=3,
        helps=frozenset({"single-block-read"}),
        moves="segments",
        targets=("index_tablespace", "data_diskgroup"),
    ),
    Spec(
        "segments",
        "Best segments on SSD",
        "best segments",
        recommends="move-segments",
        preference=2,
        part=3,
        helps=_ALL_DATA,
        moves="segments",
        chooses=True,
        targets=("data_tablespace", "index_tablespace", "data_diskgroup"),
    ),
    Spec(
        TIERS,
        "Best segments over the tiers",
        "segments over the tiers",
        recommends="move-segments",
        preference=1,
        helps=_ALL_DATA,
        moves="segments",
        chooses=True,
        targets=("data_tablespace", "index_tablespace", "data_diskgroup"),
        asked=True,
    ),
    Spec(
        SET,
        "Set of segments on SSD",
        "named segments",
        recommends="move-segments",
        preference=9,
        part=5,
        helps=_ALL_DATA,
        moves="segments",
        targets=("data_tablespace", "index_tablespace", "data_diskgroup"),
        named=True,
        asked=True,
    ),
    Spec(
        "redo",
        "Redo logs on SSD",
        "redo",
        recommends="redo",
        preference=5,
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
        preference=6,
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
        preference=4,
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
        COMBINATION, "Combination", "combination", recommends="combination", preference=7, targets=("data_diskgroup",)
    ),
)
_SET_PREFIX = f"{SET}-"


class ByOption(dict[OptionName, T]):
    """What belongs to each kind, by the names of options: all sets are of one kind."""

    def __missing__(self, name: OptionName) -> T:
        return self[kind_of(name)]


SPECS = ByOption({spec.name: spec for spec in _SPECS})
"""The kinds, in the order in which every list shows them."""
OPTIONS: tuple[OptionKind, ...] = tuple(spec.name for spec in _SPECS if not spec.asked)
"""Those that every advice has; the others come beside them where they are asked for."""
NAMES: tuple[OptionKind, ...] = tuple(spec.name for spec in _SPECS if not spec.named)
"""Those that have one name."""
PARTS: tuple[OptionKind, ...] = tuple(
    sorted((spec.name for spec in _SPECS if spec.part and not spec.asked), key=lambda name: SPECS[name].part)
)
"""What a combination is made of, in the order in which the parts are done: moves write redo and sort in temp."""
_LONGEST_SET = 28
NAME_PATTERN = rf"^({'|'.join(NAMES)}|{_SET_PREFIX}[a-z0-9-]{{1,{_LONGEST_SET}}})$"
"""Of the name of an option. It stands in names of files, in addresses and in columns of 32 characters."""


def kind_of(option: OptionName) -> OptionName:
    """Of a set `set`, else the option itself. Raises KeyError for what no option is called."""
    if is_set(option):
        return SET
    if option not in SPECS:
        raise KeyError(option)
    return option


def is_set(option: OptionName) -> bool:
    return option.startswith(_SET_PREFIX)


def name_of_set(label: str) -> OptionName:
    """`Indexes + temp` is `set-indexes-temp`; a label without a letter or digit of ASCII is named by its sum."""
    ascii_only = normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    short = re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")[:_LONGEST_SET].strip("-")
    return f"{_SET_PREFIX}{short or format(crc32(label.encode()), '08x')}"


def specs(names: Iterable[OptionName]) -> tuple[Spec, ...]:
    return tuple(SPECS[name] for name in names)


def helped_by(demand: DemandName) -> tuple[OptionName, ...]:
    """Options that can shorten waits for a demand, also those that somebody must ask for; empty where none does."""
    return tuple(name for name in NAMES if demand in SPECS[name].helps)


def title_of(parts: Sequence[OptionName]) -> str:
    """The title of a combination: `Redo and best segments together`."""
    if not parts:
        return SPECS[COMBINATION].title
    names = [spec.label for spec in specs(parts)]
    listed = f"{', '.join(names[:-1])} and {names[-1]} together"
    return listed[0].upper() + listed[1:]

"""What a reader process is asked, and what it answers. Both travel as msgpack, each with the bytes that belong to it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Literal

import msgspec

from segtier.masking.choice import Choice
from segtier.model.drift import AppliedPlans
from segtier.model.dump_part import DumpPart
from segtier.model.evidence import Cell, Evidence, Place
from segtier.model.plan import Destination
from segtier.model.request import AdviceRequest
from segtier.model.volume import VolumeModel, Wanted
from segtier.passing import PassingCode
from segtier.reports.archives import Limits
from segtier.store.records import Period, ReportFacts


class Bounds(msgspec.Struct, frozen=True):
    """The limits of the order that comes next: apart from it, since a copy of an order of megabytes holds up its sender."""

    cpu_limit_s: int
    silence_limit_s: float


class ReadFile(msgspec.Struct, tag=True, frozen=True):
    """Read a report, export, bundle or archive. Answers: `Opened`, then `Document`s and `Member`s. Of a file of a dump only
    which one it is.
    """

    file: str
    sha256: str
    bytes: int
    sample: bool
    limits: Limits


class ReadDump(msgspec.Struct, tag=True, frozen=True):
    """Read a dump, all of whose files come with the order. Answers: `Document`s.

    The first file gives the dump its name; `bytes` is the length of all.
    """

    file: str
    sha256: str
    bytes: int
    sample: bool


class MaskFile(msgspec.Struct, tag=True, frozen=True):
    """Mask a file into the second file that comes with the order; its bytes are the map so far. Answer: `Masked`."""

    file: str
    choice: Choice
    limits: Limits
    has_map: bool


class LocateFigures(msgspec.Struct, tag=True, frozen=True):
    """Find figures of one file again. Answers: a `Found` for each, in their order."""

    cells: tuple[Cell, ...]


class ShowPlace(msgspec.Struct, tag=True, frozen=True):
    """Show the file around a figure. Answer: `Worked`, an HTML page."""

    evidence: Evidence
    field: str | None


class ReadSizes(msgspec.Struct, tag=True, frozen=True):
    """Read sizes that somebody typed. Answer: `Sizes`."""


class ReadMeasured(msgspec.Struct, tag=True, frozen=True):
    """Read what was measured of the flash. Answer: `Worked`, a measurement."""

    file: str
    limits: Limits


class StoredDocument(msgspec.Struct, frozen=True):
    """A document that counts. It is fetched where it has to be opened."""

    id: str
    digest: str
    """Equal in equal documents."""
    stored_bytes: int
    period: Period
    has_sizes_only: bool
    hour: bytes | None = None
    """What is kept of its hour, packed; empty where it is opened as a whole, None where nothing is kept."""


class Advise(msgspec.Struct, tag=True, frozen=True):
    """Advice from the documents of the period before, into the file that comes with the order. Answer: `Worked`."""

    documents: tuple[StoredDocument, ...]
    request: AdviceRequest


class Compare(msgspec.Struct, tag=True, frozen=True):
    """Before and after, beside the forecast of an option. Answer: `Worked`, a comparison."""

    documents: tuple[StoredDocument, ...]
    request: AdviceRequest
    option: str | None


class WritePlan(msgspec.Struct, tag=True, frozen=True):
    """The scripts of an option; the file that comes with the order is the advice. Answer: `Worked`, a plan."""

    documents: tuple[StoredDocument, ...]
    option: str
    targets: Destination
    override: bool


class OfferVolumes(msgspec.Struct, tag=True, frozen=True):
    """Rented volumes for the best segments. Answer: `Worked`, `segtier.volumes/2`."""

    documents: tuple[StoredDocument, ...]
    request: AdviceRequest
    models: tuple[VolumeModel, ...]
    wanted: Wanted
    today: date


class FindDrift(msgspec.Struct, tag=True, frozen=True):
    """Whether the segments on SSD still earn their place, by all documents, before and after. Answer: `Worked`, a drift."""

    documents: tuple[StoredDocument, ...]
    request: AdviceRequest
    plans: AppliedPlans | None
    """Those marked applied."""


class MapHours(msgspec.Struct, tag=True, frozen=True):
    """What segments read over time, by all documents. Answer: `Worked`, a heat map without places."""

    documents: tuple[StoredDocument, ...]
    request: AdviceRequest


class KeepHours(msgspec.Struct, tag=True, frozen=True):
    """What to keep of the hours of these documents. Answers: a `KeptHour` for each, in their order."""

    documents: tuple[StoredDocument, ...]


class ThinDocuments(msgspec.Struct, tag=True, frozen=True):
    """These reports without their lists. Answers: a `KeptHour` for each, in their order; its bytes are the document."""

    documents: tuple[StoredDocument, ...]


class ListNames(msgspec.Struct, tag=True, frozen=True):
    """Every name that the documents print. Answer: `Worked`, a list of texts."""

    documents: tuple[StoredDocument, ...]


class Opened(msgspec.Struct, tag=True, frozen=True):
    """What the file is: `document`, `bundle`, `dump`, `archive`, or `dump-part`."""

    kind: str
    part: DumpPart | None = None
    """Of a `dump-part`."""


class Document(msgspec.Struct, tag=True, frozen=True):
    """One document of a file; its bytes are its JSON. `number` counts the file's documents from 0."""

    number: int
    facts: ReportFacts
    names: frozenset[str]
    ignored: bool
    """It counts for nothing until the user says what it is: the second period of a compare-period report."""
    hour: bytes
    figures: bytes
    """See `reading/hours.py`."""


class KeptHour(msgspec.Struct, tag=True, frozen=True):
    """See `reading/hours.py`."""

    hour: bytes
    figures: bytes


class Fetch(msgspec.Struct, tag=True, frozen=True):
    """Asks back for stored bytes of reports, in this order. The order goes on with a `Fetched`."""

    what: Literal["document", "figures"]
    ids: tuple[str, ...]


class Fetched(msgspec.Struct, frozen=True):
    parts: tuple[bytes, ...]


Fetching = Callable[[Fetch], tuple[bytes, ...]]
"""Whoever gives the order fetches."""


class Member(msgspec.Struct, tag=True, frozen=True):
    """One file of an archive, with its bytes; or why it cannot be taken out."""

    path: str
    share_read_pct: int
    """How much of the archive is read."""
    problem: Problem | None = None


class Masked(msgspec.Struct, tag=True, frozen=True):
    """The masked file's name; the bytes are the map, where names were hashed."""

    name: str
    left_out: tuple[Problem, ...]


class Sizes(msgspec.Struct, tag=True, frozen=True):
    """The bytes are the inventory; lines that cannot be read are told."""

    rejected: tuple[Problem, ...]


class Found(msgspec.Struct, tag=True, frozen=True):
    """Either of them."""

    place: Place | None
    problem: Problem | None = None


class Worked(msgspec.Struct, tag=True, frozen=True):
    """The bytes are what was asked for: its JSON, or a page."""


class Problem(msgspec.Struct, tag=True, frozen=True):
    """An expected error. As an answer of its own nothing but `Done` follows."""

    kind: str
    """Name of its class in `segtier.errors`."""
    code: str
    message: str
    advice: str | None = None
    section: str | None = None
    line: int | None = None
    column: int | None = None
    excerpt: str | None = None
    file: str | None = None
    """The file of an archive it is about."""


class Crashed(msgspec.Struct, tag=True, frozen=True):
    """A fault of Segtier: the exception's name, and its traceback for the log."""

    kind: str
    traceback: str


class Waits(msgspec.Struct, tag=True, frozen=True):
    """Something that passes by itself stood in the way: see `segtier.passing`."""

    code: PassingCode
    detail: str


class OutOfMemory(msgspec.Struct, tag=True, frozen=True):
    """The limit of memory was reached; the process ends after saying so."""


class Done(msgspec.Struct, tag=True, frozen=True):
    """The end of an order, whatever came of it; the process takes the next one."""

    grown_bytes: int
    """The memory that the process keeps beyond what it began with."""


FileOrder = ReadFile | ReadDump | MaskFile | LocateFigures | ShowPlace | ReadSizes | ReadMeasured
AdviceOrder = Advise | Compare | WritePlan | OfferVolumes | FindDrift | MapHours | KeepHours | ThinDocuments | ListNames
Order = FileOrder | AdviceOrder
Given = Opened | Document | KeptHour | Member | Masked | Sizes | Found | Worked
Answer = Given | Fetch | Problem | Crashed | Waits | OutOfMemory | Done

"""What the tools ask: which databases there are, and what the advisor says of each. It is the same wherever reports lie."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from typing import TypeVar

from segtier.agents.brief import DIGEST
from segtier.agents.inert import Names
from segtier.answers.read import Answer
from segtier.dataclass import dataclass
from segtier.documents import decode
from segtier.errors import NotFound, UnreadableInput
from segtier.model.advice import OptionDetails, Summary
from segtier.model.comparison import Comparison
from segtier.model.document_kind import DocumentKind
from segtier.model.evidence import Cell, Evidence, Place
from segtier.model.option import OptionName
from segtier.model.plan_document import PlanDocument
from segtier.model.workload import Database
from segtier.question import Question

T = TypeVar("T")
Placed = tuple[str, Place] | NotFound | UnreadableInput
"""The file's name and the row in it, or why there is none."""


@dataclass(frozen=True, slots=True)
class ReportFile:
    """A file; its digest is the `source` of evidence."""

    file: str | None
    sha256: str | None
    kind: DocumentKind
    period: str
    """before | after"""
    begin_time: datetime | None
    end_time: datetime | None
    db_time_s: float | None


@dataclass(frozen=True, slots=True)
class DatabaseLine:
    id: str
    """What the other tools call it by."""
    database: Database
    files: tuple[ReportFile, ...]


class Case(ABC):
    """One database. Read-only."""

    @abstractmethod
    def names(self) -> Names:
        """Every name in its reports."""

    @abstractmethod
    def look(self, question: Question, look: Callable[[Answer], T]) -> T:
        """What `look` finds in the advice. Raises NotUsable, and what a question is refused with."""

    @abstractmethod
    def plan(self, question: Question, option: OptionName | None, override: bool) -> PlanDocument:
        """None: of the option that is advised. Raises Refused unless it is advised or overridden."""

    @abstractmethod
    def comparison(self, question: Question, option: OptionName | None) -> Comparison:
        """Raises NotUsable without reports from after the change."""

    @abstractmethod
    def digests(self) -> Collection[str]:
        """Of its files."""

    @abstractmethod
    def places_in(self, source: str, cells: Sequence[Cell]) -> Sequence[Placed]:
        """In the file with that digest. Raises NotFound where none can be looked up in it."""

    def places(self, cells: Sequence[Cell]) -> Sequence[Placed]:
        """In their order; a file is taken apart once for all of its cells."""
        found: dict[int, Placed] = {}
        known = self.digests()
        by_source: defaultdict[str, list[int]] = defaultdict(list)
        for at, cell in enumerate(cells):
            try:
                by_source[only_source(cell.evidence, known)].append(at)
            except NotFound as missing:
                found[at] = missing
        for source, among in by_source.items():
            try:
                placed = self.places_in(source, [cells[at] for at in among])
            except NotFound as missing:
                placed = [missing] * len(among)
            found |= zip(among, placed, strict=True)
        return [found[at] for at in range(len(cells))]

    def summary(self, question: Question) -> Summary:
        return self.look(question, lambda answer: decode(answer.piece("summary"), Summary))

    def options(self, question: Question) -> OptionDetails:
        return self.look(question, lambda answer: decode(answer.piece("options"), OptionDetails))


class Desk(ABC):
    """The databases that whoever asks knows of."""

    @abstractmethod
    def databases(self) -> tuple[DatabaseLine, ...]: ...

    @abstractmethod
    def case(self, database: str | None) -> Case:
        """Of the database with that id; none means the only one. Raises NotFound."""


def chosen(database: str | None, known: Iterable[str]) -> str:
    """The id that is meant; raises NotFound."""
    ids = tuple(known)
    if database is None and len(ids) == 1:
        return ids[0]
    if database is None and not ids:
        advice = "Upload a report first, or show a token that knows the database."
        raise NotFound("there is no database to answer about", code="no-database", advice=advice)
    if database is None or database not in ids:
        missing = "say which database" if database is None else "there is no database with this id"
        raise NotFound(missing, code="no-database", advice="Take an `id` that list_databases gives.")
    return database


def only_source(evidence: Evidence, known: Iterable[str]) -> str:
    """The digest of the file that the evidence names, by how it begins; it may go unsaid where there is one. Raises NotFound."""
    begun = evidence.source
    meant = [] if begun and len(begun) < DIGEST else [one for one in known if one.startswith(begun or "")]
    if len(meant) != 1:
        raise NotFound(
            "no file of this database has that digest",
            code="no-file",
            advice="Take `source` from the evidence of another tool's answer.",
        )
    return meant[0]

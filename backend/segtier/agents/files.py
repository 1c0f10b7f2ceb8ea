"""Databases whose files were read once and are held in memory: what the page and the command line print."""

from __future__ import annotations

import hashlib
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from segtier.advisor import advise
from segtier.advisor.comparison.held import hold_against
from segtier.advisor.plan_option import plan_option
from segtier.agents.databases import Documents
from segtier.agents.desk import Case, DatabaseLine, Desk, Placed, ReportFile, T, chosen
from segtier.agents.inert import Names
from segtier.answers.read import Answer
from segtier.answers.write import answer_bytes
from segtier.errors import NotFound, NotUsable
from segtier.masking.printed import printed_names
from segtier.model.advice import Advice
from segtier.model.comparison import Comparison
from segtier.model.evidence import Cell, Place
from segtier.model.option import OptionName
from segtier.model.plan import Destination
from segtier.model.plan_document import PlanDocument
from segtier.model.workload import Workload
from segtier.plan.document import plan_document
from segtier.question import Question, compose_request
from segtier.reports.locate import found_or_why_not, places_in

MOST_KEPT = 8
"""Advices of a database held at once; the one not asked for the longest goes."""
Load = Callable[[], bytes]


class FilesDesk(Desk):
    """Not for several threads at once."""

    def __init__(self, databases: Sequence[Documents], files: Callable[[], Iterable[tuple[str, Load]]]) -> None:
        """`files`: each file's name, and how its bytes are read again for evidence."""
        found = _Found(files)
        self._cases = {one.id: _OfFiles(one, found) for one in databases}

    def databases(self) -> tuple[DatabaseLine, ...]:
        documents = (one.documents for one in self._cases.values())
        return tuple(DatabaseLine(one.id, one.database, _files(one)) for one in documents)

    def case(self, database: str | None) -> Case:
        return self._cases[chosen(database, self._cases)]


class _Found:
    """Files by digest; all are read once, at the first question for a row."""

    def __init__(self, files: Callable[[], Iterable[tuple[str, Load]]]) -> None:
        self._files = files
        self._by_digest: dict[str, tuple[str, Load]] | None = None

    def __call__(self, digest: str) -> tuple[str, Load] | None:
        if self._by_digest is None:
            self._by_digest = {hashlib.sha256(load()).hexdigest(): (name, load) for name, load in self._files()}
        return self._by_digest.get(digest)


class _OfFiles(Case):
    def __init__(self, documents: Documents, found: _Found) -> None:
        self.documents, self._found = documents, found
        self._advice: OrderedDict[Question, tuple[Advice, bytes]] = OrderedDict()
        self._names: Names | None = None

    def names(self) -> Names:
        if self._names is None:
            of = self.documents
            self._names = Names.among(printed_names((*of.before, *of.after, *of.inventories)))
        return self._names

    def look(self, question: Question, look: Callable[[Answer], T]) -> T:
        """As `segtier advise` makes it."""
        with tempfile.NamedTemporaryFile(suffix=".answer") as file:
            file.write(self._asked(question)[1])
            file.flush()
            return look(Answer(Path(file.name)))

    def plan(self, question: Question, option: OptionName | None, override: bool) -> PlanDocument:
        """As `segtier script --format json` prints it."""
        of = self.documents
        advice = self._asked(question)[0]
        return plan_document(plan_option(advice, of.before, option, Destination(), override, of.inventories))

    def comparison(self, question: Question, option: OptionName | None) -> Comparison:
        """As `segtier compare` prints it."""
        of = self.documents
        if not of.after:
            raise NotUsable(
                "there is no report from after the change",
                code="no-after-report",
                advice="Start the server with --after FILE as well.",
            )
        return hold_against(of.before, of.after, of.inventories, compose_request(question), option).comparison

    def digests(self) -> Mapping[str, str | None]:
        """Each with the file's name."""
        return _digests(self.documents)

    def places_in(self, source: str, cells: Sequence[Cell]) -> Sequence[Placed]:
        """Raises NotFound also where the file was changed since it was read."""
        found = self._found(source)
        data = found[1]() if found is not None else b""
        if found is None or hashlib.sha256(data).hexdigest() != source:
            raise NotFound(
                "the file was changed or moved since it was read, or is a folder",
                code="file-changed",
                advice="Put it back, or restart the server; rows of a bundle's folder are in its own CSV files.",
            )
        name, places = self.digests()[source] or found[0], places_in(data)
        looked_for = [found_or_why_not(places, cell) for cell in cells]
        return [(name, one) if isinstance(one, Place) else one for one in looked_for]

    def _asked(self, question: Question) -> tuple[Advice, bytes]:
        if question not in self._advice:
            advice = advise(self.documents.before, self.documents.inventories, compose_request(question))
            self._advice[question] = (advice, answer_bytes(advice))
        self._advice.move_to_end(question)
        while len(self._advice) > MOST_KEPT:
            self._advice.popitem(last=False)
        return self._advice[question]


def _files(documents: Documents) -> tuple[ReportFile, ...]:
    before = (_file(one, "before") for one in documents.before)
    after = (_file(one, "after") for one in documents.after)
    sizes = (
        ReportFile(one.source.file, one.source.sha256, one.source.kind, "before", None, None, None)
        for one in documents.inventories
    )
    return (*before, *after, *sizes)


def _file(one: Workload, period: str) -> ReportFile:
    source, time = one.source, one.interval
    return ReportFile(
        source.file, source.sha256, source.kind, period, time.begin_time, time.end_time, time.db_time_s
    )  # fmt: skip


def _digests(documents: Documents) -> Mapping[str, str | None]:
    """The files of a database: digest and name."""
    workloads: list[Workload] = [*documents.before, *documents.after]
    parts = [part for one in workloads for part in (one, *one.intervals)]
    sources = [one.source for one in parts] + [one.source for one in documents.inventories]
    return {one.sha256: one.file for one in sources if one.sha256 is not None}

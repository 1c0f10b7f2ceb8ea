"""Answers about files that were read once and are held in memory: what the page and the command line print."""

from __future__ import annotations

import hashlib
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from segtier.advisor import advise, alike, compare, plan_option
from segtier.agents.databases import Documents
from segtier.agents.inert import Names
from segtier.answers import Answer, SegmentPage, SegmentQuery, answer_bytes
from segtier.errors import NotFound, NotUsable
from segtier.model.advice import Advice
from segtier.model.comparison import Comparison
from segtier.model.evidence import Evidence, Place
from segtier.model.option import OptionName
from segtier.model.plan import Targets
from segtier.model.plan_document import PlanDocument
from segtier.model.workload import Workload
from segtier.plan import plan_document
from segtier.question import Question, compose_request
from segtier.reports.locate import locate

MOST_KEPT = 8
"""Advices held at once; the one not asked for the longest goes."""
Load = Callable[[], bytes]


class Desk:
    """Read-only. Not for several threads at once."""

    def __init__(self, databases: Sequence[Documents], files: Callable[[], Iterable[tuple[str, Load]]]) -> None:
        """`files`: each file's name, and how its bytes are read again for evidence."""
        self._databases = {one.id: one for one in databases}
        self._files = files
        self._by_digest: dict[str, tuple[str, Load]] | None = None
        self._advice: OrderedDict[tuple[str, Question], tuple[Advice, bytes]] = OrderedDict()
        self._names: dict[str, Names] = {}

    def databases(self) -> tuple[Documents, ...]:
        return tuple(self._databases.values())

    def documents(self, database: str | None) -> Documents:
        """Of the database with that id; none means the only one. Raises NotFound."""
        if database is None and len(self._databases) == 1:
            return next(iter(self._databases.values()))
        if database is None or database not in self._databases:
            missing = "say which database" if database is None else "there is no database with this id"
            raise NotFound(missing, code="no-database", advice="Take an `id` that list_databases gives.")
        return self._databases[database]

    def names(self, documents: Documents) -> Names:
        """Every name in its reports."""
        if documents.id not in self._names:
            self._names[documents.id] = Names.of((*documents.before, *documents.after, *documents.inventories))
        return self._names[documents.id]

    def advice(self, documents: Documents, question: Question) -> Advice:
        """As `segtier advise` makes it. Raises NotUsable, and what a question is refused with."""
        return self._asked(documents, question)[0]

    def segments(self, documents: Documents, question: Question, query: SegmentQuery) -> SegmentPage:
        """A page of the ranked segments, as the page of the database sorts and filters them."""
        with tempfile.NamedTemporaryFile(suffix=".answer") as file:
            file.write(self._asked(documents, question)[1])
            file.flush()
            return Answer(Path(file.name)).segments(query)

    def plan(self, documents: Documents, question: Question, option: OptionName | None, override: bool) -> PlanDocument:
        """As `segtier script --format json` prints it. Raises Refused unless it is advised or overridden."""
        advice = self.advice(documents, question)
        plan = plan_option(advice, documents.before, option, Targets(), override, documents.inventories)
        return plan_document(plan)

    def comparison(self, documents: Documents, question: Question, option: OptionName | None) -> Comparison:
        """As `segtier compare` prints it. Raises NotUsable without reports from after the change."""
        if not documents.after:
            raise NotUsable(
                "there is no report from after the change",
                code="no-after-report",
                advice="Start the server with --after FILE as well.",
            )
        same_load = alike(documents.before, documents.after)
        asked = replace(question, window="average", hours_from=None, hours_to=None)
        advice = advise(same_load, documents.inventories, compose_request(asked))
        return compare(same_load, documents.after, advice, option)

    def place(self, documents: Documents, evidence: Evidence, field: str | None) -> tuple[str, Place]:
        """The file's name, and the row in it. Raises NotFound, also where the file was changed since it was read."""
        digests = _digests(documents)
        source = evidence.source or (next(iter(digests)) if len(digests) == 1 else None)
        if source is None or source not in digests:
            raise NotFound(
                "no file of this database has that digest",
                code="no-file",
                advice="Take `source` from the evidence of another tool's answer.",
            )
        found = self._known_files(digests).get(source)
        data = found[1]() if found is not None else b""
        if found is None or hashlib.sha256(data).hexdigest() != source:
            raise NotFound(
                "the file was changed or moved since it was read, or is a folder",
                code="file-changed",
                advice="Put it back, or start the server anew; rows of a bundle's folder are in its own CSV files.",
            )
        return digests[source] or found[0], locate(data, evidence, field)

    def _asked(self, documents: Documents, question: Question) -> tuple[Advice, bytes]:
        key = (documents.id, question)
        if key not in self._advice:
            advice = advise(documents.before, documents.inventories, compose_request(question))
            self._advice[key] = (advice, answer_bytes(advice))
        self._advice.move_to_end(key)
        while len(self._advice) > MOST_KEPT:
            self._advice.popitem(last=False)
        return self._advice[key]

    def _known_files(self, wanted: Mapping[str, str | None]) -> Mapping[str, tuple[str, Load]]:
        """By digest; all are read once, at the first question for a row."""
        if self._by_digest is None:
            self._by_digest = {}
            for name, load in self._files():
                self._by_digest[hashlib.sha256(load()).hexdigest()] = (name, load)
        return {digest: found for digest, found in self._by_digest.items() if digest in wanted}


def _digests(documents: Documents) -> dict[str, str | None]:
    """The files of a database: digest and name."""
    workloads: list[Workload] = [*documents.before, *documents.after]
    parts = [part for one in workloads for part in (one, *one.intervals)]
    sources = [one.source for one in parts] + [one.source for one in documents.inventories]
    return {one.sha256: one.file for one in sources if one.sha256 is not None}

"""The databases of the running server, as its REST interface answers about them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from segtier.agents.desk import Case, DatabaseLine, Desk, Placed, ReportFile, T, chosen
from segtier.agents.inert import Names
from segtier.answers.read import Answer
from segtier.documents import decode
from segtier.model.account import Actor
from segtier.model.comparison import Comparison
from segtier.model.evidence import Cell
from segtier.model.option import OptionName
from segtier.model.plan import Destination
from segtier.model.plan_document import PlanDocument
from segtier.model.workload import Database
from segtier.plan.document import plan_document
from segtier.question import Question
from segtier.services import known_to
from segtier.services.context import Context
from segtier.services.give_advice import advice_from, comparison_from, plan_from
from segtier.services.list_names import list_names
from segtier.services.locate_evidence import FoundEvidence, locate_cells
from segtier.services.manage_uploads import list_databases
from segtier.services.read_documents import Inputs, list_inputs
from segtier.services.remember import remembered
from segtier.store.records import CountedDocument, DatabaseRecord


class StoredDesk(Desk):
    """What `actor` knows of; any number of threads may ask."""

    def __init__(self, ctx: Context, actor: Actor) -> None:
        self._ctx, self._actor = ctx, actor

    def databases(self) -> tuple[DatabaseLine, ...]:
        return tuple(
            DatabaseLine(one.id, _database(one), tuple(map(_file, list_inputs(self._ctx, one.id).used)))
            for one in list_databases(self._ctx, self._actor.databases)
        )

    def case(self, database: str | None) -> Case:
        known = (one.id for one in list_databases(self._ctx, self._actor.databases))
        return _Stored(self._ctx, self._actor, list_inputs(self._ctx, chosen(database, known)))


class _Stored(Case):
    """As its documents are when the question comes."""

    def __init__(self, ctx: Context, actor: Actor, inputs: Inputs) -> None:
        self._ctx, self._actor, self._inputs = ctx, actor, inputs

    def names(self) -> Names:
        key = ("names", self._inputs.digests)
        return remembered(key, lambda: Names.among(list_names(self._ctx, self._inputs)))

    def look(self, question: Question, look: Callable[[Answer], T]) -> T:
        return advice_from(self._ctx, self._inputs, question, look)

    def plan(self, question: Question, option: OptionName | None, override: bool) -> PlanDocument:
        wanted = option or self.summary(question).verdict.option
        return plan_document(plan_from(self._ctx, self._inputs, question, wanted, Destination(), override))

    def comparison(self, question: Question, option: OptionName | None) -> Comparison:
        return decode(comparison_from(self._ctx, self._inputs, question, option), Comparison)

    def digests(self) -> Collection[str]:
        return {one.sha256 for one in self._inputs.used if one.sha256}

    def places_in(self, source: str, cells: Sequence[Cell]) -> Sequence[Placed]:
        """Raises NotFound also where the file holds what is of another database, which the actor does not know."""
        known_to.need_file(self._ctx, self._actor, source)
        found = locate_cells(self._ctx, source, cells)
        return [(one.file, one.place) if isinstance(one, FoundEvidence) else one for one in found]


def _database(one: DatabaseRecord) -> Database:
    return Database(name=one.name, dbid=one.dbid, release=one.release, rac=one.rac, platform=one.platform)


def _file(one: CountedDocument) -> ReportFile:
    return ReportFile(one.file, one.sha256, one.kind, one.period, one.begin_time, one.end_time, one.db_time_s)

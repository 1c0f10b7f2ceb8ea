"""Keep questions under a name: each question may be changed until it was answered, and from then on only forked.

A name is no part of the question: it may change at any time. What goes after its first answer leaves its line in the audit trail.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from segtier import __version__
from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.account import Writer
from segtier.model.audit import Deleter
from segtier.model.scenario import Changed
from segtier.question import Question, compose_request, digest, question_of, stated
from segtier.scenarios import plain_name
from segtier.services.context import Context
from segtier.services.expected import Expected, anything
from segtier.services.read_documents import Inputs, list_inputs
from segtier.store import audit, databases, scenarios
from segtier.store.engine import one_at_a_time
from segtier.store.records import ScenarioRecord

_MOST_KEPT = 1_000
Edit = Callable[[Question], Question]
"""From the question as it was to what it becomes."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """`changed`: since its first answer; empty where it was never answered."""

    record: ScenarioRecord
    changed: tuple[Changed, ...]

    @property
    def question(self) -> Question:
        return question_of(self.record.question)


def list_scenarios(
    ctx: Context, database_id: str, after: scenarios.Place | None = None, limit: int | None = None
) -> list[Scenario]:
    """In the order they were made; at most `limit` of those after a place."""
    inputs = list_inputs(ctx, database_id)
    with ctx.store.read() as tx:
        found = scenarios.of_database(tx, database_id)
    return [as_of(record, inputs) for record in found if after is None or record.id > after.id][:limit]


def get_scenario(ctx: Context, database_id: str, scenario_id: str) -> Scenario:
    inputs = list_inputs(ctx, database_id)
    with ctx.store.read() as tx:
        return as_of(scenarios.get(tx, database_id, scenario_id), inputs)


def as_of(record: ScenarioRecord, inputs: Inputs) -> Scenario:
    """The scenario beside the inputs of today."""
    now: dict[Changed, bool] = {
        "inputs": record.inputs_digest != inputs.digest,
        "engine": record.engine_version != __version__,
    }
    return Scenario(record, tuple(name for name, other in now.items() if other and record.used_at is not None))


def create_scenario(ctx: Context, by: Writer, database_id: str, name: str, question: Question) -> Scenario:
    """Raises Refused where the name is taken, and what `compose_request` raises for what cannot be meant."""
    with ctx.store.write(by) as tx:
        one_at_a_time(tx)
        databases.get(tx, database_id)
        record = _add(tx, database_id, name, question, None)
    return Scenario(record, ())


def fork_scenario(ctx: Context, by: Writer, database_id: str, scenario_id: str, name: str, edit: Edit) -> Scenario:
    """The same question under another name, with changes."""
    with ctx.store.write(by) as tx:
        one_at_a_time(tx)
        origin = scenarios.get(tx, database_id, scenario_id)
        record = _add(tx, database_id, name, edit(question_of(origin.question)), origin.id)
    return Scenario(record, ())


def change_scenario(
    ctx: Context,
    by: Writer,
    database_id: str,
    scenario_id: str,
    name: str | None,
    edit: Edit,
    expected: Expected[Scenario] = anything,
) -> Scenario:
    """Raises Refused for another question where it was answered already."""
    inputs = list_inputs(ctx, database_id)
    with ctx.store.write(by) as tx:
        one_at_a_time(tx)
        record = scenarios.get(tx, database_id, scenario_id)
        question = edit(question_of(record.question))
        if digest(question) != record.question_digest:
            _need_unused(record)
        expected(as_of(record, inputs))
        plain = record.name if name is None else _free_name(tx, database_id, name, scenario_id)
        compose_request(question)
        scenarios.change(tx, scenario_id, name=plain, question=stated(question), question_digest=digest(question))
        return as_of(scenarios.get(tx, database_id, scenario_id), inputs)


def delete_scenario(
    ctx: Context, by: Writer, database_id: str, scenario_id: str, expected: Expected[Scenario] = anything
) -> None:
    """One that was answered leaves its line in the audit trail: somebody may refer to it."""
    inputs = list_inputs(ctx, database_id)
    with ctx.store.write(by) as tx:
        one_at_a_time(tx)
        record = scenarios.get(tx, database_id, scenario_id)
        expected(as_of(record, inputs))
        scenarios.delete(tx, scenario_id)
        if record.used_at is not None:
            told = {
                "database_id": database_id,
                "question_digest": record.question_digest,
                "engine_version": record.engine_version,
                "inputs_digest": record.inputs_digest,
            }
            audit.delete(tx, Deleter(by), "scenario", scenario_id, told, name=record.name)


def note_answer(ctx: Context, by: Writer, record: ScenarioRecord, inputs: Inputs) -> None:
    """The first answer is given: from now on the question stays. Raises Refused where it was changed meanwhile."""
    if record.used_at is not None:
        return
    with ctx.store.write(by) as tx:
        one_at_a_time(tx)
        now = scenarios.get(tx, record.database_id, record.id)
        if now.question_digest != record.question_digest:
            raise Refused(
                f"the scenario {record.name!r} was changed while it was answered",
                code="scenario-changed",
                advice="Ask again.",
            )
        if now.used_at is None:
            scenarios.note_answer(tx, record.id, __version__, inputs.digest)


def _add(tx: Session, database_id: str, name: str, question: Question, forked_from: str | None) -> ScenarioRecord:
    plain = _free_name(tx, database_id, name, None)
    compose_request(question)
    if scenarios.count_of(tx, database_id) >= _MOST_KEPT:
        raise Refused(
            f"there are {_MOST_KEPT:,} scenarios of this database already",
            code="too-many-scenarios",
            advice="Delete some first.",
        )
    return scenarios.add(tx, database_id, plain, stated(question), digest(question), forked_from)


def _free_name(tx: Session, database_id: str, name: str, own_id: str | None) -> str:
    plain = plain_name(name)
    if scenarios.named(tx, database_id, plain) not in (None, own_id):
        raise Refused(
            f"there is a scenario {plain!r} of this database already",
            code="scenario-name-taken",
            advice="Give another name.",
        )
    return plain


def _need_unused(record: ScenarioRecord) -> None:
    if record.used_at is not None:
        raise Refused(
            f"the scenario {record.name!r} was answered already; its question can no longer be changed",
            code="scenario-used",
            advice="Fork it: Segtier answers the fork again.",
        )

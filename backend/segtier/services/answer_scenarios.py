"""The advice for a question under a name: the same as for the question as such, and noted with the scenario."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from segtier.answers.read import Answer
from segtier.documents import decode
from segtier.errors import Refused
from segtier.model.account import Writer
from segtier.model.advice import Summary
from segtier.model.scenario import SideBySide
from segtier.scenarios import MOST_SIDE_BY_SIDE, Asked, answer_of, side_by_side
from segtier.services.context import Context
from segtier.services.give_advice import advice_from
from segtier.services.keep_scenarios import Scenario, as_of, get_scenario, note_answer
from segtier.services.read_documents import Inputs, list_inputs
from segtier.store import scenarios

T = TypeVar("T")


def advise_scenario(ctx: Context, by: Writer, database_id: str, scenario_id: str, look: Callable[[Answer], T]) -> T:
    """What `look` finds in the advice; from the first answer on the scenario stays as it is."""
    inputs = list_inputs(ctx, database_id)
    return _answer(ctx, by, inputs, get_scenario(ctx, database_id, scenario_id), look)


def compare_scenarios(
    ctx: Context, by: Writer, database_id: str, scenario_ids: Sequence[str], words: Mapping[str, str]
) -> SideBySide:
    """These; the first one is what the others differ from. Raises Refused for too many."""
    inputs = list_inputs(ctx, database_id)
    with ctx.store.read() as tx:
        records = [scenarios.get(tx, database_id, one) for one in dict.fromkeys(scenario_ids)]
    if len(records) > MOST_SIDE_BY_SIDE:
        raise Refused(
            f"{len(records)} scenarios do not fit side by side",
            code="too-many-side-by-side",
            advice=f"Name at most {MOST_SIDE_BY_SIDE} of them: ids=ID,ID.",
        )
    return side_by_side([_asked(ctx, by, inputs, as_of(record, inputs)) for record in records], words)


def _asked(ctx: Context, by: Writer, inputs: Inputs, scenario: Scenario) -> Asked:
    record = scenario.record

    def ask() -> Summary:
        return decode(_answer(ctx, by, inputs, scenario, lambda answer: answer.piece("summary")), Summary)

    return Asked(record.name, scenario.question, answer_of(ask), record.id, scenario.changed)


def _answer(ctx: Context, by: Writer, inputs: Inputs, scenario: Scenario, look: Callable[[Answer], T]) -> T:
    found = advice_from(ctx, inputs, scenario.question, look)
    note_answer(ctx, by, scenario.record, inputs)
    return found

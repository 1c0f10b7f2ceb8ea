"""Questions under a name, as the API takes and shows them."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, Field, model_validator

from segtier.api.schemas.base import Answer, Question, UtcTime
from segtier.api.schemas.question import AdviceQuestion
from segtier.model.scenario import Changed
from segtier.services.keep_scenarios import Scenario

_NAME = Field(min_length=1, max_length=200, description="What people call it; unique in its database.")


_STATED = {field.alias or name for name, field in AdviceQuestion.model_fields.items()}
"""The fields of a question, as they are called in a body."""


def _with_null(schema: dict[str, Any]) -> None:
    """What `Body` takes, as the document says it."""
    for name, field in schema["properties"].items():
        if name in _STATED and {"type": "null"} not in field.get("anyOf", ()):
            told = {key: field.pop(key) for key in ("title", "description", "default") if key in field}
            schema["properties"][name] = {"anyOf": [field, {"type": "null"}], **told}


class Body(Question, AdviceQuestion):
    """Fields of a question in a body; null is what it is where nobody says anything."""

    model_config = ConfigDict(json_schema_extra=_with_null)

    @model_validator(mode="before")
    @classmethod
    def _nothing_said(cls, body: Any) -> Any:
        if not isinstance(body, dict):
            return body
        presets = {field.alias or name: field.default for name, field in AdviceQuestion.model_fields.items()}
        return {name: presets.get(name) if value is None else value for name, value in body.items()}


class NewScenario(Body):
    """A name, and the fields of a question as the advice takes them in its address. Of a fork: those that change."""

    name: str = _NAME


class ScenarioChange(Body):
    """Fields that change; null is what it is where nobody says anything."""

    name: str | None = Field(None, min_length=1, max_length=200)


class ScenarioItem(Answer):
    """A question under a name. From its first answer on (`used_at`) it stays as it is."""

    id: str
    name: str
    question: AdviceQuestion
    """What was stated; fields that are not there are as they are where nobody says anything."""
    question_digest: str
    created_at: UtcTime
    forked_from: str | None
    used_at: UtcTime | None
    engine_version: str | None
    inputs_digest: str | None
    """Of the first answer, as the version that worked it out."""
    changed: list[Changed]
    """Since the first answer."""

    @classmethod
    def of(cls, scenario: Scenario) -> ScenarioItem:
        return cls.made_of(scenario.record, scenario, question=AdviceQuestion.asking(scenario.question))


class ScenarioList(Answer):
    items: list[ScenarioItem]
    next_cursor: str | None

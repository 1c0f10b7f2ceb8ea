"""A field that is wrong is named in words for people, not in those of the checks."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from segtier.api.wrong_field import worded

OF_CHECKS = re.compile(r"Input should|Field required|String should|unable to|JSON decode|valid ", re.IGNORECASE)


class Asked(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    name: str = Field("x", min_length=1, max_length=5)
    role: Literal["viewer", "analyst"] = "viewer"
    limit: int = Field(1, ge=1, le=200)
    price: float = Field(1.0, gt=0, lt=10)
    since: datetime = datetime(2026, 3, 1)  # noqa: DTZ001 - never read
    override: bool = False
    names: list[str] = []
    needed: str


@pytest.mark.parametrize(
    ("given", "shows"),
    [
        ({"role": "viwer"}, "'viewer'?"),
        ({"role": "boss"}, "'boss'"),
        ({"limit": 5000}, "200, not 5000"),
        ({"limit": 0}, "at least 1"),
        ({"limit": "many"}, "'many'"),
        ({"limit": 1.5}, "1.5"),
        ({"limit": []}, ""),
        ({"price": 0}, "more than 0"),
        ({"price": 10}, "less than 10"),
        ({"price": "dear"}, "'dear'"),
        ({"price": []}, ""),
        ({"since": "yesterday"}, ""),
        ({"since": []}, ""),
        ({"override": "perhaps"}, "'perhaps'"),
        ({"override": []}, ""),
        ({"name": ""}, ""),
        ({"name": "too long"}, "5"),
        ({"name": 5}, ""),
        ({"names": "x"}, ""),
        ({}, ""),
    ],
)
def test_a_field(given: dict[str, Any], shows: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Asked.model_validate(given)
    said = worded(caught.value.errors()[0])
    assert not OF_CHECKS.search(said), said
    assert shows in said


@pytest.mark.parametrize("body", [b"", "text", 5, [], None])
def test_a_body_that_is_no_object(body: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(Asked).validate_python(body)
    (fault,) = caught.value.errors()
    said = worded({**fault, "loc": ("body", *fault["loc"])})
    assert not OF_CHECKS.search(said), said
    assert "Content-Type: application/json" in said


def test_the_words_of_a_question_stay() -> None:
    said = "ssd has no unit"
    assert (
        worded({"type": "literal_error", "loc": ("query", "ssd"), "msg": said, "input": "1", "ctx": {"words": said}})
        == said
    )


def test_a_text_is_shown_only_where_it_is_short() -> None:
    with pytest.raises(ValidationError) as caught:
        Asked.model_validate({"role": "x" * 500, "needed": "x"})
    assert "xxx" not in worded(caught.value.errors()[0])

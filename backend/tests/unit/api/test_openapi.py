"""What the OpenAPI document says of requests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from segtier.api.app import create_app
from segtier.api.schemas.base import Question
from segtier.settings import Settings


@pytest.fixture(scope="module")
def schemas(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["components"]["schemas"]
    return found


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return create_app(Settings(), None).openapi()


@pytest.fixture(scope="module")
def bodies(document: dict[str, Any]) -> set[str]:
    """Also those that may be left out altogether. What is asked of the tools is described by their own protocol."""
    return {
        name
        for path in document["paths"].values()
        for operation in path.values()
        for content in operation.get("requestBody", {}).get("content", {}).values()
        for name in re.findall(r"#/components/schemas/(\w+)", str(content["schema"]))
    }


def test_what_may_be_left_out_of_a_request_is_not_asked_for(schemas: dict[str, Any], bodies: set[str]) -> None:
    """All fields of answers are always there; those of a request with a default need not be."""
    assert {"ForecastToSeal", "NewScenario", "Body_createUpload"} <= bodies
    for name in bodies:
        fields = schemas[name]["properties"].items()
        with_default = {field for field, schema in fields if "default" in schema}
        assert not with_default & set(schemas[name].get("required", ())), name


def test_what_a_request_does_not_know_it_refuses(schemas: dict[str, Any], bodies: set[str]) -> None:
    assert {schemas[name].get("additionalProperties") for name in bodies} == {False}


def test_no_value_of_a_request_is_read_as_another(bodies: set[str]) -> None:
    """False as 0, 1 as true, "5" as 5: `Question` refuses that, so every body in JSON is one."""

    def below(kind: type[Question]) -> Iterator[type[Question]]:
        yield kind
        for one in kind.__subclasses__():
            yield from below(one)

    strict = {one.__name__ for one in below(Question) if one.model_config.get("strict")}
    assert {name for name in bodies if not name.startswith("Body_")} <= strict


def test_answers_have_all_their_fields(schemas: dict[str, Any], bodies: set[str]) -> None:
    for name, schema in schemas.items():
        if name not in bodies and name != "AdviceQuestion" and "properties" in schema:
            assert set(schema.get("required", ())) == set(schema["properties"]), name


def test_a_form_holds_no_null(schemas: dict[str, Any], bodies: set[str]) -> None:
    for name in bodies:
        if name.startswith("Body_"):
            assert "null" not in str(schemas[name]["properties"]), name

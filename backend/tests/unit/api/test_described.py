"""What the OpenAPI document says to people, and the examples in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from segtier.api.app import create_app
from segtier.api.described import OPERATIONS, PARAMETERS, TAGS
from segtier.settings import Settings


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return create_app(Settings(), None).openapi()


def operations(document: dict[str, Any], *places: str) -> Iterator[dict[str, Any]]:
    for place in places:
        for path in document[place].values():
            yield from path.values()


def bodies(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every request, answer and problem."""
    for one in operations(document, "paths", "webhooks"):
        for where, part in {"request": one.get("requestBody", {}), **one["responses"]}.items():
            for media, content in part.get("content", {}).items():
                yield f"{one['operationId']} {where} {media}", content


def test_every_operation_says_what_it_is_for(document: dict[str, Any]) -> None:
    found = [*operations(document, "paths")]
    assert {one["operationId"] for one in found} == OPERATIONS.keys()
    assert {tag["name"] for tag in document["tags"]} == TAGS.keys() == {tag for one in found for tag in one["tags"]}
    for one in found:
        assert one["summary"]
        assert len(one["description"].split("\n\n")) >= 2, one["operationId"]
        assert not [said["name"] for said in one.get("parameters", ()) if not said.get("description")]


def test_no_parameter_is_described_that_is_not_there(document: dict[str, Any]) -> None:
    names = {said["name"] for one in operations(document, "paths") for said in one.get("parameters", ())}
    assert not PARAMETERS.keys() - names


def test_every_example_is_what_its_schema_says(document: dict[str, Any]) -> None:
    """By a validator that shares nothing with what made them."""
    root = {"$id": "urn:segtier", "components": document["components"]}
    checked = set[str]()
    wrong = []
    for where, content in bodies(document):
        (given,) = content["examples"].values()
        shared = given.get("$ref", "").rpartition("/")[2]
        value = document["components"]["examples"][shared]["value"] if shared else given["value"]
        key = f"{content['schema']} {shared}"
        if "json" not in where or key in checked:
            continue
        checked.add(key)
        faults = Draft202012Validator({**root, "allOf": [content["schema"]]}).iter_errors(value)
        wrong += [f"{where}: {one.json_path} {one.message[:80]}" for one in faults]
    assert not wrong
    assert len(checked) > 90


def test_examples_of_components_are_all_used(document: dict[str, Any]) -> None:
    used = {one["examples"]["form"].get("$ref", "").rpartition("/")[2] for _, one in bodies(document)}
    assert document["components"]["examples"].keys() == used - {""}

"""Every field of the table stands at every door with its limits, and each refuses the same values in the same words."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import click
import httpx
import pytest
from fastapi import Depends, FastAPI
from fastapi.responses import PlainTextResponse
from mcp_types import TextContent

from segtier.agents.asked import Asked
from segtier.agents.schemas import schema_of
from segtier.agents.server import called
from segtier.agents.tools import TOOLS
from segtier.api.dependencies import Question as OverRest
from segtier.api.dependencies import known_parameters_only
from segtier.api.errors import BadParameter
from segtier.api.schemas.question import AdviceQuestion
from segtier.cli.support.request_options import request_options
from segtier.question import RENTING_ROWS, ROWS
from segtier.question.page import page_of
from segtier.question.row import GROUPS, Row
from segtier.question.take import read
from tests.question_refusals import FILE, cases, text_of, written

PAGE = Path(__file__).parents[4] / "frontend" / "src" / "api" / "question.json"
BY_REST = {row.rest: row for row in ROWS}
EACH = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
CASES = pytest.mark.parametrize(
    "case", cases(), ids=lambda case: f"{case['field']}-{case['said'][:40]}-{case['given']}"
)


@click.command()
@request_options
def command(**_options: object) -> None:
    pass


def limits(schema: dict[str, Any]) -> dict[str, Any]:
    """Of a JSON schema, whichever of several types has them."""
    parts = [schema, *schema.get("anyOf", ()), schema.get("items", {})]
    names = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "maxLength", "maxItems", "enum")
    return {name: part[name] for part in parts for name in names if name in part}


def expected(row: Row) -> dict[str, Any]:
    said = {
        "minimum": row.least,
        "maximum": row.most,
        "exclusiveMinimum": row.above,
        "exclusiveMaximum": row.below,
        "maxLength": row.longest,
        "maxItems": row.times,
        "enum": sorted(row.choices) or None,
    }
    return {name: limit for name, limit in said.items() if limit is not None}


def sorted_choices(found: dict[str, Any]) -> dict[str, Any]:
    return {**found, "enum": sorted(found["enum"])} if "enum" in found else found


def reason(row: Row, door: str) -> bool:
    """Why the row is not at that door; fails for one that gives no reason."""
    why = row.absent.get(door)  # type: ignore[call-overload]
    assert why is None or why.strip(), f"{row.name} is not offered by {door}: say why in its row"
    return why is not None


@EACH
def test_the_command_line_offers_it(row: Row) -> None:
    if reason(row, "command-line"):
        return
    option = next((one for one in command.params if one.name == row.name), None)
    assert isinstance(option, click.Option), row.option
    assert [*option.opts, *option.secondary_opts] == row.option.split("/")
    assert (row.help[1:] in (option.help or ""), option.multiple or option.is_flag) == (True, True)


@EACH
def test_rest_offers_it_with_its_limits(row: Row) -> None:
    if reason(row, "rest"):
        return
    schema = AdviceQuestion.model_json_schema(by_alias=True)["properties"][row.rest]
    assert (schema["description"], sorted_choices(limits(schema))) == (row.help, expected(row))


@EACH
@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS.values() if issubclass(tool.takes, Asked)])
def test_every_tool_takes_it_with_its_limits(row: Row, tool: str) -> None:
    if reason(row, "tools"):
        return
    schema = schema_of(TOOLS[tool].takes)["properties"][row.name]
    if row.parts:
        assert row.help in str(schema_of(TOOLS[tool].takes)["$defs"])
    else:
        assert sorted_choices(limits(schema)) == expected(row)


@EACH
def test_the_page_offers_it(row: Row) -> None:
    on_page = {field["name"]: field for field in json.loads(PAGE.read_text("utf-8"))["fields"]}
    assert (row.rest in on_page) != reason(row, "page"), "run make openapi and commit the result"


def test_the_page_is_built_with_the_table() -> None:
    assert json.loads(PAGE.read_text("utf-8")) == json.loads(json.dumps(page_of(ROWS, RENTING_ROWS))), (
        f"{PAGE.name} is stale: run make openapi and commit the result"
    )
    assert FILE.read_text("utf-8") == written(), f"{FILE.name} is stale: run make openapi and commit the result"


def test_names_and_groups_are_each_once() -> None:
    assert len({row.rest for row in ROWS}) == len({row.word for row in ROWS}) == len(ROWS)
    assert {row.group for row in ROWS} == set(GROUPS)


@CASES
def test_the_command_line_refuses_it_in_these_words(case: dict[str, Any]) -> None:
    row = BY_REST[case["field"]]
    if row.kind == "yes-no" or row.reads is not None:
        return  # a flag has no value, and groups of disks come from a file
    with pytest.raises(click.BadParameter) as refused:
        command.main([f"--{row.word}={text_of(case)}"] * case["given"], standalone_mode=False)
    assert refused.value.message == f"--{row.word} {case['said']}"


@CASES
def test_rest_refuses_it_in_these_words(case: dict[str, Any]) -> None:
    app = FastAPI(dependencies=[Depends(known_parameters_only)])

    @app.get("/")
    def route(question: OverRest) -> None: ...

    @app.exception_handler(BadParameter)
    def told(_request: object, error: BadParameter) -> PlainTextResponse:
        return PlainTextResponse(json.dumps({"detail": [{"msg": error.message}]}), 400)

    async def call() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.get("/", params={case["field"]: [text_of(case)] * case["given"]})

    (fault,) = asyncio.run(call()).json()["detail"]
    assert fault["msg"] == f"{case['field']} {case['said']}"


@CASES
def test_tools_refuse_it_in_these_words(case: dict[str, Any]) -> None:
    row = BY_REST[case["field"]]
    if row.parts or (case["given"] > 1 and not row.many):
        return  # what has fields is an object there, and JSON says a name once
    text = text_of(case)
    given: Any = [text] * case["given"] if row.many else read(row, text)
    answer = called(None, "answer", {row.name: given})  # type: ignore[arg-type]
    (said,) = answer.content
    assert isinstance(said, TextContent)
    assert answer.is_error
    assert case["said"].rpartition(", not ")[0] in said.text

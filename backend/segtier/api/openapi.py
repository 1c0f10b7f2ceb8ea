"""The OpenAPI 3.1 document, made honest: answers always carry every field, errors are problems, the secret is asked for.

Times of a database are its own local time: they carry no zone, so they are no `date-time`, which must.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel

from segtier.api import by_account, idempotency, outgoing
from segtier.api.access import ACCESS
from segtier.api.described import describe_for_people
from segtier.api.examples import add_examples
from segtier.api.sign_in import ADVICE

_STATED = "AdviceQuestion"
"""Shown as it was stated: fields are missing there as they may be in a request."""
_LOCAL_TIME = {
    "type": "string",
    "format": "date-time-local",
    "description": "In the database's own time, without a zone: it is not known.",
}
_SESSION = (
    f"Set by signing in. What changes something needs the header {by_account.CSRF_HEADER} too: the value of the cookie "
    "segtier-PORT-csrf."
)

_STREAM = (
    "Server-sent events. The data of each is an EventItem as JSON, its id the sequence number, its event the kind."
)


def describe(app: FastAPI, problem: type[BaseModel]) -> None:
    """Replace the application's description by one that says what the answers really hold."""
    plain = app.openapi

    def full() -> dict[str, Any]:
        if app.openapi_schema is None:
            outgoing.install(app)
            document = plain()
            schemas = document["components"]["schemas"]
            for unused in ("HTTPValidationError", "ValidationError"):
                schemas.pop(unused, None)
            _add_problem(schemas, problem)
            for name, schema in schemas.items():
                if name.startswith("Body_"):
                    _close_form(schema)
                is_asked = name == _STATED or schema.get("additionalProperties") is False
                if not is_asked and "properties" in schema:
                    schema["required"] = list(schema["properties"])
            document["components"]["schemas"] = _with_local_times(schemas)
            _describe_streams(document)
            outgoing.describe(document)
            _add_secret(document)
            _add_keys(document)
            _add_etags(document)
            _add_links(document)
            describe_for_people(document)
            add_examples(document)
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = full  # type: ignore[method-assign]


def _add_problem(schemas: dict[str, Any], problem: type[BaseModel]) -> None:
    schema = problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas.update(schema.pop("$defs", {}))
    schemas["Problem"] = schema


def _describe_streams(document: dict[str, Any]) -> None:
    """OpenAPI 3.1 has no word for the items of a stream (`itemSchema` is of 3.2)."""
    for operation in _operations(document):
        content = operation["responses"].get("200", {}).get("content", {})
        if "text/event-stream" in content:
            content["text/event-stream"] = {"schema": {"type": "string", "description": _STREAM}}


def _close_form(schema: dict[str, Any]) -> None:
    """A field that is not known is refused, and no form can say null."""
    schema["additionalProperties"] = False
    for field in schema["properties"].values():
        if "anyOf" in field:
            (said,) = (one for one in field.pop("anyOf") if one != {"type": "null"})
            field.update(said)


def _with_local_times(value: Any) -> Any:
    """The same with every time that is not said to be in UTC declared as what it is."""
    if isinstance(value, list):
        return [_with_local_times(one) for one in value]
    if not isinstance(value, dict):
        return value
    if value.get("format") == "date-time" and "pattern" not in value:
        return {**value, **_LOCAL_TIME}
    return {name: _with_local_times(one) for name, one in value.items()}


def _add_secret(document: dict[str, Any]) -> None:
    """Every operation says the scope it needs, and how one shows who asks."""
    document["components"]["securitySchemes"] = {
        "secret": {"type": "http", "scheme": "bearer", "description": f"Until there are accounts. {ADVICE}"},
        "token": {"type": "http", "scheme": "bearer", "description": f"Once there are accounts. {by_account.ADVICE}"},
        "session": {"type": "apiKey", "in": "cookie", "name": "segtier-PORT", "description": _SESSION},
    }
    document["security"] = [{"secret": []}, {"token": []}, {"session": []}]
    for operation in _operations(document):
        access = ACCESS.get(operation["operationId"])
        if access is None:
            continue
        if access.needs == "nothing":
            operation["security"] = []
        elif access.needs == "person":
            operation["security"] = [{"session": []}]
        elif access.needs != "any":
            operation["security"] = [{way: [access.needs]} for way in ("secret", "token", "session")]


def _add_keys(document: dict[str, Any]) -> None:
    """What creates something says that it may be repeated."""
    for path in document["paths"].values():
        for method, operation in path.items():
            statuses = (int(status) for status in operation["responses"] if status.isdecimal())
            if any(idempotency.creates(method.upper(), one, operation["operationId"]) for one in statuses):
                operation.setdefault("parameters", []).append(idempotency.DESCRIPTION)


def _add_etags(document: dict[str, Any]) -> None:
    """What comes of the headers that ask by an ETag."""
    for operation in _operations(document):
        asked = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "header"}
        if asked & {"If-Match", "If-None-Match"}:
            for status in ("200", "201"):
                if status in operation["responses"]:
                    operation["responses"][status]["headers"] = {"ETag": {"schema": {"type": "string"}}}
        if "If-None-Match" in asked:
            operation["responses"]["304"] = {"description": "You have it already"}
        if "If-Match" in asked:
            told = operation["responses"]["409"]
            operation["responses"]["412"] = {**told, "description": "It has changed since; `ETag` is the current one"}


def _add_links(document: dict[str, Any]) -> None:
    """Of lists."""
    for operation in _operations(document):
        if any(one["name"] == "cursor" for one in operation.get("parameters", ())):
            told = {"description": "The next page, as `next_cursor`.", "schema": {"type": "string"}}
            operation["responses"]["200"]["headers"] = {"Link": told}


def _operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [operation for path in document["paths"].values() for operation in path.values()]

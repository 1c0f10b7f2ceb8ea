"""The OpenAPI 3.1 document, made honest: answers always carry every field, errors are problems."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel

_REQUEST_SCHEMAS = ("Body_", "SizesText", "ReportChange")


def describe(app: FastAPI, problem: type[BaseModel]) -> None:
    """Replace the application's description by one that says what the answers really hold."""
    plain = app.openapi

    def full() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = plain()
            schemas = document["components"]["schemas"]
            for unused in ("HTTPValidationError", "ValidationError"):
                schemas.pop(unused, None)
            _add_problem(schemas, problem)
            for name, schema in schemas.items():
                if not name.startswith(_REQUEST_SCHEMAS) and "properties" in schema:
                    schema["required"] = list(schema["properties"])
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = full  # type: ignore[method-assign]


def _add_problem(schemas: dict[str, Any], problem: type[BaseModel]) -> None:
    schema = problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas.update(schema.pop("$defs", {}))
    schemas["Problem"] = schema

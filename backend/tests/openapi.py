"""Does an answer keep the promise of the OpenAPI document? Enough of JSON Schema for what that document uses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx

_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


KEPT = Path(__file__).resolve().parents[2] / "frontend" / "src" / "api" / "openapi.json"
"""What the product says of itself: `scripts/check_openapi.py` and tests/integration/test_serve.py hold it to that."""


@cache
def kept_contract() -> Contract:
    """Without asking: a product takes seconds to write the document, and a client a fifth of one to read it."""
    return Contract(json.loads(KEPT.read_bytes()))


class Contract:
    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self._paths = [
            (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path) + "$"), operations)
            for path, operations in document["paths"].items()
        ]

    def check(self, method: str, path: str, response: httpx.Response) -> None:
        """Fail where status, content type or body are not declared; unknown paths must answer with a problem."""
        operation = self._operation(method, path)
        if operation is None:
            assert response.status_code in (400, 403, 404, 405, 413), response.status_code
            self._valid(response.json(), {"$ref": "#/components/schemas/Problem"})
            return
        declared = operation["responses"].get(str(response.status_code))
        assert declared is not None, f"{method} {path}: {response.status_code} is not declared"
        self._body(response, declared.get("content", {}), f"{method} {path} {response.status_code}")

    def _operation(self, method: str, path: str) -> dict[str, Any] | None:
        for pattern, operations in self._paths:
            if pattern.match(path):
                return operations.get(method.lower())
        return None

    def _body(self, response: httpx.Response, content: dict[str, Any], where: str) -> None:
        if not content:
            assert not response.content, f"{where}: a body is not declared"
            return
        kind = response.headers["content-type"].partition(";")[0]
        assert kind in content, f"{where}: {kind} is not declared"
        if kind.endswith("json"):
            self._valid(response.json(), content[kind]["schema"])

    def _valid(self, value: Any, schema: dict[str, Any]) -> None:
        faults = list(self.faults(value, schema, "$"))
        assert not faults, faults[:5]

    def faults(self, value: Any, schema: dict[str, Any], at: str) -> Iterator[str]:
        """Every place where a value is not what the schema says."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            yield from self.faults(value, self._document["components"]["schemas"][name], at)
        elif "anyOf" in schema:
            if not any(not list(self.faults(value, one, at)) for one in schema["anyOf"]):
                yield f"{at}: {value!r:.60} is none of the allowed kinds"
        else:
            yield from self._plain_faults(value, schema, at)

    def _plain_faults(self, value: Any, schema: dict[str, Any], at: str) -> Iterator[str]:
        if "enum" in schema and value not in schema["enum"]:
            yield f"{at}: {value!r:.60} is none of {schema['enum']}"
        if "const" in schema and value != schema["const"]:
            yield f"{at}: {value!r:.60} is not {schema['const']!r}"
        if "type" in schema and not _is(value, schema["type"]):
            yield f"{at}: {value!r:.60} is not of type {schema['type']}"
        elif isinstance(value, dict):
            yield from self._object_faults(value, schema, at)
        elif isinstance(value, list) and isinstance(schema.get("items"), dict):
            for index, item in enumerate(value):
                yield from self.faults(item, schema["items"], f"{at}[{index}]")

    def _object_faults(self, value: dict[str, Any], schema: dict[str, Any], at: str) -> Iterator[str]:
        known = schema.get("properties", {})
        for name in schema.get("required", ()):
            if name not in value:
                yield f"{at}.{name}: missing"
        for name, item in value.items():
            inner = known.get(name, schema.get("additionalProperties", {}) if not known else None)
            if inner is None:
                yield f"{at}.{name}: not declared"
            elif isinstance(inner, dict):
                yield from self.faults(item, inner, f"{at}.{name}")


def _is(value: Any, kind: str) -> bool:
    if kind in ("integer", "number") and isinstance(value, bool):
        return False
    return isinstance(value, _TYPES[kind])

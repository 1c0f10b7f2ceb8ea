"""Examples in the OpenAPI document, made from the schemas each time it is written: the form of a value, no figures of anybody.

Names are those of the synthetic sample; what a question takes is as the table of the question shows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from typing import Any

from segtier.question import RENTING_ROWS, ROWS

_AS_IN_THE_SAMPLE = {
    "owner": "SHOP",
    "sha256": "5e9a" * 16,
    "digest": "5e9a" * 16,
    "tablespace": "SHOP_DATA",
    "event": "db file sequential read",
    "file": "awrrpt_1_4120_4121.html",
    "files": "awrrpt_1_4120_4121.html",
    "pin": "SHOP.STOCK_LEVELS",
    "url": "https://hooks.example.com/segtier",
    "request_id": "0d9f6c1be2",
    "instance": "/api/v1/databases",
    "type": "about:blank",
    "ssd": "700GB",
    "timestamp": "2024-03-12T11:00:00Z",
}
_OF_QUESTIONS = {
    row.rest: row.form.example for row in (*ROWS, *RENTING_ROWS) if row.form is not None and row.form.example
}
_CODES = {400: "unknown-parameter", 401: "sign-in-needed", 403: "scope-needed"}
_OF_FORMATS = {
    "date-time": "2024-03-12T11:00:00Z",
    "date-time-local": "2024-03-12T11:00:00",
    "date": "2024-03-12",
    "binary": "the bytes of the file",
}
_MEDIA = {
    "application/zip": "PK (the bytes of a ZIP file)",
    "text/html": "<!doctype html>",
    "text/csv": "option,low,expected,high",
    "text/plain": "The file as written.",
    "text/event-stream": 'id: 7\nevent: upload.completed\ndata: {"seq": 7}\n\n',
}
_PROBLEM = "application/problem+json"


def add_examples(document: dict[str, Any]) -> None:
    """One behind every request, answer and problem. Those of the same schema are one, in the components."""
    made = _Examples(document["components"]["schemas"])
    shared: dict[str, Any] = document["components"].setdefault("examples", {})
    for path in (*document["paths"].values(), *document["webhooks"].values()):
        for operation in path.values():
            for media, content in operation.get("requestBody", {}).get("content", {}).items():
                _give(content, media, "", made, shared)
            for status, response in operation["responses"].items():
                for media, content in response.get("content", {}).items():
                    _give(content, media, status, made, shared)


def _give(content: dict[str, Any], media: str, status: str, made: _Examples, shared: dict[str, Any]) -> None:
    if media in _MEDIA:
        content["examples"] = {"form": {"value": _MEDIA[media]}}
        return
    name = str(content["schema"].get("$ref", "")).rpartition("/")[2]
    value = made.of(content["schema"], media == "multipart/form-data")
    if media == _PROBLEM:
        name, value = f"Problem{status}", _problem(value, int(status))
    if name:
        shared.setdefault(name, {"summary": "Its form, with names from the sample", "value": value})
        content["examples"] = {"form": {"$ref": f"#/components/examples/{name}"}}
    else:
        content["examples"] = {"form": {"value": value}}


def _problem(value: Any, status: int) -> Any:
    title = HTTPStatus(status).phrase
    code = _CODES.get(status, title.lower().replace(" ", "-"))
    said = {"status": status, "title": title, "code": code, "errors": [], "before_upload": None}
    return {**value, **said}


class _Examples:
    """Of schemas, whatever they are made of."""

    def __init__(self, schemas: Mapping[str, Any]) -> None:
        self._schemas = schemas

    def of(self, schema: Mapping[str, Any], is_form: bool = False) -> Any:
        return self._value(schema, "", (), is_form)

    def _value(self, schema: Mapping[str, Any], name: str, within: tuple[str, ...], is_form: bool = False) -> Any:
        if "$ref" in schema:
            kind = schema["$ref"].rpartition("/")[2]
            return self._value(self._schemas[kind], name, (*within, kind), is_form)
        if "const" in schema or "enum" in schema:
            return schema.get("const", next(iter(schema.get("enum", ())), None))
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self._value(self._one_of(schema[several], within), name, within, is_form)
        ways: dict[str, Callable[[], Any]] = {
            "object": lambda: self._object(schema, name, within, is_form),
            "array": lambda: self._array(schema, name, within),
            "string": lambda: _text(schema, name),
            "integer": lambda: _number(schema),
            "number": lambda: _number(schema),
            "boolean": lambda: schema.get("default", True),
        }
        made = ways.get(schema.get("type", ""))
        return made() if made is not None else None

    def _one_of(self, kinds: list[Any], within: tuple[str, ...]) -> Any:
        """The first that says something and does not hold itself."""
        told = [one for one in kinds if one.get("type") != "null" and not self._holds(one, within)]
        return told[0] if told else {"type": "null"}

    @staticmethod
    def _holds(schema: Mapping[str, Any], within: tuple[str, ...]) -> bool:
        return str(schema.get("$ref", "")).rpartition("/")[2] in within

    def _object(self, schema: Mapping[str, Any], name: str, within: tuple[str, ...], is_form: bool) -> Any:
        fields: Mapping[str, Any] = schema.get("properties", {})
        needed = schema.get("required", ())
        # Of a request what has to be said, and of a question the SSD; of an answer every field.
        shown = [one for one in fields if one in needed or one in ("ssd", "name") or (is_form and one == "file")]
        said = {one: self._value(fields[one], one, within) for one in shown}
        more = schema.get("additionalProperties")
        return said or ({"name": self._value(more, name, within)} if isinstance(more, dict) else {})

    def _array(self, schema: Mapping[str, Any], name: str, within: tuple[str, ...]) -> Any:
        if "prefixItems" in schema:
            return [self._value(one, name, within) for one in schema["prefixItems"]]
        items = schema.get("items", {})
        if self._holds(items, within) or not items:
            return []
        return [self._value(items, name, within) for _ in range(max(1, schema.get("minItems", 1)))]


def _text(schema: Mapping[str, Any], name: str) -> str:
    return next(text for text in _texts(schema, name) if _fits(text, schema))


def _texts(schema: Mapping[str, Any], name: str) -> Iterator[str]:
    """Those that say most first."""
    if schema.get("format") in _OF_FORMATS:
        yield _OF_FORMATS[schema["format"]]
    yield from (known[name] for known in (_AS_IN_THE_SAMPLE, _OF_QUESTIONS) if name in known)
    if isinstance(schema.get("default"), str):
        yield schema["default"]
    said = name if name.endswith("id") else name.replace("_", " ") or "text"
    yield said
    yield (said * 20)[: schema.get("minLength", 1)]
    yield from ("segments", "ab" * 32, f"bat_{'0' * 16}", "0" * 16, "upload", "Z")


def _fits(text: str, schema: Mapping[str, Any]) -> bool:
    if not schema.get("minLength", 0) <= len(text) <= schema.get("maxLength", len(text)):
        return False
    pattern = schema.get("pattern")
    return pattern is None or re.search(pattern, text) is not None


def _number(schema: Mapping[str, Any]) -> float:
    """The default, else the least there may be, else 1."""
    if isinstance(schema.get("default"), int | float):
        return float(schema["default"]) if schema["type"] == "number" else int(schema["default"])
    least: float = schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
    most: float = schema.get("maximum", schema.get("exclusiveMaximum", least + 1))
    return min(least, most) if least <= most else (float(schema["exclusiveMinimum"]) + most) / 2

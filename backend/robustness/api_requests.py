"""Requests made from the OpenAPI document: what it allows, its edges, and what it does not; with identifiers that exist."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any
from urllib.parse import quote, urlencode

from hypothesis import strategies as st

METHODS = ("get", "put", "post", "patch", "delete")
_SHUTS_OUT = "/api/v1/users"
"""A first admin, and the secret that the requests show opens nothing any more."""
_ODD_METHODS = (*METHODS, "head", "options", "trace", "propfind")
_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
_NASTY = st.sampled_from(
    (
        "\0",
        "a\0b",
        "../..",
        "%2e%2e/",
        "'; --",
        "\ufeff",
        "\u202e",
        "💾" * 30,
        "-1",
        "1e400",
        "NaN",
        "9" * 40,
        "x" * 5000,
        "",
    )
)
_JUNK = st.one_of(_TEXT, _NASTY, st.integers().map(str), st.floats().map(str), st.booleans().map(str))
_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), _TEXT, _NASTY),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_TEXT, inner, max_size=3)),
    max_leaves=8,
)
_BROKEN_JSON = st.sampled_from(
    (
        b"",
        b"{",
        b"\xff\xfe",
        b'{"text": "\\ud800"}',
        b'{"database_id": "\\udfff"}',
        b'{"text": "\\u0000"}',
        b"[" * 5000,
        b"9" * 6000,
    )
)
_HEADER_VALUES = (
    *("a-key-that-comes-again", '"another-key-that-does"', "x" * 201, "short", "a key with spaces in it", "é" * 20),
    *("*", '"0123456789abcdef0123456789abcdef"', 'W/"weak", "strong"', ",,", '"', ""),
)
_TYPES = st.sampled_from(
    (None, "application/json", "text/plain", "application/json; charset=utf-16", "multipart/form-data", "é/ü")
)


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    """As sent: encoded, with its query."""
    template: str
    headers: dict[str, str] = field(default_factory=dict)
    content: bytes = b""

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path[:300]} {self.headers} {self.content[:200]!r}"


class Requests:
    """Makes requests for each operation of a document. `known` has values that exist, by the name of the parameter."""

    def __init__(self, document: Mapping[str, Any], known: Mapping[str, Sequence[str]]) -> None:
        self._document, self._known = document, known

    def strategy(self) -> st.SearchStrategy[Request]:
        paths = sorted(path for path in self._document["paths"] if path != _SHUTS_OUT)
        return st.sampled_from(paths).flatmap(self._of_path)

    def _of_path(self, path: str) -> st.SearchStrategy[Request]:
        operations = self._document["paths"][path]
        usual = [self._of_operation(path, method) for method in METHODS if method in operations]
        odd = st.builds(Request, st.sampled_from(_ODD_METHODS), self._address(path, ()), st.just(path))
        return _mostly(st.one_of(*usual), odd, 9)

    def _of_operation(self, path: str, method: str) -> st.SearchStrategy[Request]:
        operation = self._document["paths"][path][method]
        query = [one for one in operation.get("parameters", ()) if one["in"] == "query"]
        address = self._address(path, query, 1 if method == "delete" else 8)
        sent = self._body(operation.get("requestBody", {}).get("content", {}))
        told = self._headers(one["name"] for one in operation.get("parameters", ()) if one["in"] == "header")
        return st.builds(
            lambda address, sent, told: Request(method, address, path, sent[0] | told, sent[1]), address, sent, told
        )

    def _headers(self, names: Iterable[str]) -> st.SearchStrategy[dict[str, str]]:
        """Few values, so that some come again."""
        each = {name: st.sampled_from(_HEADER_VALUES) for name in names}
        return st.fixed_dictionaries({}, optional=each)

    def _address(self, path: str, parameters: Sequence[Mapping[str, Any]], real: int = 8) -> st.SearchStrategy[str]:
        """`real`: how many times there is what it names for each time that there is not."""
        parts = st.tuples(*(self._path_part(part, real) for part in path.split("/")))
        return st.builds(lambda path, query: "/".join(path) + query, parts, self._query(parameters))

    def _path_part(self, part: str, times: int) -> st.SearchStrategy[str]:
        if not part.startswith("{"):
            return st.just(part)
        real = self._known_or(part.strip("{}"), _TEXT)
        return _mostly(real, _JUNK, times).map(lambda text: quote(text, safe=""))

    def _query(self, parameters: Sequence[Mapping[str, Any]]) -> st.SearchStrategy[str]:
        given = [self._pairs(one) for one in parameters]
        unknown = st.lists(st.tuples(_TEXT, _JUNK), min_size=1, max_size=2)
        lists = st.tuples(*given, _mostly(st.just([]), unknown, 12))
        return lists.map(lambda lists: urlencode(list(chain(*lists)))).map(lambda query: f"?{query}" if query else "")

    def _pairs(self, parameter: Mapping[str, Any]) -> st.SearchStrategy[list[tuple[str, str]]]:
        name, needed = parameter["name"], parameter.get("required", False)
        good = self._known_or(name, self._value(parameter["schema"]).map(_as_query))
        value = _mostly(good, _JUNK, 10)
        once = value.map(lambda text: [(name, text)])
        twice = st.tuples(value, value).map(lambda texts: [(name, text) for text in texts])
        return (
            _mostly(once, st.one_of(st.just([]), twice), 10)
            if needed
            else _mostly(st.just([]), st.one_of(once, twice), 5)
        )

    def _body(self, content: Mapping[str, Any]) -> st.SearchStrategy[tuple[dict[str, str], bytes]]:
        if "application/json" in content:
            good = self._value(content["application/json"]["schema"]).map(json.dumps).map(str.encode)
            body = st.one_of(good, good, good, _JSON.map(json.dumps).map(str.encode), _BROKEN_JSON)
            return st.tuples(_mostly(st.just("application/json"), _TYPES, 10).map(_typed), body)
        if "multipart/form-data" in content:
            return self._form(content["multipart/form-data"]["schema"])
        return st.just(({}, b""))

    def _form(self, schema: Mapping[str, Any]) -> st.SearchStrategy[tuple[dict[str, str], bytes]]:
        fields = self._resolved(schema)["properties"]
        parts = [_mostly(self._part(name, inner), st.just(b""), 3) for name, inner in fields.items()]
        whole = st.tuples(*parts).map(lambda parts: b"".join(parts) + b"--b--\r\n")
        cut = st.builds(lambda body, at: body[: at % (len(body) + 1)], whole, st.integers(0, 10_000))
        kind = _mostly(
            st.just("multipart/form-data; boundary=b"), st.one_of(_TYPES, st.just("multipart/form-data; boundary=")), 10
        )
        return st.tuples(kind.map(_typed), _mostly(whole, st.one_of(cut, st.binary(max_size=200)), 8))

    def _part(self, name: str, schema: Mapping[str, Any]) -> st.SearchStrategy[bytes]:
        if _is_file(schema):
            file = _mostly(st.sampled_from(("a.html", "a.zip")), st.one_of(_TEXT, _NASTY), 2)
            data = st.one_of(st.binary(max_size=300), _JSON.map(json.dumps).map(str.encode))
            return st.builds(lambda file, data: _part(f'name="{name}"; filename="{file}"', data), file, data)
        value = _mostly(self._known_or(name, self._value(schema).map(_as_query)), _JUNK, 6)
        return value.map(lambda text: _part(f'name="{name}"', text.encode()))

    def _known_or(self, name: str, other: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.sampled_from(self._known[name]) if self._known.get(name) else other

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        name = schema.get("$ref", "").rpartition("/")[2]
        found: Mapping[str, Any] = self._document["components"]["schemas"][name] if name else schema
        return found

    def _value(self, schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
        """A value the schema allows, its limits among the first."""
        schema = self._resolved(schema)
        if "anyOf" in schema:
            return st.one_of(*map(self._value, schema["anyOf"]))
        if "enum" in schema or "const" in schema:
            return st.sampled_from(schema.get("enum") or [schema["const"]])
        return self._of_type(schema)

    def _of_type(self, schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
        kind = schema.get("type", "null")
        low, high = (schema.get(one, schema.get(f"exclusive{one.title()}")) for one in ("minimum", "maximum"))
        if kind == "object":
            optional = {name: self._value(inner) for name, inner in schema.get("properties", {}).items()}
            needed = {name: optional.pop(name) for name in schema.get("required", ())}
            return st.fixed_dictionaries(needed, optional=optional)
        if kind == "array":
            return st.lists(self._value(schema["items"]), max_size=3)
        if kind == "string":
            return _TEXT.map(lambda text: text.replace("\0", "")[: schema.get("maxLength", 60)])
        if kind == "integer":
            return st.integers(low, high)
        if kind == "number":
            return st.floats(low, high, allow_nan=False, allow_infinity=False)
        return st.booleans() if kind == "boolean" else st.none()


def _mostly(usual: st.SearchStrategy[Any], other: st.SearchStrategy[Any], times: int) -> st.SearchStrategy[Any]:
    """The usual `times` out of `times` + 1."""
    return st.integers(0, times).flatmap(lambda number: usual if number else other)


def _as_query(value: Any) -> str:
    if isinstance(value, list):
        return _as_query(value[0]) if value else ""
    return json.dumps(value) if isinstance(value, bool) else "" if value is None else str(value)


def _typed(kind: str | None) -> dict[str, str]:
    return {} if kind is None else {"Content-Type": kind}


def _is_file(schema: Mapping[str, Any]) -> bool:
    return any("contentMediaType" in one for one in (schema, *schema.get("anyOf", ())))


def _part(disposition: str, data: bytes) -> bytes:
    return f"--b\r\nContent-Disposition: form-data; {disposition}\r\n\r\n".encode() + data + b"\r\n"

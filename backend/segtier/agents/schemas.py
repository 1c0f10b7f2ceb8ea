"""JSON schemas of what a tool takes and gives, from the types themselves."""

from __future__ import annotations

from typing import Any

import msgspec

from segtier.typed import learned


def schema_of(type_: type[Any]) -> dict[str, Any]:
    """An object at the root, as the protocol asks for; what it is made of stands in `$defs`."""
    schema = msgspec.json.schema(learned(type_))
    parts: dict[str, Any] = schema.pop("$defs", {})
    root = parts.pop(schema["$ref"].rpartition("/")[2]) if "$ref" in schema else schema
    return {**root, "$defs": parts} if parts else root

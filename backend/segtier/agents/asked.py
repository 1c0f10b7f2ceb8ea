"""What every tool is asked: which database, and the flash at hand. The fields are made of the table of the question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from segtier.question import ROWS, Question, read_parts
from segtier.question.row import Row
from segtier.question.structs import struct_of
from segtier.question.take import WrongValue, wrong_field

_DETAIL = "brief: the main fields, figures rounded to three digits. full: every field, exact figures."


class Detailed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    detail: Annotated[Literal["brief", "full"], Meta(description=_DETAIL)] = "brief"


class OfDatabase(Detailed, frozen=True, kw_only=True, forbid_unknown_fields=True):
    database: (
        Annotated[str, Meta(max_length=400, description="An id of list_databases; none: the only one.")] | None
    ) = None


class _Asked(OfDatabase, frozen=True, kw_only=True, forbid_unknown_fields=True):
    @property
    def question(self) -> Question:
        return Question(**{row.name: _value(row, getattr(self, row.name)) for row in OFFERED})


def _value(row: Row, given: Any) -> Any:
    """What has fields comes as an object, and is read as its text is."""
    if not row.parts or given is None:
        return given
    if row.many:
        return tuple(read_parts(row, str(msgspec.json.encode(one), "utf-8")) for one in given)
    return read_parts(row, str(msgspec.json.encode(given), "utf-8"))


def wrong_argument(arguments: Mapping[str, Any]) -> WrongValue | None:
    """The first argument that is a field of a question and cannot be one, in the words of every door."""
    return wrong_field(OFFERED, arguments)


OFFERED = tuple(row for row in ROWS if "tools" not in row.absent)

if TYPE_CHECKING:

    class Asked(_Asked, frozen=True, kw_only=True, forbid_unknown_fields=True): ...

else:
    Asked = struct_of("Asked", OFFERED, _Asked)

"""A field that is added is its row: a class with a field of fields stands at every door without a line more."""

from __future__ import annotations

from typing import Any

import click
import msgspec
import pytest
from click.testing import CliRunner
from pydantic import create_model

from segtier.agents.schemas import schema_of
from segtier.api.schemas.question import fields_of
from segtier.cli.support.request_options import with_options
from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.question.page import page_of
from segtier.question.parts import part_text, read_parts
from segtier.question.row import asked, rows_of
from segtier.question.structs import struct_of
from segtier.question.take import wrong_field


@dataclass(frozen=True, slots=True)
class Tier:
    name: str = asked(label="Name", help="Of the tier.", longest=60)
    size: str = asked(label="Size", help="Usable bytes.", longest=40)
    read_us: float | None = asked(None, label="Read, µs", help="A read.", least=5, most=1e5)
    price: float | None = asked(None, label="Price", help="Of it all.", above=0, most=1e12)


@dataclass(frozen=True, slots=True)
class Asking:
    tiers: tuple[Tier, ...] = asked((), label="Tier", help="A place for segments.", rest="tier", times=4)
    depth: int | None = asked(None, label="Depth", help="How deep.", least=1, most=9)


ROWS = rows_of(Asking)
(TIERS, DEPTH) = ROWS
FAST = Tier("fast", "1TB", read_us=90.0)


def typed(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = {}

    def take(**options: Any) -> None:
        found.update(options)

    done = CliRunner().invoke(with_options(ROWS, click.Command("x", callback=take)), arguments, standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return found


@pytest.mark.parametrize(
    "text", ["name=fast, size=1TB, read_us=90", '{"name": "fast", "size": "1TB", "read_us": 90}', part_text(FAST)]
)
def test_it_is_read_from_a_text_and_written_as_one(text: str) -> None:
    assert read_parts(TIERS, text) == FAST
    assert typed("--tier", text, "--depth", "3") == {"tiers": (FAST,), "depth": 3, "measured": ()}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name=fast, size=1TB, read_us=1", "read_us takes a number from 5 to 100,000, not 1"),
        ('{"name": "a", "size": "1TB", "price": 0}', "price takes a number above 0 up to 1,000,000,000,000, not 0"),
        ("name=fast", "size"),
        ("name=fast, colour=red, size=1TB", "'colour=red'"),
        ("name=a, name=b, size=1TB", "'name=b'"),
        ('{"name": "a", "size": "1TB", "colour": "red"}', "colour"),
        ("{", "not JSON"),
        ("[1]", "an unknown field"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_it_is_named(text: str, words: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        read_parts(TIERS, text)
    assert (words in refused.value.message, bool(refused.value.advice)) == (True, True)
    with pytest.raises(click.BadParameter):
        typed("--tier", text)


def test_too_many_are_refused() -> None:
    with pytest.raises(click.BadParameter, match="takes at most 4 values, not 5"):
        typed(*["--tier", part_text(FAST)] * 5)


def test_it_stands_at_every_door() -> None:
    schema = create_model("Rest", **fields_of(ROWS)).model_json_schema(by_alias=True)["properties"]
    assert (schema["tier"]["maxItems"], schema["depth"]["anyOf"][0]["maximum"]) == (4, 9)
    tool = struct_of("Tool", ROWS)
    parts = schema_of(tool)["$defs"]["Tiers"]
    assert (set(parts["properties"]), parts["required"]) == ({"name", "size", "read_us", "price"}, ["name", "size"])
    assert msgspec.convert({"depth": 3}, tool).depth == 3
    assert wrong_field(ROWS, {"depth": 10}) is not None
    page = page_of(ROWS)["fields"]
    assert [field["name"] for field in page] == ["tier", "depth"]
    assert [part["name"] for part in page[0]["parts"]] == ["name", "size", "read_us", "price"]


def test_a_field_without_a_row_is_named() -> None:
    @dataclass(frozen=True, slots=True)
    class Forgotten:
        colour: str | None = None

    with pytest.raises(TypeError, match="colour has no row"):
        rows_of(Forgotten)

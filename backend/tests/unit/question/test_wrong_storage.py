"""A file of storage that is wrong: the group and the field are named, with what it takes, and no path of a parser."""

from __future__ import annotations

import pytest

from segtier.errors import UnreadableInput
from segtier.question.storage import read_storage


@pytest.mark.parametrize(
    ("text", "shows"),
    [
        ("groups: [{name: a}, {name: d, holds: [dta]}]", ["group 2", "holds", "data, temp, redo", "dta"]),
        ("groups: [{name: d, media: wood}]", ["group 1", "media", "cached-array", "wood"]),
        ("groups: [{name: d, spindles: many}]", ["group 1", "spindles", "many"]),
        ("groups: [{name: d, colour: red}]", ["group 1", "colour"]),
        ("groups: [{name: d, holds: data}]", ["group 1", "holds", "list"]),
    ],
)
def test_the_group_and_the_field(text: str, shows: list[str]) -> None:
    with pytest.raises(UnreadableInput) as caught:
        read_storage(text.encode(), "storage.yaml", is_yaml=True)
    assert [one for one in shows if one not in caught.value.message] == []
    assert "$." not in caught.value.message


@pytest.mark.parametrize(
    "text", ["nothing", "groups: 3", "groups: [3]", "groups: {a: b}", "[" * 4000, "[]", "groups: [{}]"]
)
def test_what_has_no_groups(text: str) -> None:
    with pytest.raises(UnreadableInput) as caught:
        read_storage(text.encode(), "storage.yaml", is_yaml=True)
    assert caught.value.message.startswith("storage.yaml: ")

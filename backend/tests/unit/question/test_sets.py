"""Sets as people type them: names, words for many, and what is refused."""

from __future__ import annotations

import re

import pytest

from segtier.errors import Refused
from segtier.model.option import NAME_PATTERN, OPTIONS, SPECS, kind_of, name_of_set
from segtier.model.segment_set import AS_MANY_AS_FIT, SegmentSet
from segtier.question.sets import read_set, refuse_unclear_sets

READ = [
    ("mine=A.B, a.c", SegmentSet("mine", ("A.B", "a.c"))),
    ("A.B", SegmentSet("A.B", ("A.B",))),
    ("from a file=A.B\r\n\nA.C\n", SegmentSet("from a file", ("A.B", "A.C"))),
    ("it=INDEXES", SegmentSet("it", indexes=True)),
    ("it=hottest", SegmentSet("it", hottest=AS_MANY_AS_FIT)),
    ("it=Hottest  4,indexes", SegmentSet("it", indexes=True, hottest=4)),
    ("it=TEMP,A.TEMP,redo", SegmentSet("it", ("A.TEMP",), beside=("redo", "temp"))),
    ("it=A.INDEXES", SegmentSet("it", ("A.INDEXES",))),
]


@pytest.mark.parametrize(("text", "read"), READ, ids=[repr(text) for text, _ in READ])
def test_what_is_typed_is_read(text: str, read: SegmentSet) -> None:
    assert read_set(text) == read


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        (["it="], "empty-set"),
        (["it=,\n"], "empty-set"),
        (["=A.B"], "set-without-label"),
        (["it=HOTTEST 0"], "unclear-set"),
        (["it=HOTTEST 1,HOTTEST 4"], "unclear-set"),
        (["a b=A.B", "a  B=A.C"], "set-twice"),
        (["a-b=A.B", "a b=A.C"], "set-twice"),
    ],
)
def test_what_is_not_clear_is_refused(texts: list[str], code: str) -> None:
    with pytest.raises(Refused) as refused:
        refuse_unclear_sets(texts)
    assert refused.value.code == code
    assert refused.value.advice


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("yesterday", "set-yesterday"),
        ("Indexes + temp", "set-indexes-temp"),
        ("Größe", "set-groe"),
        ("../../x\r\n", "set-x"),
        ("x" * 60, f"set-{'x' * 28}"),
        ("索引", "set-df9a61f7"),
    ],
)
def test_a_label_names_an_option(label: str, name: str) -> None:
    """It stands in names of files, in addresses, and in a column of 32 characters."""
    found = name_of_set(label)
    assert re.fullmatch(NAME_PATTERN, found)
    assert len(found) <= 32
    assert (found, kind_of(found)) == (name, "set")


def test_no_set_is_called_as_another_option() -> None:
    assert not {name_of_set(name) for name in OPTIONS} & {*OPTIONS}
    assert SPECS["set-redo"].name == "set"
    with pytest.raises(KeyError):
        kind_of("foo")

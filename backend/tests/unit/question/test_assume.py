"""Inputs of the forecast as they are stated."""

from __future__ import annotations

import re

import pytest

from segtier.errors import Refused, SegtierError, UnreadableInput
from segtier.forecast.constants import INPUTS
from segtier.model.assumption import KINDS, STATABLE
from segtier.question.assume import read_assumed


def test_what_is_drawn_can_be_stated_and_nothing_else() -> None:
    assert set(STATABLE) == INPUTS


@pytest.mark.parametrize("name", STATABLE)
def test_the_ends_can_be_stated_and_nothing_beyond_them(name: str) -> None:
    least, most = KINDS[name].least or 0.0, KINDS[name].most or 0.0
    assert least < most
    for value in (least, most):
        assert read_assumed([f"{name}={value:.4f}"]) == ((name, value),)
    for value in (least - 0.01, most + 0.01):
        with pytest.raises(Refused) as caught:
            read_assumed([f"{name}={value:.4f}"])
        assert caught.value.code == "impossible-assumption"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([], ()),
        (["flash_read_us=150"], (("flash_read_us", 150.0),)),
        ([" model_error = -0.25 ", "scan_gain=0.3"], (("model_error", -0.25), ("scan_gain", 0.3))),
    ],
)
def test_assumed(texts: list[str], expected: tuple[tuple[str, float], ...]) -> None:
    assert read_assumed(texts) == expected


@pytest.mark.parametrize(
    ("texts", "kind", "code"),
    [
        (["flash_raed_us=150"], UnreadableInput, "bad-assumption"),
        (["cpu_servers=8"], UnreadableInput, "bad-assumption"),
        (["scan_gain"], UnreadableInput, "bad-assumption"),
        (["scan_gain=much"], UnreadableInput, "bad-assumption"),
        (["scan_gain=nan"], UnreadableInput, "bad-assumption"),
        (["scan_gain=0.3", "scan_gain=0.3"], Refused, "assumption-twice"),
        (["flash_read_us=3"], Refused, "impossible-assumption"),
    ],
)
def test_what_states_nothing(texts: list[str], kind: type[SegtierError], code: str) -> None:
    with pytest.raises(kind) as caught:
        read_assumed(texts)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("flash_raed_us=150", ["flash_read_us"]),
        ("disk_utilization=0.6", ["disk_utilisation"]),
        ("zzz=1", list(STATABLE)),
        ("scan_gain=much", []),
        ("scan_gain=3", []),
    ],
)
def test_the_name_that_was_meant_is_shown_and_all_of_them_only_where_none_is_near(text: str, named: list[str]) -> None:
    with pytest.raises(SegtierError) as caught:
        read_assumed([text])
    shown = set(re.findall(r"\w+", caught.value.advice or "")) & set(STATABLE) - {"flash_read_us"}
    assert shown == set(named) - {"flash_read_us"}
    assert named != ["flash_read_us"] or "flash_read_us?" in (caught.value.advice or "")

"""Redo logs and temp files join others: they take their bytes as they are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from segtier.advisor.draft import Draft
from segtier.advisor.options.files_beside import join_files, sum_of
from segtier.forecast import Change

WEIGHING: Any = SimpleNamespace(case=SimpleNamespace(capacity_bytes=100))


@pytest.mark.parametrize(
    ("whole", "alone", "used"),
    [(60, 40, 100), (60, 41, None), (60, None, 60), (None, 40, 40), (None, None, 0), (0, 100, 100)],
)
def test_they_join_while_there_is_room_and_take_none_of_unknown_size(
    whole: int | None, alone: int | None, used: int | None
) -> None:
    joined = join_files(WEIGHING, Draft("segments", Change(writes=0.5), whole), Draft("redo", Change(redo=True), alone))
    assert (joined.used_bytes if joined else None) == used
    if joined:
        assert (joined.option, joined.change) == ("segments", Change(writes=0.5, redo=True))


def test_both_kinds_of_files() -> None:
    joined = join_files(WEIGHING, Draft("redo", Change(redo=True), 10), Draft("temp", Change(temp=True), 20))
    assert joined is not None
    assert (joined.change.redo, joined.change.temp, joined.used_bytes) == (True, True, 30)


@pytest.mark.parametrize(("sizes", "total"), [((1, 2), 3), ((1, None), None), ((), None), ((0,), 0)])
def test_a_sum_with_an_unknown_part_is_unknown(sizes: tuple[int | None, ...], total: int | None) -> None:
    assert sum_of(sizes) == total

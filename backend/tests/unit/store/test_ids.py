"""Identifiers say what they name and sort by time."""

from __future__ import annotations

import re

from segtier.store.ids import new_id


def test_form() -> None:
    assert re.fullmatch(r"upl_[0-9A-HJKMNP-TV-Z]{26}", new_id("upl"))


def test_later_identifiers_sort_after_earlier_ones() -> None:
    made = [new_id("x") for _ in range(10_000)]
    assert made == sorted(made)
    assert len(set(made)) == len(made)

"""Which fields of a question that cannot be meant are why."""

from __future__ import annotations

from typing import Any

import pytest

from segtier.model.device import StorageToday
from segtier.question import Question
from segtier.question.at_fault import at_fault
from segtier.question.tiers import AskedTier

HALF = AskedTier(name="A", size="1TB")


@pytest.mark.parametrize(
    ("stated", "codes"),
    [
        ({}, {}),
        ({"ssd": "700GB", "users": 5, "think_time_s": 0.0}, {}),
        ({"ssd": "lots"}, {"ssd": "bad-capacity"}),
        ({"ssd": "lots", "price": 5.0, "users": 5, "think_time_s": 0.0}, {"ssd": "bad-capacity"}),
        ({"ssd": "lots", "move_at_most": "few"}, {"ssd": "bad-capacity", "move_at_most": "bad-capacity"}),
        ({"device": "abacus"}, {"device": "unknown-device"}),
        ({"users": 5}, {"users": "users-incomplete"}),
        ({"storage": StorageToday(), "media": "hdd"}, {"storage": "storage-twice", "media": "storage-twice"}),
        ({"tiers": (HALF, HALF)}, {"tier": "tier-incomplete"}),
        ({"ssd": "1TB", "tiers": (HALF,), "headroom_pct": 5.0}, {"tier": "tier-incomplete"}),
    ],
)
def test_the_fields_at_fault(stated: dict[str, Any], codes: dict[str, str]) -> None:
    assert {name: fault.code for name, fault in at_fault(Question(**stated)).items()} == codes

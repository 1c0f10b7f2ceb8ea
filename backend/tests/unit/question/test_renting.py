"""What is asked beside the question where volumes are rented."""

from __future__ import annotations

from typing import Any

import pytest

from segtier.errors import NotFound, Refused, SegtierError
from segtier.model.volume import Prices, Wanted
from segtier.question import Renting, compose_wanted


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ({}, Wanted()),
        ({"budget": 50.0, "less_db_time_pct": 40.0}, Wanted(50.0, 0.4)),
        ({"volume_count": 4}, Wanted(count=4)),
        ({"today_price": 0.0}, Wanted(prices=Prices(today_gib=0.0))),
        ({"today_volume": "aws-gp3"}, Wanted(prices=Prices(today_gib=0.08, today_from="EBS gp3"))),
        ({"memory_price": 3.0, "disk_price": 9.0}, Wanted(prices=Prices(memory_gib=3.0, disk=9.0))),
        (
            {"today_volume": "aws-io2", "memory_price": 3.0},
            Wanted(prices=Prices(today_gib=0.125, today_from="EBS io2 Block Express", memory_gib=3.0)),
        ),
    ],
)
def test_what_was_typed_is_what_is_wanted(asked: dict[str, Any], wanted: Wanted) -> None:
    assert compose_wanted(Renting(**asked)) == wanted


@pytest.mark.parametrize(
    ("asked", "fault", "code"),
    [
        ({"today_price": 0.1, "today_volume": "aws-gp3"}, Refused, "today-twice"),
        ({"today_volume": "google-hyperdisk-balanced"}, Refused, "no-price"),
        ({"today_volume": "tape"}, NotFound, "unknown-volume"),
    ],
)
def test_what_cannot_be_meant_is_refused(asked: dict[str, Any], fault: type[SegtierError], code: str) -> None:
    with pytest.raises(fault) as refused:
        compose_wanted(Renting(**asked))
    assert refused.value.code == code

"""Types of machines: what was stated goes before what the catalogue says, and what it does not say stays unknown."""

from __future__ import annotations

import pytest

from segtier.errors import NotFound
from segtier.oracle.machines import find_machine, machine, machine_models


@pytest.mark.parametrize(
    ("stated", "requests", "rate", "found"),
    [
        (None, None, None, (None, None)),
        (None, 5_000, 8e8, (5_000, 8e8)),
        ("r6i.8xlarge", None, None, (40_000, 1_250e6)),
        ("db.r6i.8xlarge", None, None, (40_000, 1_250e6)),
        (" DB.R6I.8XLARGE ", None, None, (40_000, 1_250e6)),
        ("r6i.8xlarge", 90_000, None, (90_000, 1_250e6)),
        ("r6i.8xlarge", None, 2e8, (40_000, 2e8)),
        ("Standard_E32bds_v5", None, None, (129_700, 2_740e6)),
        ("Standard_E32bs_v5", None, None, (129_700, 2_740e6)),
        ("c3-highmem-88", None, None, (160_000, 4_800 * 2**20)),
        ("VM.Standard.E4.Flex/16", None, None, (320_000, 1_920e6)),
    ],
)
def test_what_a_machine_lets_through(
    stated: str | None, requests: float | None, rate: float | None, found: tuple[float | None, float | None]
) -> None:
    known = machine(stated, requests, rate)
    assert (known.requests_per_s, known.bytes_per_s) == found
    assert bool(known.said) is bool(stated)


@pytest.mark.parametrize("stated", ["r6i.9xlarge", "c3-highmem-8800", "db.", "*", "[", "c3-"])
def test_an_unknown_type_is_refused_with_those_there_are(stated: str) -> None:
    with pytest.raises(NotFound, match=r"r6i\.8xlarge") as refused:
        machine(stated, None, None)
    assert refused.value.code == "unknown-machine"


def test_every_type_says_who_says_it_and_is_found_by_its_own_name() -> None:
    models = machine_models()
    for model in models:
        assert model.sources
        assert model.requests_per_s or model.bytes_per_s
        assert find_machine(model.id, models) is model

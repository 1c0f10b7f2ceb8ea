"""Inputs a fuzzer found to reach the most of each reader, tried again without it (see robustness/fuzz.py)."""

from __future__ import annotations

import pytest

from robustness.fuzz import kept_inputs
from robustness.readers import READERS, hold


@pytest.mark.parametrize("name", READERS)
def test_what_must_hold_holds_for_every_kept_input(name: str) -> None:
    inputs = kept_inputs(name)
    assert inputs, f"robustness/corpus/{name} is empty: run robustness/fuzz.py {name}"
    for data in [*READERS[name].seeds(), *inputs]:
        hold(READERS[name], data)

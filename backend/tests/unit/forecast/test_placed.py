"""Many placements at once have the responses that each has by itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from segtier.forecast.change import Change
from segtier.forecast.outcome import many_responses, responses
from tests.unit.forecast.test_inputs_used import BASIS

SHARES = [(0.0, 0.0, 0.0), (0.4, 0.0, 0.0), (0.0, 0.7, 0.2), (0.9, 0.3, 1.0), (1.0, 1.0, 1.0)]


@pytest.mark.parametrize(
    "beside",
    [
        Change(),
        Change(share_error=0.2, reads_extra=0.1, writes_extra=0.3),
        Change(redo=True, temp=True),
        Change(flash_cache_bytes=40 * 10**9, flash_already=0.1),
    ],
)
def test_of_many_changes_each_is_as_it_is_alone(beside: Change) -> None:
    changes = [
        replace(beside, buffered_reads=reads, direct_reads=scans, writes=writes) for reads, scans, writes in SHARES
    ]
    alone = responses(BASIS)
    np.testing.assert_allclose(many_responses(BASIS)(changes), [alone(change) for change in changes], rtol=1e-14)

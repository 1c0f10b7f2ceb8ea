"""An option lists the inputs its forecast depends on, the model's own error among them, and no others."""

import pytest

from segtier.forecast import Basis, Change, forecast_change
from segtier.forecast.constants import MODEL_ERROR
from segtier.forecast.inputs_used import THE_MODELS_OWN
from segtier.oracle.devices import tier
from tests.builders import a_profile, a_wait, a_workload

WAITS = (
    a_wait("db file sequential read", 18_000, 12),
    a_wait("log file sync", 9_000, 6),
    a_wait("log file parallel write", 2_000, 4, foreground=False),
    a_wait("direct path read temp", 4_000, 8),
)
BASIS = Basis(profile=a_profile(a_workload(WAITS)), tier=tier(700 * 10**9), draws=200, seed=1)
CHANGES = {
    "segments": (
        Change(buffered_reads=0.6, writes=0.6, share_error=0.2),
        {"flash_read_us", "flash_write_us", "segment_share"},
    ),
    "redo": (Change(redo=True), {"flash_write_us", "log_write_us", "redo_writes_per_sync"}),
    "temp": (Change(temp=True), {"flash_read_us", "flash_write_us"}),
    "flash cache": (Change(flash_cache_bytes=40 * 1024**3), {"flash_read_us", "miss_curve_trust"}),
}
OWN = sorted(set().union(*(own for _, own in CHANGES.values())))


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_lists_its_own_inputs_and_the_models_error(name: str) -> None:
    change, own = CHANGES[name]
    found = {row.name: row for row in forecast_change(BASIS, change).assumptions}
    assert [one for one in OWN if one in found] == sorted(own)
    error = found["model_error"]
    assert (error.low, error.value, error.high) == MODEL_ERROR[:3]
    assert error.source == MODEL_ERROR.source


def test_scans_alone_hang_on_the_flash_and_on_the_lists() -> None:
    found = {row.name for row in forecast_change(BASIS, Change(direct_reads=0.6, share_error=0.2)).assumptions}
    assert {"flash_read_us", "segment_share", "scan_gain"} <= found
    assert "flash_write_us" not in found


@pytest.mark.parametrize("name", [name for name in CHANGES if name != "nothing"])
def test_what_matters_most_is_something_to_find_out(name: str) -> None:
    found = forecast_change(BASIS, CHANGES[name][0])
    to_find_out = {row.name: row.influence or 0.0 for row in found.assumptions if row.name not in THE_MODELS_OWN}
    assert found.dominant_input in to_find_out
    assert to_find_out[found.dominant_input] == max(to_find_out.values()) > 0


def test_doing_nothing_assumes_nothing() -> None:
    nothing = forecast_change(BASIS, Change())
    assert (nothing.assumptions, nothing.dominant_input) == ((), None)

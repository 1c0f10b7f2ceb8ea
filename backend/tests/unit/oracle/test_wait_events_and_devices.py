"""Wait events map to demands; devices make tiers."""

import pytest

from segtier.errors import NotFound, Refused
from segtier.oracle.devices import device_models, tier
from segtier.oracle.wait_events import class_demands, event_facts, event_names


@pytest.mark.parametrize(
    ("event", "demand"),
    [
        ("db file sequential read", "single-block-read"),
        ("read by other session", "single-block-read"),
        ("db file scattered read", "multi-block-read"),
        ("direct path read", "direct-read"),
        ("direct path read temp", "temp-read"),
        ("log file sync", "commit"),
        ("log file switch completion", "log-stall"),
        ("log file switch (checkpoint incomplete)", "write-stall"),
        ("log file switch (archiving needed)", "other"),
        ("write complete waits: flash cache", "write-stall"),
        ("db flash cache single block physical read", "flash-read"),
        ("cell single block physical read", "cell-read"),
        ("gc cr block busy", "cluster"),
        ("enq: TX - row lock contention", "locks"),
        ("enq: TX - index contention", "concurrency"),
        ("resmgr:cpu quantum", "cpu"),
        ("SQL*Net message from client", "idle"),
        ("SQL*Net message to client", "network"),
        ("watchdog main loop", "idle"),
        ("rdbms ipc message", "idle"),
        ("rdbms ipc reply", "other"),
        ("VKTM Logical Idle Wait", "idle"),
        ("heartbeat redo informer", "idle"),
        ("cell worker idle", "idle"),
        ("gcs remote message", "idle"),
        ("ASM background timer", "idle"),
        ("ASM file metadata operation", "other"),
        ("LogMiner client: transaction", "idle"),
        ("LogMiner reader: buffer", "other"),
        ("REPL Capture/Apply: memory", "other"),
        ("parallel recovery slave next change", "idle"),
        ("parallel recovery read buffer free", "other"),
        ("LNS ASYNC control file txn", "other"),
        ("enq: KO - fast object checkpoint", "write-stall"),
        ("enq: TM - contention", "locks"),
        ("SQL*Net break/reset to client", "network"),
        ("an event of a later release", "other"),
    ],
)
def test_event_maps_to_demand(event: str, demand: str) -> None:
    assert event_facts(event).demand == demand


@pytest.mark.parametrize(
    ("wait_class", "demands"),
    [
        ("Commit", ("commit",)),
        ("Application", ("locks", "network", "write-stall")),
        ("Idle", ("idle",)),
        ("Cluster", ("cluster",)),
        (None, ()),
    ],
)
def test_what_a_wait_of_a_class_may_be(wait_class: str | None, demands: tuple[str, ...]) -> None:
    """A scan past the cache waits for a checkpoint in class Application: not all of it is locks."""
    assert class_demands(wait_class) == demands


def test_each_event_is_of_a_demand_that_its_class_may_be() -> None:
    for event in event_names():
        facts = event_facts(event)
        assert facts.demand in class_demands(facts.wait_class), event


def test_every_device_states_its_source_and_plausible_figures() -> None:
    ids = [model.id for model in device_models()]
    assert len(ids) == len(set(ids))
    for model in device_models():
        assert model.source
        assert model.confidence in ("A", "B", "K")
        assert 5 <= model.read_us <= 1_000
        assert model.read_iops >= model.write_iops > 0
        assert model.read_bytes_per_s >= model.write_bytes_per_s > 0


def test_four_mirrored_cards_give_half_their_bytes_and_half_their_writes() -> None:
    one, four = tier(device="pcie-slc-350"), tier(device="pcie-slc-350", count=4, mirrored=True)
    assert four.usable_bytes == 700 * 10**9 == 2 * one.usable_bytes
    assert four.read_iops == 4 * one.read_iops
    assert four.write_iops == 2 * one.write_iops
    assert four.write_us > one.write_us


@pytest.mark.parametrize(
    ("attachment", "shared"), [(None, False), ("server-pcie", False), ("sas", False), ("san", True)]
)
def test_only_a_san_is_shared_unless_said_otherwise(attachment: str | None, shared: bool) -> None:
    assert tier(10**12, attachment=attachment).shared is shared
    assert tier(10**12, attachment=attachment, shared=not shared).shared is not shared


@pytest.mark.parametrize(
    ("arguments", "error", "code"),
    [
        ({"device": "floppy"}, NotFound, "unknown-device"),
        ({"device": "pcie-slc-350", "count": 0}, Refused, "bad-device-count"),
        ({"device": "pcie-slc-350", "count": 3, "mirrored": True}, Refused, "bad-device-count"),
        ({"attachment": "usb"}, Refused, "bad-attachment"),
    ],
)
def test_impossible_flash_is_refused(arguments: dict, error: type[Exception], code: str) -> None:
    with pytest.raises(error) as caught:
        tier(**arguments)
    assert caught.value.code == code  # type: ignore[attr-defined]

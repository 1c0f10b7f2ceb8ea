"""The proving ground's engine for a few seconds: real moves to modelled flash, counted where they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from lab.ground.cluster.cluster import Cluster, running_cluster
from lab.ground.cluster.programs import look
from lab.ground.configuration import Configuration, configuration
from lab.ground.foretell import Teller
from lab.ground.measure import measure
from lab.ground.measured import DATA_PLACES, Measured
from lab.ground.moves import Move, move_of
from lab.ground.place import place

MACHINE = look()
pytestmark = pytest.mark.skipif(bool(MACHINE.missing), reason=f"this machine lacks {'; '.join(MACHINE.missing)}")
CONFIG: Configuration = replace(
    configuration(0),
    family="sorts",
    knobs={"keys": 3, "rows": 9_000},
    users=6,
    think_s=0.0,
    disks="disks-plain",
    spindles=6,
    apart=6,
    redo="redo-disk",
    flash="flash-fast",
)
SECONDS = 4.0


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster(MACHINE) as running:
        yield running


def a_run(cluster: Cluster, move: Move) -> Measured:
    place(cluster, CONFIG, move)
    return measure(cluster, CONFIG, SECONDS, hurried_s=1.0, warm_s=1.0)


def test_what_moves_is_read_and_written_there(cluster: Cluster) -> None:
    before = a_run(cluster, Move("nothing"))
    assert {name for name, count in before.places.items() if count.read.requests} >= {"disks", "apart"}
    assert {one.tablespace for one in before.segments} == {"disks", "apart"}
    assert before.places["redo-disk"].sync.requests
    assert before.places["temp-disk"].write.requests
    assert not {"flash", "redo-flash", "temp-flash"} & before.places.keys()
    # Nearly all that the device counts is of a segment of the load; the rest is the catalogue's.
    named = sum(one.read_requests for one in before.segments)
    assert named == pytest.approx(sum(before.count(name, DATA_PLACES).requests for name in ("read", "scan")), rel=0.1)

    everything = move_of("all and redo", before.segments, spills=True)
    foretold = Teller(CONFIG, before, 2).forecasts(replace(everything, temp=True)).stated.throughput
    after = a_run(cluster, replace(everything, temp=True))
    assert {one.tablespace for one in after.segments} == {"flash"}
    assert after.places.keys() <= {"flash", "redo-flash", "temp-flash", "disks"}
    assert after.count("read", ("disks",)).requests < 0.05 * after.count("read", ("flash",)).requests
    assert after.places["redo-flash"].sync.requests
    assert foretold.low > 1
    assert after.throughput > before.throughput

    again = a_run(cluster, Move("nothing"))
    assert {one.tablespace for one in again.segments} == {"disks", "apart"}
    assert again.places["redo-disk"].sync.requests

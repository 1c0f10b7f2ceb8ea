"""Runs, configurations and rows of the proving ground for tests, in round figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lab.ground.configuration import Configuration
from lab.ground.device.memory import Counted, PlaceCount
from lab.ground.foretell import Teller
from lab.ground.measured import Measured, SegmentCount
from lab.ground.moves import Move
from lab.ground.rows import Moved, Row

SEGMENTS = (
    SegmentCount("stock", "TABLE", "disks", 60_000_000, 9_000, 3_000, 3_000, 180.0, 600),
    SegmentCount("stock_pk", "INDEX", "disks", 4_000_000, 9_000, 1_000, 1_000, 60.0, 0),
    SegmentCount("log", "TABLE", "disks", 8_192, 300, 0, 0, 0.0, 100),
)
CONFIGURATION = Configuration(
    seed=7,
    family="lookups",
    knobs={"keys": 4, "changes": 2, "hot_pct": 10},
    users=12,
    think_s=0.0,
    cache_mb=8,
    disks="disks-plain",
    spindles=6,
    apart=None,
    flash="flash-fast",
    redo="redo-disk",
    moves=("indexes", "all", "redo"),
)


def a_run(**changed: Any) -> Measured:
    """Twelve users who never think, for 30 s of the ground's clock: 600 transactions of 0.6 s, most of it in disk reads."""
    run = Measured(
        users=12,
        think_s=0.0,
        elapsed_s=30.0,
        transactions=600,
        commits=300,
        db_time_s=360.0,
        cpu_s=6.0,
        background_cpu_s=0.5,
        run_queue_s=3.6,
        blocks_hit=14_000,
        redo_bytes=600_000,
        waits={
            "IO:DataFileRead": 8.0,
            "Lock:transactionid": 2.0,
            "IO:WALSync": 0.6,
            "LWLock:WALWrite": 0.4,
            "CPU": 0.2,
        },
        samples=250,
        places={
            "disks": PlaceCount(read=Counted(4_000, 240.0, 96.0), write=Counted(700, 12.0, 16.0), blocks=4_000),
            "redo-disk": PlaceCount(sync=Counted(250, 3.2, 3.0)),
        },
        segments=SEGMENTS,
    )
    return replace(run, **changed)


def a_row(**changed: Any) -> Row:
    """One move of everything, measured four times as fast."""
    before = a_run()
    move = Move("all", tuple(one.name for one in SEGMENTS))
    told, _, sha256 = Teller(CONFIGURATION, before, 2).sealed(move)
    after = a_run(transactions=2_400, places={"flash": PlaceCount(read=Counted(16_000, 20.0, 19.0))}, segments=())
    row = Row(
        7,
        "d" * 16,
        "PostgreSQL 15.0",
        2,
        CONFIGURATION,
        before,
        a_run(segments=()),
        (Moved(move, 1, told, sha256, after),),
    )
    return replace(row, **changed)

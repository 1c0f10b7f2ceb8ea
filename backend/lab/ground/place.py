"""Puts segments, redo and temporary files where a move wants them, for real: data files are copied, the log folder is moved."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path

from psycopg import sql

from lab.ground.clock import SLOWED
from lab.ground.cluster.cluster import APART, DISKS, FLASH, REDO, Cluster
from lab.ground.configuration import Configuration
from lab.ground.device.memory import Group
from lab.ground.device.model import DeviceModel, models
from lab.ground.loads.family import families, schema, statement
from lab.ground.moves import Move
from lab.ground.sql import naming, text
from segtier.errors import NotUsable

RUN = "run"
"""The database of the run at hand: a copy of its family's, so that each run begins with the same files."""
AGED = 20_000
"""Transactions that a family's database has seen before it is copied."""
_AGED_BY = 4


def prepare(cluster: Cluster, name: str) -> None:
    """The family's database, made once for each cluster. The devices are off."""
    if name in cluster.families:
        return
    with cluster.connect("postgres") as link:
        link.execute(naming("create_database", _of_family(name)))
    with cluster.connect(_of_family(name)) as link:
        link.execute("set default_tablespace = disks")
        link.execute(schema(name))
    age(cluster, name)
    with cluster.connect(_of_family(name)) as link:
        link.execute("vacuum analyze")  # else every read of a changed row would mark it, and write its block
    cluster.families.add(name)


def age(cluster: Cluster, name: str) -> None:
    """What changes the database works for a while: in a new one blocks are full of room, and fewer are written than later."""
    with tempfile.TemporaryDirectory(prefix="age-", dir=cluster.folder) as folder:
        family = families()[name]
        middle = {knob: round(math.sqrt(low * high)) for knob, (low, high) in family.knobs.items()}
        arguments = f"-n -c {_AGED_BY} -t {AGED // _AGED_BY} --random-seed=1".split()
        arguments += [part for knob, value in middle.items() for part in ("-D", f"{knob}={value}")]
        for transaction, row in family.transactions.items():
            if row.writes:
                Path(folder, f"{transaction}.sql").write_text(statement(name, transaction), "utf-8")
                arguments += ["-f", f"{transaction}.sql@{row.weight}"]
        load = cluster.pgbench([*arguments, _of_family(name)], Path(folder))
        said, _ = load.communicate()
    if load.returncode:
        raise NotUsable(f"pgbench: {said[-500:]}", code="no-load")


def _of_family(name: str) -> str:
    return f"family_{name}"


def _copy(cluster: Cluster, config: Configuration) -> None:
    """A fresh copy of the family's database, nothing moved."""
    prepare(cluster, config.family)
    with cluster.connect("postgres") as link:
        link.execute(naming("drop_database", RUN))
        link.execute(naming("copy_database", RUN, _of_family(config.family)))


def groups(config: Configuration) -> tuple[Group, ...]:
    """In the order of DISKS, APART, REDO, FLASH."""
    data, flash = models("data")[config.disks], models("flash")[config.flash]
    redo = models("redo")["redo-disk" if config.redo == "shared" else config.redo]
    rows: dict[int, tuple[DeviceModel, int]] = {
        DISKS: (data, config.spindles),
        APART: (data, config.apart or config.spindles),
        REDO: (redo, 1),
        FLASH: (flash, flash.servers[0]),
    }
    return tuple(Group(*rows[number], slowed=SLOWED) for number in sorted(rows))


def place(cluster: Cluster, config: Configuration, move: Move) -> None:
    """The family's database anew, with everything where this move wants it. The cluster is then new at work, its cache empty."""
    cluster.memory.off()
    _copy(cluster, config)
    with cluster.connect(RUN) as link:
        for name, kind, now, *_ in link.execute(text("segments")).fetchall():
            home = "apart" if kind == "INDEX" and config.apart else "disks"
            wanted = "flash" if name in move.segments else home
            if now != wanted:
                link.execute(naming("move_segment", sql.SQL(kind), name, wanted))
        link.execute("checkpoint")
    cluster.stop()
    cluster.move_redo(move.redo)
    cluster.share_redo(config.redo == "shared")
    cluster.memory.model(groups(config))  # empty queues
    cluster.start(cache_mb=config.cache_mb, temp_on_flash=move.temp)

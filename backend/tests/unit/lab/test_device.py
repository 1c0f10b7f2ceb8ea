"""The device alone, on a clock of its own, against queueing theory; then as a library that a process loads first."""

from __future__ import annotations

import ctypes
import math
import os
import subprocess
import sys
import textwrap
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from lab.ground.device.build import build, compiler, load
from lab.ground.device.distributions import Service, mean_of, second_moment_of
from lab.ground.device.memory import REQUESTS, Group, Memory, Place
from lab.ground.device.model import MODELS, DeviceModel, WriteCache, models, read_model
from segtier.errors import UnreadableInput

pytestmark = pytest.mark.skipif(compiler() is None, reason="there is no C compiler (cc) to compile the device with")
NS_PER_MS = 1_000_000
FIXED, EXPONENTIAL = Service("fixed", mean_ms=5.0), Service("exponential", mean_ms=5.0)
POSITION = Service("position", shortest_ms=2.0, seek_ms=4.0, turn_ms=2.0)
TAIL = Service("long-tail", mean_ms=5.0, spread=0.8)


def a_model(service: Service = FIXED, **changed: object) -> DeviceModel:
    plain = DeviceModel("data", "for a test", service, service, service, servers=(1, 1), raid="raid0")
    return replace(plain, **changed)  # type: ignore[arg-type]


class Device:
    """Answers requests at times the test gives."""

    def __init__(self, folder: Path, library: ctypes.CDLL, model: DeviceModel, servers: int = 1) -> None:
        self.memory, self._library = Memory(folder / "device"), library
        self.memory.place((Place("disks", folder, 0, "data"),))
        self.memory.model((Group(model, servers),))
        library.ground_seed(2_026)

    def ask(self, request: str, block: int, at_ms: float, file: int = 7) -> tuple[float, float]:
        """(ms until the answer, ms that the servers work for it)."""
        service = ctypes.c_int64()
        at, kind = round(at_ms * NS_PER_MS), REQUESTS.index(request)
        done = self._library.ground_answer(
            ctypes.byref(self.memory.raw), 0, kind, file, block, at, ctypes.byref(service)
        )
        return (done - at) / NS_PER_MS, service.value / NS_PER_MS


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    return load(build(tmp_path_factory.mktemp("ground")))


@pytest.mark.parametrize("service", [FIXED, EXPONENTIAL, POSITION, TAIL], ids=lambda one: one.kind)
@pytest.mark.parametrize("busy", [0.3, 0.7])
def test_one_server_waits_as_pollaczek_and_khinchine_say(
    tmp_path: Path, library: ctypes.CDLL, service: Service, busy: float
) -> None:
    """M/G/1: the mean wait is rate E[S^2] / (2 (1 - busy)); of fixed service this is M/D/1."""
    device, count = Device(tmp_path, library, a_model(service)), 40_000
    rate = busy / service.expected_ms
    arrivals = np.cumsum(np.random.default_rng(1).exponential(1 / rate, count))
    answers = [device.ask("read", 0, at) for at in arrivals.tolist()]
    wait = float(np.mean([took - worked for took, worked in answers]))
    expected = rate * second_moment_of(service.table()) / (2 * (1 - busy))
    assert wait == pytest.approx(expected, rel=0.08)
    assert np.mean([worked for _, worked in answers]) == pytest.approx(service.expected_ms, rel=0.02)


def test_channels_are_one_queue(tmp_path: Path, library: ctypes.CDLL) -> None:
    """M/M/4: Erlang's formula."""
    servers, busy, mean_ms = 4, 0.8, 5.0
    device = Device(tmp_path, library, a_model(EXPONENTIAL, any_server=True, raid=None), servers)
    offered = servers * busy
    arrivals = np.cumsum(np.random.default_rng(2).exponential(mean_ms / offered, 40_000))
    answers = [device.ask("read", number, at) for number, at in enumerate(arrivals.tolist())]
    wait = float(np.mean([took - worked for took, worked in answers]))
    below = sum(offered**k / math.factorial(k) for k in range(servers))
    last = offered**servers / math.factorial(servers) / (1 - busy)
    expected = last / (below + last) * mean_ms / (servers * (1 - busy))
    assert wait == pytest.approx(expected, rel=0.1)


def test_users_in_a_ring_repair_machines(tmp_path: Path, library: ctypes.CDLL) -> None:
    """M/M/1//N with think time: throughput of the machine repair model."""
    users, think_ms, mean_ms, count = 8, 30.0, 5.0, 40_000
    device, random = Device(tmp_path, library, a_model(EXPONENTIAL)), np.random.default_rng(3)
    thinks = random.exponential(think_ms, count + users).tolist()
    ready = thinks[:users]
    for number in range(count):
        user = min(range(users), key=ready.__getitem__)
        now = ready[user]
        ready[user] = now + device.ask("read", 0, now)[0] + thinks[users + number]
    weights = [math.perm(users, k) * (mean_ms / think_ms) ** k for k in range(users + 1)]
    idle = weights[0] / sum(weights)
    assert count / now == pytest.approx((1 - idle) / mean_ms, rel=0.02)


@pytest.mark.parametrize(
    ("changed", "servers", "request_", "worked_ms", "took_ms"),
    [
        ({}, 4, "read", 5.0, 5.0),
        ({"scan_blocks": 16, "block_ms": 0.1}, 4, "scan", 6.5, 6.5),
        ({"write_ahead_ms": 0.0}, 4, "write", 5.0, 5.0),
        ({"write_ahead_ms": 60.0}, 4, "write", 5.0, 0.0),
        ({"write_ahead_ms": 0.0, "raid": "raid10"}, 4, "write", 10.0, 5.0),
        ({"write_ahead_ms": 0.0, "raid": "raid5"}, 4, "write", 20.0, 10.0),
        ({"cache": WriteCache(0.3, 100.0, 0.6)}, 4, "write", 3.0, 0.3),
        ({"cache": WriteCache(0.3, 100.0, 0.6), "raid": "raid5"}, 4, "sync", 12.0, 0.3),
        ({}, 4, "sync", 5.0, 5.0),
    ],
)
def test_what_a_request_costs(
    tmp_path: Path,
    library: ctypes.CDLL,
    changed: dict[str, object],
    servers: int,
    request_: str,
    worked_ms: float,
    took_ms: float,
) -> None:
    took, worked = Device(tmp_path, library, a_model(**changed), servers).ask(request_, 0, 1_000.0)
    assert (took, worked) == (pytest.approx(took_ms, abs=1e-3), pytest.approx(worked_ms, abs=1e-3))


def test_a_writer_is_held_where_it_is_too_far_ahead(tmp_path: Path, library: ctypes.CDLL) -> None:
    device = Device(tmp_path, library, a_model(write_ahead_ms=20.0))
    took = [device.ask("write", 0, 1_000.0)[0] for _ in range(6)]
    assert took == pytest.approx([0, 0, 0, 0, 5, 10], abs=1e-3)


def test_a_mirror_reads_from_the_half_that_is_free(tmp_path: Path, library: ctypes.CDLL) -> None:
    device = Device(tmp_path, library, a_model(raid="raid10"), 2)
    assert [device.ask("read", 0, 1_000.0)[0] for _ in range(4)] == pytest.approx([5, 5, 10, 10], abs=1e-3)


def test_the_elevator_saves_more_over_a_longer_queue(tmp_path: Path, library: ctypes.CDLL) -> None:
    device = Device(tmp_path, library, a_model(reorder=0.4))
    worked = [device.ask("read", 0, 1_000.0)[1] for _ in range(30)]
    assert worked[0] == pytest.approx(5.0, abs=1e-3)
    assert all(later < sooner for sooner, later in pairwise(worked))
    assert min(worked) > 5.0 * (1 - 0.4)


@pytest.mark.parametrize(("hot", "part"), [(None, 1 / 8), (0.33, 0.33)])
def test_hot_stripes_lie_on_one_disk(tmp_path: Path, library: ctypes.CDLL, hot: float | None, part: float) -> None:
    """Requests at one moment: the busiest server's queue tells how many it got."""
    device, count = Device(tmp_path, library, a_model(hot_share=hot), 8), 8_000
    for block in range(0, 8 * count, 8):
        device.ask("read", block, 0.0)
    longest = max(device.memory.raw.groups[0].next_free) / NS_PER_MS
    assert longest / 5.0 / count == pytest.approx(part, rel=0.15)


@pytest.mark.parametrize("service", [FIXED, EXPONENTIAL, POSITION, TAIL], ids=lambda one: one.kind)
def test_a_table_keeps_the_mean(service: Service) -> None:
    assert mean_of(service.table()) == pytest.approx(service.expected_ms)


def test_every_model_can_be_had() -> None:
    found = {**models("data"), **models("redo"), **models("flash")}
    assert len(found) == len(list(MODELS.glob("*.yaml")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("holds: data\nsays: x\n", "`read`"),
        ("holds: tape\n", "'tape'"),
        ("holds: [", "bad.yaml"),
        (
            "holds: data\nsays: x\nraid: raid5\nservers: [1, 4]\n"
            "read: {kind: fixed, mean_ms: 1}\nwrite: {kind: fixed, mean_ms: 1}\nsync: {kind: fixed, mean_ms: 1}\n",
            "servers: from 1 to 4",
        ),
    ],
)
def test_a_model_that_cannot_be_meant(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(UnreadableInput, match=r"bad\.yaml") as refused:
        read_model(path)
    assert said in str(refused.value)


_READER = textwrap.dedent("""
    import os, sys, threading
    folder, users, reads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    def user(number):
        handle = os.open(f"{folder}/file{number % 2}", os.O_RDWR)
        for turn in range(reads):
            os.pread(handle, 8192, 8192 * 2 * ((turn * 7 + number) % 50))
        if number == 0:
            for block in range(40):
                os.pread(handle, 8192, 8192 * block)
            os.pwrite(handle, bytes(8192), 0)
            os.fsync(handle)
    threads = [threading.Thread(target=user, args=[number]) for number in range(users)]
    for one in threads: one.start()
    for one in threads: one.join()
""")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "disk"
    folder.mkdir()
    for name in ("file0", "file1"):
        (folder / name).write_bytes(bytes(8192 * 100))
    return folder


def test_a_process_that_loads_it_first_waits_and_is_counted(tmp_path: Path, files: Path) -> None:
    """Four users read from one server without a pause: each waits for all four; every file has its own counters."""
    users, reads, mean_ms = 4, 20, 4.0
    memory = Memory(tmp_path / "device")
    memory.place((Place("disk", files, 0, "data"),))
    memory.model((Group(a_model(Service("fixed", mean_ms=mean_ms)), 1),))
    memory.on()
    shim = {"LD_PRELOAD": str(build(tmp_path)), "GROUND_DEVICE": str(memory.path)}
    command = [sys.executable, "-c", _READER, str(files), str(users), str(reads)]
    subprocess.run(command, env={**os.environ, **shim}, check=True)
    count = memory.counts()["disk"]
    # Of the forty in a row the first two are single reads, then each request brings 16 of the 38.
    assert (count.read.requests, count.scan.requests) == (users * reads + 2, 3)
    assert (count.blocks, count.write.requests, count.sync.requests) == (users * reads + 40, 1, 0)
    by_file = {number: memory.files()[(files / f"file{number}").stat().st_ino] for number in (0, 1)}
    assert by_file[1].read.requests == 2 * reads
    assert by_file[0].blocks + by_file[1].blocks == count.blocks
    assert count.read.service_s == pytest.approx(count.read.requests * mean_ms / 1e3)
    assert mean_ms * 1.5 < count.read.wait_s / count.read.requests * 1e3 < mean_ms * users * 1.5
    assert memory.lost == 0


def test_what_is_off_takes_no_time(tmp_path: Path, files: Path) -> None:
    memory = Memory(tmp_path / "device")
    memory.place((Place("disk", files, 0, "data"),))
    memory.model((Group(a_model(Service("fixed", mean_ms=10_000.0)), 1),))
    shim = {"LD_PRELOAD": str(build(tmp_path)), "GROUND_DEVICE": str(memory.path)}
    subprocess.run([sys.executable, "-c", _READER, str(files), "2", "5"], env={**os.environ, **shim}, check=True)
    assert memory.counts()["disk"].read.requests == 0

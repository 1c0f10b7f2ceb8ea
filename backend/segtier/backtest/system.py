"""One system of a paper, with one draw of the inputs it leaves out, as the forecast takes it."""

from __future__ import annotations

from segtier.backtest.inputs import Drawn
from segtier.backtest.rows import (
    AwrLoad,
    Input,
    LatencyLoad,
    ResponseLoad,
    ScanLoad,
    System,
)
from segtier.dataclass import dataclass
from segtier.errors import NotUsable
from segtier.model.device import StorageGroup, StorageToday
from segtier.model.profile import Demand, Profile
from segtier.model.request import Users
from segtier.units import GIB, S_PER_HOUR

BLOCK_BYTES = 8192


@dataclass(frozen=True, slots=True)
class Baseline:
    """A system as it was measured, before any flash."""

    profile: Profile
    storage: StorageToday
    users: Users
    response_s: float


def baseline(system: System, drawn: Drawn) -> Baseline:
    """The system with these values for its defaults. Raises NotUsable where they leave no time for its reads."""
    load = system.load
    if isinstance(load, AwrLoad):
        built = _from_awr(load, drawn)
    elif isinstance(load, ScanLoad):
        built = _from_scan(load, drawn)
    else:
        built = _from_transactions(load, system, drawn)
    profile, users, response_s = built
    return Baseline(profile, _storage(system), users, response_s)


def _value(given: Input | None, drawn: Drawn, otherwise: float = 0.0) -> float:
    if given is None:
        return otherwise
    return given.value if given.value is not None else drawn[str(given.default)]


def _storage(system: System) -> StorageToday:
    groups = (
        StorageGroup(f"group {i}", group.holds, "hdd", group.spindles, group.raid, inferred=False)
        for i, group in enumerate(system.storage)
    )
    return StorageToday(tuple(groups))


def _from_transactions(load: ResponseLoad | LatencyLoad, system: System, drawn: Drawn) -> tuple[Profile, Users, float]:
    """X = N / (Z + R) by Little's law; reads take what CPU, client and commit leave of R, or R is the sum of all."""
    reads = _value(load.reads_per_txn, drawn)
    cpu_s = _value(load.cpu_ms, drawn) / 1e3
    commits = _value(load.commits_per_txn, drawn)
    commit_s = _value(load.commit_ms, drawn) / 1e3 * commits
    if isinstance(load, ResponseLoad):
        client_s = _value(load.client_ms, drawn) / 1e3
        response_s = _value(load.response_ms, drawn) / 1e3
        read_s = response_s - cpu_s - client_s - commit_s
    else:
        client_s = 0.0
        read_s = reads * _value(load.read_ms, drawn) / 1e3
        response_s = read_s + cpu_s + commit_s
    if read_s <= 0:
        raise NotUsable("the drawn CPU, client and commit times exceed the response time", code="bad-draw")
    users = Users(_value(load.users, drawn), _value(load.think_time_s, drawn))
    rate = users.count / (users.think_time_s + response_s)
    cores = _value(load.cores, drawn) * system.nodes
    commit = [Demand("commit", rate * commits, rate * commit_s)] if commits else []
    client = [Demand("network", rate, rate * client_s)] if client_s else []
    redo = rate * commits * _value(load.redo_writes_per_commit, drawn)
    profile = _profile(
        db_time_per_s=rate * response_s,
        cpu_per_s=rate * cpu_s,
        cores=cores,
        demands=(Demand("single-block-read", rate * reads, rate * read_s), *commit, *client),
        reads_per_s=rate * reads,
        writes_per_s=rate * reads * _value(load.writes_per_read, drawn),
        redo_writes_per_s=redo,
        txn_per_s=rate,
        buffer_cache_gb=system.buffer_cache_gb,
    )
    return profile, users, response_s


def _from_awr(load: AwrLoad, drawn: Drawn) -> tuple[Profile, Users, float]:
    """DB time is the read time over its share; users think the rest of their time away (Little's law)."""
    elapsed_s = _value(load.elapsed_s, drawn)
    reads = _value(load.reads, drawn) / elapsed_s
    read_time = reads * _value(load.read_ms, drawn) / 1e3
    db_time = read_time / (_value(load.read_share_pct, drawn) / 100)
    commit_time = db_time * _value(load.commit_share_pct, drawn) / 100
    rate = commit_time / (_value(load.commit_ms, drawn) / 1e3)
    cpu = db_time * _value(load.cpu_share_pct, drawn) / 100
    data_writes = _value(load.data_writes_per_s, drawn)
    profile = _profile(
        db_time_per_s=db_time,
        cpu_per_s=cpu,
        cores=_value(load.cores, drawn),
        threads=_value(load.threads, drawn),
        demands=(Demand("single-block-read", reads, read_time), Demand("commit", rate, commit_time)),
        unexplained_per_s=db_time - read_time - commit_time - cpu,
        reads_per_s=reads,
        writes_per_s=data_writes,
        redo_writes_per_s=_value(load.writes_per_s, drawn) - data_writes,
        txn_per_s=rate,
    )
    users = _value(load.users, drawn)
    return profile, Users(users, max(users - db_time, 0.0) / rate), db_time / rate


def _from_scan(load: ScanLoad, drawn: Drawn) -> tuple[Profile, Users, float]:
    """A transaction is one read request of a scan."""
    users = _value(load.users, drawn)
    bytes_per_s = _value(load.mb_per_s, drawn) * 1e6
    rate = bytes_per_s / (_value(load.request_kb, drawn) * 1024)
    cpu = bytes_per_s / 1e9 * _value(load.cpu_s_per_gb, drawn)
    profile = _profile(
        db_time_per_s=users,
        cpu_per_s=cpu,
        cores=_value(load.cores, drawn),
        demands=(Demand("direct-read", rate, users - cpu),),
        txn_per_s=rate,
        direct_reads_per_s=rate,
        direct_bytes_per_s=bytes_per_s,
    )
    return profile, Users(users, 0.0), users / rate


def _profile(
    *,
    db_time_per_s: float,
    cpu_per_s: float,
    cores: float,
    demands: tuple[Demand, ...],
    txn_per_s: float,
    threads: float | None = None,
    unexplained_per_s: float = 0.0,
    reads_per_s: float = 0.0,
    writes_per_s: float = 0.0,
    redo_writes_per_s: float = 0.0,
    direct_reads_per_s: float = 0.0,
    direct_bytes_per_s: float = 0.0,
    buffer_cache_gb: float | None = None,
) -> Profile:
    """A profile of what papers tell; what they do not is None. Cores have two threads where nobody says."""
    return Profile(
        elapsed_s=float(S_PER_HOUR),
        db_time_per_s=db_time_per_s,
        cpu_per_s=cpu_per_s,
        background_cpu_per_s=None,
        cores=cores,
        threads=threads or 2 * cores,
        demands=demands,
        unexplained_per_s=unexplained_per_s,
        double_counted_per_s=0.0,
        block_size_bytes=BLOCK_BYTES,
        buffered_read_requests_per_s=reads_per_s or None,
        direct_read_requests_per_s=direct_reads_per_s or None,
        data_read_bytes_per_s=reads_per_s * BLOCK_BYTES + direct_bytes_per_s,
        direct_read_bytes_per_s=direct_bytes_per_s or None,
        data_write_requests_per_s=writes_per_s,
        data_write_bytes_per_s=writes_per_s * BLOCK_BYTES,
        temp_read_requests_per_s=None,
        temp_write_requests_per_s=None,
        redo_writes_per_s=redo_writes_per_s or None,
        redo_write_us=None,
        redo_bytes_per_s=None,
        txn_per_s=txn_per_s,
        parse_pct=None,
        hard_parse_pct=None,
        buffer_cache_bytes=round(buffer_cache_gb * GIB) if buffer_cache_gb else None,
        cache_advice=(),
        cache_advice_source=None,
        flash_hit_share=None,
    )

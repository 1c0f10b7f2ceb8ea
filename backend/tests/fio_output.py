"""What fio 2.x and 3.x print as JSON, with figures of our own: the same run in both."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

COMMON = {"ioengine": "libaio", "direct": "1", "filename": "/dev/nvme1n1", "time_based": "1", "runtime": "60"}


@dataclass(frozen=True)
class Way:
    """Reads or writes of a job. `under_way` makes the rate, unless `iops` says it."""

    us: float = 0.0
    under_way: float = 0.0
    bytes: float = 8192
    iops: float | None = None
    median_us: float | None = None
    late_us: float | None = None
    runtime_s: float = 60.0
    submission_us: float = 2.0

    @property
    def rate(self) -> float:
        return self.under_way / self.us * 1e6 if self.iops is None else self.iops


NONE = Way(us=1.0, iops=0.0, runtime_s=0.0, submission_us=0.0)


@dataclass(frozen=True)
class Job:
    name: str = "job"
    read: Way = NONE
    write: Way = NONE
    options: Mapping[str, str] | None = field(default_factory=lambda: {"rw": "randread", "bs": "8k", "iodepth": "4"})
    group: int = 0
    error: int = 0
    more: Mapping[str, Any] = field(default_factory=dict)


def fio_3(*jobs: Job, common: Mapping[str, str] = COMMON, version: str = "fio-3.28") -> str:
    return _printed(jobs, common, version, _way_3)


def fio_2(*jobs: Job, common: Mapping[str, str] = COMMON, version: str = "fio-2.10") -> str:
    return _printed(jobs, common, version, _way_2)


def _printed(jobs: Sequence[Job], common: Mapping[str, str], version: str, way: Any) -> str:
    output = {"fio version": version, "timestamp": 1_764_000_000, "time": "Mon Nov 24 16:00:00 2025"}
    if common:
        output["global options"] = common
    output["jobs"] = [_job(one, way) for one in jobs]
    return json.dumps({**output, "disk_util": [{"name": "nvme1n1", "util": 99.5}]}, indent=2)


def _job(job: Job, way: Any) -> dict[str, Any]:
    options = {} if job.options is None else {"job options": {"name": job.name, **job.options}}
    head = {"jobname": job.name, "groupid": job.group, "error": job.error, "eta": 0, "elapsed": 61, **options}
    return {**head, "read": way(job.read), "write": way(job.write), "trim": way(NONE), "ctx": 9, **job.more}


def _spread(mean: float, percentiles: Mapping[str, float] | None = None) -> dict[str, Any]:
    spread = {"min": mean / 2, "max": mean * 40, "mean": mean, "stddev": mean / 5}
    return spread if percentiles is None else {**spread, "percentile": percentiles}


def _percentiles(way: Way, scale: float) -> dict[str, float] | None:
    if way.median_us is None or way.late_us is None:
        return None
    named = {
        "1.000000": way.median_us / 2,
        "50.000000": way.median_us,
        "95.000000": way.late_us,
        "99.000000": way.late_us * 2,
    }
    return {name: (us - way.submission_us) * scale for name, us in named.items()}


def _way_3(way: Way) -> dict[str, Any]:
    rate = way.rate
    return {
        "io_bytes": int(rate * way.bytes * way.runtime_s),
        "io_kbytes": int(rate * way.bytes * way.runtime_s / 1024),
        "bw_bytes": int(rate * way.bytes),
        "bw": int(rate * way.bytes / 1024),
        "iops": rate,
        "runtime": int(way.runtime_s * 1000),
        "total_ios": int(rate * way.runtime_s),
        "short_ios": 0,
        "slat_ns": _spread(way.submission_us * 1e3 if rate else 0),
        "clat_ns": _spread((way.us - way.submission_us) * 1e3 if rate else 0, _percentiles(way, 1e3)),
        "lat_ns": _spread(way.us * 1e3 if rate else 0),
    }


def _way_2(way: Way) -> dict[str, Any]:
    rate = way.rate
    return {
        "io_bytes": int(rate * way.bytes * way.runtime_s / 1024),
        "bw": int(rate * way.bytes / 1024),
        "iops": round(rate, 2),
        "runtime": int(way.runtime_s * 1000),
        "total_ios": int(rate * way.runtime_s),
        "short_ios": 0,
        "slat": _spread(way.submission_us if rate else 0),
        "clat": _spread(way.us - way.submission_us if rate else 0, _percentiles(way, 1)),
        "lat": _spread(way.us if rate else 0),
    }

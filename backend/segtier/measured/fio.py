"""Runs of fio: jobs that were under way together, as one run each.

Jobs of one group run at the same time; a `stonewall` begins the next group (fio's documentation). What a job did is taken
from what it counted; its options say only what the counters cannot: past which cache it went, and whether at random.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from segtier.errors import Refused
from segtier.measured.fio_shape import Job, Output, Way, read_outputs
from segtier.measured.run import DISKS_US, Measurement, Run, Stream, reads_of, writes_of
from segtier.model.evidence import Warn
from segtier.units import format_us

_PAST_THE_CACHE = frozenset({"io_uring_cmd", "spdk", "sg", "rbd", "xnvme"})
"""Engines that never go through the page cache."""
_NO_STORAGE = frozenset({"null", "cpuio", "mmap", "net", "netsplice", "filecreate", "filestat", "filedelete"})
_ONE_AT_A_TIME = frozenset({"sync", "psync", "vsync", "pvsync", "pvsync2"})
"""Engines that keep one request under way, whatever iodepth says; psync is the default."""
_SHORT_MS = 30_000
_MOMENT_MS = 1_000
_MORE_THAN_TOLD, _LESS_THAN_TOLD = 1.25, 0.5
_MEDIAN, _LATE = 50.0, 95.0


def read_fio(text: str, file: str) -> Measurement:
    """Raises UnreadableInput for what is no JSON of fio, Refused where none of its runs can be used."""
    runs: list[Run] = []
    warnings: list[Warn] = []
    for output in read_outputs(text, file):
        for jobs in _groups(output):
            wrong = _wrong(output, jobs)
            if wrong is None:
                run = _run(output, jobs, file)
                runs.append(run)
                warnings += _doubts(output, jobs, run)
            else:
                warnings.append(Warn("run-left-out", f"{_name(jobs)} of {file} is left out: {wrong}."))
    if not runs:
        raise Refused(
            f"{file}: none of its runs can be used. {warnings[0].message}",
            code="no-usable-run",
            advice="Run fio again with --direct=1 --ioengine=libaio --time_based --runtime=60 --output-format=json.",
        )
    return Measurement(tuple(runs), warnings=tuple(warnings))


def _groups(output: Output) -> Iterable[list[Job]]:
    groups: dict[int, list[Job]] = defaultdict(list)
    for job in output.jobs:
        groups[job.groupid].append(job)
    return groups.values()


def _name(jobs: Sequence[Job]) -> str:
    names = list(dict.fromkeys(" ".join(job.jobname.split())[:40] for job in jobs))
    return f"fio job {' and '.join(names[:2])}{' and others' if names[2:] else ''}"


def _options(output: Output, job: Job) -> Mapping[str, Any]:
    return output.common | (job.options or {})


def _wrong(output: Output, jobs: Sequence[Job]) -> str | None:
    """Why a run says nothing of the flash."""
    failed = next((job for job in jobs if job.error), None)
    if failed is not None:
        return f"it ended with error {failed.error}"
    ways = [way for job in jobs for way in (job.read, job.write)]
    if any(job.mixed is not None and not job.read.count and not job.write.count for job in jobs):
        return "it reports reads and writes as one (unified_rw_reporting)"
    if not any(way.count and way.iops for way in ways):
        return "it read and wrote nothing"
    if max(way.runtime for way in ways) < _MOMENT_MS:
        return "it took less than a second"
    for job in jobs:
        reason = _not_the_flash(_options(output, job)) if job.options is not None else None
        if reason is not None:
            return reason
    if any(way.count and not way.total_us for way in ways) and not any(_untimed(_options(output, job)) for job in jobs):
        return "its requests took no time at all"
    return None


def _not_the_flash(options: Mapping[str, Any]) -> str | None:
    engine = str(options.get("ioengine", "")).split(",")[0]
    if engine in _NO_STORAGE:
        return f"ioengine {engine} does not measure a device"
    direct = _is_on(options, "direct") or ("buffered" in options and not _is_on(options, "buffered"))
    if direct or engine in _PAST_THE_CACHE:
        return None
    return "it went through the server's page cache (direct is not 1), which Oracle does not"


def _is_on(options: Mapping[str, Any], name: str) -> bool:
    """As typed: `--direct=1`, or the name alone."""
    return name in options and str(options[name]).strip() not in ("0", "false")


def _untimed(options: Mapping[str, Any]) -> bool:
    return any(_is_on(options, name) for name in ("gtod_reduce", "disable_lat", "disable_clat"))


def _run(output: Output, jobs: Sequence[Job], file: str) -> Run:
    return Run(
        source=f"{_name(jobs)} of {file}",
        oracle=False,
        reads=_stream([(job.read, _at_random(output, job)) for job in jobs]),
        writes=_stream([(job.write, True) for job in jobs]),
        depth=_depth(output, jobs),
    )


def _at_random(output: Output, job: Job) -> bool:
    """Of reads: what comes in order may be read ahead. Before 2.2.9 or so nothing says it."""
    if job.options is None:
        return True
    options = _options(output, job)
    return "rand" in str(options.get("rw", options.get("readwrite", "read")))


def _stream(ways: Sequence[tuple[Way, bool]]) -> Stream | None:
    """Rates add up, latencies are weighted by requests; the latest of the 95th percentiles."""
    there = [(way, random) for way, random in ways if way.count and way.iops and way.bytes_per_s]
    if not there:
        return None
    timed = [way for way, _ in there if way.total_us]
    return Stream(
        iops=sum(way.iops for way, _ in there),
        bytes_per_s=sum(way.bytes_per_s for way, _ in there),
        us=_mean((way.total_us, way.count) for way in timed),
        us_low=_mean((way.percentile_us(_MEDIAN), way.count) for way in timed),
        us_high=max((late for way in timed if (late := way.percentile_us(_LATE)) is not None), default=None),
        random=all(random for _, random in there),
    )


def _mean(weighted: Iterable[tuple[float | None, float]]) -> float | None:
    known = [(value, weight) for value, weight in weighted if value is not None]
    return sum(value * weight for value, weight in known) / sum(weight for _, weight in known) if known else None


def _depth(output: Output, jobs: Sequence[Job]) -> float | None:
    """Requests under way in all, as told. Clones stand for themselves, unless group_reporting made one entry of them."""
    entries = Counter(job.jobname for job in jobs)
    depths = []
    for job in jobs:
        options = _options(output, job)
        each, clones = _number(options.get("iodepth", 1)), _number(options.get("numjobs", 1))
        if job.options is None or each is None or clones is None:
            return None
        one = 1.0 if options.get("ioengine", "psync") in _ONE_AT_A_TIME else each
        depths.append(one * max(clones / entries[job.jobname], 1.0))
    return sum(depths)


def _number(text: Any) -> float | None:
    digits = str(text).strip()
    return float(digits) if digits.isascii() and digits.isdecimal() and 0 < len(digits) < 8 and int(digits) else None


def _doubts(output: Output, jobs: Sequence[Job], run: Run) -> Iterator[Warn]:
    name, under_way = run.source, run.under_way
    for part in (*reads_of([run]), *writes_of([run])):
        if part.small and part.few and part.stream.us is not None and part.stream.us >= DISKS_US:
            yield Warn("looks-like-disks", f"{part.source}: {format_us(part.stream.us)} are not what SSD does.")
    if any(job.options is None for job in jobs):
        yield Warn(
            "options-unknown",
            f"{name}: this fio ({output.version[:20]}) does not print the job's options. Taken as random, past the cache.",
        )
    timed = any(one is not None and one.us is not None for one in (run.reads, run.writes))
    if run.depth is not None and timed and under_way is not None:
        if under_way > run.depth * _MORE_THAN_TOLD:
            yield Warn(
                "more-under-way",
                f"{name}: requests a second times latency is {under_way:.3g} under way, its options allow {run.depth:.3g}: "
                "jobs of several kinds in one group, or a latency that is not of these requests.",
            )
        elif under_way < run.depth * _LESS_THAN_TOLD:
            yield Warn(
                "less-under-way",
                f"{name}: requests a second times latency is {under_way:.3g} under way, its options ask for {run.depth:.3g}: "
                "a limited rate, a busy server or another limit. What was under way counts.",
            )
    if max(way.runtime for job in jobs for way in (job.read, job.write)) < _SHORT_MS:
        yield Warn(
            "short-run", f"{name}: less than 30 s. SSD slows down once its write cache is full; measure for a minute."
        )

"""The part of fio's JSON that is used, of 2.x (microseconds, KiB) and 3.x (nanoseconds, bytes); both print `json+` alike."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import msgspec

from segtier.errors import UnreadableInput
from segtier.typed import converted
from segtier.units import KIB

_BEGIN = re.compile(r'\{\s{0,80}"fio version"')
_ADVICE = "Run fio with --output-format=json --output=FILE and give that file."


class Lat(msgspec.Struct):
    mean: float = 0.0
    percentile: dict[str, float] = {}


class Way(msgspec.Struct):
    """Reads or writes of a job. Latencies of 3.x end in _ns."""

    bw: float = 0.0
    """KiB a second."""
    bw_bytes: float | None = None
    iops: float = 0.0
    runtime: float = 0.0
    """Milliseconds."""
    total_ios: float | None = None
    lat: Lat = msgspec.field(default_factory=Lat)
    clat: Lat = msgspec.field(default_factory=Lat)
    lat_ns: Lat | None = None
    clat_ns: Lat | None = None

    @property
    def bytes_per_s(self) -> float:
        return self.bw * KIB if self.bw_bytes is None else self.bw_bytes

    @property
    def count(self) -> float:
        """Requests; 2.1 does not count them."""
        return self.iops * self.runtime / 1e3 if self.total_ios is None else self.total_ios

    @property
    def total_us(self) -> float:
        """Mean from the request to its end; without submission where that is not timed."""
        lat, clat, scale = self._timed
        return (lat.mean or clat.mean) / scale

    def percentile_us(self, wanted: float) -> float | None:
        """Of completion, moved by the mean time of submission: fio prints no percentiles of both together unless asked."""
        lat, clat, scale = self._timed
        for one, moved in ((lat, 0.0), (clat, max(lat.mean - clat.mean, 0.0))):
            for name, value in one.percentile.items():
                if _is(name, wanted) and value > 0:
                    return (value + moved) / scale
        return None

    @property
    def _timed(self) -> tuple[Lat, Lat, float]:
        if self.lat_ns is not None or self.clat_ns is not None:
            return self.lat_ns or Lat(), self.clat_ns or Lat(), 1e3
        return self.lat, self.clat, 1.0


def _is(name: str, wanted: float) -> bool:
    try:
        return abs(float(name) - wanted) < 0.01
    except ValueError:
        return False


class Job(msgspec.Struct, rename={"options": "job options"}):
    jobname: str = ""
    groupid: int = 0
    error: int = 0
    options: dict[str, Any] | None = None
    """None before 2.2.9 or so: nothing says what the job was."""
    read: Way = msgspec.field(default_factory=Way)
    write: Way = msgspec.field(default_factory=Way)
    mixed: Way | None = None
    """Both together, where unified_rw_reporting asked for it."""


class Output(msgspec.Struct, rename={"version": "fio version", "common": "global options"}):
    version: str
    common: dict[str, Any] = {}
    jobs: list[Job] = []


def is_fio(text: str) -> bool:
    return '"fio version"' in text


def read_outputs(text: str, file: str) -> list[Output]:
    """All of a file: warnings may stand before each, and what another format prints behind it. Raises UnreadableInput."""
    found: list[Output] = []
    at, decoder = 0, json.JSONDecoder()
    while (begin := _BEGIN.search(text, at)) is not None:
        try:
            value, at = decoder.raw_decode(text, begin.start())
        except RecursionError as fault:
            raise _broken(file, text, begin.start(), "nested too deeply") from fault
        except json.JSONDecodeError as fault:
            raise _broken(file, text, fault.pos, fault.msg) from fault
        found.append(_output(value, file))
    if not found:
        raise UnreadableInput(f"{file}: there is no JSON of fio in it", code="bad-fio", advice=_ADVICE)
    return found


def _broken(file: str, text: str, at: int, why: str) -> UnreadableInput:
    line = text.count("\n", 0, at) + 1
    return UnreadableInput(
        f"{file}: the JSON of fio is broken or breaks off in line {line}: {why}",
        code="bad-fio",
        line=line,
        advice=_ADVICE,
    )


def _output(value: dict[str, Any], file: str) -> Output:
    try:
        output = converted(value, Output)
    except (msgspec.ValidationError, RecursionError) as fault:
        raise UnreadableInput(f"{file}: not as fio writes it: {fault}", code="bad-fio", advice=_ADVICE) from fault
    for job in output.jobs:
        for way in (job.read, job.write):
            figures = (way.iops, way.bytes_per_s, way.runtime, way.count, way.total_us)
            if not all(math.isfinite(one) and one >= 0 for one in figures):
                raise UnreadableInput(
                    f"{file}: job {job.jobname[:60]!r} has a figure that is not a number or is below zero",
                    code="impossible-figure",
                    advice="Run it again, and give the file as fio wrote it.",
                )
    if not output.jobs:
        raise UnreadableInput(
            f"{file}: no job in the JSON of fio",
            code="bad-fio",
            advice="Client and server runs are not read: run fio by itself.",
        )
    return output

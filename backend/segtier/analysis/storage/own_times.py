"""How long a segment's reads take beside its tablespace's mean, by samples of sessions: a second estimate beside the files'.

The files' is taken for a gamma distribution with the error below, the samples for a count: the files are worth `a` samples, `m`
are expected by them and `n` are there, which makes (a + n) / (a + m) of the files' time (the conjugate prior of a Poisson count;
A. Gelman et al., Bayesian Data Analysis, 2.6). Few samples change little, and who is in none was waited for less than expected,
not never.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log

from segtier.analysis.storage.classes import ALIKE
from segtier.model.workload import SegmentKey, SegmentWait

LEAST_SAMPLES = 25.0
"""That come one by one: with fewer in all nobody can tell segments apart."""
_Place = tuple[str | None, str, str, str | None]


def tell_segments(waited_s: float, variance: float) -> bool:
    """By the time in all samples, and its variance."""
    return variance > 0 and waited_s**2 / variance >= LEAST_SAMPLES


def own_times(
    rows: Iterable[SegmentWait], by_files: Mapping[SegmentKey, float], error: float
) -> dict[SegmentKey, float]:
    """Times what the files say of the time in a segment's reads, of all in `by_files` (any unit); their sum stays.

    `error`: relative, of the files' times. Segments of a file differ among themselves as tablespaces of a class may.
    """
    waits = {(row.pdb, row.owner, row.name, row.subobject): row for row in rows}
    waited_s, variance = sampled(waits.values())
    known = {key: own for key, own in by_files.items() if own > 0}
    seen_s = sum(_seconds(waits.get(_place(key))) for key in known)
    if not tell_segments(waited_s, variance) or not seen_s:
        return {}
    worth, whole = 1 / (error**2 + log(ALIKE) ** 2), sum(known.values())
    found = {}
    for key, own in known.items():
        row = waits.get(_place(key))
        # Where sessions wait together several samples say what one does.
        each_s = (
            row.variance_s2 / row.read_wait_s if row and row.variance_s2 and row.read_wait_s else variance / waited_s
        )
        found[key] = (worth + _seconds(row) / each_s) / (worth + own / whole * seen_s / each_s)
    scale = whole / sum(own * found[key] for key, own in known.items())
    return {key: factor * scale for key, factor in found.items()}


def sampled(rows: Iterable[SegmentWait]) -> tuple[float, float]:
    """(seconds, their variance) in all samples."""
    pairs = [(row.read_wait_s or 0.0, row.variance_s2 or 0.0) for row in rows]
    return sum(one for one, _ in pairs), sum(one for _, one in pairs)


def _seconds(row: SegmentWait | None) -> float:
    return (row.read_wait_s or 0.0) if row else 0.0


def _place(key: SegmentKey) -> _Place:
    return key[:4]

"""Reads of tablespaces whose read times are missing beside those of others: they take as long as suits an end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np

from segtier.forecast import constants as c
from segtier.forecast.draws import Column


class Untimed(NamedTuple):
    """Parts of the time in all buffered reads."""

    named: Column
    """What moves of such tablespaces by the names of segments."""
    unseen: Column
    """What moves besides of the I/O no list names: it may be of such tablespaces, or of none."""
    all_: float
    """Theirs in all."""


def end_of(time: Column, untimed: Untimed, apart: Literal["least", "most"]) -> Column:
    """Of the time in all reads, what moves takes at this end; `time`: what it is taken for.

    Neither those that move, those that stay nor the others are further from each other than kinds are.
    """
    kinds = c.KINDS_APART
    whole = kinds.high if apart == "most" else kinds.low
    ends = [
        _part(time, theirs, untimed.all_, whole, part) for theirs in _theirs(time, untimed) for part in (0.0, 0.5, 1.0)
    ]
    found: Column = np.min(ends, axis=0) if apart == "least" else np.max(ends, axis=0)
    return found


def _theirs(time: Column, untimed: Untimed) -> Iterator[Column]:
    """The least and the most of it that is of such tablespaces."""
    named = np.minimum(untimed.named, time)
    room = np.maximum(untimed.all_ - named, 0.0)
    unseen = np.minimum(untimed.unseen, time - named)
    beside = np.maximum(1 - np.maximum(untimed.all_, named) - (time - named - unseen), 0.0)
    yield named + np.minimum(np.maximum(unseen - beside, 0.0), room)
    yield named + np.minimum(unseen, room)


def _part(time: Column, theirs: Column, share: float, whole: float, part: float) -> Column:
    all_ = np.maximum(share, theirs)
    told = np.minimum(time - theirs, 1 - all_)
    moving, staying = theirs * np.exp(whole * part), (all_ - theirs) * np.exp(whole * (part - 1))
    found: Column = (told + moving) / (1 - all_ + moving + staying)
    return found

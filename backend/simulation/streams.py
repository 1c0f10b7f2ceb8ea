"""Random numbers by purpose: the same purpose and seed give the same numbers before and after a change."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

_AT_ONCE = 4096


def exponentials(seed: int, purpose: str) -> Iterator[float]:
    """Exponential, mean 1."""
    generator = np.random.default_rng([seed, *purpose.encode()])
    while True:
        yield from generator.standard_exponential(_AT_ONCE).tolist()


def uniforms(seed: int, purpose: str) -> Iterator[float]:
    """Uniform in [0, 1)."""
    generator = np.random.default_rng([seed, *purpose.encode()])
    while True:
        yield from generator.random(_AT_ONCE).tolist()

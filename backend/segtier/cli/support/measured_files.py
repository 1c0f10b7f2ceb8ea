"""What was measured of the flash, from files and as typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from segtier.cli.support.input_files import read_bytes
from segtier.cli.support.warnings import say_warnings
from segtier.measured import choose, read_measurement
from segtier.model.measured import NOTHING_MEASURED, Measured
from segtier.question import read_figures


def read_measured(files: Sequence[Path], figures: Sequence[str]) -> Measured:
    """The files together, and what is typed over them; what speaks against them is said on stderr."""
    typed = read_figures(figures)
    measurements = [read_measurement(read_bytes(file), file.name) for file in files]
    for one in measurements:
        say_warnings(one.warnings)
    return replace(choose(measurements) if measurements else NOTHING_MEASURED, **dict(typed))

"""What was measured of the flash, from files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from segtier.cli.support.input_files import read_bytes
from segtier.cli.support.warnings import say_warnings
from segtier.measured import choose, read_measurement
from segtier.question import figure_texts


def read_measured(files: Sequence[Path]) -> tuple[str, ...]:
    """The figures of the files together; what speaks against them is said on stderr."""
    measurements = [read_measurement(read_bytes(file), file.name) for file in files]
    for one in measurements:
        say_warnings(one.warnings)
    return figure_texts(choose(measurements)) if measurements else ()

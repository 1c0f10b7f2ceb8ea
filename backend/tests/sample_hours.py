"""The sample with three of the 24 hours before: they show what a program does with several, at an eighth of the work."""

from __future__ import annotations

import re
from pathlib import Path

from segtier.samples import oltp_sample

_LEFT_OUT = re.compile(r"awrrpt_1_41(?!14|15|16)\d\d_\d+")
"""All hours of the day before but 9 to 12, the busiest among them."""


def write_few_hours(folder: Path) -> Path:
    """The reports of `before` and `after` and the exports, each in its folder."""
    for one in oltp_sample():
        if one.period == "before" and _LEFT_OUT.match(one.name):
            continue
        path = folder / one.period / one.name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(one.data)
    return folder

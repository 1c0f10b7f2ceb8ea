"""The options, each in a file of its own: what it moves and takes, what stands in its way, what its gain hangs on.

They are drafted in the order of `OPTIONS`, a combination after those it is made of; then those that somebody asks for.
"""

from __future__ import annotations

from typing import assert_never

from segtier.advisor.options import all as all_data
from segtier.advisor.options import buffer_cache, combination, flash_cache, indexes, none, redo, segments, temp, tiers
from segtier.advisor.options import set as named
from segtier.advisor.options.option import Option
from segtier.model.option import SPECS, ByOption, OptionKind


def _option(name: OptionKind) -> Option:  # noqa: PLR0911 # one for each
    match name:
        case "none":
            return none.OPTION
        case "all":
            return all_data.OPTION
        case "indexes":
            return indexes.OPTION
        case "segments":
            return segments.OPTION
        case "tiers":
            return tiers.OPTION
        case "set":
            return named.OPTION
        case "redo":
            return redo.OPTION
        case "temp":
            return temp.OPTION
        case "flash-cache":
            return flash_cache.OPTION
        case "buffer-cache":
            return buffer_cache.OPTION
        case "combination":
            return combination.OPTION
        case _:
            assert_never(name)


OPTIONS = ByOption({spec.name: _option(spec.name) for spec in SPECS.values()})

__all__ = ["OPTIONS"]

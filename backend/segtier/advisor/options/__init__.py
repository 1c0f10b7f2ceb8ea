"""The options, each in a file of its own: what it moves and takes, what stands in its way, what its gain hangs on.

They are drafted in the order of `SPECS`; a combination comes last, because it is made of the others.
"""

from __future__ import annotations

from segtier.advisor.options import all as all_data
from segtier.advisor.options import buffer_cache, combination, flash_cache, indexes, none, redo, segments, temp
from segtier.advisor.options.option import Option
from segtier.model.option import SPECS, OptionName

_ALL = (none, all_data, indexes, segments, redo, temp, flash_cache, buffer_cache, combination)
_BY_NAME: dict[OptionName, Option] = {module.OPTION.name: module.OPTION for module in _ALL}
_MISSING = SPECS.keys() - _BY_NAME.keys()
if _MISSING:
    raise LookupError(
        f"{', '.join(sorted(_MISSING))}: give each a module in advisor/options/ and name it in its __init__.py"
    )

OPTIONS: dict[OptionName, Option] = {name: _BY_NAME[name] for name in SPECS}

__all__ = ["OPTIONS"]

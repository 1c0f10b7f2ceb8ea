"""How the command line spells the fields that a refusal names: `ssd` is --ssd, `option=all` is --option all."""

from __future__ import annotations

from functools import cache

from segtier.errors import SegtierError, spelled

_OTHERWISE = {"override": "--option NAME"}
"""Who names an option has what is not advised."""
_YES = "true"


@cache
def _options() -> dict[str, str]:
    """Read when an error names a field, and not when a program starts."""
    from segtier.question import RENTING_ROWS, ROWS

    return {row.rest: row.option.partition("/")[0] for row in (*ROWS, *RENTING_ROWS)}


def option_of(said: str) -> str:
    name, _, value = said.partition("=")
    if name in _OTHERWISE:
        return _OTHERWISE[name]
    option = _options().get(name) or f"--{name.replace('_', '-')}"
    return option if value in ("", _YES) else f"{option} {value}"


def message_of(error: SegtierError) -> str:
    return spelled(error.message, option_of)


def advice_of(error: SegtierError) -> str | None:
    return None if error.advice is None else spelled(error.advice, option_of)

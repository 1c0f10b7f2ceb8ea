"""How the command line spells the fields that a refusal names: `ssd` is --ssd, `option=all` is --option all."""

from __future__ import annotations

from segtier.errors import SegtierError, spelled
from segtier.question import RENTING_ROWS, ROWS

_OPTIONS = {row.rest: row.option.partition("/")[0] for row in (*ROWS, *RENTING_ROWS)}
_OTHERWISE = {"override": "--option NAME"}
"""Who names an option has what is not advised."""
_YES = "true"


def option_of(said: str) -> str:
    name, _, value = said.partition("=")
    if name in _OTHERWISE:
        return _OTHERWISE[name]
    option = _OPTIONS.get(name) or f"--{name.replace('_', '-')}"
    return option if value in ("", _YES) else f"{option} {value}"


def message_of(error: SegtierError) -> str:
    return spelled(error.message, option_of)


def advice_of(error: SegtierError) -> str | None:
    return None if error.advice is None else spelled(error.advice, option_of)

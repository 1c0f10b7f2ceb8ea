"""Names of options as they are typed: a closed list, and sets."""

from __future__ import annotations

import re
from typing import Any

import click

from segtier.model.option import NAME_PATTERN, NAMES, NONE


class OptionNames(click.ParamType[str]):
    """`set-LABEL` is known once the question is; all others are a closed list."""

    name = "option"

    def __init__(self, *left_out: str) -> None:
        self.names = tuple(name for name in NAMES if name not in left_out)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name = str(value)
        if name in self.names or (name not in NAMES and re.fullmatch(NAME_PATTERN, name)):
            return name
        return self.fail(f"{name[:40]!r} is not one of {', '.join(self.names)}, set-LABEL.", param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:  # noqa: ARG002
        return f"[{'|'.join(self.names)}|set-LABEL]"


ANY = OptionNames()
SCRIPTED = OptionNames(NONE)

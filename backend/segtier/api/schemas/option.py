"""The name of an option, as an address or a body has it."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from segtier.model.option import NAME_PATTERN, NAMES


def _named(name: str) -> str:
    if not re.fullmatch(NAME_PATTERN, name):
        raise PydanticCustomError(
            "unknown-option",
            "an option is one of {known}, or set-LABEL of a set that the question names",
            {"known": ", ".join(NAMES)},
        )
    return name


AskedOption = Annotated[str, AfterValidator(_named), Field(json_schema_extra={"pattern": NAME_PATTERN})]
"""Whether a set is named so only the question tells."""

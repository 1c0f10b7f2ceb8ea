"""Secrets in files, as Docker, Kubernetes and systemd give them: `SEGTIER_SECRET_FILE` names the file of `SEGTIER_SECRET`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

from segtier.errors import Refused

PREFIX, ENDING = "SEGTIER_", "_FILE"


class SecretFiles(PydanticBaseSettingsSource):
    """The settings of `names` whose file is given. Raises Refused for a file that cannot be read or is empty, and for a
    setting that is given both ways.
    """

    def __init__(self, settings: type[BaseSettings], names: Sequence[str]) -> None:
        super().__init__(settings)
        self._names = names

    def get_field_value(self, _field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        return _read(field_name) if field_name in self._names else None, field_name, False

    def __call__(self) -> dict[str, Any]:
        return {name: value for name in self._names if (value := _read(name)) is not None}


def _read(name: str) -> str | None:
    variable = PREFIX + name.upper()
    path = os.environ.get(variable + ENDING)
    if not path:
        return None
    if os.environ.get(variable):
        raise Refused(
            f"{variable} and {variable}{ENDING} are both set",
            code="bad-setting",
            advice=f"Keep one of them: the value in {variable}, or the file's name in {variable}{ENDING}.",
        )
    try:
        value = Path(path).read_text("utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as fault:
        why = (fault.strerror if isinstance(fault, OSError) else None) or "it is not UTF-8 text"
        raise Refused(
            f"{variable}{ENDING}: cannot read {path}: {why}",
            code="bad-setting",
            advice="Name a file that this user may read.",
        ) from fault
    if not value:
        raise Refused(
            f"{variable}{ENDING}: {path} is empty", code="bad-setting", advice=f"Write the value of {variable} into it."
        )
    return value

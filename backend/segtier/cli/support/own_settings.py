"""The settings, or a sentence about the one that cannot be."""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from segtier.alike import alike
from segtier.cli.support.terminal import say
from segtier.errors import Refused

if TYPE_CHECKING:
    from segtier.settings import Settings

_PREFIX = "SEGTIER_"
_OF_ALL_COMMANDS = ("SEGTIER_ERRORS", "SEGTIER_CONFIG")
_OTHERS = (
    *("SEGTIER_DB_USER", "SEGTIER_DB_PASSWORD", "SEGTIER_WALLET_PASSWORD", "SEGTIER_CLIENT", *_OF_ALL_COMMANDS),
    *("SEGTIER_WORKERS", "SEGTIER_BACKUPS"),
)
"""Read by `segtier collect`, by the collector's wrapper, by all commands, and by docker-compose.yml."""
_ALIKE = 0.85
"""Half of each name is the same."""
_TAKES = "docs/operate/settings.md lists what each setting takes."
_MAY_HOLD_A_PASSWORD = ("files", "files_endpoint")
"""Beside the secrets themselves."""


def own_settings() -> Settings:
    """Raises Refused naming the variable that cannot be; one that is no setting is only said."""
    from pydantic import ValidationError
    from pydantic_settings import SettingsError

    from segtier.setting_files import ENDING
    from segtier.settings import SECRETS, Settings

    try:
        settings = Settings()
    except SettingsError as fault:  # its only words are which one: a value may hold a secret
        name = str(fault).partition('"')[2].partition('"')[0]
        raise Refused(
            f"{_PREFIX}{name.upper()}: not JSON", code="bad-setting", advice=f'{_TAKES} A list is \'["a", "b"]\'.'
        ) from fault
    except ValidationError as fault:
        said = "; ".join(_said(error, SECRETS) for error in fault.errors())
        raise Refused(said, code="bad-setting", advice=_TAKES) from fault
    known = {_PREFIX + name.upper() for name in Settings.model_fields}
    known |= {_PREFIX + name.upper() + ENDING for name in SECRETS}
    for name in sorted(os.environ):
        if name.startswith(_PREFIX) and name.upper() not in known and name not in _OTHERS:
            near = alike(name, known, _ALIKE)
            meant = f" Did you mean {near}?" if near else ""
            say(f"Warning: {name} is not a setting of Segtier; it is ignored.{meant}", err=True)
    return settings


def _said(error: Any, secrets: Collection[str]) -> str:
    name = str(error["loc"][0]) if error["loc"] else "?"
    given = "" if name in (*secrets, *_MAY_HOLD_A_PASSWORD) else f"={error['input']!s:.80}"
    return f"{_PREFIX}{name.upper()}{given}: {error['msg']}"

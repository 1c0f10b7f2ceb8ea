"""`segtier.toml`: where it lies, and what stands in it. Options are looked up in `defaults.py`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from segtier.dataclass import dataclass
from segtier.errors import Refused, UnreadableInput

NAME, VARIABLE, OPTION = "segtier.toml", "SEGTIER_CONFIG", "--config"
_MOST_BYTES = 1_000_000
_SECRET = re.compile(r"token|passw|secret|passphrase|credential|api_?key|wallet|login", re.IGNORECASE)
_TOKEN = re.compile(r"\bsegt_\w+")
_NO_SECRETS = (
    "Take it out, and choose a new one: others can read this file. A password of the database goes into SEGTIER_DB_PASSWORD, "
    "or segtier collect asks for it; a token goes into an environment variable of the program that "
    "sends it (docs/operate/accounts.md)."
)
_ADVICE = "docs/use/command-line.md shows what stands in it; segtier config prints what applies."


@dataclass(frozen=True, slots=True)
class ConfigFile:
    path: Path
    said: Mapping[str, Any]


def named() -> str | None:
    """The file that the command line names, else the environment. An empty name is none."""
    arguments = sys.argv[1:]
    typed = [one.partition("=")[2] for one in arguments if one.startswith(f"{OPTION}=")]
    typed += [value for word, value in pairwise(arguments) if word == OPTION]
    return (typed[-1] if typed else os.environ.get(VARIABLE)) or None


def places() -> tuple[Path, ...]:
    """Where defaults are looked for; the first goes before the second. A file that is named stands alone."""
    if (name := named()) is not None:
        return (Path(name),)
    from platformdirs import user_config_path

    return (Path(NAME), user_config_path("segtier", appauthor=False) / NAME)


def config_files() -> Iterator[ConfigFile]:
    """Those that are there. Raises UnreadableInput, and Refused for a secret."""
    for path in places():
        if named() is not None or path.is_file():
            yield ConfigFile(path, _read(path))


def errors_form() -> str | None:
    """How errors are told by these files; None where they do not say, or cannot be read, which is an error of its own."""
    try:
        said = [one.said.get("errors") for one in config_files()]
    except (UnreadableInput, Refused):
        return None
    return next((one for one in said if one in ("text", "json")), None)


def wrong(path: Path, what: str, advice: str = _ADVICE) -> Refused:
    return Refused(f"{path}: {what}", code="bad-config", advice=advice)


def _read(path: Path) -> Mapping[str, Any]:
    import tomllib

    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as fault:
        raise UnreadableInput(f"{path}: {fault.strerror}", code="bad-config", advice=_ADVICE) from fault
    if len(data) > _MOST_BYTES:
        raise UnreadableInput(f"{path}: too large for a file of defaults", code="bad-config", advice=_ADVICE)
    try:
        said = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as fault:
        raise UnreadableInput(f"{path}: not TOML: {fault}", code="bad-config", advice=_ADVICE) from fault
    _refuse_secrets(path, said)
    return said


def _refuse_secrets(path: Path, value: Any, key: str = "") -> None:
    """Neither the key nor the value is repeated beyond the name of the key."""
    if _SECRET.search(key):
        raise Refused(
            f"{path}: {key[:40]!r} would be a secret in this file", code="secret-in-config", advice=_NO_SECRETS
        )
    if isinstance(value, dict):
        for name, one in value.items():
            _refuse_secrets(path, one, name)
    elif isinstance(value, list):
        for one in value:
            _refuse_secrets(path, one)
    elif isinstance(value, str) and _TOKEN.search(value):
        raise Refused(f"{path}: {key[:40]!r} holds a token", code="secret-in-config", advice=_NO_SECRETS)

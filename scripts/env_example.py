"""The text of .env.example: each setting once, with its default, from the settings and from docker-compose.yml."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml
from pydantic.fields import FieldInfo

from segtier.setting_files import ENDING, PREFIX
from segtier.settings import SECRETS, Settings

ROOT = Path(__file__).resolve().parents[1]
COMPOSE = ROOT / "docker-compose.yml"
_WIDTH = 118
_PLAIN = re.compile(r"[\w.:/@%+,-]*")
HEAD = """\
# Settings of an installation. Copy this file to .env, next to docker-compose.yml, or to /etc/segtier.env for systemd.
# Lines that begin with # show the defaults: remove the # to set one. Keep the single quotes around lists and tables.
# A secret may come from a file: SEGTIER_SECRET_FILE=/path holds SEGTIER_SECRET. Set one of the two, never both.
# Written by `make settings`: change the settings, not this file.
"""
OF_COMPOSE = (
    ("SEGTIER_PORT", "8765", "Port of this machine that the proxy answers on."),
    ("SEGTIER_WORKERS", "2", "Worker containers."),
    (
        "SEGTIER_BACKUPS",
        "backups",
        "Where backups go: a volume, or a folder such as /srv/backups that user 10001 may write.",
    ),
)
"""What docker-compose.yml reads itself, from the same file: name, default, words."""
_ITS_OWN = {name for name, _, _ in OF_COMPOSE}


def text(words: Callable[[FieldInfo], str]) -> str:
    """The whole file; `words` gives what a setting does."""
    blocks = [
        HEAD,
        "# Read by docker-compose.yml only.\n",
        *(_block(name, default, said) for name, default, said in OF_COMPOSE),
    ]
    blocks.append("# Settings of Segtier.\n")
    fixed = dict(_fixed())
    for name, field in Settings.model_fields.items():
        variable = PREFIX + name.upper()
        if variable in _ITS_OWN:
            continue
        said = f"{words(field)} {fixed.get(variable, '')}".strip()
        secret = name in SECRETS and not {variable, variable + ENDING} & fixed.keys()
        blocks.append(_block(variable, _value(field), f"{said} Or {variable}{ENDING}." if secret else said))
    return "\n".join(blocks)


def _block(variable: str, value: str, said: str) -> str:
    filled = textwrap.fill(said, _WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
    return f"{filled}\n#{variable}={value}\n"


def _value(field: FieldInfo) -> str:
    value = field.default
    if value is None or isinstance(value, Path):
        return ""
    if isinstance(value, (bool, tuple, dict)):
        value = json.dumps(value)
    plain = f"{value:g}" if isinstance(value, float) else str(value)
    return plain if _PLAIN.fullmatch(plain) else f"'{plain}'"


def _fixed() -> Iterator[tuple[str, str]]:
    """What docker-compose.yml sets by itself, whatever this file says."""
    for service in yaml.safe_load(COMPOSE.read_text("utf-8"))["services"].values():
        given: dict[str, Any] = service.get("environment", {})
        for variable, value in given.items():
            if not variable.startswith(PREFIX) or f"${{{variable}" in str(value):
                continue
            yield variable, "docker-compose.yml sets it."
            if variable.endswith(ENDING):
                yield variable.removesuffix(ENDING), f"docker-compose.yml reads it from secrets/{Path(value).name}."

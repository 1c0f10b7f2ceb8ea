"""docker-compose.yml as `docker compose` reads it: variables filled in, and for each service what its container gets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[3]
FILE = ROOT / "docker-compose.yml"
_PLACE = re.compile(r"\$\$|\$\{(\w+)(?::(-|\?)([^}]*))?\}")
_LINE = re.compile(r"""(?:export\s+)?(\w+)\s*=\s*(?:'([^']*)'|"([^"]*)"|([^'"\s].*?)?)\s*(?:\s#.*)?""")
_SECONDS = {"s": 1, "m": 60, "h": 3600}


def env_file(path: Path) -> dict[str, str]:
    """What a file of variables says. Quotes around a value go; a line that begins with # is none."""
    found = {}
    for line in path.read_text("utf-8").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            name, single, double, plain = (re.fullmatch(_LINE, line.strip()) or _unread(line)).groups()
            found[name] = next(value for value in (single, double, plain, "") if value is not None)
    return found


def _unread(line: str) -> re.Match[str]:
    raise ValueError(f"{line} is no variable")


def read(exported: Mapping[str, str]) -> dict[str, Any]:
    """The whole file with what was exported in its places. Raises KeyError for what has to be."""
    whole: dict[str, Any] = _filled(yaml.safe_load(FILE.read_text(encoding="utf-8")), exported)
    return whole


def _filled(value: Any, exported: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(one, exported) for key, one in value.items()}
    if isinstance(value, list):
        return [_filled(one, exported) for one in value]
    return _PLACE.sub(lambda found: _word(found, exported), value) if isinstance(value, str) else value


def _word(found: re.Match[str], exported: Mapping[str, str]) -> str:
    name, kind, words = found.groups()
    if name is None:
        return "$"
    given = exported.get(name)
    if not given and kind == "?":
        raise KeyError(f"{name}: {words}")
    return given or (words if kind == "-" else "") or ""


@dataclass(frozen=True)
class Health:
    test: list[str]
    interval_s: float
    retries: int
    start_s: float


@dataclass(frozen=True)
class Service:
    """What one service of the file asks for, with the names of the file."""

    name: str
    given: dict[str, Any]
    folder: Path
    secret_files: Mapping[str, str]

    @property
    def image(self) -> str:
        return str(self.given["image"])

    @property
    def environment(self) -> dict[str, str]:
        """Of its file of variables, and over it what the service says itself."""
        path = self.given.get("env_file")
        own = {key: str(value) for key, value in self.given.get("environment", {}).items()}
        return {**(env_file(self.folder / path) if path else {}), **own}

    @property
    def mounts(self) -> list[tuple[str, str, bool]]:
        """Volume or path, where it is in the container, and whether it can be written. Secrets are files."""
        found = []
        for line in self.given.get("volumes", []):
            source, target, *how = line.split(":")
            found.append((self._path(source), target, how != ["ro"]))
        files = [(self._path(self.secret_files[name]), f"/run/secrets/{name}", False) for name in self._secrets]
        return found + files

    @property
    def _secrets(self) -> list[str]:
        return list(self.given.get("secrets", []))

    def _path(self, source: str) -> str:
        return str((self.folder / source).resolve()) if source.startswith((".", "/")) else source

    @property
    def depends_on(self) -> dict[str, str]:
        """Service and the condition it has to meet."""
        return {name: one["condition"] for name, one in self.given.get("depends_on", {}).items()}

    @property
    def replicas(self) -> int:
        return int(self.given.get("deploy", {}).get("replicas", 1))

    @property
    def is_one_shot(self) -> bool:
        return self.given.get("restart") == "no"

    @property
    def grace_s(self) -> float:
        return seconds(self.given.get("stop_grace_period", "10s"))

    @property
    def health(self) -> Health | None:
        if (given := self.given.get("healthcheck")) is None:
            return None
        kind, *words = given["test"]
        return Health(
            ["sh", "-c", *words] if kind == "CMD-SHELL" else words,
            seconds(given["interval"]),
            int(given["retries"]),
            seconds(given.get("start_period", "0s")),
        )


def seconds(text: str) -> float:
    return float(text[:-1]) * _SECONDS[text[-1]]


def services(folder: Path, exported: Mapping[str, str]) -> dict[str, Service]:
    """Those without a profile, each after what it depends on. `folder` has .env and secrets/, as the file's own folder does."""
    whole = read({**env_file(folder / ".env"), **exported})
    files = {name: one["file"] for name, one in whole["secrets"].items()}
    found = {
        name: Service(name, given, folder, files)
        for name, given in whole["services"].items()
        if "profiles" not in given
    }
    ordered: dict[str, Service] = {}

    def add(name: str) -> None:
        for other in found[name].depends_on:
            add(other)
        ordered.setdefault(name, found[name])

    for name in found:
        add(name)
    return ordered

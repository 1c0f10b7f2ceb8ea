"""Containers of an installation, by name: started, stopped, asked, and kept in state.json between commands."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.team import container, images, network
from tests.team.compose_file import Service, read, services
from tests.team.images import Image

_STOPS = {"postgres": signal.SIGINT, "proxy": signal.SIGQUIT}
"""What the images of these say; all others SIGTERM."""
_NETWORK = [sys.executable, "-m", "tests.team.network"]


@dataclass
class Running:
    """`project` has .env and secrets/; `state` is where containers are."""

    project: Path
    state: Path
    exported: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.services = services(self.project, self.exported)
        self.file = self.state / "state.json"
        if self.file.exists():
            self.known: dict[str, Any] = json.loads(self.file.read_text("utf-8"))
        else:
            self.known = {"networks": self._new_networks(), "containers": {}, "stopped": {}, "mounted": [], "next": 10}
            network.make_bridges(self.known["networks"])
            self.keep()

    def names(self, service: str) -> list[str]:
        return [
            name for name, one in self.known["containers"].items() if one["service"] == service and not one["alone"]
        ]

    def address(self, service: str, on: str) -> str:
        """Of its first container, on that network."""
        return str(self.known["containers"][self.names(service)[0]]["addresses"][on])

    def process(self, service: str) -> int:
        return int(self.known["containers"][self.names(service)[0]]["pid"])

    def log(self, name: str) -> Path:
        path = self.state / "logs" / f"{name}.log"
        path.parent.mkdir(exist_ok=True)
        return path

    @cached_property
    def image_named(self) -> Callable[[str], Image]:
        loaded: dict[str, Image] = {}

        def of(name: str) -> Image:
            if name not in loaded:
                loaded[name] = images.load(name)
                self.known["mounted"].append(loaded[name].mounted)
                self.keep()
            return loaded[name]

        return of

    def _new_networks(self) -> dict[str, dict[str, Any]]:
        given = read(self.exported)["networks"]
        numbers = range(secrets.randbelow(80) * 3, 256)
        return {
            name: {"number": number, "internal": bool((one or {}).get("internal"))}
            for (name, one), number in zip(given.items(), numbers, strict=False)
        }

    def _digest(self, service: Service, image: Image) -> str:
        said = json.dumps([service.given, service.environment, image.id], sort_keys=True)
        return hashlib.sha256(said.encode()).hexdigest()

    def is_current(self, name: str, service: Service) -> bool:
        one = self.known["containers"][name]
        current = self._digest(service, self.image_named(service.image))
        return one["digest"] == current and (container.lives(one["pid"]) or service.is_one_shot)

    def code_of(self, name: str) -> int | None:
        known = self.known["containers"][name]
        if process := self._own.get(name):
            known["code"] = process.wait()
            self.keep()
        code: int | None = known.get("code")
        return code

    @cached_property
    def _own(self) -> dict[str, subprocess.Popen[bytes]]:
        """Those that this command started: only it learns how they end."""
        return {}

    def is_healthy(self, name: str, service: Service) -> bool:
        assert service.health is not None
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        try:
            return self.exec_in(name, service.health.test, **quiet) == 0
        except (OSError, IndexError):
            return False

    def exec_in(self, name: str, command: Sequence[str], **streams: Any) -> int:
        one = self.known["containers"][name]
        service = self.services[one["service"]]
        words = container.inside(one["pid"], service, Image.of(one["image"]), command)
        return subprocess.run(words, check=False, **streams).returncode

    def start_one(
        self,
        name: str,
        service: Service,
        command: Sequence[str] | None = None,
        *,
        alone: bool = False,
        image: Image | None = None,
    ) -> subprocess.Popen[bytes]:
        image, host = image or self.image_named(service.image), self.known["next"]
        self.known["next"] = 10 + (host - 9) % 240
        namespace = f"sgt-{self.known['networks']['front']['number']}-{name}"
        network.leave(namespace)
        addresses = network.join(namespace, self.known["networks"], service.given["networks"], host)
        self.known["stopped"].pop(name, None)
        known: dict[str, Any] = {
            "service": service.name,
            "alone": alone,
            "addresses": addresses,
            "namespace": namespace,
            "image": asdict(image) | {"root": str(image.root)},
            "digest": self._digest(service, image),
            "pid": 0,
            "helpers": [],
        }
        self.known["containers"][name] = known
        self.keep()
        names = network.in_namespace(namespace, *_NETWORK, "names", str(self.file), name)
        known["helpers"].append(self._helper(names))
        for port in [] if alone else service.given.get("ports", []):
            own, outside, inside = port.split(":")
            publish = [*_NETWORK, "publish", own, outside, addresses["front"], inside]
            known["helpers"].append(self._helper(publish))
        words = container.words_of(service, image, command)
        if alone:
            process = container.start(name, service, image, namespace, self.state, words)
        else:
            self.log(name).touch(0o666)
            with self.log(name).open("ab") as log:
                streams = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
                process = container.start(name, service, image, namespace, self.state, words, **streams)
        known["pid"] = process.pid
        self._own[name] = process
        self.keep()
        deadline_s = time.monotonic() + 10
        while process.poll() is None and not container.lives(process.pid) and time.monotonic() < deadline_s:
            time.sleep(0.01)
        return process

    def _helper(self, words: list[str]) -> int:
        with (self.state / "helpers.log").open("ab") as log:
            helper = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        return helper.pid

    def stop_one(self, name: str) -> None:
        one = self.known["containers"][name]
        service = self.services[one["service"]]
        took_s = container.stop(one["pid"], service.grace_s, _STOPS.get(service.name, signal.SIGTERM))
        if took_s is None:
            print(f"{name} did not end within {service.grace_s:.0f} s and was killed", file=sys.stderr)
        self.forget(name)

    def forget(self, name: str) -> None:
        one = self.known["containers"].pop(name)
        if process := self._own.pop(name, None):
            process.wait()
        for pid in one["helpers"]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        network.leave(one["namespace"])
        container.remove(name, self.state)
        self.keep()

    def keep(self) -> None:
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(self.known, indent=1), "utf-8")
        new.replace(self.file)

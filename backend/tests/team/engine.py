"""The words of `docker compose` that docs/team.md and deploy/upgrade.sh use, without an engine.

State is in a folder: state.json, volumes, logs. Each command reads it, does its work, and writes it, as docker's own does with its daemon.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
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


class Failed(Exception):
    """A sentence for who gave the command."""


@dataclass
class Engine:
    """`project` has .env and secrets/; `state` is where containers are."""

    project: Path
    state: Path
    exported: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.services = services(self.project, self.exported)
        self._file = self.state / "state.json"
        if self._file.exists():
            self._known: dict[str, Any] = json.loads(self._file.read_text("utf-8"))
        else:
            self._known = {"networks": self._new_networks(), "containers": {}, "stopped": {}, "next": 10}
            network.make_bridges(self._known["networks"])
            self._keep()

    def up(self, *names: str, anew: bool = False, with_needs: bool = True) -> None:
        """These services (all where none is named), each once what it depends on is as it has to be. A container of another
        image or file is made anew; `anew`: those that are named too.
        """
        for name in names if anew else ():
            self.stop(name)
        self._known["stopped"] = {}
        chosen = self._with_needs(names or self.services) if with_needs else set(names)
        for service in [one for name, one in self.services.items() if name in chosen]:
            wanted = [f"{service.name}-{number + 1}" for number in range(service.replicas)]
            for name in [
                name for name in self.names(service.name) if name not in wanted or not self._is_current(name, service)
            ]:
                self._stop(name)
            missing = [name for name in wanted if name not in self._known["containers"]]
            if missing:
                self._await_needs(service)
            for name in missing:
                self._start(name, service)
        for service in [one for name, one in self.services.items() if name in chosen]:
            self._await(service.name, "service_healthy" if service.health else "service_started")

    def stop(self, *names: str) -> None:
        for name in reversed(list(self.services)):
            for one in self.names(name) if name in names else ():
                self._known["stopped"][one] = self._known["containers"][one]["image"]
                self._stop(one)

    def start(self, *names: str) -> None:
        """Those that were stopped, with the image they had."""
        for name, image in list(self._known["stopped"].items()):
            service = name.rpartition("-")[0]
            if service in names:
                self._start(name, self.services[service], image=Image.of(image))

    def run(self, name: str, command: Sequence[str], *, with_needs: bool = True, mounts: Sequence[str] = ()) -> int:
        """A container of its own for one command, in the foreground; its exit code."""
        service = self.services[name]
        given = {**service.given, "volumes": [*service.given.get("volumes", []), *mounts]}
        service = Service(name, given, service.folder, service.secret_files)
        if with_needs:
            self._start_needs(service)
        own = f"{name}-run-{secrets.token_hex(3)}"
        process = self._start(own, service, command, alone=True)
        code = process.wait()
        self._forget(own)
        return code

    def exec(self, name: str, command: Sequence[str], **streams: Any) -> int:
        """In the first running container of the service; its exit code."""
        running = [one for one in self.names(name) if container.lives(self._known["containers"][one]["pid"])]
        if not running:
            raise Failed(f"service {name} is not running")
        return self._exec(running[0], command, **streams)

    def ps(self) -> dict[str, str]:
        """What each container is: healthy, unhealthy, running, exited."""
        found = {}
        for name, one in self._known["containers"].items():
            service = self.services[one["service"]]
            if not container.lives(one["pid"]):
                found[name] = f"exited ({one.get('code')})"
            elif service.health is None:
                found[name] = "running"
            else:
                found[name] = "healthy" if self._is_healthy(name, service) else "unhealthy"
        return found

    def down(self) -> None:
        """All containers and networks; volumes stay."""
        for service in reversed(list(self.services)):
            for name in self.names(service):
                self._stop(name)
        for name in list(self._known["containers"]):
            self._stop(name)
        network.remove_bridges(self._known["networks"])
        self._file.unlink(missing_ok=True)

    def remove_volume(self, name: str) -> None:
        if self._known["containers"]:
            raise Failed(f"volume {name} is in use")
        shutil.rmtree(self.state / "volumes" / name)

    def names(self, service: str) -> list[str]:
        return [
            name for name, one in self._known["containers"].items() if one["service"] == service and not one["alone"]
        ]

    def address(self, service: str, on: str) -> str:
        """Of its first container, on that network."""
        return str(self._known["containers"][self.names(service)[0]]["addresses"][on])

    def process(self, service: str) -> int:
        return int(self._known["containers"][self.names(service)[0]]["pid"])

    def log(self, name: str) -> Path:
        path = self.state / "logs" / f"{name}.log"
        path.parent.mkdir(exist_ok=True)
        return path

    @cached_property
    def _images(self) -> Callable[[str], Image]:
        loaded: dict[str, Image] = {}

        def of(name: str) -> Image:
            if name not in loaded:
                loaded[name] = images.load(name)
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

    def _is_current(self, name: str, service: Service) -> bool:
        one = self._known["containers"][name]
        current = self._digest(service, self._images(service.image))
        return one["digest"] == current and (container.lives(one["pid"]) or service.is_one_shot)

    def _with_needs(self, names: Iterable[str]) -> set[str]:
        return {one for name in names for one in (name, *self._with_needs(self.services[name].depends_on))}

    def _start_needs(self, service: Service) -> None:
        for name, condition in service.depends_on.items():
            needed = self.services[name]
            if not self.names(name) or not self._is_current(self.names(name)[0], needed):
                self._start_needs(needed)
                for old in self.names(name):
                    self._stop(old)
                self._start(f"{name}-1", needed)
            self._await(name, condition)

    def _await_needs(self, service: Service) -> None:
        for name, condition in service.depends_on.items():
            self._await(name, condition)

    def _await(self, name: str, condition: str) -> None:
        """Raises Failed where it does not come to it, by the times of its own health check."""
        service = self.services[name]
        for one in self.names(name):
            known = self._known["containers"][one]
            if condition == "service_completed_successfully":
                while container.lives(known["pid"]):
                    time.sleep(0.1)
                if self._code(one) != 0:
                    raise Failed(f"{one} ended with {known.get('code')}:\n{self.log(one).read_text()[-2000:]}")
            elif condition == "service_healthy" and (health := service.health):
                deadline_s = time.monotonic() + health.start_s + health.interval_s * health.retries
                while not self._is_healthy(one, service):
                    if time.monotonic() > deadline_s or not container.lives(known["pid"]):
                        raise Failed(f"{one} is not healthy:\n{self.log(one).read_text()[-2000:]}")
                    time.sleep(0.5)

    def _code(self, name: str) -> int | None:
        known = self._known["containers"][name]
        if process := self._own.get(name):
            known["code"] = process.wait()
            self._keep()
        return known.get("code")

    @cached_property
    def _own(self) -> dict[str, subprocess.Popen[bytes]]:
        """Those that this command started: only it learns how they end."""
        return {}

    def _is_healthy(self, name: str, service: Service) -> bool:
        assert service.health is not None
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        try:
            return self._exec(name, service.health.test, **quiet) == 0
        except (OSError, IndexError):
            return False

    def _exec(self, name: str, command: Sequence[str], **streams: Any) -> int:
        one = self._known["containers"][name]
        service = self.services[one["service"]]
        words = container.inside(one["pid"], service, Image.of(one["image"]), command)
        return subprocess.run(words, check=False, **streams).returncode

    def _start(
        self,
        name: str,
        service: Service,
        command: Sequence[str] | None = None,
        *,
        alone: bool = False,
        image: Image | None = None,
    ) -> subprocess.Popen[bytes]:
        image, host = image or self._images(service.image), self._known["next"]
        self._known["next"] = 10 + (host - 9) % 240
        namespace = f"sgt-{self._known['networks']['front']['number']}-{name}"
        network.leave(namespace)
        addresses = network.join(namespace, self._known["networks"], service.given["networks"], host)
        self._known["stopped"].pop(name, None)
        self._known["containers"][name] = known = {
            "service": service.name,
            "alone": alone,
            "addresses": addresses,
            "namespace": namespace,
            "image": asdict(image) | {"root": str(image.root)},
            "digest": self._digest(service, image),
            "pid": 0,
            "helpers": [],
        }
        self._keep()
        names = network.in_namespace(namespace, *_NETWORK, "names", str(self._file), name)
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
        self._keep()
        deadline_s = time.monotonic() + 10
        while process.poll() is None and not container.lives(process.pid) and time.monotonic() < deadline_s:
            time.sleep(0.01)
        return process

    def _helper(self, words: list[str]) -> int:
        with (self.state / "helpers.log").open("ab") as log:
            helper = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        return helper.pid

    def _stop(self, name: str) -> None:
        one = self._known["containers"][name]
        service = self.services[one["service"]]
        took_s = container.stop(one["pid"], service.grace_s, _STOPS.get(service.name, signal.SIGTERM))
        if took_s is None:
            print(f"{name} did not end within {service.grace_s:.0f} s and was killed", file=sys.stderr)
        self._forget(name)

    def _forget(self, name: str) -> None:
        one = self._known["containers"].pop(name)
        if process := self._own.pop(name, None):
            process.wait()
        for pid in one["helpers"]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        network.leave(one["namespace"])
        container.remove(name, self.state)
        self._keep()

    def _keep(self) -> None:
        new = self._file.with_suffix(".new")
        new.write_text(json.dumps(self._known, indent=1), "utf-8")
        new.replace(self._file)

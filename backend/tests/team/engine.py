"""The words of `docker compose` that docs/operate/team.md and deploy/upgrade.sh use, without an engine.

Each command reads what runs, does its work and writes it down (`running.py`).
"""

from __future__ import annotations

import secrets
import shutil
import time
from collections.abc import Iterable, Sequence
from typing import Any

from tests.team import container, images, network
from tests.team.compose_file import Service
from tests.team.images import Image
from tests.team.running import Running


class Failed(Exception):
    """A sentence for who gave the command."""


class Engine(Running):
    """One installation."""

    def up(self, *names: str, anew: bool = False, with_needs: bool = True) -> None:
        """These services (all where none is named), each once what it depends on is as it has to be. A container of another
        image or file is made anew; `anew`: those that are named too.
        """
        for name in names if anew else ():
            self.stop(name)
        self.known["stopped"] = {}
        chosen = self._with_needs(names or self.services) if with_needs else set(names)
        for service in [one for name, one in self.services.items() if name in chosen]:
            wanted = [f"{service.name}-{number + 1}" for number in range(service.replicas)]
            for name in [
                name for name in self.names(service.name) if name not in wanted or not self.is_current(name, service)
            ]:
                self.stop_one(name)
            missing = [name for name in wanted if name not in self.known["containers"]]
            if missing:
                self._await_needs(service)
            for name in missing:
                self.start_one(name, service)
        for service in [one for name, one in self.services.items() if name in chosen]:
            self._await(service.name, "service_healthy" if service.health else "service_started")

    def stop(self, *names: str) -> None:
        for name in reversed(list(self.services)):
            for one in self.names(name) if name in names else ():
                self.known["stopped"][one] = self.known["containers"][one]["image"]
                self.stop_one(one)

    def start(self, *names: str) -> None:
        """Those that were stopped, with the image they had."""
        for name, image in list(self.known["stopped"].items()):
            service = name.rpartition("-")[0]
            if service in names:
                self.start_one(name, self.services[service], image=Image.of(image))

    def run(self, name: str, command: Sequence[str], *, with_needs: bool = True, mounts: Sequence[str] = ()) -> int:
        """A container of its own for one command, in the foreground; its exit code."""
        service = self.services[name]
        given = {**service.given, "volumes": [*service.given.get("volumes", []), *mounts]}
        service = Service(name, given, service.folder, service.secret_files)
        if with_needs:
            self._start_needs(service)
        own = f"{name}-run-{secrets.token_hex(3)}"
        process = self.start_one(own, service, command, alone=True)
        code = process.wait()
        self.forget(own)
        return code

    def exec(self, name: str, command: Sequence[str], **streams: Any) -> int:
        """In the first running container of the service; its exit code."""
        running = [one for one in self.names(name) if container.lives(self.known["containers"][one]["pid"])]
        if not running:
            raise Failed(f"service {name} is not running")
        return self.exec_in(running[0], command, **streams)

    def ps(self) -> dict[str, str]:
        """What each container is: healthy, unhealthy, running, exited."""
        found = {}
        for name, one in self.known["containers"].items():
            service = self.services[one["service"]]
            if not container.lives(one["pid"]):
                found[name] = f"exited ({one.get('code')})"
            elif service.health is None:
                found[name] = "running"
            else:
                found[name] = "healthy" if self.is_healthy(name, service) else "unhealthy"
        return found

    def down(self) -> None:
        """All containers and networks; volumes stay."""
        for service in reversed(list(self.services)):
            for name in self.names(service):
                self.stop_one(name)
        for name in list(self.known["containers"]):
            self.stop_one(name)
        network.remove_bridges(self.known["networks"])
        images.forget(self.known["mounted"])
        self.file.unlink(missing_ok=True)

    def remove_volume(self, name: str) -> None:
        if self.known["containers"]:
            raise Failed(f"volume {name} is in use")
        shutil.rmtree(self.state / "volumes" / name)

    def _with_needs(self, names: Iterable[str]) -> set[str]:
        return {one for name in names for one in (name, *self._with_needs(self.services[name].depends_on))}

    def _start_needs(self, service: Service) -> None:
        for name, condition in service.depends_on.items():
            needed = self.services[name]
            if not self.names(name) or not self.is_current(self.names(name)[0], needed):
                self._start_needs(needed)
                for old in self.names(name):
                    self.stop_one(old)
                self.start_one(f"{name}-1", needed)
            self._await(name, condition)

    def _await_needs(self, service: Service) -> None:
        for name, condition in service.depends_on.items():
            self._await(name, condition)

    def _await(self, name: str, condition: str) -> None:
        """Raises Failed where it does not come to it, by the times of its own health check."""
        service = self.services[name]
        for one in self.names(name):
            known = self.known["containers"][one]
            if condition == "service_completed_successfully":
                while container.lives(known["pid"]):
                    time.sleep(0.1)
                if self.code_of(one) != 0:
                    raise Failed(f"{one} ended with {known.get('code')}:\n{self.log(one).read_text()[-2000:]}")
            elif condition == "service_healthy" and (health := service.health):
                deadline_s = time.monotonic() + health.start_s + health.interval_s * health.retries
                while not self.is_healthy(one, service):
                    if time.monotonic() > deadline_s or not container.lives(known["pid"]):
                        raise Failed(f"{one} is not healthy:\n{self.log(one).read_text()[-2000:]}")
                    time.sleep(0.5)

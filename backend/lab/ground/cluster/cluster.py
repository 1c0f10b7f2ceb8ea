"""Starts and stops the cluster, and puts redo and temporary files where a run wants them. Needs no privileges."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from lab.ground.cluster.programs import OWNER, Machine
from lab.ground.device.build import build, digest
from lab.ground.device.memory import Memory, Place
from lab.ground.sql import naming
from segtier.errors import NotUsable

HERE = Path(__file__).parent
DISKS, APART, REDO, FLASH = range(4)
"""Groups of the device: data, data on disks of their own, redo, flash."""
_STARTS_S = 60.0
_SINGLE_BLOCKS = {17: "io_combine_limit=1", 18: "io_method=sync"}
"""Settings that keep one read to one block, and to the process that waits for it, by the release that has them first."""


class Cluster:
    """One cluster below one folder. Connections go over a socket there."""

    def __init__(self, folder: Path, machine: Machine) -> None:
        if machine.programs is None or machine.release is None:
            raise NotUsable("PostgreSQL is not there", code="no-postgresql", advice=machine.missing[0])
        self.folder, self._programs, self._release = folder, machine.programs, machine.release
        self._owner = OWNER if os.geteuid() == 0 else None
        self.user = self._owner or pwd.getpwuid(os.geteuid()).pw_name
        self._library, self.device = build(folder), digest()
        self.memory = Memory(folder / "device")
        self.redo_on_flash = False
        self.families: set[str] = set()
        """Whose databases are there."""
        self._process: subprocess.Popen[bytes] | None = None
        for name in ("disks", "apart", "flash", "redo-disk", "redo-flash", "temp-disk", "temp-flash"):
            (folder / name).mkdir()
        if self._owner:
            for path in (folder, *folder.iterdir()):
                shutil.chown(path, self._owner)

    def create(self) -> None:
        """An empty cluster, running, with a tablespace for each folder. The devices are off."""
        command = ["initdb", "-D", str(self.data), "-X", str(self.folder / "redo-disk" / "wal")]
        self._run([*command, "-A", "trust", "-U", self.user, "-E", "UTF8", "--locale=C", "--no-sync"])
        with (self.data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write((HERE / "postgresql.conf").read_text("utf-8"))
        self.memory.place(self._places(redo_shared=False))
        self.start()
        with self.connect("postgres") as link:
            for name in ("disks", "apart", "flash", "temp-disk", "temp-flash"):
                where = sql.Literal(str(self.folder / name))
                link.execute(naming("create_tablespace", name.replace("-", "_"), where))

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def _places(self, *, redo_shared: bool) -> tuple[Place, ...]:
        at = self.folder
        return (
            Place("disks", at / "disks", DISKS, "data"),
            Place("apart", at / "apart", APART, "data"),
            Place("flash", at / "flash", FLASH, "data"),
            Place("redo-disk", at / "redo-disk", DISKS if redo_shared else REDO, "redo"),
            Place("redo-flash", at / "redo-flash", FLASH, "redo"),
            Place("temp-disk", at / "temp-disk", DISKS, "temp"),
            Place("temp-flash", at / "temp-flash", FLASH, "temp"),
        )

    def share_redo(self, shared: bool) -> None:
        """Redo that is not on flash lies on the data's disks."""
        self.memory.place(self._places(redo_shared=shared))

    def move_redo(self, to_flash: bool) -> None:
        """The cluster must be stopped."""
        if to_flash == self.redo_on_flash:
            return
        old, new = ("redo-disk", "redo-flash") if to_flash else ("redo-flash", "redo-disk")
        (self.folder / old / "wal").rename(self.folder / new / "wal")
        link = self.data / "pg_wal"
        link.unlink()
        link.symlink_to(self.folder / new / "wal")
        self.redo_on_flash = to_flash

    def start(self, *, cache_mb: int = 64, temp_on_flash: bool = False) -> None:
        """`cache_mb`: shared_buffers."""
        settings = [
            f"shared_buffers={cache_mb}MB",
            f"temp_tablespaces={'temp_flash' if temp_on_flash else 'temp_disk'}",
        ]
        settings += [text for first, text in _SINGLE_BLOCKS.items() if self._release >= first]
        command = ["postgres", "-D", str(self.data), "-k", str(self.folder)]
        shim = {"LD_PRELOAD": str(self._library), "GROUND_DEVICE": str(self.memory.path)}
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self._programs / command[0]), *command[1:], *(f"-c{text}" for text in settings)],
                env={**os.environ, **shim},
                stdout=log,
                stderr=log,
                start_new_session=True,  # an interrupt is for us, who then stop it
                **self._as_owner(),
            )
        deadline_s = time.monotonic() + _STARTS_S
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline_s:
                said = (self.folder / "log").read_text("utf-8", "replace")[-1000:]
                raise NotUsable(f"PostgreSQL did not start: {said}", code="no-postgresql")
            time.sleep(0.05)

    def stop(self) -> None:
        """Clients are cut off, what is dirty is written, nothing is charged for it."""
        self.memory.off()
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(timeout=_STARTS_S)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()
        self._process = None

    def connect(self, database: str) -> psycopg.Connection[tuple[Any, ...]]:
        """Each statement a transaction of its own."""
        return psycopg.connect(host=str(self.folder), user=self.user, dbname=database, autocommit=True)

    def pgbench(self, arguments: list[str], folder: Path) -> subprocess.Popen[str]:
        """Running, with its own files in that folder; not under the devices."""
        return subprocess.Popen(
            [str(self._programs / "pgbench"), "-h", str(self.folder), "-U", self.user, *arguments],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(
            [str(self._programs / command[0]), *command[1:]],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            **self._as_owner(),
        )
        if done.returncode:
            raise NotUsable(f"{command[0]}: {done.stderr.strip()[:500]}", code="no-postgresql")

    def _as_owner(self) -> dict[str, Any]:
        """PostgreSQL refuses to run as root."""
        return {"user": self._owner, "group": self._owner, "extra_groups": []} if self._owner else {}

    def _answers(self) -> bool:
        try:
            self.connect("postgres").close()
        except psycopg.OperationalError:
            return False
        return True


@contextmanager
def running_cluster(machine: Machine) -> Iterator[Cluster]:
    """A cluster of its own; stopped and removed at the end, whatever happens."""
    with tempfile.TemporaryDirectory(prefix="ground-", dir=machine.room, ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)  # the owner of the cluster may be another user
        cluster = Cluster(folder, machine)
        try:
            cluster.create()
            yield cluster
        finally:
            with suppress(ProcessLookupError):
                cluster.stop()

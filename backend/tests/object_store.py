"""A real S3 server over a temporary folder: `rclone serve s3`, which a package brings along. Its keys and its port stay the same.

It keeps what it has taken when it is killed. It compares MD5 and signatures; it is not the store of any cloud.
"""

from __future__ import annotations

import shutil
import signal
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from segtier.passing import Passing
from segtier.store.s3 import Bucket, Place
from tests.servers import Server, a_folder

KEY_ID, SECRET_KEY = "segtier-tests", "not-a-secret-of-anybody"


class ObjectStore:
    """`new_place` makes an empty bucket, `new_bucket` the settings of an installation with one."""

    def __init__(self, folder: Path, port: int, server: Server) -> None:
        self.server, self.folder, self.endpoint = server, folder, f"http://127.0.0.1:{port}"
        self._count = 0

    def new_place(self) -> Place:
        self._count += 1
        place = self.place(f"bucket-{self._count}")
        Bucket(place).make()
        return place

    def new_bucket(self) -> dict[str, str]:
        place = self.new_place()
        return {
            "SEGTIER_FILES": f"s3://{place.bucket}/team/segtier",
            "SEGTIER_FILES_ENDPOINT": self.endpoint,
            "SEGTIER_FILES_KEY_ID": KEY_ID,
            "SEGTIER_FILES_SECRET_KEY": SECRET_KEY,
        }

    def place(self, bucket: str, *, key_id: str = KEY_ID, secret_key: str = SECRET_KEY) -> Place:
        return Place(bucket, self.endpoint, key_id=key_id, secret_key=secret_key)


def place_of(env: Mapping[str, str]) -> Place:
    """Where an installation with these settings keeps its files."""
    bucket = env["SEGTIER_FILES"].split("/")[2]
    return Place(
        bucket,
        env["SEGTIER_FILES_ENDPOINT"],
        key_id=env["SEGTIER_FILES_KEY_ID"],
        secret_key=env["SEGTIER_FILES_SECRET_KEY"],
    )


@contextmanager
def object_store() -> Iterator[ObjectStore]:
    """Started, and stopped and removed at the end."""
    with a_folder("segtier-s3-") as folder:
        port = free_port()
        command = [rclone(), "serve", "s3", "--addr", f"127.0.0.1:{port}", "--auth-key", f"{KEY_ID},{SECRET_KEY}"]
        options = ["--config", "/dev/null", "--vfs-cache-mode", "off", str(folder)]
        server = Server("rclone serve s3", [*command, *options], lambda: _answers(port), signal.SIGTERM)
        try:
            yield ObjectStore(folder, port, server)
        finally:
            server.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def rclone() -> str:
    """The package's where there is one for this machine, else what is installed."""
    found = find_spec("rclone_api")
    brought = Path(found.origin).with_name("bin") / "rclone" if found and found.origin else None
    program = str(brought) if brought and brought.is_file() else shutil.which("rclone")
    if program is None:
        pytest.skip("no rclone for this kind of machine: install rclone 1.65 or later")
    return program


def _answers(port: int) -> bool:
    try:
        Bucket(Place("none", f"http://127.0.0.1:{port}", key_id=KEY_ID, secret_key=SECRET_KEY)).probe()
    except Passing as fault:
        return "no such bucket" in str(fault)
    return True

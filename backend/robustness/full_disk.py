"""A disk that is really full: the data folder on a file system of its own, filled, used, and emptied again.

1. The disk has room for an archive and not for the files in it: the archive waits, the server says that the disk is full.
2. The disk has no room at all: an upload is answered with `disk-full`, and pages still come.
3. Uploads can be deleted all the same, and `segtier doctor` fails.
4. There is room again: what waited is read by itself, and the refused upload is taken.

Mounts a tmpfs in a mount namespace of its own, so nothing of the machine changes; exits with 77 where that is not
allowed, with 1 where a step goes wrong. Run: `python robustness/full_disk.py [--setup sqlite|postgresql|both]`
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robustness.failing.trial import is_over, passing_codes
from robustness.under_load.installation import QUICK
from tests.client import Client
from tests.integration.files import a_report
from tests.integration.packed import a_zip
from tests.patience import PATIENCE_S
from tests.servers import running_servers
from tests.stack import MODULE, SETUPS, Product, Setup, new_setup

SKIPPED = 77
DISK_BYTES = 48 << 20
OLD_UPLOADS = 8
ROOM_BYTES = 3 << 20
"""Left beside the archive: less than what is in it, more than a database needs to say so."""
_INSIDE = "SEGTIER_FULL_DISK"
_LOOK_S = 0.2


class Wrong(Exception):
    """A step did not go as it must."""


def steps(client: Client, setup: Setup, ballast: Callable[[int], None]) -> Iterator[str]:
    """What must be seen, one after the other; raises Wrong."""
    archive, single = _archive(), a_report(snap=9000)
    old = [client.upload(f"{n}.json", a_report("OLD", 9, n, _tables(300)))["id"] for n in range(OLD_UPLOADS)]
    client.finished()
    if setup.name == "sqlite":
        _until("there is a reserve", (setup.data_dir / "segtier.db-reserve").exists)
    ballast(ROOM_BYTES + len(archive))
    sent = client.http.post("/api/v1/uploads", files={"file": ("many.zip", archive)})
    if not sent.is_success:
        raise Wrong(f"the archive was answered {sent.status_code}: {sent.text[:200]}")
    upload = _until("the archive is said to wait for room", lambda: _waits(client, sent.json()["id"]))
    yield f"the archive is {upload['state']} and waits: disk-full"
    ballast(0)
    refused = client.http.post("/api/v1/uploads", files={"file": ("one.json", single)})
    if refused.status_code != 507 or refused.json()["code"] != "disk-full":
        raise Wrong(f"an upload on a full disk was answered {refused.status_code}: {refused.text[:200]}")
    if client.http.get("/api/v1/databases").status_code != 200:
        raise Wrong("a full disk stops the pages")
    yield "an upload on the full disk is refused: 507 disk-full"
    said = subprocess.run([*MODULE, "doctor"], env=os.environ | setup.env, capture_output=True, text=True, check=False)
    if said.returncode != 1 or "fail  disk: the disk is full" not in said.stdout:
        raise Wrong(f"the doctor ended with {said.returncode} on a full disk: {said.stdout}")
    ballast(0)  # the sweeper has emptied the database's log meanwhile
    for upload_id in old:
        gone = client.http.delete(f"/api/v1/uploads/{upload_id}")
        if gone.status_code != 204:
            raise Wrong(f"a deletion on a full disk was answered {gone.status_code}: {gone.text[:200]}")
    yield f"the doctor fails, and {len(old)} uploads are deleted on the full disk"
    ballast(DISK_BYTES)
    client.upload("one.json", single)
    _until("everything is read", lambda: is_over(client))
    states = {one["state"] for one in client.uploads()}
    if states != {"succeeded"}:
        raise Wrong(f"after there was room again the uploads are {states}")
    yield "with room again everything was read by itself"


def _archive() -> bytes:
    """Some megabytes, and what is in it takes as much once more: names that do not get smaller."""
    source = random.Random(1)
    names = tuple(source.randbytes(64).hex() for _ in range(3000))
    return a_zip({f"{n}.json": a_report(snap=10 * n, segments=names) for n in range(1, 17)})


def _tables(count: int) -> tuple[str, ...]:
    return tuple(f"T{n}" for n in range(count))


def _waits(client: Client, upload_id: str) -> Any:
    upload = client.get(f"/uploads/{upload_id}")
    if upload["state"] in ("failed", "quarantined"):
        raise Wrong(f"the archive is {upload['state']}: {upload['error']}")
    if upload["state"] == "succeeded":
        raise Wrong("the archive found room: the disk was not full")
    return upload if "disk-full" in passing_codes(upload) else None


def _until(what: str, look: Callable[[], Any]) -> Any:
    deadline_s = time.monotonic() + PATIENCE_S
    while not (found := look()):
        if time.monotonic() > deadline_s:
            raise Wrong(f"not seen within {PATIENCE_S:g} s: {what}")
        time.sleep(_LOOK_S)
    return found


@contextmanager
def a_small_disk() -> Iterator[Path]:
    """A tmpfs that goes with this process's mount namespace."""
    with tempfile.TemporaryDirectory(prefix="segtier-disk-") as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", folder], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=False)


def fill(disk: Path, room_bytes: int) -> None:
    """Make the ballast as large as leaves so much room; anew where the product took some meanwhile, as for its reserve."""
    ballast = disk / "ballast"
    ballast.unlink(missing_ok=True)
    with ballast.open("wb") as file:
        while True:
            file.truncate(0)
            room = os.statvfs(disk)
            spare = room.f_bavail * room.f_frsize - room_bytes
            with suppress(OSError):
                os.posix_fallocate(file.fileno(), 0, max(spare, 1))
                return


def run(name: str) -> bool:
    with ExitStack() as stack:
        disk = stack.enter_context(a_small_disk())
        servers = stack.enter_context(running_servers()) if name == "postgresql" else None
        setup = new_setup(name, disk / "data", servers)
        product = stack.enter_context(Product(replace(setup, env={**setup.env, **QUICK}), "--port", "0"))
        client = stack.enter_context(Client(product.url))
        try:
            for words in steps(client, setup, lambda room: fill(disk, room)):
                print(f"{name}: {words}", flush=True)
        except Wrong as fault:
            print(f"{name}: FAULT {fault}", flush=True)
            return False
    return True


def in_own_namespace() -> int:
    """This command again where it may mount; as its own root where it is not root."""
    own = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"])]
    if subprocess.run([*own, "true"], capture_output=True, check=False).returncode != 0:
        print("Skipped: this machine allows no mounts of one's own (unshare --mount)")
        return SKIPPED
    command = [*own, sys.executable, __file__, *sys.argv[1:]]
    return subprocess.run(command, env={**os.environ, _INSIDE: "1"}, check=False).returncode


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--setup", choices=[*SETUPS, "both"], default="both")
    given = options.parse_args()
    if _INSIDE not in os.environ:
        return in_own_namespace()
    good = [run(name) for name in (SETUPS if given.setup == "both" else [given.setup])]
    return int(not all(good))


if __name__ == "__main__":
    sys.exit(main())

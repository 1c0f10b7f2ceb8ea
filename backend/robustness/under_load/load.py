"""Clients that upload, upload again and delete, at random but from a seed, and write down every answer.

Files are small reports of a few databases, some in archives. No file comes from disk: it is made anew from its number.
A client whose request fails comes again, as a user would, until it is answered.
"""

from __future__ import annotations

import contextlib
import hashlib
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import httpx

from robustness.under_load.journal import Act, Journal, Kind
from tests.client import signed_in
from tests.integration.files import a_report
from tests.integration.packed import a_zip

DATABASES = 5
CLIENTS = 3
MOST_WAITING = 12
"""Clients pause while this many files wait to be read, so that the end of a run is near its last kill."""
_TABLES = (1, 1, 20, 200, 1500)
_PAUSE_S = 0.1
_TIMEOUT_S = 30.0
_MOST_TRIES = 1_000


@dataclass(frozen=True)
class File:
    """One report of one hour; its number makes it unlike any other."""

    number: int
    tables: int

    @property
    def database(self) -> str:
        return f"DB{self.number % DATABASES}"

    @property
    def data(self) -> bytes:
        tables = tuple(f"T{self.number}_{n}" for n in range(self.tables))
        return a_report(self.database, 1000 + self.number % DATABASES, 10 * self.number, tables)


class Load:
    """Running clients; `stop` ends them, each after its current request was answered."""

    def __init__(self, url: str, journal: Journal, seed: int, waiting: Callable[[], int]) -> None:
        self.files: dict[str, File] = {}
        """By digest."""
        self._url, self._journal, self._waiting = url, journal, waiting
        self._count, self._guard, self._stop = 0, threading.Lock(), threading.Event()
        self._faults: list[BaseException] = []
        chances = [random.Random(f"{seed} client {number}") for number in range(CLIENTS)]
        self._clients = [threading.Thread(target=self._work, args=(chance,)) for chance in chances]
        for client in self._clients:
            client.start()

    def stop(self) -> None:
        self._stop.set()
        for client in self._clients:
            client.join()
        if self._faults:
            raise self._faults[0]

    def _work(self, chance: random.Random) -> None:
        doings = (
            self._one,
            self._again,
            self._archive,
            self._delete,
            self._delete_while_it_comes,
            self._delete_database,
        )
        try:
            with signed_in(self._url, "/api/v1", _TIMEOUT_S) as http:
                while not self._stop.is_set():
                    if self._waiting() > MOST_WAITING:
                        self._stop.wait(_PAUSE_S)
                        continue
                    (do,) = chance.choices(doings, weights=(10, 3, 2, 3, 2, 0.3))
                    do(http, chance)
        except BaseException as fault:  # a fault of the harness: told by stop()
            self._faults.append(fault)

    def _one(self, http: httpx.Client, chance: random.Random) -> None:
        self._upload(http, self._new_file(chance))

    def _again(self, http: httpx.Client, chance: random.Random) -> None:
        """The same bytes, whether they are there, deleted, or being read."""
        if digest := self._any_file(chance):
            self._upload(http, digest)

    def _archive(self, http: httpx.Client, chance: random.Random) -> None:
        digests = [self._new_file(chance) for _ in range(chance.randint(2, 8))]
        if chance.random() < 0.3 and (known := self._any_file(chance)):
            digests.append(known)
        files = {f"{digest[:16]}.json": self.files[digest].data for digest in dict.fromkeys(digests)}
        self._post(http, "archive", tuple(dict.fromkeys(digests)), f"{digests[0][:8]}.zip", a_zip(files))

    def _delete(self, http: httpx.Client, chance: random.Random) -> None:
        if found := self._any_upload(chance):
            self._take_away(http, found)

    def _delete_while_it_comes(self, http: httpx.Client, chance: random.Random) -> None:
        """The same bytes arrive while they are deleted: an acknowledged upload must still be there afterwards."""
        found = self._any_upload(chance, "upload")
        if found is None:
            return
        with signed_in(self._url, "/api/v1", _TIMEOUT_S) as other:
            deleting = threading.Thread(target=self._take_away, args=(other, found))
            deleting.start()
            self._upload(http, found.contents[0])
            deleting.join()

    def _delete_database(self, http: httpx.Client, chance: random.Random) -> None:
        name = f"DB{chance.randrange(DATABASES)}"
        with contextlib.suppress(httpx.HTTPError):
            listed = http.get("/databases")
            ids = [one["id"] for one in listed.json()["items"] if one["name"] == name] if listed.is_success else []
            for database_id in ids:
                act = self._journal.begin("delete database", self._files_of(name), name)
                self._until_answered(act, partial(http.delete, f"/databases/{database_id}"))

    def _upload(self, http: httpx.Client, digest: str) -> None:
        self._post(http, "upload", (digest,), f"{digest[:16]}.json", self.files[digest].data)

    def _post(self, http: httpx.Client, kind: Kind, contents: tuple[str, ...], name: str, data: bytes) -> None:
        """Each try is an act of its own: only the one that is acknowledged promises something."""
        while True:
            act = self._journal.begin(kind, contents)
            with contextlib.suppress(httpx.HTTPError):
                answer = http.post("/uploads", files={"file": (name, data)})
                if answer.is_success:
                    self._journal.end(act, "acknowledged", answer.json()["id"])
                    return
                self._journal.end(act, "refused", words=f"{answer.status_code} {answer.text[:200]}")
            if self._stop.wait(_PAUSE_S):
                return

    def _take_away(self, http: httpx.Client, upload: Act) -> None:
        kind: Kind = "delete archive" if upload.kind == "archive" else "delete upload"
        act = self._journal.begin(kind, upload.contents, upload.upload_id)
        self._until_answered(act, partial(http.delete, f"/uploads/{upload.upload_id}"))

    def _until_answered(self, act: Act, send: Callable[[], httpx.Response]) -> None:
        """Deletes are tried until they are answered, also after the load has ended: else nothing is known of them."""
        while act.tries < _MOST_TRIES:
            with contextlib.suppress(httpx.HTTPError):
                answer = send()
                if answer.is_success or answer.status_code == 404:
                    self._journal.end(act, "acknowledged" if answer.is_success else "gone")
                    return
                act.words = f"{answer.status_code} {answer.text[:200]}"
            act.tries += 1
            time.sleep(_PAUSE_S)

    def _new_file(self, chance: random.Random) -> str:
        with self._guard:
            self._count += 1
            number = self._count
        file = File(number, chance.choice(_TABLES))
        digest = hashlib.sha256(file.data).hexdigest()
        with self._guard:
            self.files[digest] = file
        return digest

    def _any_file(self, chance: random.Random) -> str | None:
        with self._guard:
            return chance.choice(list(self.files)) if self.files else None

    def _files_of(self, database: str) -> tuple[str, ...]:
        with self._guard:
            return tuple(digest for digest, file in self.files.items() if file.database == database)

    def _any_upload(self, chance: random.Random, kind: str | None = None) -> Act | None:
        """One of the uploads last acknowledged: others are deleted already more often than not."""
        found = [act for act in self._journal.acknowledged()[-60:] if kind in (None, act.kind)]
        return chance.choice(found) if found else None

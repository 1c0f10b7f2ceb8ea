"""Files in a bucket that any number of hosts share.

Each time bytes are stored they get a key of their own: `files/ab/abcdef…/<bytes>-<number>`, and an ending where they lie
compressed (`lying.py`). A key is written once and never again, so one that was seen to be gone stays gone, and one whose size
differs from what its name says is not whole. That stands in for the rename a bucket does not have: what is put aside is copied
to `leaving/…`, then taken away, and as long as the first key is still there the copy stays, whoever died in between.
"""

from __future__ import annotations

import io
import logging
import re
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

from segtier.passing import Passing, PassingFault, passing_fault
from segtier.store import lying
from segtier.store.blobs import FILE_MISSING, Blob, Blobs, Health, Unseen, missing
from segtier.store.s3 import Bucket, Gone, Stored

_OURS = re.compile(r"(.*/)?[0-9a-f]{64}/[0-9]{1,18}-[0-9a-f]{16}" + lying.ENDING)
"""Nothing else in the bucket is looked at, whoever put it there."""
_log = logging.getLogger(__name__)


class BlobBucket(Blobs):
    """What `Blobs` promises, below a prefix of a bucket. Who reads gets a copy without a name in `folder`, gone when closed."""

    tries = 2
    """Each takes room of its own, and a store that has taken a file and does not show it may never do so."""

    def __init__(self, bucket: Bucket, prefix: str, folder: Path) -> None:
        """Makes the folder where there is none; raises OSError where that cannot be."""
        self._bucket, self._folder = bucket, folder
        start = f"{prefix}/" if prefix else ""
        self._start, self._files, self._leaving = start, f"{start}files/", f"{start}leaving/"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def put(self, source: BinaryIO, most_bytes: int, stay: ExitStack | None = None) -> Blob:  # noqa: ARG002 - has no locks
        with self._scratch() as copy:
            taken = lying.take(source, copy, most_bytes)
            key = self._put(copy, taken.sha256, taken.ending)
        return Blob(taken.sha256, taken.bytes, key)

    def put_unsynced(self, data: bytes, stay: ExitStack | None = None) -> Blob:
        return self.put(io.BytesIO(data), len(data), stay)

    def sync(self) -> None:
        """What a bucket has taken it keeps."""

    def put_lying(self, source: BinaryIO, sha256: str, ending: str) -> None:
        with self._scratch() as copy:
            try:
                lying.copy_checked(lying.pieces_of(source), copy, sha256, ending)
            except lying.Damaged:
                raise missing(sha256, "are not those that were stored") from None
            self._put(copy, sha256, ending)

    def open(self, sha256: str) -> BinaryIO:
        """What arrives is held against its digest."""
        return self._opened(sha256, as_it_came=True)[0]

    def open_lying(self, sha256: str) -> tuple[BinaryIO, str]:
        return self._opened(sha256, as_it_came=False)

    def _opened(self, sha256: str, *, as_it_came: bool) -> tuple[BinaryIO, str]:
        damaged = False
        for stored in self._whole(sha256):
            with suppress(Gone):
                copy = self._fetched(stored, sha256, as_it_came=as_it_came)
                if copy is not None:
                    return copy, _ending_of(stored.key)
                damaged = True
        if damaged:
            raise _unseen(sha256, "arrived otherwise than they were stored: they are damaged in the object store")
        if any(self._listed(f"{self._leaving}{sha256}/")) or self.has(sha256):
            raise _away("this file is about to be there again")
        if not any(self._bucket.list(self._start)):
            raise _away("the object store is empty where files were stored")
        raise _unseen(sha256, "are no longer in the object store")

    def has(self, sha256: str) -> bool:
        return bool(self._whole(sha256))

    def holds(self, blob: Blob) -> bool:
        """Lists of a store lag behind what it has taken; a key is there or not."""
        return blob.key is not None and self._bucket.size(blob.key) == _size_in(blob.key)

    def marks(self, part: str | None = None) -> dict[str, int]:
        """Digests, and keys that need not be: bytes that were stored once more since, or are not whole."""
        newest: dict[str, Stored] = {}
        every = [] if part == "" else list(self._listed(f"{self._files}{part}/" if part else self._files))
        for stored in filter(_is_whole, every):
            sha256, last = _digest_of(stored.key), newest.get(_digest_of(stored.key))
            if last is None or (stored.mark, stored.key) > (last.mark, last.key):
                newest[sha256] = stored
        kept = {stored.key for stored in newest.values()}
        others = {stored.key: stored.mark for stored in every if stored.key not in kept}
        return others | {sha256: stored.mark for sha256, stored in newest.items()}

    def health(self, upload_max_bytes: int) -> Health:
        """The store says nothing of its room; this host's is for copies."""
        try:
            self._bucket.probe()
            enough = shutil.disk_usage(self._folder).free >= upload_max_bytes
        except (Passing, OSError) as fault:
            passing = passing_fault(fault)
            return Health("files", False, passing.detail if passing else "the data folder cannot be looked at")
        if not enough:
            return Health("files", False, "no room on the disk for a copy of the largest upload", needed=False)
        return Health("files", True, "the object store answers")

    def put_aside(self, name: str) -> None:
        if "/" in name:
            self._bucket.delete(name)
            return
        for stored in self._all(name):
            with suppress(Gone):  # another process was quicker
                self._bucket.copy(stored.key, f"{self._leaving}{name}/{_number_of(stored.key)}")
                self._bucket.delete(stored.key)

    def aside(self) -> dict[str, str]:
        """Finishes what a process that died began: only what had gone from its first place is certain to stay so."""
        found: dict[str, str] = {}
        for stored in list(self._listed(self._leaving)):
            sha256 = _digest_of(stored.key)
            first = f"{self._folder_of(sha256)}{_number_of(stored.key)}"
            if self._bucket.size(first) is not None:
                self._bucket.delete(first)
            else:
                found[stored.key] = sha256
        return found

    def bring_back(self, name: str, sha256: str) -> None:
        with suppress(Gone):
            self._bucket.copy(name, self._new_key(sha256, _size_in(name), _ending_of(name)))
            self._bucket.delete(name)

    def drop(self, name: str) -> None:
        self._bucket.delete(name)

    def _scratch(self) -> BinaryIO:
        """A file without a name, so that nothing is left of it however its process ends."""
        return tempfile.TemporaryFile(dir=self._folder)

    def _folder_of(self, sha256: str) -> str:
        return f"{self._files}{sha256[:2]}/{sha256}/"

    def _put(self, copy: BinaryIO, sha256: str, ending: str) -> str:
        """All of `copy` under a new key."""
        size = copy.tell()
        key = self._new_key(sha256, size, ending)
        self._bucket.put(key, copy, size)
        return key

    def _new_key(self, sha256: str, size: int, ending: str) -> str:
        return f"{self._folder_of(sha256)}{size}-{secrets.token_hex(8)}{ending}"

    def _all(self, sha256: str) -> list[Stored]:
        return list(self._listed(self._folder_of(sha256)))

    def _listed(self, prefix: str) -> Iterator[Stored]:
        return (stored for stored in self._bucket.list(prefix) if _OURS.fullmatch(stored.key))

    def _whole(self, sha256: str) -> list[Stored]:
        """The newest first."""
        return sorted(filter(_is_whole, self._all(sha256)), key=lambda one: one.mark, reverse=True)

    def _fetched(self, stored: Stored, sha256: str, *, as_it_came: bool) -> BinaryIO | None:
        """None where it is not what its name says. Raises Gone."""
        copy, ending = self._scratch(), _ending_of(stored.key)
        pieces = self._bucket.fetch(stored.key, stored.bytes)
        try:
            keep = lying.unpack if as_it_came else lying.copy_checked
            keep(pieces, copy, sha256, ending)
            copy.seek(0)
        except BaseException as fault:
            copy.close()
            if not isinstance(fault, lying.Damaged):
                raise
            _log.error("the bytes under digest %s are not those that were stored", sha256)
            return None
        return copy


def _digest_of(key: str) -> str:
    return key.split("/")[-2]


def _number_of(key: str) -> str:
    return key.rsplit("/", maxsplit=1)[-1]


def _size_in(key: str) -> int:
    """Of what lies there, as its key says."""
    return int(_number_of(key).split("-")[0])


def _ending_of(key: str) -> str:
    return lying.ending_of(_number_of(key))


def _is_whole(stored: Stored) -> bool:
    return _number_of(stored.key).startswith(f"{stored.bytes}-")


def _unseen(sha256: str, words: str) -> Unseen:
    return Unseen(
        f"the bytes of this file (digest {sha256[:12]}…) {words}",
        code=FILE_MISSING,
        advice="Try again. If it stays so, upload the same file again: it is read at once.",
    )


def _away(words: str) -> Passing:
    return Passing(PassingFault("files-away", words))

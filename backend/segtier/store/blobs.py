"""Uploaded files under the SHA-256 of their bytes: what every place to keep them promises.

A file is there whole or not at all. Bytes come before the row that names them and go after it: only `services/sweep_files.py`
takes any away. It first moves them aside, where no new upload counts on them, and removes or brings them back once it is certain.

They lie compressed where that is worth it (`lying.py`); sizes and digests are of what came.

In a folder (`blob_folder.py`) or in a bucket that several hosts share (`blob_bucket.py`).
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import BinaryIO, ClassVar, Protocol

from segtier.dataclass import dataclass
from segtier.errors import NotFound

FILE_MISSING = "file-missing"
"""What an error says as its code where bytes that were stored are gone."""

PARTS = ("", *(f"{number:02x}" for number in range(256)))
"""Of all that is stored: what has no digest yet, and what has one, by its first two signs."""


@dataclass(frozen=True, slots=True)
class Blob:
    """`key` is the one it was stored under, where each storing has its own."""

    sha256: str
    bytes: int
    key: str | None = None


class Unseen(NotFound):
    """Bytes that were stored are not seen, or not as they were. The place may be wrong for a while: look again later."""


@dataclass(frozen=True, slots=True)
class Health:
    """Can files be stored and read? `detail` is for people. Where it is not `needed`, the rest goes on without."""

    name: str
    ready: bool
    detail: str
    needed: bool = True


class Blobs(Protocol):
    """A place for files. What will pass (away, full, refused) is raised as `segtier.passing` knows it: OSError or Passing."""

    tries: ClassVar[int] = 10
    """How often one upload is stored at most, where its bytes are gone before its row is there: a sweeper took them away."""

    def put(self, source: BinaryIO, most_bytes: int, stay: ExitStack | None = None) -> Blob:
        """Store all bytes of `source` from where it stands; they survive a power cut once it returns.

        In a folder nobody puts them aside before `stay` closes: close it once their row is committed. In a bucket, which
        has no locks, look with `has` and store them again.

        Raises Refused (code `too-large`) beyond `most_bytes`, and what passes.
        """

    def put_unsynced(self, data: bytes, stay: ExitStack | None = None) -> Blob:
        """Store bytes that a power cut may still take away, until `sync` returns: for what can be made again."""

    def sync(self) -> None:
        """Return once everything stored so far survives a power cut."""

    def get(self, sha256: str) -> bytes:
        """The bytes stored under a digest; raises as `open`."""
        with self.open(sha256) as file:
            return file.read()

    def open(self, sha256: str) -> BinaryIO:
        """A file of the operating system with the bytes that came under a digest, to be closed by the caller.

        Raises NotFound (code `file-missing`) where they are gone for good, or seem to be (`Unseen`), and what passes.
        """

    def open_lying(self, sha256: str) -> tuple[BinaryIO, str]:
        """The file as it lies, and how its name ends (`lying.py`): for `put_lying` of another place, which looks at its digest.

        Raises as `open`.
        """

    def put_lying(self, source: BinaryIO, sha256: str, ending: str) -> None:
        """Store a file as it lies elsewhere. Raises NotFound (code `file-missing`) where it is not what its digest says."""

    def has(self, sha256: str) -> bool:
        """Whether they are there, as far as the place can tell."""

    def holds(self, blob: Blob) -> bool:
        """Whether what `put` gave can be counted on, by its key alone; asked while `bytes_stay` is held, so quickly answered."""
        return self.has(blob.sha256)

    def marks(self, part: str | None = None) -> dict[str, int]:
        """Every digest, and a name of everything else that may have to go, with a number that changes when it is written.

        `part`: only those of one of the `PARTS`.
        """

    def health(self, upload_max_bytes: int) -> Health:
        """Never raises."""

    def put_aside(self, name: str) -> None:
        """Take what `marks` named so out of the way of new uploads; what no upload can count on goes at once.

        Without effect on what somebody still writes.
        """

    def aside(self) -> dict[str, str]:
        """What was put aside, by any process, under a name for `bring_back` and `drop`: its digest."""

    def bring_back(self, name: str, sha256: str) -> None:
        """Without effect where another process was quicker."""

    def drop(self, name: str) -> None:
        """Likewise."""


def missing(sha256: str, words: str) -> NotFound:
    """Bytes that were stored are gone; `words` say what became of them."""
    return NotFound(
        f"the bytes of this file (digest {sha256[:12]}…) {words}",
        code=FILE_MISSING,
        advice="Upload the same file again: it is read at once.",
    )

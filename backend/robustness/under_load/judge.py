"""What the clients were promised beside what the server has, once nothing is left to do.

* An acknowledged upload is there, and read, unless a delete that could have meant it was begun and not over before it.
* Its effect exists once: one report for one file, one upload for the same bytes, one database for the same name.
* What was deleted stays deleted; nothing is left of it, neither bytes nor reports nor empty databases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from robustness.under_load.journal import Act, Journal
from robustness.under_load.load import File
from robustness.under_load.server import Stored, Upload


@dataclass(frozen=True)
class Fault:
    kind: str
    what: str
    """A digest, an identifier or a name: the same thing is counted once, whatever shows it."""
    words: str


def judge(journal: Journal, files: Mapping[str, File], stored: Stored) -> list[Fault]:
    """Every broken promise."""
    deletes = _Deletes(journal.acts, files)
    told: dict[tuple[str, str], Fault] = {}
    for fault in (
        *_lost(journal, deletes, stored),
        *_unread(stored),
        *_doubled(stored),
        *_undeleted(journal, stored),
        *_left_over(stored),
    ):
        told.setdefault((fault.kind, fault.what), fault)
    return list(told.values())


class _Deletes:
    """Which deletes could have taken away what."""

    def __init__(self, acts: Iterable[Act], files: Mapping[str, File]) -> None:
        self._files = files
        self._acts = [act for act in acts if act.deletes]
        self._by_upload = {act.upload_id: act for act in acts if act.upload_id}

    def of_upload(self, upload_id: str, digest: str) -> Iterator[Act]:
        """By its identifier, with an archive that brought it, with its database."""
        for act in self._acts:
            if act.target == upload_id or (act.kind != "delete upload" and self._touches(act, digest)):
                yield act

    def of_content(self, digest: str) -> Iterator[Act]:
        return (act for act in self._acts if self._touches(act, digest))

    def _touches(self, act: Act, digest: str) -> bool:
        """A database takes away also what came to it after the request was written down."""
        return digest in act.contents or (act.kind == "delete database" and self._files[digest].database == act.target)


def _lost(journal: Journal, deletes: _Deletes, stored: Stored) -> Iterator[Fault]:
    for act in journal.acknowledged():
        if act.kind == "upload":
            (digest,) = act.contents
            excused = any(one.end > act.begin for one in deletes.of_upload(str(act.upload_id), digest))
            if not excused and str(act.upload_id) not in stored.uploads:
                yield Fault(
                    "lost", digest, f"upload {act.upload_id} of {digest[:16]} was acknowledged and is not there"
                )
        for digest in act.contents:
            excused = any(one.end > act.begin for one in deletes.of_content(digest))
            if not excused and digest not in stored.by_digest:
                yield Fault("lost", digest, f"{digest[:16]} came with the {act.kind} {act.upload_id} and is not there")
    for act in journal.acts:
        if act.deletes and act.answer == "gone" and act.tries == 1 and _was_there(journal, deletes, act):
            yield Fault("lost", str(act.target), f"{act.target} was gone before it was deleted")


def _was_there(journal: Journal, deletes: _Deletes, gone: Act) -> bool:
    """Nobody else can have deleted it since it was acknowledged."""
    if gone.kind == "delete database":
        return False
    begin = max(act.begin for act in journal.acts if act.upload_id == gone.target)
    return not any(
        one is not gone and one.end > begin
        for digest in gone.contents
        for one in (*deletes.of_upload(str(gone.target), digest), *deletes.of_content(digest))
    )


def _unread(stored: Stored) -> Iterator[Fault]:
    """Every file of the load is good."""
    for one in stored.uploads.values():
        if one.state in ("failed", "quarantined"):
            yield Fault("lost", one.sha256, f"upload {one.id} of {one.sha256[:16]} is {one.state}: {one.error}")
        elif one.state == "succeeded" and not one.is_archive and not stored.reports[one.id]:
            yield Fault("lost", one.sha256, f"upload {one.id} of {one.sha256[:16]} is read and has no report")


def _doubled(stored: Stored) -> Iterator[Fault]:
    digests = Counter(one.sha256 for one in stored.uploads.values())
    for what, counts in (("digest", digests), ("database", stored.databases), ("upload", stored.reports)):
        for name, count in counts.items():
            if count > 1:
                yield Fault("doubled", str(name), f"{what} {name} has {count} entries")


def _undeleted(journal: Journal, stored: Stored) -> Iterator[Fault]:
    for act in journal.acknowledged(deletes=True):
        if act.kind != "delete database" and act.target in stored.uploads:
            yield Fault("undeleted", str(act.target), f"upload {act.target} was deleted and is there")
        if act.kind == "delete archive":
            for one in stored.members.get(str(act.target), ()):
                yield Fault("undeleted", one, f"upload {one} is there, its archive {act.target} was deleted")


def _left_over(stored: Stored) -> Iterator[Fault]:
    for digest in sorted(stored.bytes - stored.by_digest.keys()):
        yield Fault("left over", digest, f"bytes {digest} without an upload")
    for digest in sorted(stored.by_digest.keys() - stored.bytes):
        yield Fault("lost", digest, f"upload {stored.by_digest[digest].id} without its bytes")
    for upload_id in stored.reports.keys() - stored.uploads.keys():
        yield Fault("left over", upload_id, f"reports of upload {upload_id}, which is not there")
    for name in sorted(stored.empty_databases):
        yield Fault("left over", name, f"database {name} without a report")


def unfinished(stored: Stored) -> list[Upload]:
    return [one for one in stored.uploads.values() if one.state in ("queued", "running")]

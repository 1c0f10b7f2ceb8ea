"""What a server made of a file that was sent, and what goes from here once it has it."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from segtier.cli.support.remote import Answer, Remote
from segtier.dataclass import dataclass

_UPLOADS = "/api/v1/uploads"
_ENDED = ("succeeded", "failed", "quarantined")
_LOOK_S, _LONGEST_LOOK_S = 0.5, 10.0
_MANIFEST = "manifest.csv"


@dataclass(frozen=True, slots=True)
class Sent:
    id: str
    state: str
    """As the server has it; `succeeded` is read."""
    known: bool
    """The same bytes were there before."""
    problem: tuple[str, str] | None = None
    """Code and words, of a file that was not read."""

    @property
    def read(self) -> bool:
        return self.state == "succeeded"

    @property
    def ended(self) -> bool:
        return self.state in _ENDED


def send(remote: Remote, file: Path, fields: dict[str, str]) -> Sent:
    """Raises what `Remote` raises, OSError where the file cannot be read."""
    return _sent(remote.send(_UPLOADS, file, file.name, fields), None)


def wait(remote: Remote, sent: Sent, seconds: float, pause: Callable[[float], None]) -> Sent:
    """Looks again until the server has read it, no longer than so many seconds of pauses."""
    waited, look = 0.0, _LOOK_S
    while not sent.ended and waited < seconds:
        pause(look)
        waited, look = waited + look, min(look * 1.5, _LONGEST_LOOK_S)
        sent = _sent(remote.get(f"{_UPLOADS}/{sent.id}"), sent)
    return sent


def _sent(answer: Answer, before: Sent | None) -> Sent:
    told = answer.told
    error: Any = told.get("error")
    problem = None
    if isinstance(error, dict):
        problem = str(error.get("code") or "unreadable"), str(error.get("message") or "it was not read")
    known = answer.status == 200 if before is None else before.known
    return Sent(str(told.get("id") or (before.id if before else "")), str(told.get("state") or ""), known, problem)


def remove(file: Path) -> None:
    """The file, and the folder that it was packed from: a bundle beside it with that name, all of which is in the file."""
    folder = file.with_suffix("")
    packed = file.suffix == ".zip" and (folder / _MANIFEST).is_file() and not folder.is_symlink()
    if packed and _holds(file, folder):
        shutil.rmtree(folder)
    file.unlink()


def _holds(file: Path, folder: Path) -> bool:
    with zipfile.ZipFile(file) as packed:
        sizes = {one.filename: one.file_size for one in packed.infolist()}
    there = [one for one in folder.rglob("*") if one.is_symlink() or not one.is_dir()]
    return all(
        not one.is_symlink() and sizes.get(one.relative_to(folder.parent).as_posix()) == one.stat().st_size
        for one in there
    )

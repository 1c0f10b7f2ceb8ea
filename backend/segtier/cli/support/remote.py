"""A Segtier server that a command talks to: its address, the token from a file, and requests that are tried again."""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from segtier import __version__
from segtier.dataclass import dataclass
from segtier.errors import NotUsable, Refused, UnreadableInput

_LOCAL = ("127.0.0.1", "localhost", "::1")
_TOKEN = re.compile(r"(?:Authorization:\s*)?(?:Bearer\s+)?([!-~]{8,400})")
_MOST_TOKEN_FILE = 4_096
_MOST_ANSWER = 10_000_000
_OTHERS = 0o077
_BUSY = (429, 502, 503, 504)
TRIES = 5
_LONGEST_PAUSE_S = 60.0
_LIMIT_S = 300.0
"""For each step of a request: to connect, to send a piece, to be answered."""
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Address:
    secure: bool
    host: str
    port: int | None
    path: str


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    told: Mapping[str, Any]


def read_address(text: str) -> Address:
    """Raises Refused for what is no address of a server, and where a token would cross a network in the clear."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or parts.scheme not in ("http", "https") or parts.query or parts.fragment or parts.username:
        raise Refused(
            f"{text[:200]!r} is no address of a server",
            code="bad-address",
            advice="Write it as https://segtier.example.com, without a token.",
        )
    secure = parts.scheme == "https"
    if not secure and host not in _LOCAL:
        raise Refused(
            f"{text[:200]} would carry the token in the clear",
            code="insecure-address",
            advice="Give an https:// address.",
        )
    return Address(secure, host, port, parts.path.rstrip("/"))


def read_token(path: Path) -> str:
    """The one line of a file that only its owner can read: the token, or a whole `Authorization` header.

    Raises Refused where others can read it, UnreadableInput where it holds no token.
    """
    with path.open("rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        if os.name == "posix" and stat.S_ISREG(mode) and mode & _OTHERS:
            raise Refused(f"others can read {path}", code="token-file-open", advice=f"chmod 600 {path}")
        found = _TOKEN.fullmatch(file.read(_MOST_TOKEN_FILE).decode("utf-8", "replace").strip())
    if found is None:
        raise UnreadableInput(
            f"{path} holds no token",
            code="bad-token-file",
            advice="Write the token into it as its only line. Settings → My tokens makes one.",
        )
    return found[1]


class NoAnswer(NotUsable):
    """Nobody answers, or nobody who can."""


class TurnedAway(Refused):
    """Whatever would be asked next: the token is not taken."""


class Remote:
    """Raises NoAnswer, TurnedAway, and Refused for what else the server refuses."""

    def __init__(self, address: Address, token: str, pause: Callable[[float], None] = time.sleep) -> None:
        self._address, self._pause = address, pause
        self._headers = {"Authorization": f"Bearer {token}", "User-Agent": f"segtier/{__version__}"}

    def get(self, path: str) -> Answer:
        return self._tried("GET", path, lambda: None, {"Cache-Control": "no-cache"})

    def send(self, path: str, file: Path, name: str, fields: Mapping[str, str]) -> Answer:
        """A form with one file, piece by piece. Asked again it creates nothing twice: the key stays."""
        mark = secrets.token_hex(16)
        head, tail = _form(mark, name, fields)
        length = len(head) + file.stat().st_size + len(tail)
        headers = {
            "Content-Type": f"multipart/form-data; boundary={mark}",
            "Content-Length": str(length),
            "Idempotency-Key": secrets.token_hex(16),
        }
        return self._tried("POST", path, lambda: _pieces(head, file, tail), headers)

    def _tried(
        self, method: str, path: str, body: Callable[[], Iterator[bytes] | None], headers: Mapping[str, str]
    ) -> Answer:
        for left in reversed(range(TRIES)):
            try:
                answer, retry_after = self._once(method, path, body(), headers)
            except (OSError, http.client.HTTPException) as error:
                if isinstance(error, FileNotFoundError):
                    raise  # the file went, the server may well be there
                if not left:
                    raise self._silent(error) from error
                self._pause(2.0 ** (TRIES - left - 1))
                continue
            busy = answer.status in _BUSY or answer.told.get("code") == "idempotency-key-in-use"
            if answer.status < 300:
                return answer
            if not left or not busy:
                raise self._refused(answer)
            self._pause(min(max(retry_after, 2.0 ** (TRIES - left - 1)), _LONGEST_PAUSE_S))
        raise AssertionError("TRIES is 1 or more")

    def _once(
        self, method: str, path: str, body: Iterator[bytes] | None, headers: Mapping[str, str]
    ) -> tuple[Answer, float]:
        kind = http.client.HTTPSConnection if self._address.secure else http.client.HTTPConnection
        connection = kind(self._address.host, self._address.port, timeout=_LIMIT_S)
        try:
            try:
                connection.request(method, f"{self._address.path}{path}", body, {**self._headers, **headers})
            except (BrokenPipeError, ConnectionResetError):
                # A server that refuses a large file answers before it is sent, and closes.
                if connection.sock is None:
                    raise
            response = connection.getresponse()
            data = response.read(_MOST_ANSWER)
            after = response.getheader("Retry-After") or ""
            if 300 <= response.status < 400:
                data = json.dumps({"title": f"it leads to {(response.getheader('Location') or '?')[:200]}"}).encode()
            return Answer(response.status, _object(data)), float(after) if after.isdecimal() and len(after) < 6 else 0.0
        finally:
            connection.close()

    def _silent(self, error: Exception) -> NoAnswer:
        why = str(error) or type(error).__name__
        return NoAnswer(
            f"{self._address.host} does not answer: {why[:300]}",
            code="no-answer",
            advice="Is the address right, and does the server run? The same command sends again what is missing.",
        )

    def _refused(self, answer: Answer) -> Refused | NoAnswer:
        told = answer.told
        said = str(told.get("detail") or told.get("title") or "no reason given")[:500]
        message = f"the server answers {answer.status}: {said.removesuffix('.')}"
        advice = str(told["advice"])[:500] if told.get("advice") else None
        code = str(told.get("code") or f"answer-{answer.status}")[:60]
        if answer.status in _BUSY or answer.status >= 500:
            return NoAnswer(message, code=code, advice=advice)
        return (TurnedAway if answer.status in (401, 403) else Refused)(message, code=code, advice=advice)


def _object(data: bytes) -> Mapping[str, Any]:
    try:
        told = json.loads(data)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _form(mark: str, name: str, fields: Mapping[str, str]) -> tuple[bytes, bytes]:
    """What comes before the file, and after it."""
    parts = [
        f'--{mark}\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'
        for field, value in fields.items()
    ]
    quoted = name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    parts.append(
        f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{quoted}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    return "".join(parts).encode("utf-8", "replace"), f"\r\n--{mark}--\r\n".encode()


def _pieces(head: bytes, file: Path, tail: bytes) -> Iterator[bytes]:
    yield head
    with file.open("rb") as stream:
        while piece := stream.read(_PIECE):
            yield piece
    yield tail

"""A bucket of an object store that speaks the S3 protocol. Whatever it refuses, fails at or makes up becomes a fault that passes.

Its words never hold an address, a name or a key. A whole object is there once `put` or `copy` has returned, and not before. Every
answer has to arrive within a time and a size, however slowly its bytes come.
"""

from __future__ import annotations

import base64
import hashlib
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from botocore.awsrequest import AWSResponse
from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    HTTPClientError,
    NoCredentialsError,
    ParamValidationError,
    PartialCredentialsError,
    SSLError,
)
from botocore.session import Session

from segtier.dataclass import dataclass
from segtier.passing import Passing, PassingCode, PassingFault

_TRIES = 2
_CONNECTIONS = 50
_REGION = "us-east-1"
"""What a store that knows no regions takes."""
_PIECE_BYTES = 1024**2
_ANSWER_MOST_BYTES = 16 * 1024**2
"""Of an answer that is no object; a page of a thousand keys takes a fiftieth of it."""
_GONE = ("NoSuchKey", "404", "NotFound")
_FULL = ("QuotaExceeded", "InsufficientStorage", "XMinioStorageFull", "XMinioAdminBucketQuotaExceeded", "507")
_WORDS = {
    "NoSuchBucket": "the object store has no such bucket",
    "RequestTimeTooSkewed": "the clocks of this machine and of the object store differ",
    "InvalidAccessKeyId": "the object store does not know the key it is shown",
    "SignatureDoesNotMatch": "the object store does not accept the secret key",
    "ExpiredToken": "the key for the object store has expired",
    "AccessDenied": "the object store does not let this key do that",
    "403": "the object store refuses the key it is shown",
}
logging.getLogger("botocore").setLevel(logging.INFO)  # below that it writes whole requests into the log


@dataclass(frozen=True, slots=True)
class Place:
    """Where a bucket is and who asks. What is None comes from the environment of AWS's own tools, or from the machine's role."""

    bucket: str
    endpoint: str | None = None
    region: str | None = None
    key_id: str | None = None
    secret_key: str | None = None

    def __repr__(self) -> str:
        return f"Place({self.bucket!r})"


@dataclass(frozen=True, slots=True)
class Patience:
    """How long an object store is waited for, in seconds: who uploads is told to come again, a job is tried again later."""

    connect_s: float = 3
    silence_s: float = 20
    answer_s: float = 40
    """A whole answer; an object is given a second more for each `least_bytes_per_s`."""
    least_bytes_per_s: int = 1_000_000
    brief_s: float = 4
    """To connect, of silence and in all: where others wait meanwhile."""


@dataclass(frozen=True, slots=True)
class Stored:
    key: str
    bytes: int
    mark: int
    """When it was written, in microseconds."""


_USUAL = Patience()


class Gone(Exception):
    """There is no such object."""


class Bucket:
    """Any number of threads may use it. Nothing is asked before the first use, so that a product starts while it is away."""

    def __init__(self, place: Place, patience: Patience = _USUAL) -> None:
        self._name, self._patience = place.bucket, patience
        session = Session()  # reads its descriptions of S3 once for all
        waits = (patience.connect_s, patience.silence_s, patience.answer_s)
        self._client = _client(session, place, *waits, tries=_TRIES)
        self._once = _client(session, place, *waits, tries=1)
        self._brief = _client(session, place, patience.brief_s, patience.brief_s, patience.brief_s, tries=1)

    def probe(self) -> None:
        """Raises Passing where the bucket cannot be used now; takes a few seconds at most."""
        with _told():
            self._brief.list_objects_v2(Bucket=self._name, MaxKeys=1)

    def make(self) -> None:
        """Raises Passing where it is there already."""
        with _told():
            self._client.create_bucket(Bucket=self._name)

    def put(self, key: str, file: BinaryIO, size: int) -> None:
        """Store `size` bytes from where `file` begins, in one request: whoever tries again counts how often.

        The store compares what arrives with the checksums sent along.
        """
        file.seek(0)
        sha256, md5 = _checksums(file)
        file.seek(0)
        with _told():
            self._once.put_object(
                Bucket=self._name, Key=key, Body=file, ContentLength=size, ChecksumSHA256=sha256, ContentMD5=md5
            )

    def fetch(self, key: str, size: int) -> Iterator[bytes]:
        """Those many bytes in pieces; raises Gone, and Passing where they are more or fewer."""
        with _told(), self._client.get_object(Bucket=self._name, Key=key)["Body"] as raw:
            whole_s = self._patience.answer_s + size / self._patience.least_bytes_per_s
            came = 0
            for piece in _arriving(raw, whole_s, size):
                came += len(piece)
                yield piece
            if came != size:
                raise _passing("the object store broke off in the middle of a file")

    def copy(self, source: str, target: str) -> None:
        """Raises Gone."""
        with _told():
            self._client.copy_object(Bucket=self._name, Key=target, CopySource={"Bucket": self._name, "Key": source})

    def delete(self, key: str) -> None:
        """Without effect where there is none."""
        try:
            with _told():
                self._client.delete_object(Bucket=self._name, Key=key)
        except Gone:
            return

    def size(self, key: str) -> int | None:
        """Bytes of the object with exactly this key, None where there is none; takes a few seconds at most."""
        try:
            with _told():
                return int(self._brief.head_object(Bucket=self._name, Key=key)["ContentLength"])
        except Gone:
            return None

    def list(self, prefix: str) -> Iterator[Stored]:
        """Objects whose key begins so, as far as the store knows: some of them may have come or gone a while ago."""
        more: dict[str, Any] = {}
        followed: set[str] = set()
        while True:
            with _told():
                page = self._client.list_objects_v2(Bucket=self._name, Prefix=prefix, **more)
                found = [_stored(one) for one in page.get("Contents", ())]
                following = page["NextContinuationToken"] if page.get("IsTruncated") else None
            yield from (one for one in found if one.key.startswith(prefix))
            if following is None:
                return
            if following in followed:
                raise _passing("the object store lists its files in a circle")
            followed.add(following)
            more = {"ContinuationToken": following}


def _stored(listed: Any) -> Stored:
    return Stored(listed["Key"], listed["Size"], int(listed["LastModified"].timestamp() * 1_000_000))


def _client(session: Session, place: Place, connect_s: float, silence_s: float, answer_s: float, *, tries: int) -> Any:
    client = session.create_client(
        "s3",
        endpoint_url=place.endpoint,
        region_name=place.region or session.get_config_variable("region") or _REGION,
        aws_access_key_id=place.key_id,
        aws_secret_access_key=place.secret_key,
        config=Config(
            connect_timeout=connect_s,
            read_timeout=silence_s,
            retries={"total_max_attempts": tries, "mode": "standard"},
            max_pool_connections=_CONNECTIONS,
            request_checksum_calculation="when_required",  # other stores than AWS's do not know what is newer
            response_checksum_validation="when_required",
            # A store of one's own is addressed by path; its name has no others below it.
            s3={"addressing_style": "path" if place.endpoint else "auto", "payload_signing_enabled": True},
        ),
    )
    send = client._endpoint.http_session.send  # no other way: the event hands its listener the request alone
    client.meta.events.register("before-send.s3", _sent(send, answer_s, may_redirect=place.endpoint is None))
    return client


def _sent(send: Callable[[Any], AWSResponse], answer_s: float, *, may_redirect: bool) -> Callable[..., AWSResponse]:
    """Sends a request as the library does, which would wait for an answer as long as a byte of it comes now and then.

    Amazon says which region a bucket is in; another store that sends requests elsewhere is not followed.
    """

    def sent(request: Any, **_: Any) -> AWSResponse:
        is_object, request.stream_output = request.stream_output, True
        answer = send(request)
        if 300 <= answer.status_code < 400 and not may_redirect:
            answer.raw.close()
            raise _passing("the object store sends requests elsewhere")
        if is_object and answer.status_code < 300:
            return answer
        try:
            body = b"".join(_arriving(answer.raw, answer_s, _ANSWER_MOST_BYTES))
        except Passing:
            raise
        except Exception as fault:  # what the library knows as a broken connection, it may try again
            raise HTTPClientError(error=fault) from fault
        return AWSResponse(answer.url, answer.status_code, answer.headers, _Arrived(body))

    return sent


class _Arrived:
    """An answer's bytes, as the library takes them."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    def stream(self) -> Iterator[bytes]:
        yield self._body


def _arriving(raw: Any, whole_s: float, most_bytes: int) -> Iterator[bytes]:
    """What has come each time something comes. Raises Passing where it takes too long or is too much."""
    until_s, came = time.monotonic() + whole_s, 0
    while piece := raw.read1(_PIECE_BYTES):
        came += len(piece)
        if came > most_bytes or time.monotonic() > until_s:
            raw.close()
            raise _passing("the object store does not come to an end of what it sends")
        yield piece


def _checksums(file: BinaryIO) -> tuple[str, str]:
    """SHA-256 for stores that keep it with the object, MD5 for all others."""
    sha256, md5 = hashlib.sha256(), hashlib.md5(usedforsecurity=False)
    while piece := file.read(_PIECE_BYTES):
        sha256.update(piece)
        md5.update(piece)
    return base64.b64encode(sha256.digest()).decode(), base64.b64encode(md5.digest()).decode()


@contextmanager
def _told() -> Iterator[None]:
    """An error of the library in the product's own words."""
    try:
        yield
    except ClientError as fault:
        code = str(fault.response.get("Error", {}).get("Code", ""))
        if code in _GONE:
            raise Gone from fault
        raise _passing(_words_of(code), "disk-full" if code in _FULL else "files-away") from fault
    except (ParamValidationError, Passing):
        raise
    except BotoCoreError as fault:
        raise _passing(_words_of_link(fault)) from fault
    except Exception as fault:  # the library trips over an answer it did not foresee, each time in another way
        raise _passing("the object store gives answers that cannot be understood") from fault


def _passing(words: str, code: PassingCode = "files-away") -> Passing:
    return Passing(PassingFault(code, words))


def _words_of(code: str) -> str:
    if code in _FULL:
        return "there is no room left in the object store"
    return _WORDS.get(code, f"the object store failed on this ({code})")


def _words_of_link(fault: BotoCoreError) -> str:
    if isinstance(fault, NoCredentialsError | PartialCredentialsError):
        return "there is no key for the object store"
    if isinstance(fault, SSLError):
        return "the certificate of the object store cannot be trusted"
    return "the object store does not answer"

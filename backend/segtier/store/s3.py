"""A bucket of an object store that speaks the S3 protocol. What it refuses or fails at becomes a fault that passes.

Its words never hold an address, a name or a key. A whole object is there once `put` or `copy` has returned, and not before.
"""

from __future__ import annotations

import base64
import hashlib
import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO

from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    NoCredentialsError,
    ParamValidationError,
    PartialCredentialsError,
    SSLError,
)
from botocore.session import Session

from segtier.passing import Passing, PassingCode, PassingFault

_TRIES = 2
_CONNECT_S, _SILENCE_S = 3, 20
"""A request that is tried again ends within 46 s: who uploads is told to come again, a job is tried again later."""
_PROBE_S = 2
_CONNECTIONS = 50
_REGION = "us-east-1"
"""What a store that knows no regions takes."""
_PIECE_BYTES = 1024**2
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
class Stored:
    key: str
    bytes: int
    mark: int
    """When it was written, in microseconds."""


class Gone(Exception):
    """There is no such object."""


class Bucket:
    """Any number of threads may use it. Nothing is asked before the first use, so that a product starts while it is away."""

    def __init__(self, place: Place) -> None:
        self._name = place.bucket
        session = Session()  # reads its descriptions of S3 once for both
        self._client = _client(session, place, _CONNECT_S, _SILENCE_S, _TRIES)
        self._probe = _client(session, place, _PROBE_S, _PROBE_S, 1)

    def probe(self) -> None:
        """Raises Passing where the bucket cannot be used now; takes a few seconds at most."""
        with _told():
            self._probe.list_objects_v2(Bucket=self._name, MaxKeys=1)

    def make(self) -> None:
        """Raises Passing where it is there already."""
        with _told():
            self._client.create_bucket(Bucket=self._name)

    def put(self, key: str, file: BinaryIO, size: int) -> None:
        """Store `size` bytes from where `file` begins. The store compares what arrives with the checksums sent along."""
        file.seek(0)
        sha256, md5 = _checksums(file)
        file.seek(0)
        with _told():
            self._client.put_object(
                Bucket=self._name, Key=key, Body=file, ContentLength=size, ChecksumSHA256=sha256, ContentMD5=md5
            )

    def fetch(self, key: str) -> Iterator[bytes]:
        """The bytes in pieces. Raises Gone."""
        with _told():
            body = self._client.get_object(Bucket=self._name, Key=key)["Body"]
            with closing(body):
                yield from body.iter_chunks(_PIECE_BYTES)

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

    def has(self, key: str) -> bool:
        try:
            with _told():
                self._client.head_object(Bucket=self._name, Key=key)
        except Gone:
            return False
        return True

    def list(self, prefix: str) -> Iterator[Stored]:
        """Objects whose key begins so."""
        more: dict[str, Any] = {}
        while True:
            with _told():
                page = self._client.list_objects_v2(Bucket=self._name, Prefix=prefix, **more)
            for one in page.get("Contents", ()):
                yield Stored(one["Key"], one["Size"], int(one["LastModified"].timestamp() * 1_000_000))
            if not page.get("IsTruncated"):
                return
            more = {"ContinuationToken": page["NextContinuationToken"]}


def _client(session: Session, place: Place, connect_s: float, silence_s: float, tries: int) -> Any:
    return session.create_client(
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
    except ParamValidationError:
        raise
    except BotoCoreError as fault:
        raise _passing(_words_of_link(fault)) from fault


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

"""What an object store refuses or fails at is said in the product's words, passes, and names no address, bucket or key."""

from __future__ import annotations

import http.server
import io
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from segtier.passing import Passing
from segtier.store.blob_bucket import BlobBucket
from segtier.store.s3 import Bucket, Place
from tests.object_store import KEY_ID, SECRET_KEY, ObjectStore, free_port
from tests.sentences import like, worded

DATA = b"report"


def words(place: Place, tmp_path: Path) -> tuple[str, str]:
    with pytest.raises(Passing) as raised:
        BlobBucket(Bucket(place), "team", tmp_path).put(io.BytesIO(DATA), 10)
    assert not any(
        word in str(raised.value) for word in ("127.0.0.1", place.bucket, str(place.key_id), str(place.secret_key))
    )
    assert list(tmp_path.iterdir()) == []
    return raised.value.fault.code, raised.value.fault.detail


@pytest.mark.parametrize(
    ("bucket", "key_id", "secret_key", "said"),
    [
        ("nowhere-at-all", KEY_ID, SECRET_KEY, worded("store/object-store-no")),
        ("nowhere-at-all", "somebody-else", SECRET_KEY, worded("store/object-store-does")),
        ("nowhere-at-all", KEY_ID, "another-secret", worded("store/object-store-does-not")),
    ],
)
def test_a_store_that_refuses(
    store_server: ObjectStore, tmp_path: Path, bucket: str, key_id: str, secret_key: str, said: str
) -> None:
    place = store_server.place(bucket, key_id=key_id, secret_key=secret_key)
    assert words(place, tmp_path) == ("files-away", said)


ANSWERS = (
    (507, "XMinioStorageFull", "disk-full", worded("store/there-no-room")),
    (403, "QuotaExceeded", "disk-full", worded("store/there-no-room")),
    (403, "AccessDenied", "files-away", worded("store/object-store-does-not-let")),
    (403, "RequestTimeTooSkewed", "files-away", worded("store/clocks-machine-object")),
    (503, "SlowDown", "files-away", worded("store/object-store-failed", "SlowDown")),
)


@pytest.mark.parametrize(("status", "error", "code", "said"), ANSWERS)
def test_a_store_that_answers_with_an_error(tmp_path: Path, status: int, error: str, code: str, said: str) -> None:
    with answering(status, f"<Error><Code>{error}</Code><Message>no</Message></Error>") as port:
        assert words(local(port), tmp_path) == (code, said)


def test_a_store_that_is_not_there(tmp_path: Path) -> None:
    assert words(local(free_port()), tmp_path) == ("files-away", worded("store/object-store-does-not-answer"))


def test_a_store_that_says_nothing_holds_nobody_up_who_asks_how_it_is(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        health = BlobBucket(Bucket(local(silent.getsockname()[1])), "", tmp_path).health(1)
    assert (health.ready, health.needed, health.detail) == (False, True, worded("store/object-store-does-not-answer"))


def test_bytes_that_are_not_what_their_name_says_are_told_apart(store_server: ObjectStore, tmp_path: Path) -> None:
    place = store_server.new_place()
    blobs, bucket = BlobBucket(Bucket(place), "", tmp_path), Bucket(place)
    sha256 = blobs.put(io.BytesIO(DATA), 10).sha256
    (stored,) = bucket.list("files/")
    bucket.put(stored.key, io.BytesIO(b"other!"), len(DATA))
    with pytest.raises(Exception, match=like("store/arrived-otherwise-stored")):
        blobs.get(sha256)
    bucket.put(stored.key, io.BytesIO(b"rep"), 3)
    assert not blobs.has(sha256), "a part is missing"
    assert stored.key in blobs.marks(), "and is swept"
    blobs.put(io.BytesIO(DATA), 10)
    assert blobs.get(sha256) == DATA


def test_what_a_sweeper_died_over_is_finished_by_the_next(store_server: ObjectStore, tmp_path: Path) -> None:
    """It had copied the bytes aside and not taken them away: neither a copy nor an original goes before both are looked at."""
    place = store_server.new_place()
    blobs, bucket = BlobBucket(Bucket(place), "", tmp_path), Bucket(place)
    sha256 = blobs.put(io.BytesIO(DATA), 10).sha256
    (stored,) = bucket.list("files/")
    bucket.copy(stored.key, f"leaving/{sha256}/{stored.key.rsplit('/', 1)[1]}")
    assert (blobs.aside(), blobs.has(sha256)) == ({}, False)
    (name,) = blobs.aside()
    blobs.bring_back(name, sha256)
    assert (blobs.aside(), blobs.get(sha256)) == ({}, DATA)


def test_a_place_shows_no_key() -> None:
    assert "hidden" not in repr(Place("b", secret_key="hidden", key_id="hidden"))


def local(port: int) -> Place:
    return Place("the-bucket", f"http://127.0.0.1:{port}", key_id="the-key", secret_key="the-secret")


@contextmanager
def answering(status: int, body: str) -> Iterator[int]:
    """A server that answers every request so, as stores are documented to."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_PUT(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield int(server.server_address[1])
        server.shutdown()

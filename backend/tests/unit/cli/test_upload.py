"""`segtier upload` against a server that answers as a test tells it to: what is sent, tried again, told and removed."""

from __future__ import annotations

import json
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from segtier.cli.support import sent_files
from segtier.cli.support.remote import NoAnswer, Remote, read_address
from segtier.dataclass import dataclass
from tests.command_line import one_problem, segtier

TOKEN = "sgt_0123456789abcdef"


@dataclass
class Told:
    answers: list[tuple[int, dict[str, str], Any]]
    asked: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)
    url: str = ""


@pytest.fixture
def server() -> Iterator[Told]:
    """Answers in order; the last one again and again."""
    told = Told([])

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            told.asked.append((self.command, self.path, headers, body))
            status, more, document = told.answers.pop(0) if len(told.answers) > 1 else told.answers[0]
            data = document if isinstance(document, bytes) else json.dumps(document).encode()
            self.send_response(status)
            for name, value in {**more, "Content-Length": str(len(data))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = _answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.url = f"http://127.0.0.1:{http.server_port}"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield told
    http.shutdown()
    thread.join()
    http.server_close()


def an_upload(state: str = "succeeded", error: dict[str, str] | None = None) -> dict[str, Any]:
    return {"id": "upl_1", "state": state, "error": error}


READ: tuple[int, dict[str, str], Any] = (202, {}, an_upload())
BUSY: tuple[int, dict[str, str], Any] = (503, {"Retry-After": "7"}, {"code": "busy", "detail": "busy"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    (tmp_path / "token").chmod(0o600)
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_text(f"<p>{name}</p>")
    return tmp_path


def upload(server: Told, folder: Path, *more: object, files: tuple[str, ...] = ("a.html",)) -> Any:
    paths = [folder / one for one in files]
    return segtier("upload", *paths, "--server", server.url, "--token-file", folder / "token", *more)


def test_a_file_goes_with_the_token_and_a_key(server: Told, folder: Path) -> None:
    server.answers = [READ]
    done = upload(server, folder, "--after", "--database", "db_1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip().endswith("(upl_1)")
    ((method, path, headers, body),) = server.asked
    assert (method, path, headers["authorization"]) == ("POST", "/api/v1/uploads", f"Bearer {TOKEN}")
    assert len(headers["idempotency-key"]) >= 16
    assert all(
        part in body for part in (b"<p>a.html</p>", b'filename="a.html"', b"\r\n\r\nafter\r\n", b"\r\n\r\ndb_1\r\n")
    )
    assert TOKEN not in done.stdout


def test_it_waits_until_the_file_is_read(server: Told, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sent_files, "_LOOK_S", 0.01)
    server.answers = [(202, {}, an_upload("queued")), (200, {}, an_upload("running")), (200, {}, an_upload())]
    assert upload(server, folder).returncode == 0
    assert [path for _, path, _, _ in server.asked] == ["/api/v1/uploads", *["/api/v1/uploads/upl_1"] * 2]


def test_nobody_waits_with_wait_0(server: Told, folder: Path) -> None:
    server.answers = [(202, {}, an_upload("queued"))]
    assert upload(server, folder, "--wait", "0").returncode == 0
    assert len(server.asked) == 1
    assert upload(server, folder, "--wait", "0", "--remove").returncode == 2


@pytest.mark.parametrize(
    ("answers", "code", "told"),
    [
        ([READ], 0, []),
        ([(202, {}, an_upload("failed", {"code": "not-a-report", "message": "no"})), READ], 3, ["not-a-report"]),
        ([(202, {}, an_upload("failed"))], 4, ["failed"] * 2),
        ([(413, {}, {"code": "too-large", "detail": "too large"}), READ], 3, ["too-large"]),
        ([(422, {}, b"<p>no"), (422, {}, b"<p>no")], 5, ["answer-422"] * 2),
        ([(401, {}, {"code": "sign-in-needed", "title": "Sign in"})], 5, ["sign-in-needed"]),
        ([(403, {}, {"code": "scope-needed", "title": "no"})], 5, ["scope-needed"]),
        ([(302, {"Location": "https://else.example/"}, b"")], 5, ["answer-302"] * 2),
        ([(500, {}, b"broken")], 4, ["answer-500"]),
        ([(200, {}, an_upload())], 0, []),
    ],
)
def test_each_answer_has_its_exit_code(
    server: Told, folder: Path, answers: list[Any], code: int, told: list[str]
) -> None:
    """Two files are sent; where the token is not taken, or nobody answers, the second one is not."""
    server.answers = answers
    done = upload(server, folder, files=("a.html", "b.html"))
    assert done.returncode == code, done.stderr
    assert [json.loads(line)["code"] for line in done.stderr.splitlines()] == told
    assert all((folder / one).exists() for one in ("a.html", "b.html"))


def test_a_busy_server_is_asked_again_with_the_same_key(server: Told, folder: Path) -> None:
    pauses: list[float] = []
    server.answers = [BUSY, (429, {}, {}), READ]
    sent = sent_files.send(Remote(read_address(server.url), TOKEN, pauses.append), folder / "a.html", {})
    assert sent.read
    assert pauses == [7.0, 2.0]
    assert len({headers["idempotency-key"] for _, _, headers, _ in server.asked}) == 1
    assert len({len(body) for _, _, _, body in server.asked}) == 1


def test_a_server_that_is_not_there_is_told(folder: Path) -> None:
    pauses: list[float] = []
    with pytest.raises(NoAnswer) as caught:
        sent_files.send(Remote(read_address("http://127.0.0.1:9"), TOKEN, pauses.append), folder / "a.html", {})
    assert caught.value.code == "no-answer"
    assert pauses == [1.0, 2.0, 4.0, 8.0]


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://segtier.example.com", "insecure-address"),
        ("segtier.example.com", "bad-address"),
        ("ftp://segtier.example.com", "bad-address"),
        ("https://me@segtier.example.com", "bad-address"),
        ("https://segtier.example.com/?secret=x", "bad-address"),
        ("https://[::1", "bad-address"),
    ],
)
def test_an_address_that_cannot_be_meant_is_refused(folder: Path, address: str, code: str) -> None:
    done = segtier("upload", folder / "a.html", "--server", address, "--token-file", folder / "token")
    assert (done.returncode, one_problem(done)["code"]) == (2, code)


@pytest.mark.parametrize(
    ("text", "mode", "code"),
    [
        (TOKEN, 0o600, None),
        (f"Authorization: Bearer {TOKEN}\n", 0o600, None),
        (TOKEN, 0o644, "token-file-open"),
        ("", 0o600, "bad-token-file"),
        (f"{TOKEN}\nand more", 0o600, "bad-token-file"),
        (f"{TOKEN}\r\nX-Other: 1", 0o600, "bad-token-file"),
    ],
)
def test_the_token_is_the_one_line_of_a_closed_file(
    server: Told, folder: Path, text: str, mode: int, code: str | None
) -> None:
    server.answers = [READ]
    (folder / "token").write_text(text)
    (folder / "token").chmod(mode)
    done = upload(server, folder)
    assert done.returncode == (2 if code else 0)
    if code:
        assert one_problem(done)["code"] == code
        assert TOKEN not in done.stderr
        assert not server.asked
    else:
        assert server.asked[0][2]["authorization"] == f"Bearer {TOKEN}"


@pytest.mark.parametrize(
    ("state", "extra", "left"),
    [
        ("succeeded", None, (False, False)),
        ("succeeded", "notes.txt", (False, True)),
        ("succeeded", "old/segments.csv", (False, True)),
        ("failed", None, (True, True)),
    ],
    ids=["read", "more is in the folder", "a namesake is in the folder", "not read"],
)
def test_what_the_server_has_goes(
    server: Told, folder: Path, state: str, extra: str | None, left: tuple[bool, bool]
) -> None:
    """The file, and the folder it was packed from where that holds nothing else."""
    bundle = folder / "shop"
    (bundle / "awr").mkdir(parents=True)
    for name in ("manifest.csv", "segments.csv", "awr/1_2.html"):
        (bundle / name).write_text(name)
    with zipfile.ZipFile(folder / "shop.zip", "w") as packed:
        for name in ("manifest.csv", "segments.csv", "awr/1_2.html"):
            packed.write(bundle / name, f"shop/{name}")
    if extra:
        (bundle / extra).parent.mkdir(exist_ok=True)
        (bundle / extra).write_text(Path(extra).name)
    server.answers = [(202, {}, an_upload(state))]
    upload(server, folder, "--remove", files=("shop.zip",))
    assert ((folder / "shop.zip").exists(), bundle.exists()) == left


def test_a_file_that_goes_meanwhile_stops_no_other(server: Told, folder: Path) -> None:
    """Named twice, it is read and deleted before its second turn."""
    server.answers = [READ]
    done = upload(server, folder, "--remove", files=("a.html", "a.html", "b.html"))
    assert done.returncode == 3
    assert one_problem(done)["code"] == "cannot-read"
    assert not (folder / "b.html").exists()

"""What deploy/nginx.conf tells of who asks, in a real nginx: their address, the browser's scheme; and a new backend.

Several clients of one machine are several addresses of its own network: 127.0.0.2, 127.0.0.3 …
"""

from __future__ import annotations

import re
import shutil
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.client import client_at
from tests.compose import ROOT
from tests.object_store import free_port
from tests.patience import PATIENCE_S

OUTER = "127.0.0.9"


class _Echo(BaseHTTPRequestHandler):
    """Answers with what it was asked, and from which address."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = f"{self.server.server_address[0]}\n{self.path}\n{self.headers}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def _backend(address: str, port: int) -> Iterator[None]:
    server = ThreadingHTTPServer((address, port), _Echo)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def _name_server(addresses: list[str]) -> Iterator[int]:
    """Says of each name that it is the last of `addresses`, for ten minutes as Docker's own does; gives its port."""
    link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    link.bind(("127.0.0.1", 0))

    def answer() -> None:
        while True:
            try:
                asked, who = link.recvfrom(512)
            except OSError:
                return
            question = asked[12 : asked.index(b"\0", 12) + 5]
            record = b"\xc0\x0c" + struct.pack("!HHIH", 1, 1, 600, 4) + socket.inet_aton(addresses[-1])
            link.sendto(asked[:2] + b"\x81\x80\0\1\0\1\0\0\0\0" + question + record, who)

    threading.Thread(target=answer, daemon=True).start()
    try:
        yield link.getsockname()[1]
    finally:
        link.close()


@contextmanager
def _nginx(folder: Path, conf: str) -> Iterator[int]:
    """The proxy of that file, once it listens; its port."""
    port = free_port()
    file = folder / "nginx.conf"
    file.write_text(conf.replace("listen 8080", f"listen 127.0.0.1:{port}").replace("/tmp/", f"{folder}/"))
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin") or "nginx"
    process = subprocess.Popen([program, "-c", str(file), "-g", "daemon off;"])
    try:
        deadline_s = time.monotonic() + PATIENCE_S
        while process.poll() is None and time.monotonic() < deadline_s:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.02)
        yield port
    finally:
        process.terminate()
        process.wait()


def _conf() -> str:
    return (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")


def test_an_api_made_anew_at_another_address_is_found_again(tmp_path: Path) -> None:
    addresses, port = ["127.0.0.21"], free_port()
    with _name_server(addresses) as names:
        conf = _conf().replace("127.0.0.11 valid=5s", f"127.0.0.1:{names} valid=1s").replace("api:8765", f"api:{port}")
        with _nginx(tmp_path, conf) as proxy, client_at("127.0.0.2", proxy) as client:
            with _backend(addresses[-1], port):
                assert client.get("/a%2Fb?c=%20d").text.splitlines()[:2] == ["127.0.0.21", "/a%2Fb?c=%20d"]
            assert client.get("/").status_code == 502
            addresses.append("127.0.0.22")
            with _backend(addresses[-1], port):
                deadline_s = time.monotonic() + PATIENCE_S
                while (answer := client.get("/")).status_code == 502 and time.monotonic() < deadline_s:
                    time.sleep(0.1)
            assert answer.text.startswith("127.0.0.22\n")


BEFORE = (  # an outer proxy named, who asks, what it says of address and scheme: what Segtier is told
    (False, "127.0.0.2", "", "", "127.0.0.2", "http"),
    (False, "127.0.0.2", "198.51.100.7", "https", "127.0.0.2", "http"),
    (False, OUTER, "198.51.100.7", "https", OUTER, "http"),
    (True, OUTER, "198.51.100.7", "https", "198.51.100.7", "https"),
    (True, OUTER, "1.1.1.1, 198.51.100.7", "HTTPS", "198.51.100.7", "HTTPS"),
    (True, OUTER, "198.51.100.7", "http", "198.51.100.7", "http"),
    (True, OUTER, "198.51.100.7", "", "198.51.100.7", "http"),
    (True, OUTER, "198.51.100.7", "gopher", "198.51.100.7", "http"),
    (True, "127.0.0.2", "198.51.100.7", "https", "127.0.0.2", "http"),
)


def test_what_clients_and_outer_proxies_say_of_themselves(tmp_path: Path) -> None:
    port = free_port()
    plain = _conf().replace("api:8765", f"127.0.0.7:{port}")
    outer = re.sub(r"# (set_real_ip_from .*|real_ip_header .*|192\.0\.2\.10 yes; .*)", r"\1", plain)
    confs = {False: plain, True: outer.replace("192.0.2.10", OUTER)}
    told = []
    with _backend("127.0.0.7", port):
        for named, conf in confs.items():
            with _nginx(tmp_path, conf) as proxy:
                for _, source, by, scheme, *_ in (case for case in BEFORE if case[0] is named):
                    headers = {"X-Forwarded-For": by, "X-Forwarded-Proto": scheme, "Forwarded": "for=1.2.3.4"}
                    with client_at(source, proxy) as client:
                        seen = client.get("/", headers={name: value for name, value in headers.items() if value}).text
                    told.append((named, source, by, scheme, *re.findall(r"X-Forwarded-\w+: (\S+)", seen)))
                    assert "\nForwarded" not in seen
    assert told == list(BEFORE)

"""`segtier collect` as a process with the real driver: what answers is no Oracle, or nobody; and the command's own refusals."""

from __future__ import annotations

import json
import os
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.collecting.terminal import typed
from tests.patience import PATIENCE_S
from tests.sentences import worded

SECRET = "Pa55w0rd-4711"
COMMAND = [sys.executable, "-m", "segtier.cli.main", "collect"]
Answer = Callable[[socket.socket], None]


def collect(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name not in ("TNS_ADMIN", "SEGTIER_DB_USER")}
    env |= {"SEGTIER_DB_PASSWORD": SECRET} | environment
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], env={n: v for n, v in env.items() if v}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip


def problem_of(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("{")]
    assert "Traceback" not in done.stderr
    assert SECRET not in done.stderr + done.stdout
    found: dict[str, Any] = json.loads(line)
    return found


@contextmanager
def listening(answer: Answer) -> Iterator[int]:
    """A port where each connection is handed to `answer`, and closed after it."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with closing(connection):
                    answer(connection)

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]


def says_nothing(connection: socket.socket) -> None:
    with suppress(OSError):
        while connection.recv(4096):
            pass


def talks_garbage(connection: socket.socket) -> None:
    connection.recv(4096)
    connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n" + bytes(range(256)))


def endless_garbage(connection: socket.socket) -> None:
    connection.recv(4096)
    with suppress(OSError):
        while True:
            connection.sendall(b"\0\0\0\x40" * 1000)


def hangs_up(connection: socket.socket) -> None:
    connection.recv(1)


def refuses(connection: socket.socket) -> None:
    """As a listener does that does not know the service: a TNS packet of type 4."""
    connection.recv(4096)
    text = b"(DESCRIPTION=(TMP=)(VSNNUM=318767104)(ERR=12514)(ERROR_STACK=(ERROR=(CODE=12514)(EMFI=4))))"
    body = b"\x04\x00" + len(text).to_bytes(2, "big") + text
    connection.sendall((len(body) + 8).to_bytes(2, "big") + b"\0\0" + b"\x04\0\0\0" + body)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (says_nothing, "no answer within 2 s"),
        (endless_garbage, "no answer within 2 s"),
        (hangs_up, worded("collect/connection-closed-before")),
        (refuses, worded("collect/listener-does-not")),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_answers_is_no_database(answer: Answer, words: str, tmp_path: Path) -> None:
    with listening(answer) as port:
        done = collect(f"127.0.0.1:{port}/shop", "--user", "u", "--out", tmp_path / "b", "--connect-timeout", "2")
    problem = problem_of(done)
    assert (done.returncode, problem["code"]) == (4, "cannot-connect"), done.stderr
    assert words in problem["message"]
    assert f"127.0.0.1:{port}/shop" in problem["message"]
    assert "lsnrctl" in problem["advice"]
    assert not (tmp_path / "b").exists()


def test_a_server_that_talks_another_protocol(tmp_path: Path) -> None:
    """The driver cannot make sense of it and waits, or says so: either way it ends in time, with what to check."""
    with listening(talks_garbage) as port:
        done = collect(f"127.0.0.1:{port}/shop", "--user", "u", "--out", tmp_path / "b", "--connect-timeout", "3")
    problem = problem_of(done)
    assert (done.returncode, problem["code"]) == (4, "cannot-connect"), done.stderr
    assert problem["advice"]


def test_plain_text_where_tls_is_meant(tmp_path: Path) -> None:
    with listening(talks_garbage) as port:
        done = collect(
            f"tcps://127.0.0.1:{port}/shop", "--user", "u", "--out", tmp_path / "b", "--connect-timeout", "5"
        )
    problem = problem_of(done)
    assert done.returncode == 4
    assert worded("collect/answers-there-does") in problem["message"], problem
    assert ssl.OPENSSL_VERSION not in problem["message"]


def test_nobody_listens(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    done = collect(f"127.0.0.1:{port}/shop", "--user", "u", "--out", tmp_path / "b")
    problem = problem_of(done)
    assert (done.returncode, problem["code"]) == (4, "cannot-connect")
    assert "nothing listens there" in problem["message"]


def test_a_host_nobody_knows(tmp_path: Path) -> None:
    done = collect("no-such-host.invalid:1521/shop", "--user", "u", "--out", tmp_path / "b", "--connect-timeout", "20")
    problem = problem_of(done)
    assert done.returncode == 4
    assert worded("collect/host-name-not") in problem["message"] or "no answer within" in problem["message"]


@pytest.mark.parametrize(
    ("arguments", "environment", "exit_code", "words"),
    [
        ((), {}, 2, "DSN is missing"),
        (("db/shop",), {}, 2, "--out is missing"),
        (("db/shop", "--out", "b", "--window", "2026-11-20", "2026-11-19"), {}, 2, worded("cli/ends-before-begins")),
        (("db/shop", "--out", "b", "--window", "yesterday", "today"), {}, 2, "yesterday"),
        (("db/shop", "--out", "b", "--password", "x"), {}, 2, "No such option"),
        (("db/shop", "--out", "b", "--mask", "--names", "rot13"), {}, 2, "rot13"),
        (("db/shop", "--out", "b", "--map", "m"), {}, 2, "with --mask only"),
        (("u/secret@db/shop", "--out", "b"), {}, 5, worded("collect/connect-string-holds")),
        (("db/shop", "--out", "b", "--user", "u"), {"SEGTIER_DB_PASSWORD": ""}, 5, worded("cli/there-no-terminal", "a password")),
        (("db/shop", "--out", "b"), {}, 5, worded("cli/there-no-terminal", "a user")),
        (("db/shop", "--out", "b", "--user", "u", "--wallet", "no-wallet"), {}, 4, "holds no ewallet.pem"),
        (("ALIAS", "--out", "b", "--user", "u"), {"TNS_ADMIN": "no-folder"}, 4, "holds no tnsnames.ora"),
        (("ALIAS", "--out", "b", "--user", "u"), {}, 4, "no such alias"),
        (("db/shop", "--out", "b", "--user", "u", "--mask", "--map", "b/map.json"), {}, 5, "that you send"),
    ],
)  # fmt: skip
def test_it_refuses_before_it_connects(
    arguments: tuple[str, ...], environment: dict[str, str], exit_code: int, words: str
) -> None:
    done = collect(*arguments, **environment)
    assert done.returncode == exit_code, done.stderr
    assert words in done.stderr
    assert "secret" not in done.stderr
    assert "Traceback" not in done.stderr


def test_an_alias_is_looked_up_in_the_folder_given(tmp_path: Path) -> None:
    with listening(hangs_up) as port:
        address = f"(ADDRESS=(PROTOCOL=TCP)(HOST=127.0.0.1)(PORT={port}))"
        (tmp_path / "tnsnames.ora").write_text(f"SHOP = (DESCRIPTION={address}(CONNECT_DATA=(SERVICE_NAME=shop)))\n")
        done = collect("shop", "--user", "u", "--config-dir", tmp_path, "--out", tmp_path / "b")
    assert worded("collect/connection-closed-before") in problem_of(done)["message"]


def test_the_wallet_alone_logs_on_without_a_user(tmp_path: Path) -> None:
    """As far as the network goes here: the driver asks for no user and reaches the port."""
    (tmp_path / "ewallet.pem").write_text("")
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    done = collect(
        f"tcps://127.0.0.1:{port}/shop", "--wallet", tmp_path, "--out", tmp_path / "b", SEGTIER_DB_PASSWORD=""
    )
    problem = problem_of(done)
    assert done.returncode == 4
    assert "no terminal" not in problem["message"]
    assert "wallet" in problem["message"] + problem["advice"] or "nothing listens" in problem["message"]


def test_the_password_is_asked_for_and_not_shown(tmp_path: Path) -> None:
    """On a terminal: what is typed reaches the driver and is not echoed."""
    with listening(hangs_up) as port:
        command = [*COMMAND, f"127.0.0.1:{port}/shop", "--out", str(tmp_path / "b")]
        unset = ("SEGTIER_DB_PASSWORD", "SEGTIER_DB_USER")
        environment = {name: value for name, value in os.environ.items() if name not in unset}
        answers = [("User:", "reader"), ("Password of reader:", SECRET)]
        shown, code = typed(command, answers, Path(__file__).parents[3], environment)
    assert worded("collect/connection-closed-before") in shown
    assert SECRET not in shown
    assert code == 4


def test_the_grants_need_no_database() -> None:
    done = collect("--grants", "--user", "c##reader", SEGTIER_DB_PASSWORD="")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[0].startswith("-- For C##READER. ")
    assert lines[1] == "GRANT CREATE SESSION TO C##READER;"
    (only,) = (at for at, line in enumerate(lines) if line.startswith("-- ") and "ORA-00942" in line)
    assert [line for line in lines if "PERFSTAT" in line] == lines[only + 1 :]
    assert "SEGTIER" not in done.stdout
    assert "GRANT SELECT ON SYS.GV_$SEGMENT_STATISTICS TO C##READER;" in lines
    assert not [line for line in lines if "DBA_HIST" in line or "WORKLOAD" in line]
    licensed = collect("--grants", "--diagnostics-pack").stdout.splitlines()
    assert {
        "GRANT SELECT ON SYS.DBA_HIST_SEG_STAT TO SEGTIER;",
        "GRANT EXECUTE ON SYS.DBMS_WORKLOAD_REPOSITORY TO SEGTIER;",
    } <= set(licensed)
    assert licensed[0].startswith(f"-- {worded('collect/stands-user-user', 'SEGTIER')}")
    assert not [line for line in licensed if "PERFSTAT" in line or "Statspack" in line]


def test_the_help_names_every_option() -> None:
    done = collect("--help")
    options = "user wallet config-dir timeout out zip estimate grants diagnostics-pack window with-buffer-contents mask"
    for option in options.split():
        assert f"--{option}" in done.stdout
    assert "--password" not in done.stdout

"""segtier_collect.sh, run by a real shell with a SQL*Plus that is a few lines of shell."""

from __future__ import annotations

import csv
import hashlib
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from segtier.collect import COLLECTOR_FILES, collector_file
from tests.bundles import make_bundle
from tests.collecting.terminal import typed
from tests.sentences import in_shell

SQLPLUS = """#!/bin/sh
echo "$@" > {seen}/arguments
cat > {seen}/input
folder=$(sed -n 's/^@[^ ]* \\([^ ]*\\) .*/\\1/p' {seen}/input)
case $(cat {seen}/input) in *estimate*) exit 0 ;; esac
cp {bundle}/* "$folder"
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the two scripts, a stand-in sqlplus on the PATH and a bundle that it copies."""
    for name in COLLECTOR_FILES:
        (tmp_path / name).write_text(collector_file(name), "utf-8")
    bundle, seen, programs = tmp_path / "bundle", tmp_path / "seen", tmp_path / "bin"
    make_bundle(bundle)
    failed = '"con_id"\nSELECT 1\nERROR at line 1:\nORA-00942: table or view "X" does not exist\n"#failed","above"\n'
    (bundle / "quotas.csv").write_text(failed, "utf-8")
    manifest = (bundle / "manifest.csv").read_text("utf-8").splitlines()
    lines = ['"file","quotas.csv","","","failed","see the file"' if "quotas" in line else line for line in manifest]
    (bundle / "manifest.csv").write_text("\n".join(lines) + "\n", "utf-8")
    seen.mkdir()
    programs.mkdir()
    (programs / "sqlplus").write_text(SQLPLUS.format(seen=seen, bundle=bundle), "utf-8")
    (programs / "sqlplus").chmod(0o755)
    return tmp_path


def wrapper(place: Path, *arguments: str, path: str = os.environ["PATH"]) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PATH": f"{place / 'bin'}:{path}"}
    command = ["/bin/sh", str(place / "segtier_collect.sh"), *arguments]
    return subprocess.run(
        command, cwd=place, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def manifest_of(folder: Path) -> dict[str, dict[str, str]]:
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as file:
        return {row["value"]: row for row in csv.DictReader(file) if row["item"] == "file"}


def test_it_packs_the_folder_and_fills_in_the_digests(place: Path) -> None:
    done = wrapper(place, "out")
    assert done.returncode == 0, done.stderr
    assert f"Packed: {place}/out.zip" in done.stdout
    members = zipfile.ZipFile(place / "out.zip").namelist()
    assert {"out/manifest.csv", "out/segments.csv"} <= set(members)
    for name, row in manifest_of(place / "out").items():
        file = place / "out" / name
        assert row["sha256"] == (hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""), name


def test_a_failed_file_is_its_header_and_the_reason(place: Path) -> None:
    wrapper(place, "out")
    expected = '"con_id"\n"#failed","ORA-00942: table or view X does not exist"\n'
    assert (place / "out" / "quotas.csv").read_text("utf-8") == expected
    row = manifest_of(place / "out")["quotas.csv"]
    assert (row["state"], row["reason"]) == ("failed", "ORA-00942: table or view X does not exist")
    assert manifest_of(place / "out")["segments.csv"]["state"] == "done"


def test_the_login_is_on_no_command_line(place: Path) -> None:
    wrapper(place, "out", "2026-11-20T08:00:00", "diagnostics-pack")
    assert (place / "seen" / "arguments").read_text("utf-8") == "-S /nolog\n"
    script = f"@{place}/segtier_collect.sql out 2026-11-20T08:00:00 default diagnostics-pack\n"
    before = "WHENEVER SQLERROR EXIT FAILURE\nSET DEFINE OFF\nCONNECT / as sysdba\n"
    assert (place / "seen" / "input").read_text("utf-8") == f"{before}{script}"


@pytest.mark.parametrize(
    ("login", "connect"),
    [
        ("system@//h:1521/s", 'CONNECT system/"a&b$c"@//h:1521/s'),
        ("system", 'CONNECT system/"a&b$c"'),
        ("c##x@tns", 'CONNECT c##x/"a&b$c"@tns'),
    ],
)
def test_what_is_typed_goes_to_the_client_through_a_pipe(login: str, connect: str, place: Path) -> None:
    environment = {**os.environ, "PATH": f"{place / 'bin'}:{os.environ['PATH']}", "ORACLE_SID": "SHOP"}
    command = ["/bin/sh", str(place / "segtier_collect.sh"), "out"]
    answers = [("as SYSDBA of SHOP", "n"), ("User and database", login), ("Password:", "a&b$c")]
    shown, code = typed(command, answers, place, environment)
    assert (code, "a&b$c" in shown) == (0, False), shown
    assert (place / "seen" / "arguments").read_text("utf-8") == "-S /nolog\n"
    before = f"WHENEVER SQLERROR EXIT FAILURE\nSET DEFINE OFF\n{connect}\n@"
    assert (place / "seen" / "input").read_text("utf-8").startswith(before)


def test_a_client_that_fails_is_said_so(place: Path) -> None:
    (place / "bin" / "sqlplus").write_text("#!/bin/sh\ncat >/dev/null\necho ORA-01017\nexit 1\n", "utf-8")
    done = wrapper(place, "out")
    assert (done.returncode, done.stderr) == (1, in_shell("collect/client-ended-error", client="sqlplus") + "\n")


def test_an_estimate_leaves_nothing_behind(place: Path) -> None:
    assert wrapper(place, "out", "estimate").returncode == 0
    assert not (place / "out").exists()


def test_it_packs_with_tar_where_there_is_no_zip(place: Path) -> None:
    needed = "sh cat cp sed tr awk cut ls date mkdir rm mv basename dirname tar gzip openssl".split()
    for name in needed:
        found = shutil.which(name)
        assert found
        (place / "bin" / name).symlink_to(found)
    env = {**os.environ, "PATH": str(place / "bin")}
    command = ["/bin/sh", str(place / "segtier_collect.sh"), "out"]
    done = subprocess.run(
        command, cwd=place, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (place / "out.tar.gz").stat().st_size > 500
    digest = hashlib.sha256((place / "out" / "segments.csv").read_bytes()).hexdigest()
    assert manifest_of(place / "out")["segments.csv"]["sha256"] == digest


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("a folder",), "FOLDER may hold"),
        (("$(reboot)",), "FOLDER may hold"),
        (("out", "diagnostics-pack;"), "not a time"),
        (("bundle",), "not empty"),
    ],
)
def test_it_refuses_what_it_does_not_understand(place: Path, arguments: tuple[str, ...], why: str) -> None:
    done = wrapper(place, *arguments)
    assert done.returncode == 1
    assert why in done.stderr
    assert not (place / "seen" / "input").exists()


def test_shellcheck_has_nothing_to_say(place: Path) -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed")
    done = subprocess.run(["shellcheck", place / "segtier_collect.sh"], capture_output=True, text=True, check=False)
    assert done.stdout == ""

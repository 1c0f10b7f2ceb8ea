"""The code of docs/integrate/api.md, run as it stands there against a running product with accounts: curl, Python, TypeScript."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.stack import MODULE, Product, a_setup

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "integrate" / "api.md").read_text(encoding="utf-8")
API = ROOT / "frontend" / "src" / "api"
MODULES = ROOT / "frontend" / "node_modules"
PASSWORD = "correct horse battery"
REFUSED = "".join(f"curl: (22) The requested URL returned error: {status}\n" for status in (400, 412))
"""What the page shows of refusals."""
SCOPES = ["uploads:write", "reports:read", "plans:read", "scenarios:write"]


def code(language: str) -> str:
    """All of that language, in order."""
    return "\n".join(re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """What the page has whoever reads it set: an address and a token; and a `segtier` to call."""
    programs = tmp_path_factory.mktemp("bin")
    program = programs / "segtier"
    program.write_text(f'#!/bin/sh\nexec {" ".join(MODULE)} "$@"\n')
    program.chmod(0o755)
    with a_setup("sqlite") as setup, Product(setup, "--port", "0") as product:
        address = product.url.partition("/?")[0]
        add = [*MODULE, "admin", "add", "ana", "--password-stdin"]
        subprocess.run(add, env={**os.environ, **setup.env}, input=PASSWORD, text=True, check=True)
        yield {
            **os.environ,
            "SEGTIER": address,
            "TOKEN": a_token(address),
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join([str(ROOT / "backend"), str(ROOT / "backend" / "clients")]),
        }


def a_token(address: str) -> str:
    with httpx.Client(base_url=f"{address}/api/v1") as page:
        page.post("/session", json={"name": "ana", "password": PASSWORD}).raise_for_status()
        (csrf,) = (value for name, value in page.cookies.items() if name.endswith("-csrf"))
        wanted = {"name": "docs", "scopes": SCOPES}
        made = page.post("/tokens", json=wanted, headers={"X-CSRF-Token": csrf})
        text: str = made.raise_for_status().json()["text"]
        return text


@pytest.fixture(scope="module")
def by_curl(env: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("curl")
    said = run(["bash", "-u", "-c", code("bash")], folder, env, told=REFUSED)
    assert zipfile.ZipFile(folder / "scripts.zip").namelist()
    return said


def run(command: list[str], folder: Path, env: dict[str, str], told: str = "") -> list[str]:
    """The lines it said; nothing but what is `told` may go wrong on the way."""
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, told), f"{done.stdout}\n{done.stderr}"
    return done.stdout.splitlines()


def the_sample(folder: Path, env: dict[str, str]) -> Path:
    run(["segtier", "sample", "--out", "sample"], folder, env)
    return folder


def test_with_curl(by_curl: list[str]) -> None:
    """What a comment beside a command says is what it prints."""
    for printed in (
        "400 unknown-parameter: there is no parameter 'sdd' here; did you mean 'ssd'?",
        "304",
        "changed-since",
    ):
        assert f"# {printed}" in PAGE
        assert printed in by_curl
    assert "awrrpt_1_4120_4121.html" in by_curl


def test_with_python(env: dict[str, str], by_curl: list[str], tmp_path: Path) -> None:
    said = run([sys.executable, "-c", code("python")], the_sample(tmp_path, env), env)
    headline, chosen, refused = said
    assert headline in by_curl
    assert re.fullmatch(r"\w+ [1-9]\d*", chosen)
    assert refused == "404 not-found"
    assert zipfile.ZipFile(tmp_path / "scripts.zip").namelist()


def test_python_of_the_page_has_the_types_it_says(tmp_path: Path) -> None:
    example = tmp_path / "example.py"
    example.write_text(code("python"))
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(example)]
    run(command, tmp_path, {**os.environ, "MYPYPATH": str(ROOT / "backend" / "clients")})


def test_with_typescript(env: dict[str, str], by_curl: list[str], tmp_path: Path) -> None:
    """Checked and compiled by TypeScript, in strict mode, beside the two files that the page says to copy."""
    the_sample(tmp_path, env)
    (tmp_path / "node_modules").symlink_to(MODULES)
    for name in ("segtier.ts", "schema.gen.ts"):
        (tmp_path / name).write_text((API / name).read_text(encoding="utf-8"))
    (tmp_path / "example.ts").write_text(code("ts"))
    (tmp_path / "package.json").write_text('{"type": "module"}')
    options = {
        "strict": True,
        "target": "es2022",
        "module": "preserve",
        "moduleResolution": "bundler",
        "skipLibCheck": True,
        "types": ["node"],
        "outDir": "out",
        "rewriteRelativeImportExtensions": True,
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["example.ts"]}))
    run(["node", str(MODULES / "typescript" / "bin" / "tsc")], tmp_path, env)
    said = run(["node", "out/example.js"], tmp_path, env)
    assert said[0] in by_curl

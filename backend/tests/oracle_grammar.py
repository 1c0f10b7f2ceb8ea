"""The independent grammar of Oracle's SQL and PL/SQL, and what it has read before: it takes seconds for a large query.

`ddl_grammar/verified.txt` holds the grammar's version and the digest of each text that this version read without a
complaint; `make statements` writes it. A text that is not in it, and each text after a new version, is parsed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "ddl_grammar"
VERIFIED = FOLDER / "verified.txt"
NOTES = "SEGTIER_TEST_GRAMMAR_NOTES"
"""Names a file that digests of texts without a complaint are added to."""


def errors_of(texts: Iterable[str]) -> dict[str, str]:
    """The grammar's first complaint about each text that it has one about."""
    asked = list(dict.fromkeys(texts))
    known = remembered()
    new = [text for text in asked if digest(text) not in known]
    errors = {text: error for text, error in zip(new, parse(new), strict=True) if error}
    _note(digest(text) for text in asked if text not in errors)
    return errors


def parse(texts: Sequence[str]) -> list[str | None]:
    """The first complaint about each text, from the grammar itself, in one process: its tables are built once."""
    if not texts:
        return []
    if shutil.which("node") is None or not (FOLDER / "node_modules").is_dir():
        pytest.skip("the grammar is not installed: npm ci --prefix backend/tests/ddl_grammar")
    sent = json.dumps(list(texts))
    run = subprocess.run(
        ["node", "--max-old-space-size=8192", "check.mjs"],
        cwd=FOLDER,
        input=sent,
        capture_output=True,
        text=True,
        check=True,
    )
    errors: list[str | None] = json.loads(run.stdout)
    return errors


def remembered() -> frozenset[str]:
    """Digests of texts read without a complaint; none where another version of the grammar read them."""
    first, *digests = VERIFIED.read_text().split()
    return frozenset(digests) if first == version() else frozenset()


def version() -> str:
    """Changes with the grammar, the libraries below it and the way it is asked."""
    files = (FOLDER / name for name in ("package-lock.json", "check.mjs"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _note(digests: Iterable[str]) -> None:
    if NOTES in os.environ:
        with open(os.environ[NOTES], "a") as notes:
            notes.writelines(f"{one}\n" for one in digests)

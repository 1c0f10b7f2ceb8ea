"""The corpus of real public reports: third-party files that lie beside the repository on some machines, never in it."""

from __future__ import annotations

from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "corpus"

needs_corpus = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="the corpus of real reports (../shared/corpus) is not on this machine"
)


def files(prefix: str) -> list[Path]:
    """Corpus files whose name begins so, sorted; empty where the corpus is absent."""
    return sorted(path for path in FOLDER.glob(f"{prefix}*") if path.is_file()) if FOLDER.is_dir() else []


def report(part: str) -> bytes:
    """The bytes of the one AWR report whose name holds `part`; skips the test where the corpus is absent."""
    found = [path for path in files("awr-html-") if part in path.name]
    if not FOLDER.is_dir():
        pytest.skip("the corpus of real reports (../shared/corpus) is not on this machine")
    assert len(found) == 1, f"{part!r} names {len(found)} corpus files"
    return found[0].read_bytes()

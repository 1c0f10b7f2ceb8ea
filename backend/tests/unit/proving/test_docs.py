"""What keeps the docs plain and whole: old wording only shrinks, and the site has nothing a reader would stumble over."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return import_module("plain_words")


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    module = import_module("docs_site")
    monkeypatch.setattr(module, "DOCS", tmp_path)
    monkeypatch.setattr(module, "SITE", tmp_path)
    return module


@pytest.mark.parametrize(("name", "text", "found"), [
    ("page.md", "The file is told\nand left out. Whose? Nobody's.", ["is told", "Whose"]),
    ("page.md", "Segtier skips the file: [35](0035-a-guard-beside-the-core.md).", []),
    ("room.txt", "  code: a file {path beside} was told", ["was told"]),
    ("page.tsx", "// beside it\n<p>beside it</p>", ["beside"]),
])  # fmt: skip
def test_old_wording_is_found(
    words: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, found: list[str]
) -> None:
    monkeypatch.setattr(words, "ROOT", tmp_path)
    patterns = [(re.compile(one, re.IGNORECASE), instead) for one, instead in words.rows(words.PATTERNS)]
    (tmp_path / name).write_text(text, "utf-8")
    hits = words.hits(tmp_path / name, patterns)
    assert [hit.split("'")[1] for hit in hits] == found


@pytest.mark.parametrize(("now", "old", "wrong"), [
    ({"a.md": 2}, {"a.md": 2}, 0), ({"a.md": 3}, {"a.md": 2}, 1), ({"a.md": 1}, {"a.md": 2}, 1),
    ({}, {"a.md": 2}, 1), ({"a.md": 1}, {}, 1),
])  # fmt: skip
def test_the_count_of_a_file_is_the_one_allowed(
    words: ModuleType, now: dict[str, int], old: dict[str, int], wrong: int
) -> None:
    assert len(words.too_many(now, old, {})) == wrong


def test_bars_of_a_table_are_no_words(words: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("| a | `b` |\n|---|---|\n| 2 – 3 | – |\n", "utf-8")
    assert words.words_in(tmp_path / "page.md") == 4


@pytest.mark.parametrize(("page", "wrong"), [
    ('<img src="there.png"> <a href="https://elsewhere.example/">', []),
    ('<img src="gone.png">', ["page.html: gone.png is missing"]),
    ('<script src=https://elsewhere.example/a.js>', ["page.html: https://elsewhere.example/a.js is on another host"]),
    ('<link rel="stylesheet" href="//elsewhere.example/a.css">', ["page.html: //elsewhere.example/a.css is on another host"]),
])  # fmt: skip
def test_what_a_reader_stumbles_over(site: ModuleType, tmp_path: Path, page: str, wrong: list[str]) -> None:
    (tmp_path / "there.png").write_bytes(b"")
    (tmp_path / "page.html").write_text(page, "utf-8")
    assert site.stumbles() == wrong


def test_every_page_has_its_place(site: ModuleType, tmp_path: Path) -> None:
    for name in ("index.md", "decisions/0001-a.md", "decisions/0002-b.md", "lost.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("# A page", "utf-8")
    config = site.expanded('nav = ["index.md", "decisions/*", "proved*",]')
    assert config == 'nav = ["index.md", "decisions/0001-a.md", "decisions/0002-b.md", ]'
    assert site.without_place(config) == ["docs/lost.md has no place in nav of zensical.toml"]

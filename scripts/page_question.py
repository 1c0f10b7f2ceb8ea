"""Write the table of the question that the pages are built with, and what its fields refuse, which tests of every door read."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "backend"))

from segtier.question import RENTING_ROWS, ROWS
from segtier.question.page import page_of
from tests.question_refusals import FILE, written

PAGES = Path(__file__).resolve().parents[1] / "frontend" / "src" / "api" / "question.json"

if __name__ == "__main__":
    PAGES.write_text(json.dumps(page_of(ROWS, RENTING_ROWS), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    FILE.write_text(written(), encoding="utf-8")

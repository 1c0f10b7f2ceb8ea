"""Print the table of the question: the pages' form, its limits and its words are made of it (`make openapi`)."""

from __future__ import annotations

import json

from segtier.question import ROWS
from segtier.question.page import page_of

if __name__ == "__main__":
    print(json.dumps(page_of(ROWS), indent=2, ensure_ascii=False))

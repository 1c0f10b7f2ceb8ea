"""plan.html: the pages of a bundle as one that a browser shows and prints. It says nothing of its own.

Names come out of Markdown as text: HTML, links and images are no part of the grammar it is read by.
Source: CommonMark 0.31 and the tables of GitHub Flavored Markdown, as markdown-it-py reads them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan.sqlplus.quoting import shown
from segtier.plan.sqlplus.template import template

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

PAGE = "plan.html"
_NEVER = ("html_block", "html_inline", "link", "image", "autolink", "reference", "entity")


def page_of(pages: Sequence[BundleFile], request: PlanRequest) -> BundleFile:
    """The page of these Markdown files, in their order; not signed, since it can be made again from them."""
    heading = pages[0].text.partition("\n")[0].removeprefix("# ")
    name = f", {shown(request.database.name)}" if request.database.name else ""
    text = template(
        "html/plan.html",
        TITLE=escape(heading + name),
        BODY="".join(_rendered(page.text) for page in pages),
        PAGES=escape(", ".join(page.path for page in pages)),
    )
    return BundleFile(PAGE, text, signed=False)


def _rendered(text: str) -> str:
    tokens = _reader().parse(text)
    for opened, words in pairwise(tokens):
        if opened.type == "heading_open":
            opened.attrSet("class", re.sub(r"[^a-z]+", "-", words.content.lower()).strip("-"))
    return str(_reader().renderer.render(_wide(tokens), _reader().options, {}))


def _wide(tokens: Sequence[Token]) -> list[Token]:
    """Each table in a box of its own, which scrolls where the window is narrow."""
    found: list[Token] = []
    for token in tokens:
        if token.type == "table_open":
            found.append(_box('<div class="table">'))
        found.append(token)
        if token.type == "table_close":
            found.append(_box("</div>\n"))
    return found


def _box(tag: str) -> Token:
    from markdown_it.token import Token

    return Token("html_block", "", 0, content=tag)


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(_NEVER)

"""The page around what is shown of a file: its style sheet, and a note where only a part is shown."""

from __future__ import annotations

from html import escape

MOST_CHARACTERS = 3_000_000
"""Of a page; of a longer file the part around the place is shown."""
HERE = "segtier-here"
"""The id of the marked cell, line or row."""
_STYLE = """
:root { color-scheme: light dark; }
body { margin: 0.75rem; font: 13px/1.45 system-ui, sans-serif; }
.part { margin: 0 0 0.75rem; padding: 0.4rem 0.6rem; border: 1px solid; border-radius: 4px; }
h1, h2, h3, h4 { font-size: 1rem; margin: 1.25rem 0 0.4rem; }
table { border-collapse: collapse; margin: 0.4rem 0; }
th, td { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.15rem 0.4rem; text-align: left; }
td { font-variant-numeric: tabular-nums; }
[align="right"] { text-align: right; }
pre { font: 12px/1.5 ui-monospace, monospace; tab-size: 8; margin: 0; width: max-content; }
#segtier-here { scroll-margin: 35vh 5rem; color: #1a1600; background: #ffe58a; }
tr:has(> #segtier-here) { color: #1a1600; background: #fff6d2; }
td#segtier-here, #segtier-here b { outline: 2px solid #9a6700; }
"""


def framed(title: str, body: str, part: str = "") -> str:
    """A whole page; `body` is HTML that is safe, `part` says in words what of the file is shown."""
    note = f'<p class="part">{escape(part)}</p>\n' if part else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n{note}{body}\n</main>\n</body>\n</html>\n"
    )

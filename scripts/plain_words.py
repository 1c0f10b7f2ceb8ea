"""Plain English, kept: no new place has a pattern of plain_words.tsv, and the docs outside internals stay short.

Reads the README, docs/ without decisions, the text of the pages and the approved sentences. plain_words_old.tsv counts the
places of each file that are left from before. They may only shrink: `--write` takes smaller numbers over, and never a larger
one. `--words` prints the words of each page. Standard library only.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATTERNS, OLD = ROOT / "scripts" / "plain_words.tsv", ROOT / "scripts" / "plain_words_old.tsv"
MOST_IN_README, MOST_OUTSIDE = 700, 20_000
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|\]\([^)\s]*\)")
_WORD = re.compile(r"\S*[^\W_]\S*")
_COMMENT = re.compile(r"^\s*(?://|/?\*)")
_CODE = re.compile(r"^  [^\s:]+: ")


def main() -> int:
    patterns = [(re.compile(one, re.IGNORECASE), instead) for one, instead in rows(PATTERNS)]
    places = {name: found for name, found in ((name_of(file), hits(file, patterns)) for file in files()) if found}
    words = {name_of(page): words_in(page) for page in read_by_users()}
    counts = {name: len(found) for name, found in places.items()}
    old = {name: int(number) for number, name in rows(OLD)}
    if "--words" in sys.argv:
        print(*(f"{number:6} {name}" for name, number in sorted(words.items(), key=lambda row: -row[1])), sep="\n")
    if "--write" in sys.argv:
        old = {name: min(number, counts[name]) for name, number in old.items() if name in counts}
        OLD.write_text("".join(f"{number}\t{name}\n" for name, number in sorted(old.items())), "utf-8")
    wrong = [*too_many(counts, old, places), *too_long(sum(words.values()))]
    print(*wrong, f"{sum(words.values()):,} words in the docs outside internals; at most {MOST_OUTSIDE:,}", sep="\n")
    return int(bool(wrong))


def too_many(counts: dict[str, int], old: dict[str, int], places: dict[str, list[str]]) -> list[str]:
    """What is more than before, and what is less and not written down."""
    wrong = []
    for name in sorted(counts.keys() | old.keys()):
        most, number = old.get(name, 0), counts.get(name, 0)
        if number > most:
            wrong += [*places.get(name, []), f"{name}: {number} now, at most {most} allowed"]
        elif number < most:
            wrong.append(f"{name}: {number} now, {most} allowed; take it over: python3 scripts/plain_words.py --write")
    return wrong


def too_long(outside: int) -> Iterator[str]:
    if (readme := words_in(ROOT / "README.md")) > MOST_IN_README:
        yield f"README.md has {readme} words; at most {MOST_IN_README}"
    if outside > MOST_OUTSIDE:
        yield f"The docs outside internals have {outside:,} words; --words prints them page by page"


def files() -> Iterator[Path]:
    yield ROOT / "README.md"
    yield from (page for page in (ROOT / "docs").rglob("*.md") if "decisions" not in page.parts)
    for page in (ROOT / "frontend" / "src").rglob("*.ts*"):
        if not page.name.endswith((".gen.ts", ".test.ts", ".test.tsx")):
            yield page
    yield from (ROOT / "backend" / "tests" / "approved").glob("*.txt")


def read_by_users() -> Iterator[Path]:
    return (page for page in (ROOT / "docs").rglob("*.md") if "internals" not in page.parts)


def hits(file: Path, patterns: list[tuple[re.Pattern[str], str]]) -> list[str]:
    """Where it has one, and what to write instead. Not in placeholders, link targets, code comments and codes of sentences."""
    found = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        text = _PLACEHOLDER.sub("", _CODE.sub("", line) if file.suffix == ".txt" else line)
        if file.suffix.startswith(".ts") and _COMMENT.match(text):
            continue
        for pattern, instead in patterns:
            found += [f"{name_of(file)}:{number}: '{one[0]}'; write: {instead}" for one in pattern.finditer(text)]
    return found


def words_in(page: Path) -> int:
    """Figures and names count; the bars of a table do not."""
    return len(_WORD.findall(page.read_text("utf-8")))


def name_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def rows(file: Path) -> list[tuple[str, str]]:
    lines = (line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#"))
    return [(first, second) for first, _, second in (line.partition("\t") for line in lines)]


if __name__ == "__main__":
    sys.exit(main())

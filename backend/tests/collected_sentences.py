"""Every sentence for people in the product's source, and the approved files that name each by a code.

A sentence is a text of at least three words in `segtier/**`, with a stop, a field or a word like "the": a literal or f-string
of Python, a value of a YAML table, a comment, prompt or quoted text of a template. Left out: docstrings (but those of commands,
which are their help), what is logged, SQL, regular expressions, what text is compared with, and names that Oracle prints.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from itertools import chain, count
from pathlib import Path

import yaml

from segtier.masking.own_sentences import FIELD
from segtier.reports.kinds import REPORTS
from tests.sentences import APPROVED, Approved, parts_of, read, shown

SOURCE = Path(__file__).resolve().parents[1] / "segtier"
_NOT_SHOWN, _OF_ORACLE = {"answers/tables.sql", "collect/segtier_collect.sql"}, "samples"
"""Samples are reports as Oracle prints them, so their words are names of Oracle's."""
_NAMES = ("reports/names.py", "oracle/event_table.py")
_GRAMMAR = re.compile(
    r"(?i)\b(an?|the|is|are|was|were|it|its|this|that|which|no|not|none|nothing|of|to|and|or|for|in|on|with|without|as|than|be|been|has|"
    r"have|had|can|cannot|could|may|must|does|do|did|their|they|each|by|from|at|so|more|one|only)\b"
)
_FORM = re.compile(r"\w\|\w|\w[+!] ")
_STOP = re.compile(r"[;,!?:] |[.;!?:]$|[.!?:] [A-Z]|[{}]")
_WORD, _SAID = re.compile(r"[A-Za-z][A-Za-z'’/-]*"), re.compile(r"(^|[\s(\"'“])[a-z][a-z'’-]*(?=[\s.,;:)\"'”?!]|$)")
_SQL = re.compile(
    r"\s*(--|(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|PRAGMA|LOCK|BEGIN|SET|FROM|WHERE|AND|UNION|GRANT|MERGE|VACUUM|PROMPT|"
    r"EXECUTE|DECLARE|ON|ORDER|GROUP|JOIN|LEFT|RETURNING|VALUES|DEFINE|SPOOL|WHENEVER|COLUMN|ACCEPT|VARIABLE|EXEC)\b)"
)
_SCRIPT, _LINE = re.compile(r"(^|\\n|\})(PROMPT|SPOOL|EXIT|DEFINE|SELECT) "), re.compile(r".*?(PROMPT|--|REM|#) +(.*)")
_UNSAID = {"re", "_log", "log", "logging"}
_COMMANDS = {"command", "group"}
_SIMILAR = 0.3
_DULL = frozenset(
    "a an the of is are it its in on to and or that which for as with by at be has have this was were s they them their "
    "one from into than then so if but where what who".split()
)


_LONGEST = 60
Placed = tuple[str, str]
"""A module and a text in it."""


@dataclass(frozen=True)
class Sentence:
    room: str
    module: str
    text: str


@cache
def collected() -> tuple[Sentence, ...]:
    """All of them, each once a module."""
    found: dict[Sentence, None] = {}
    for path in sorted(SOURCE.rglob("*")):
        name = path.relative_to(SOURCE)
        texts = _READERS.get(path.suffix)
        if texts is None or name.as_posix() in _NOT_SHOWN or name.parts[0] == _OF_ORACLE:
            continue
        room = name.parts[0] if len(name.parts) > 1 else "segtier"
        inside = name.relative_to(room) if len(name.parts) > 1 else name
        module = inside.with_suffix("") if path.suffix == ".py" else inside
        found |= dict.fromkeys(Sentence(room, module.as_posix(), text) for text in texts(path.read_text("utf-8")))
    return tuple(found)


# --- Python


def in_python(source: str) -> Iterator[str]:
    yield from _said_in(ast.parse(source))


def _said_in(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant | ast.JoinedStr):
        if (text := _text_of(node)) is not None:
            yield from (line for line in _lines(text) if _for_people(line))
        if isinstance(node, ast.Constant):
            return
    for child in _children(node):
        yield from _said_in(child)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What is below it, without what nobody is told."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and any(map(_is_command, node.decorator_list)):
        docstring = node.body[0]
        if isinstance(docstring, ast.Expr):
            yield docstring.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if isinstance(node.func.value, ast.Name) and node.func.value.id in _UNSAID:
            return
        if node.func.attr in {"startswith", "endswith", "removeprefix", "removesuffix"}:
            return
    if isinstance(node, ast.Compare):
        yield from (part for part in (node.left, *node.comparators) if not isinstance(part, ast.Constant))
        return
    if isinstance(node, ast.JoinedStr):
        yield from (part.value for part in node.values if isinstance(part, ast.FormattedValue))
        return
    yield from ast.iter_child_nodes(node)


def _is_command(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Attribute) and called.attr in _COMMANDS


def _text_of(node: ast.Constant | ast.JoinedStr) -> str | None:
    if isinstance(node, ast.Constant):
        return shown((node.value,)) if isinstance(node.value, str) else None
    return shown([_field(part) if isinstance(part, ast.FormattedValue) else part.value for part in node.values])  # type: ignore[attr-defined]


def _lines(text: str) -> Iterator[str]:
    """The text; of a script in it, its prompts and comments."""
    if not _SCRIPT.search(text):
        yield text
    else:
        yield from (line[2].strip() for row in text.split("\\n") if (line := _LINE.match(row.strip())))


class _Short(ast.NodeTransformer):
    """A field without what is said in it, which is a sentence of its own."""

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.JoinedStr | ast.Dict | ast.Set | ast.SetComp | ast.DictComp):
            return ast.Name("…")
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (" " in node.value or "{" in node.value):
            return ast.Name("…")
        return self.generic_visit(node)


def _field(part: ast.FormattedValue) -> tuple[str]:
    spec = "".join(
        piece.value if isinstance(piece, ast.Constant) else "…" for piece in getattr(part.format_spec, "values", ())
    )
    value = ast.unparse(_Short().visit(ast.parse(ast.unparse(part.value), mode="eval")))
    return (value + (f"!{chr(part.conversion)}" if part.conversion > 0 else "") + (f":{spec}" if spec else ""),)


# --- tables and templates


def _table(source: str) -> Iterator[str]:
    yield from _values(yaml.load(source, yaml.CSafeLoader))


def _values(node: object) -> Iterator[str]:
    if isinstance(node, str):
        if _for_people(text := shown((node,))):
            yield text
    elif isinstance(node, Mapping):
        for key, value in node.items():
            if key not in {"columns", "from", "where", "having", "parts", "event"}:
                yield from _values(value)
    elif isinstance(node, Sequence):
        for value in node:
            yield from _values(value)


_TOLD = re.compile(
    r"^\s*(?:--|\#|REM)\s+(?P<comment>.+)$|^\s*(?:&\w+\.)?PROMPT\s+(?P<prompt>.+)$|'(?P<quoted>(?:[^'\n]|'')*)'|\"(?P<double>[^\"\n]*)\"",
    re.M,
)
_PLACE = re.compile(r"%%(\w+)%%")


def _script(source: str) -> Iterator[str]:
    for found in _TOLD.finditer(source):
        text = next(part for part in found.groups() if part is not None)
        parts = _PLACE.split(text)
        text = shown([(part,) if at % 2 else part for at, part in enumerate(parts)])
        if _for_people(text):
            yield text


def _page(source: str) -> Iterator[str]:
    for text in re.findall(r">([^<>]+)<", re.sub(r"<style.*?</style>|\{[%#].*?[%#]\}", "", source, flags=re.S)):
        parts = re.split(r"\{\{\s*(.*?)\s*\}\}", text)
        if _for_people(text := shown([(part,) if at % 2 else part for at, part in enumerate(parts)])):
            yield text


_READERS = {".py": in_python, ".yaml": _table, ".sql": _script, ".sh": _script, ".html": _page}


def _for_people(text: str) -> bool:
    words = re.sub(r"\{\{|\}\}", "", text)
    fields = len(re.findall(r"\{[^{}]*\}", words))
    words = re.sub(r"\{[^{}]*\}", " 0 ", words)
    plain = _WORD.findall(words)
    if text in names() or _FORM.search(text) or not (_GRAMMAR.search(words) or _STOP.search(text)):
        return False
    return len(plain) + fields > 2 and len(_SAID.findall(words)) > 1 and " " in words.strip() and not _SQL.match(words)


@cache
def names() -> frozenset[str]:
    """What Oracle prints."""
    paths = [*(SOURCE / _OF_ORACLE).rglob("*.py"), *(SOURCE / name for name in _NAMES)]
    return frozenset(name for path in paths for name in re.findall(r'"([^"\n]+)"', path.read_text("utf-8")))


# --- codes


def approved_texts() -> dict[str, str]:
    """The text of each approved file by its room, as it ought to be."""
    rooms: dict[str, list[Placed]] = defaultdict(list)
    for sentence in collected():
        rooms[sentence.room].append((sentence.module, sentence.text))
    return {room: _written(room, coded_anew(placed, read(room))) for room, placed in rooms.items()}


def _written(room: str, coded: Mapping[str, Placed]) -> str:
    lines = [f"# Sentences for people in segtier/{room}. Written by `make sentences`; tests name each by its code."]
    modules: dict[str, list[str]] = defaultdict(list)
    for code, (module, text) in sorted(coded.items()):
        modules[module].append(f"  {code}: {text}")
    for module, rows in sorted(modules.items()):
        lines += ["", module, *rows]
    return "\n".join(lines) + "\n"


def coded_anew(now: Sequence[Placed], old: Sequence[Approved]) -> dict[str, Placed]:
    """Each sentence (module and text) by its code, which it keeps where it moves to another module or its words change."""
    coded: dict[str, Placed] = {}
    left, fresh = list(old), list(now)
    keys: tuple[Callable[[Placed], object], ...] = (lambda placed: placed, lambda placed: placed[1])
    for key in keys:
        codes: dict[object, list[Approved]] = defaultdict(list)
        for row in left:
            codes[key((row.module, row.text))].append(row)
        matched = [(placed, codes[key(placed)].pop()) for placed in fresh if codes[key(placed)]]
        coded |= {row.code: placed for placed, row in matched}
        left = [row for row in left if row.code not in coded]
        fresh = [placed for placed in fresh if placed not in coded.values()]
    for row, placed in _reworded(left, fresh):
        coded[row.code] = placed
    taken = {*coded, *(row.code for row in old)}
    for placed in fresh:
        if placed not in coded.values():
            coded[code := _new_code(*placed, taken)] = placed
            taken.add(code)
    return coded


def _reworded(left: Sequence[Approved], fresh: Sequence[Placed]) -> Iterator[tuple[Approved, Placed]]:
    """The likest pairs within a module, each once."""
    pairs = [
        (_alike(row.text, text), row, (module, text)) for row in left for module, text in fresh if row.module == module
    ]
    done = set[object]()
    for alike, row, placed in sorted(pairs, key=lambda pair: -pair[0]):
        if alike >= _SIMILAR and row.code not in done and placed not in done:
            done |= {row.code, placed}
            yield row, placed


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one.split(), other.split(), autojunk=False).ratio()


def _new_code(module: str, text: str, taken: Container[str]) -> str:
    """Its first telling words; with the module's name where others begin so."""
    plain = re.sub(r"\{[^{}]*\}|\\n|['’]", lambda found: "" if len(found[0]) == 1 else " ", text).lower()
    words = [word.strip("-").replace("/", "-") for word in _WORD.findall(plain)]
    telling = [word for word in words if word not in _DULL] or words or ["figures"]
    codes = ["-".join(telling[:size]) for size in range(min(3, len(telling)), len(telling) + 1)]
    stem = f"{codes[0]}.{module.rsplit('/', 1)[-1].replace('.', '-')}"
    short = [code for code in codes if len(code) < _LONGEST]
    return next(code for code in chain(short, (stem,), (f"{stem}-{n}" for n in count(2))) if code not in taken)


OWN = SOURCE / "masking" / "own_sentences.txt"
_IN_DOCUMENTS = ("reports", "analysis", "masking", "model", "oracle")
"""Rooms whose sentences stand in documents."""
_QUERY = re.compile(r"\b(SELECT|FROM|WHERE)\b")


def own_sentences() -> str:
    """The file by which masking knows a sentence of ours: those with three words or more beside fields, and words in fields."""
    found = {section.name for kind in REPORTS.values() for section in kind.reader().sections}
    for sentence in collected():
        words, fields = parts_of(sentence.text)
        text = FIELD.join(words)
        told = sentence.room in _IN_DOCUMENTS and "." not in sentence.module and not _QUERY.search(text)
        if told and len(_WORD.findall(" ".join(words))) > 2 and text.isprintable():
            found.add(text)
            for noun in (noun for field in fields for noun in re.findall(r"'([a-z][a-z ]*)'", field)):
                found |= {noun, f"{noun}s"}
    return "".join(f"{text}\n" for text in sorted(found))


def write() -> list[str]:
    """Writes the approved files, and those masking knows, anew. What changed, a line each."""
    told = []
    OWN.write_text(own_sentences(), "utf-8")
    APPROVED.mkdir(exist_ok=True)
    texts = approved_texts()
    for path in APPROVED.glob("*.txt"):
        if path.stem not in texts:
            path.unlink()
            told.append(f"gone: {path.name}")
    for room, text in texts.items():
        told += differences(room, text)
        (APPROVED / f"{room}.txt").write_text(text, "utf-8")
    return told


def differences(room: str, wanted: str) -> list[str]:
    """What the approved file of a room says otherwise than the source, a line each."""
    path = APPROVED / f"{room}.txt"
    now = path.read_text("utf-8").splitlines() if path.is_file() else []
    then = wanted.splitlines()
    return [f"{room}: - {line.strip()}" for line in now if line not in then] + [
        f"{room}: + {line.strip()}" for line in then if line not in now
    ]

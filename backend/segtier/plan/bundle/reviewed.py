"""Beside the signed core: REVIEW.txt, and the files that every script calls first.

They say how the bundle stood when it was fetched. Where nobody approved it they ask, once, for a word with the digest, and keep
what was typed in `review/confirmed.sql` for the scripts that follow. They are not signed: the core has the same bytes before
and after its review.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Sequence

from segtier.model.plan import BundleFile, Plan
from segtier.plan.sqlplus.quoting import comment_text
from segtier.plan.sqlplus.script import REVIEW
from segtier.plan.sqlplus.template import template, text_of

NOTE = "REVIEW.txt"
UNREVIEWED = "unreviewed"
_DIGITS = 12
"""Of the digest, in what is typed: enough to tell two bundles apart."""
_ASKING = ("review.sql", "ask.sql", "keep.sql", "refuse.sql")


def core_digest(sums: str) -> str:
    """sha256, in hex, over the text of SHA256SUMS: it changes with any file of the signed core."""
    return hashlib.sha256(sums.encode()).hexdigest()


def confirmation(word: str, digest: str) -> str:
    """What is typed to run a bundle that nobody approved: `UNREVIEWED 442b1c2d3e4f`."""
    return f"{word.upper()} {digest[:_DIGITS]}"


def review_files(told: Sequence[str], digest: str, word: str | None) -> tuple[BundleFile, ...]:
    """`told`: how the bundle stands, line by line. `word`: what it is where it is not approved, None where it is."""
    lines = [comment_text(line) for line in (*told, f"digest {digest}")]
    slots = {
        "sql": "".join(f"PROMPT {line}\n" for line in lines),
        "sh": " \\\n".join(f"  {shlex.quote(line)}" for line in lines),
    }
    if word is None:
        note = _note(told, digest)
        approved = [(f"review.{kind}", template(f"review/approved.{kind}", TOLD=text)) for kind, text in slots.items()]
        return (note, *(_file(name, text) for name, text in approved))
    typed = confirmation(word, digest)
    note = _note(told, digest, *_asks(typed))
    asking = [(name, template(f"review/{name}", TOLD=slots["sql"], CONFIRMATION=typed)) for name in _ASKING]
    shell = ("review.sh", template("review/review.sh", TOLD=slots["sh"], CONFIRMATION=typed))
    return (
        note,
        *(_file(name, text) for name, text in (*asking, ("confirmed.sql", text_of("review/confirmed.sql")), shell)),
    )


def unreviewed_files(plan: Plan) -> tuple[BundleFile, ...]:
    """Of a bundle that was never under review."""
    (sums,) = (file.text for file in plan.files if file.path == "SHA256SUMS")
    told = f"UNREVIEWED. Nobody approved these scripts ({plan.request.option}). Have someone review plan.md before you run them."
    return review_files((told,), core_digest(sums), UNREVIEWED)


def _file(name: str, text: str) -> BundleFile:
    return BundleFile(f"{REVIEW}/{name}", text, executable=name.endswith(".sh"), signed=False)


def _asks(typed: str) -> tuple[str, ...]:
    return (
        "",
        f"The first script that is run asks for: {typed}",
        f"Where nobody can type, run this before it, in this folder: SEGTIER_CONFIRMED='{typed}' bash review/review.sh",
    )


def _note(told: Sequence[str], digest: str, *more: str) -> BundleFile:
    lines = [
        *told,
        f"digest {digest}",
        *more,
        "",
        "The digest is the SHA-256 of the file SHA256SUMS: sha256sum SHA256SUMS && sha256sum -c SHA256SUMS",
        "This file is not signed. It says what was known when the bundle was fetched.",
    ]
    return BundleFile(NOTE, "\n".join(lines) + "\n", signed=False)

"""A set of segments from a file: `label=@FILE`, a name on each line."""

from __future__ import annotations

from pathlib import Path

from segtier.errors import UnreadableInput

_MOST_BYTES = 1 << 20
_COMMENT = "#"
_ADVICE = (
    "Write label=@FILE: a text file (UTF-8) with OWNER.NAME or OWNER.NAME.PARTITION on each line; # begins a comment."
)


def with_names_of_file(text: str) -> str:
    """The same with the names that stand in the file; of a set without a label the file's name is the label."""
    label, equals, names = text.partition("=") if "=" in text.partition("@")[0] else ("", "", text)
    if not names.strip().startswith("@"):
        return text
    path = Path(names.strip()[1:])
    lines = [line.strip() for line in _text(path).splitlines()]
    listed = ",".join(line for line in lines if line and not line.startswith(_COMMENT))
    return f"{label if equals else path.stem}={listed}"


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise UnreadableInput(
            f"the file of a set, {path.name[:80]!r}, cannot be read: {error.strerror or 'no such file'}",
            code="set-file",
            advice=_ADVICE,
        ) from error
    if len(data) > _MOST_BYTES:
        raise UnreadableInput(f"the file of a set, {path.name[:80]!r}, is over 1 MiB", code="set-file", advice=_ADVICE)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableInput(
            f"the file of a set, {path.name[:80]!r}, is not text in UTF-8", code="set-file", advice=_ADVICE
        ) from error

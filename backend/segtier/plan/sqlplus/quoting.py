"""Names on their way into scripts: what is taken, and how it is written so that nothing can break out.

Oracle lets a quoted identifier hold any character but a double quote and NUL. A name that a report gives is
therefore hostile text: it reaches a script only as a PL/SQL string literal (`sql_literal`), whose raw characters
are letters, digits, `_ $ #` and blanks; everything else is written as a UNISTR escape. Names the user chooses
(tablespaces, disk groups, paths) are held to narrow allow-lists instead.
Source: SQL Language Reference, "Database Object Names and Qualifiers".
"""

from __future__ import annotations

import re
import unicodedata

from segtier.errors import Refused
from segtier.oracle.names import SYSTEM_TABLESPACES

_PLAIN = re.compile(r"[A-Za-z0-9_$#]+(?: [A-Za-z0-9_$#]+)*")
_SAFE = re.compile(r"[A-Za-z0-9_$# ]")
_BLANKS = re.compile(r" {2,}|^ | $")
"""Which no page shows as they are."""
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_TABLESPACE = re.compile(r"[A-Z][A-Z0-9_$#]{0,29}")
_DISK_GROUP = re.compile(r"[A-Z][A-Z0-9_]{0,29}")
_PATH = re.compile(r"(?:/[A-Za-z0-9_][A-Za-z0-9._-]*){1,20}")
_DEVICE = re.compile(r"/dev/segtier/[a-z][a-z0-9_]{0,29}")
_WINDOWS = re.compile(r"[A-Z]:(?:\\[A-Z0-9_](?:[A-Z0-9._-]*[A-Z0-9_-])?){1,20}")
_WINDOWS_LONGEST = 120
"""Of the 260 characters of a path, so that the longest file name of ours still fits."""
_RESERVED = re.compile(r"\\(?:CON|PRN|AUX|NUL|COM[0-9]|LPT[0-9])(?:[.\\]|$)")
_CONTAINER = re.compile(r"[A-Z][A-Z0-9_$#]{0,29}")
_COMMENT = re.compile(r"[^A-Za-z0-9 .,%()/:'=+<>?_$#-]")


def identifier_fault(name: str, longest_bytes: int) -> str | None:
    """Why `name` cannot be an Oracle identifier that a script may carry, or None where it can."""
    if not name:
        return "the name is empty"
    if '"' in name:
        return "the name holds a double quote, which no Oracle identifier can"
    if any(unicodedata.category(char) in _UNSEEN for char in name):
        return "the name holds control, direction or invisible characters"
    length = len(name.encode())
    if length > longest_bytes:
        return f"the name is {length} bytes long, {longest_bytes} are allowed"
    return None


SHORT_BYTES = 30
"""Of tablespaces, disk groups and PDBs in every release, of all names before COMPATIBLE 12.2."""


def longest_identifier_bytes(*versions: tuple[int, ...] | None) -> int:
    """By release and COMPATIBLE: 128 where both are 12.2, or not known."""
    return SHORT_BYTES if any(one is not None and one[:2] < (12, 2) for one in versions) else 128


def quoted(name: str) -> str:
    """A quoted identifier: the name as it is, between double quotes, of which it holds none."""
    if '"' in name:
        raise ValueError("an identifier cannot hold a double quote")
    return f'"{name}"'


def sql_literal(text: str | None) -> str:
    """A PL/SQL expression for `text` in plain ASCII: NULL, 'TEXT' or UNISTR('T\\00C4XT')."""
    if text is None:
        return "NULL"
    if _PLAIN.fullmatch(text):
        return f"'{text}'"
    return "UNISTR('" + "".join(char if _SAFE.fullmatch(char) else _escape(char) for char in text) + "')"


_IN_STATEMENT = re.compile(r'[A-Za-z0-9_$#" .,()=*+-]')
_PIECE = 200


def statement_literal(text: str | None) -> str:
    """A PL/SQL expression for a whole statement, in pieces that fit a line of SQL*Plus; readable where names are plain."""
    if text is None:
        return "NULL"
    pieces = [text[at : at + _PIECE] for at in range(0, len(text), _PIECE)] or [""]
    return "\n    || ".join(_statement_piece(piece) for piece in pieces)


def _statement_piece(text: str) -> str:
    if all(_IN_STATEMENT.fullmatch(char) for char in text):
        return f"'{text}'"
    return "UNISTR('" + "".join(char if _IN_STATEMENT.fullmatch(char) else _escape(char) for char in text) + "')"


def _escape(char: str) -> str:
    units = char.encode("utf-16-be")
    return "".join(f"\\{units[i]:02X}{units[i + 1]:02X}" for i in range(0, len(units), 2))


def shown(text: str | None) -> str:
    """A name for people: letters, digits, `_ $ # .` and blanks within as they are, the rest as \\XXXX."""
    if text is None:
        return "-"
    seen = "".join(char if _SAFE.fullmatch(char) or char == "." else _escape(char) for char in text)
    return _BLANKS.sub(lambda blanks: _escape(" ") * len(blanks[0]), seen)


def code_text(text: str | None) -> str:
    """The same in Markdown, where `_` and `#` could mean something outside of code."""
    return "-" if text is None else f"`{shown(text)}`"


def comment_text(text: str) -> str:
    """Free text as one line that is safe behind `-- ` or `# `: plain ASCII, no `;`, no trailing `-`."""
    flat = " ".join(text.replace("—", "-").replace("–", "-").split())
    return _COMMENT.sub("?", flat).rstrip("- ;")


def markdown_text(text: str) -> str:
    """Free text in Markdown: no control or direction characters, no markup, no HTML."""
    flat = "".join(char for char in " ".join(text.split()) if unicodedata.category(char) not in _UNSEEN)
    return re.sub(r"([\\`*_\[\]<>|#&!])", r"\\\1", flat)


def tablespace(name: str) -> str:
    """A tablespace name for the scripts, in upper case. Raises Refused for anything but A-Z 0-9 _ $ #."""
    upper = name.upper()
    if not _TABLESPACE.fullmatch(upper) or upper in SYSTEM_TABLESPACES:
        raise _refusal("tablespace", name, "Use up to 30 letters, digits, _ $ or #, not SYSTEM or SYSAUX.")
    return upper


def container(name: str) -> str | None:
    """A PDB name as `ALTER SESSION SET CONTAINER` takes it, or None where it is not a plain name."""
    return name if _CONTAINER.fullmatch(name) else None


def location(name: str, *, windows: bool = False) -> str:
    """Where files go: `+DISKGROUP` for a disk group name, or an absolute directory of the platform. Raises Refused.

    A device is taken by a fixed name of ours only: the kernel's own names change between boots.
    """
    if ":" in name or "\\" in name or (windows and "/" in name):
        return _windows_directory(name, windows)
    if name == "/dev" or name.startswith("/dev/"):
        if not _DEVICE.fullmatch(name):
            raise _refusal(
                "device",
                name,
                "The kernel's names change between boots. Use /dev/segtier/NAME: 10_os_setup.sh makes it from the disk's id.",
            )
        return name
    if name.startswith("/"):
        if not _PATH.fullmatch(name):
            raise _refusal("directory", name, "Use an absolute path of letters, digits, . _ and -.")
        return name
    upper = name.removeprefix("+").upper()
    if not _DISK_GROUP.fullmatch(upper):
        raise _refusal("disk group", name, "Use up to 30 letters, digits and _.")
    return f"+{upper}"


def _windows_directory(name: str, windows: bool) -> str:
    """In capitals, as Oracle writes file names there."""
    if not windows:
        raise _refusal(
            "directory",
            name,
            "A drive and backslashes are for a database on Windows; its platform is another or unknown.",
        )
    upper = name.upper()
    if not _WINDOWS.fullmatch(upper) or _RESERVED.search(upper) or len(upper) > _WINDOWS_LONGEST:
        raise _refusal(
            "directory",
            name,
            f"Use a drive and folders, such as E:\\ORADATA\\SSD: letters, digits, . _ -, up to {_WINDOWS_LONGEST} characters.",
        )
    return upper


def _refusal(what: str, name: str, advice: str) -> Refused:
    text = "".join(char if char in "/+-:\\" else shown(char) for char in name[:60])
    return Refused(f"{what} name {text} cannot be used", code="bad-name", advice=advice)

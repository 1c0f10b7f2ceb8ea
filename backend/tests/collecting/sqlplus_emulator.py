"""A small SQL*Plus, written from its User's Guide: runs a script from end to end and writes the files it spools.

It knows what the collector and the review of a bundle use and raises `Surprise` at anything else: an undefined variable
(SQL*Plus would stop and ask), a trailing hyphen, a line or a variable longer than SQL*Plus 10.2 takes, two printed columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Rows = tuple[list[str], Iterable[tuple[Any, ...]]]
Execute = Callable[[str], Rows]
_VARIABLE = re.compile(r"&&?(\w+)\.?")
_STATEMENT = re.compile(r"(SELECT|ALTER SESSION|SET TRANSACTION|COMMIT)\b", re.IGNORECASE)
_IGNORED = re.compile(r"WHENEVER\s+(SQL|OS)ERROR\s+(CONTINUE\s+NONE|EXIT FAILURE ROLLBACK)$", re.IGNORECASE)
_LONGEST_LINE, _LONGEST_VALUE = 2499, 240
_MOST_LINES = 500  # "assuming 80 characters per line", says the appendix of the User's Guide on limits


class Surprise(AssertionError):
    """What SQL*Plus might do otherwise than the script means."""


class OracleError(Exception):
    """ORA-nnnnn and its text, as SQL*Plus prints it."""


class _Exit(Exception):
    pass


@dataclass
class Column:
    variable: str | None = None
    printed: bool = True
    width: int | None = None


@dataclass
class SqlPlus:
    """`folder` is where relative file names are; `screen` is what TERMOUT ON shows."""

    execute: Execute
    folder: Path
    typed: list[str] = field(default_factory=list)
    """What ACCEPT reads, line by line; nothing where there is no terminal."""
    screen: list[str] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)
    hosts: list[str] = field(default_factory=list)
    defined: dict[str, str] = field(default_factory=dict)
    columns: dict[str, Column] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=lambda: {"TERMOUT": "ON", "LINESIZE": "80", "TAB": "ON"})
    spool: Any = None
    exited: str = ""

    def run(self, script: str, *arguments: str) -> None:
        """Run a script as `@script arguments` does. Ends at its end or at EXIT."""
        self.defined |= {str(number): value for number, value in enumerate(arguments, start=1)}
        try:
            self._run(script)
        except _Exit:
            pass
        finally:
            self._spool_off()

    def _run(self, script: str) -> None:
        if not script.isascii() or "\t" in script or "\r" in script:
            raise Surprise("a script is plain ASCII without tabs")
        lines = iter(script.splitlines())
        for raw in lines:
            line = self._substitute(raw).strip()
            if not line or line.startswith("--"):
                continue
            if _STATEMENT.match(line):
                self._statement(line, lines)
            else:
                self._command(line)

    def _substitute(self, line: str) -> str:
        def value(match: re.Match[str]) -> str:
            name = match.group(1).lower()
            if name not in self.defined:
                raise Surprise(f"SQL*Plus would ask for &{name} in {line!r}")
            return self.defined[name]

        text = line if self.settings.get("DEFINE") == "OFF" else _VARIABLE.sub(value, line)
        if len(text) > _LONGEST_LINE:
            raise Surprise(f"a line of {len(text)} characters")
        if text.rstrip().endswith("-") and text.strip("- ") and not text.lstrip().startswith("--"):
            raise Surprise(f"a trailing hyphen continues the line: {text!r}")
        return text

    def _command(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "SET": self._set,
            "COLUMN": self._column,
            "DEFINE": self._define,
            "ACCEPT": self._accept,
            "PROMPT": self._print,
            "SPOOL": self._spool,
            "HOST": self._host,
            "EXIT": self._exit,
            "CLEAR": self._clear,
            "TTITLE": self._off,
            "BTITLE": self._off,
        }
        if word.startswith("@"):
            path, *arguments = line[1:].split()
            self.defined |= {str(number): value for number, value in enumerate(arguments, start=1)}
            self._run((self.folder / path).read_text("utf-8"))
        elif word.upper() in commands:
            commands[word.upper()](rest)
        elif not _IGNORED.match(line):
            raise Surprise(f"not a command: {line!r}")

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        self.settings[name.upper()] = value.strip()

    def _column(self, rest: str) -> None:
        name, *words = rest.split()
        column = self.columns.setdefault(name.lower(), Column())
        while words:
            word = words.pop(0).upper()
            if word == "NEW_VALUE":
                column.variable = words.pop(0).lower()
            elif word == "FORMAT":
                column.width = int(words.pop(0)[1:])
            elif word == "NOPRINT":
                column.printed = False
            else:
                raise Surprise(f"COLUMN {rest}")

    def _define(self, rest: str) -> None:
        match = re.fullmatch(r"(\w+) = (?:'([^']*)'|\"([^\"]*)\")", rest)
        if match is None:
            raise Surprise(f"DEFINE {rest}")
        self._set_variable(match.group(1), match.group(2) if match.group(2) is not None else match.group(3))

    def _accept(self, rest: str) -> None:
        """Without a line to read, the variable stays what it was."""
        match = re.fullmatch(r"(\w+) CHAR PROMPT '([^']*)'", rest)
        if match is None:
            raise Surprise(f"ACCEPT {rest}")
        self._print(match.group(2))
        if self.typed:
            self._set_variable(match.group(1), self.typed.pop(0))

    def _clear(self, rest: str) -> None:
        if rest not in ("COLUMNS", "BREAKS", "COMPUTES"):
            raise Surprise(f"CLEAR {rest}")
        if rest == "COLUMNS":
            self.columns.clear()

    def _off(self, rest: str) -> None:
        if rest != "OFF":
            raise Surprise(f"a title would be printed: {rest}")

    def _set_variable(self, name: str, value: str) -> None:
        if len(value) > _LONGEST_VALUE or len(name) > 30:
            raise Surprise(f"variable {name} is too long: {value!r}")
        self.defined[name.lower()] = value

    def _spool(self, rest: str) -> None:
        self._spool_off()
        if rest.strip().upper() != "OFF":
            if self.settings["TAB"] != "OFF" or self.settings.get("TRIMSPOOL") != "ON":
                raise Surprise("SQL*Plus would put tabs or trailing blanks into the file")
            self.spool = (self.folder / rest.strip()).open("w", encoding="utf-8", newline="\n")

    def _spool_off(self) -> None:
        if self.spool is not None:
            self.spool.close()
            self.spool = None

    def _host(self, rest: str) -> None:
        self.hosts.append(rest)
        match = re.fullmatch(r'mkdir "(.+)"', rest)
        if match is None:
            raise Surprise(f"HOST {rest}")
        (self.folder / match.group(1)).mkdir(exist_ok=True)

    def _exit(self, rest: str) -> None:
        self.exited = rest
        raise _Exit

    def _print(self, text: str) -> None:
        if self.spool is not None:
            self.spool.write(text.rstrip(" ") + "\n")
        if self.settings["TERMOUT"] == "ON":
            self.screen.append(text)

    def _statement(self, first: str, lines: Any) -> None:
        collected = [first]
        while not collected[-1].rstrip().endswith(";"):
            line = self._substitute(next(lines))
            if not line.strip():
                raise Surprise(f"a blank line ends a statement: {collected[0]!r}")
            if line.lstrip()[0] in "@!#/.":
                raise Surprise(f"a line SQL*Plus could take for a command: {line!r}")
            collected.append(line)
        text = "\n".join(collected).rstrip()[:-1]
        if len(collected) > _MOST_LINES or len(text) > _MOST_LINES * 80:
            raise Surprise(f"a statement of {len(collected)} lines and {len(text)} characters")
        self.statements.append(text)
        try:
            names, rows = self.execute(text)
            self._define_empty(names)
            for row in rows:
                self._row(names, row)
        except OracleError as error:
            for line in (collected[0], "*", "ERROR at line 1:", str(error), ""):
                self._print(line)

    def _define_empty(self, names: list[str]) -> None:
        """A NEW_VALUE variable that was not there is empty once its query ran, even without a row."""
        variables = [self.columns[name.lower()].variable for name in names if name.lower() in self.columns]
        for variable in variables:
            if variable:
                self.defined.setdefault(variable, "")

    def _row(self, names: list[str], row: tuple[Any, ...]) -> None:
        printed = []
        for name, value in zip(names, row, strict=True):
            column = self.columns.get(name.lower(), Column())
            text = "" if value is None else str(value)
            if column.variable:
                self._set_variable(column.variable, text)
            if column.printed:
                printed.append((text, column.width))
        if len(printed) > 1:
            raise Surprise(f"{len(printed)} columns on one line: {names}")
        for text, width in printed:
            if len(text.encode()) > 4000:
                raise OracleError("ORA-01489: result of string concatenation is too long")
            if len(text) > min(width or 0, int(self.settings["LINESIZE"])):
                raise Surprise(f"SQL*Plus would wrap a line of {len(text)} characters")
            for line in text.split("\n"):
                self._print(line)

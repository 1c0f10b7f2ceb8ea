"""Exit codes of every command: said once, printed by `segtier --help`, and held against docs/use/command-line.md by a test."""

from __future__ import annotations

SUCCESS = 0
BROKEN = 1
"""Goes before SOME_UNREADABLE."""
USAGE = 2
SOME_UNREADABLE = 3
NOTHING_USABLE = 4
REFUSED = 5
STOPPED = 128 + 2
READER_LEFT = 128 + 13
"""What a shell says of a program that SIGPIPE ended."""
MEANINGS = {
    SUCCESS: "Success.",
    BROKEN: "A check failed: a rule of check, a finding of doctor or verify-audit. Or Segtier itself failed, with a traceback.",
    USAGE: "Wrong usage: a command, an option or its value, or a file of tiers, scenarios or rules.",
    SOME_UNREADABLE: "Some inputs could not be read to the end. The rest is used.",
    NOTHING_USABLE: "Nothing usable: no input could be read, or they hold too little for an answer.",
    REFUSED: "Refused, or impossible as asked.",
    STOPPED: "Stopped by Ctrl-C.",
    READER_LEFT: "The program that read the output left.",
}

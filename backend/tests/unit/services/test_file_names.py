"""A file name is a label: never a path, never invisible, never long."""

from __future__ import annotations

import pytest

from segtier.services.accept_upload import plain_name

CASES = (
    ("awrrpt_1_100_101.html", "awrrpt_1_100_101.html"),
    ("../../etc/passwd", "passwd"),
    ("C:\\reports\\awr.html", "awr.html"),
    ("a\r\nb\x00c\x1b[31m.html", "abc[31m.html"),
    ("awr\u202elmth.exe", "awrlmth.exe"),
    ("zero\u200bwidth.csv", "zerowidth.csv"),
    ("Bericht März.html", "Bericht März.html"),
    ("..", "unnamed"),
    ("", "unnamed"),
    ("x" * 500 + ".html", "x" * 195 + ".html"),
)


@pytest.mark.parametrize(("given", "kept"), CASES)
def test_names(given: str, kept: str) -> None:
    assert plain_name(given) == kept

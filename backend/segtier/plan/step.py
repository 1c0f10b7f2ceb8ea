"""What a row of the table of steps says where nothing is written."""

from __future__ import annotations

NOTHING = "nothing"

"""Tests of what is the same bytes on both set-ups (`test_same_answer.py` holds each to the command line) run on one of them."""

from __future__ import annotations

import pytest

on_one_setup = pytest.mark.parametrize("setup", ["postgresql"], indirect=True)

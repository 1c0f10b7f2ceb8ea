"""Synthetic reports and exports that go through the same pipeline as real ones (docs/use/sample.md)."""

from segtier.samples.oltp import SampleFile, oltp_sample

__all__ = ["SampleFile", "oltp_sample"]

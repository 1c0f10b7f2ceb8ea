"""Names out of documents and back: keep, hash or drop, before anything leaves the customer."""

from segtier.masking.choice import Choice, Treatment
from segtier.masking.map import MaskMap, read_map
from segtier.masking.mask import Masker
from segtier.masking.rows import masker
from segtier.masking.unmask import Names, unmask
from segtier.model.names import Kind

__all__ = ["Choice", "Kind", "MaskMap", "Masker", "Names", "Treatment", "masker", "read_map", "unmask"]

"""What somebody measured of the flash at hand: files of fio, calibrations and AWR reports in, figures out."""

from segtier.measured.choose import choose
from segtier.measured.read import read_measurement
from segtier.measured.run import Measurement

__all__ = ["Measurement", "choose", "read_measurement"]

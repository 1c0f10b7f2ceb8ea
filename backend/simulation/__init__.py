"""Independent checks of what Segtier works out, by simulation. Not part of the product.

`python simulation/grid.py` compares the forecast with a discrete-event simulation (SimPy) of its own assumptions on random
configurations. `python simulation/samples.py` samples sessions that read, and compares what a dump says with what they did.
"""

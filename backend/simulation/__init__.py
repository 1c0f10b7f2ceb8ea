"""A discrete-event simulation of the forecast's own assumptions (SimPy): the independent check of its analytic solution.

Not part of the product. `python simulation/grid.py` compares the two on a grid of random configurations.
"""

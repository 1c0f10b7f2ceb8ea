-- A user thinks before each transaction, from a third to five thirds of the mean.
\set think random(:least, :most)
\sleep :think ms

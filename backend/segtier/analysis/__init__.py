"""What the workload is: where DB time goes, which segments make the I/O, how far the data can be trusted."""

-- File by file, without a line of redo for each block.
create database {} template {} strategy file_copy

"""Small faults put into the code by machine: does a test notice each of them?"""

"""Compiled code for bulk work (extra ``fast``): the same answers and the same records, many times faster."""

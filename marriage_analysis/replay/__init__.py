"""Recorded games gone through step by step, in words and in pictures."""

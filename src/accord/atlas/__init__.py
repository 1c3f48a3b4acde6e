"""Agreement on public data sets, and where a value stands among them.

The table has numbers and references only; a value is placed, never graded.
"""

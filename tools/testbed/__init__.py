"""What the documentation claims, tried on public data sets: a module for each claim, numbers only.

Every module has `tried(corpus)`, the record of one data set, or None where the claim says nothing about it; what is
drawn depends on the name of the data set alone.
"""

"""Crowds: best alignments of many annotators, an alignment at once and a bound that rises with the work spent.

Sets of units are too many here to be listed. With C pairs of annotators and w = (1 − d/Δ∅) / C, an alignment of K
unitary alignments costs K − Σ w over the pairs that stand together: for each K, pairs are all that is to be chosen.
"""

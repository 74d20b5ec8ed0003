"""The trace: what happened to each key anaphor at each stage, for each resolver. Every figure is a reduction of it.

An anaphor is charged to the first stage at which no acceptable antecedent is left, so that the losses of a resolver
and its successes add up to the number of key anaphors. The shared stages generalise the MAX columns of Mitkov 2001,
section 6 (upper bound left by preprocessing).
"""

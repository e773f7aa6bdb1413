"""What a process counts of itself for Prometheus; docs/operations.md explains each.

`counted` has the metrics that others move, `watching` and `stored` those that are looked up.
"""

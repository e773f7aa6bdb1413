"""The figures that benches tell."""

from __future__ import annotations

import json

from benches.figures import Measured, quantile


def test_the_quantile_of_a_single_value_is_that_value() -> None:
    assert [quantile([7.0], at) for at in (0.5, 0.99, 1.0)] == [7, 7, 7]


def test_a_figure_is_one_json_object_in_a_fixed_form() -> None:
    line = json.loads(Measured("bot", "50 tables", "memory idle", 96.0, "MB").as_json())
    assert line == {
        "bench": "bot",
        "case": "50 tables",
        "figure": "memory idle",
        "value": 96.0,
        "unit": "MB",
        "ratio": None,
    }
    assert list(line) == ["bench", "case", "figure", "value", "unit", "ratio"]

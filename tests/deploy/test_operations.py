"""docs/operations.md and deploy/alerts.yaml name what is there, and all of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.environment import Environment
from bot.serving import REGISTRY

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
ALERTS = yaml.safe_load((ROOT / "deploy/alerts.yaml").read_text(encoding="utf-8"))["groups"]
RULES = [rule for group in ALERTS for rule in group["rules"]]
FAMILIES = [family for family in REGISTRY.collect() if family.name.startswith("paddock_")]


def rows(title: str) -> list[list[str]]:
    """Return the cells of the table in a section of the page."""
    section = re.split(r"^#+ ", PAGE.split(f"# {title}\n")[1], flags=re.MULTILINE)[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


METRICS = {row[0].strip("`"): set(re.findall(r"`(\w+)`", row[1])) for row in rows("Metrics")}
"""The labels of every metric, as the page tells them."""


def test_the_page_explains_every_metric_with_the_labels_that_it_has() -> None:
    ours = {family.name + {"counter": "_total", "info": "_info"}.get(family.type, "") for family in FAMILIES}
    assert {name for name in METRICS if name.startswith("paddock_")} == ours
    for sample in (sample for family in FAMILIES for sample in family.samples):
        name = re.sub(r"_(bucket|count|sum|created)$", "", sample.name)
        if name in METRICS:
            assert set(sample.labels) - {"le"} <= METRICS[name], name


def test_the_page_explains_every_setting_and_its_usual_value() -> None:
    usual = Environment(_env_file=None)  # type: ignore[call-arg]
    told: dict[str, str] = {}
    for row in rows("Settings"):
        names, values = re.findall(r"`(\w+)`", row[0]), re.findall(r"[\w:/.+-]+", row[1])
        told |= dict.fromkeys(names, "all")
        if len(names) == len(values):
            told |= dict(zip(names, values, strict=True))
    assert {name.upper() for name in Environment.model_fields} <= told.keys()
    for name, value in told.items():
        if value not in {"all", "Discord's"}:
            assert str(getattr(usual, name.lower()) or "processes") == value, name


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["alert"]))
def test_an_alert_looks_at_metrics_that_are_there_and_leads_to_a_section_that_is(
    rule: dict[str, Any],
) -> None:
    known = METRICS | {key: set[str]() for key in ("up", "process_resident_memory_bytes")}
    found = re.findall(r"\b(up|(?:paddock|process)_\w+)(?:\{([^}]*)\})?", rule["expr"])
    assert found
    labels = {"job", "instance", "le"}
    for name, matchers in found:
        bare = name if name in known else re.sub(r"_(bucket|count|sum)$", "", name)
        assert bare in known, name
        labels |= known[bare]
        assert set(re.findall(r"(\w+)\s*=?[~!=]", matchers)) <= labels, name
    grouped = {
        label.strip() for each in re.findall(r"by \(([^)]*)\)", rule["expr"]) for label in each.split(",")
    }
    assert grouped <= labels
    assert rule["labels"]["severity"] in {"page", "ticket"}
    headings = {
        heading.lower().replace(" ", "-") for heading in re.findall(r"^### (.*)$", PAGE, re.MULTILINE)
    }
    assert rule["annotations"]["runbook"] in headings


def test_the_page_lists_every_alert_and_no_other() -> None:
    assert set(re.findall(r"`(Paddock[A-Z]\w+)`", PAGE)) == {rule["alert"] for rule in RULES}


def test_an_alert_at_the_first_of_something_sees_it_though_nothing_was_counted_before() -> None:
    """A series that begins with 1 has not increased, for Prometheus."""
    at_the_first = re.compile(r"increase\((\w+)\{([^}]*)\}\[[^]]*\]\)+ > 0$", re.MULTILINE)
    samples = [sample for family in FAMILIES for sample in family.samples]
    found = {rule["alert"]: at_the_first.findall(rule["expr"]) for rule in RULES}
    assert {"PaddockPostsRejected", "PaddockErrors"} <= {alert for alert, wanted in found.items() if wanted}
    for rule in RULES:
        for name, matchers in found[rule["alert"]]:
            wanted = [re.fullmatch(r'(\w+)=~?"([^"]*)"', each) for each in matchers.split(",")]
            is_there = any(
                all(each and re.fullmatch(each[2], sample.labels[each[1]]) for each in wanted)
                for sample in samples
                if sample.name == name
            )
            assert is_there or "unless" in rule["expr"], name

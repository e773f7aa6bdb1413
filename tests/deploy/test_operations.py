"""docs/operations.md and deploy/alerts.yaml name what is there, and all of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.environment import Environment
from bot.metrics import Metrics

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
RULES = [
    rule
    for group in yaml.safe_load((ROOT / "deploy/alerts.yaml").read_text(encoding="utf-8"))["groups"]
    for rule in group["rules"]
]
OF_HISTOGRAMS = ("_bucket", "_count", "_sum")
NOT_OURS = {"up": {"job", "instance"}, "process_resident_memory_bytes": {"job", "instance"}}
ADDED_BY_PROMETHEUS = {"job", "instance", "le"}


def section(title: str) -> str:
    """Return a section of the page, to the next heading of any depth."""
    return re.split(r"^#+ ", PAGE.split(f"# {title}\n")[1], flags=re.MULTILINE)[0]


def rows(title: str) -> list[list[str]]:
    lines = [line for line in section(title).splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def exposed() -> Mapping[str, set[str]]:
    """Return the labels of every metric of ours, by the name under which it is found."""
    names: dict[str, set[str]] = {}
    for collector in Metrics().registry._collector_to_names:
        labels = set(getattr(collector, "_labelnames", ("shard",)))
        for family in collector.collect():
            if family.name.startswith("paddock_"):
                suffix = {"counter": "_total", "info": "_info"}.get(family.type, "")
                names[family.name + suffix] = labels if suffix != "_info" else {"version", "python"}
    return names


def test_the_page_explains_every_metric_there_is_with_its_labels() -> None:
    told = {row[0].strip("`"): set(re.findall(r"`(\w+)`", row[1])) for row in rows("Metrics")}
    told = {name: labels for name, labels in told.items() if name.startswith("paddock_")}

    assert told == exposed()


def test_names_say_their_units_as_prometheus_has_it() -> None:
    for name in exposed():
        assert not re.search(r"_(ms|minutes|milliseconds|kb|mb)(_|$)", name), name


def test_the_page_explains_every_setting_there_is() -> None:
    told = {name for row in rows("Settings") for name in re.findall(r"`(\w+)`", row[0])}

    assert {name.upper() for name in Environment.model_fields} <= told


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["alert"]))
def test_an_alert_looks_at_metrics_that_are_there_and_leads_to_a_section_that_is(
    rule: dict[str, Any],
) -> None:
    known = {**exposed(), **NOT_OURS}
    found = re.findall(r"\b([a-z]\w+)(?:\{([^}]*)\})?(?=\[|\)| [=<>+/-]|$|\{)", rule["expr"], re.MULTILINE)
    metrics = [
        (name, matchers)
        for name, matchers in found
        if ("_" in name and name not in FUNCTIONS) or name == "up"
    ]
    assert metrics
    for name, matchers in metrics:
        bare = next((name.removesuffix(end) for end in OF_HISTOGRAMS if name.endswith(end)), name)
        assert bare in known, name
        labels = set(re.findall(r"(\w+)\s*=?[~!=]", matchers))
        assert labels <= known[bare] | ADDED_BY_PROMETHEUS, (name, labels)
    by = {
        label.strip() for labels in re.findall(r"by \(([^)]*)\)", rule["expr"]) for label in labels.split(",")
    }
    assert by <= ADDED_BY_PROMETHEUS.union(*(known[name] for name, _ in metrics if name in known), LABELS)
    said = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
    assert said <= by | ADDED_BY_PROMETHEUS | LABELS
    assert rule["labels"]["severity"] in {"page", "ticket"}
    headings = {
        heading.lower().replace(" ", "-") for heading in re.findall(r"^### (.*)$", PAGE, re.MULTILINE)
    }
    assert rule["annotations"]["runbook"] in headings
    assert f"`{rule['alert']}`" in section("Alerts")


FUNCTIONS = {"histogram_quantile"}
LABELS = set().union(*exposed().values())


def test_the_page_names_no_alert_and_asks_no_metric_that_is_not_there() -> None:
    assert set(re.findall(r"`(Paddock[A-Z]\w+)`", PAGE)) == {rule["alert"] for rule in RULES}
    asked = set(re.findall(r"\bpaddock_\w+", PAGE))
    assert {
        next((name.removesuffix(end) for end in OF_HISTOGRAMS if name.endswith(end)), name) for name in asked
    } <= {
        *exposed(),
    }


def test_an_alert_at_the_first_of_something_sees_it_though_nothing_was_counted_before() -> None:
    """A series that begins with 1 has not increased, for Prometheus."""
    at_the_first = re.compile(r"increase\((\w+)\{([^}]*)\}\[[^]]*\]\)+ > 0$", re.MULTILINE)
    samples = [sample for family in Metrics().registry.collect() for sample in family.samples]
    found = {rule["alert"]: at_the_first.findall(rule["expr"]) for rule in RULES}
    assert {"PaddockPostsRejected", "PaddockErrors"} <= {alert for alert, wanted in found.items() if wanted}
    for rule in RULES:
        for name, matchers in found[rule["alert"]]:
            series = [sample.labels for sample in samples if sample.name == name]
            is_there = any(all(is_met(of, each) for each in matchers.split(",")) for of in series)
            assert is_there or "unless" in rule["expr"], name


def is_met(labels: Mapping[str, str], matcher: str) -> bool:
    label, wanted = re.fullmatch(r'(\w+)=~?"([^"]*)"', matcher).groups()  # type: ignore[union-attr]
    return re.fullmatch(wanted, labels[label]) is not None


def test_what_the_runbook_quotes_of_the_log_is_said_there() -> None:
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for room in ("bot", "engines")
        for path in (ROOT / room).rglob("*.py")
    )
    runbook = re.sub(r"`[^`]*`", "", PAGE.split("## Runbook\n")[1])
    quoted = {" ".join(words.split()) for words in re.findall(r'"([^"]*)"', runbook)} - SHOWN_TO_PEOPLE
    assert len(quoted) > 8
    for words in quoted:
        said = re.sub(r"\d+", "%.0f", words.strip("… "))
        assert said in code or said[0].lower() + said[1:] in code, words


SHOWN_TO_PEOPLE = {"in 3 minutes", "thinking…", "that was already played"}


def test_every_usual_value_that_the_page_tells_is_what_holds_where_nothing_is_set() -> None:
    usual = Environment(_env_file=None)  # type: ignore[call-arg]
    told = {}
    for row in rows("Settings"):
        names, values = re.findall(r"`(\w+)`", row[0]), re.findall(r"[\w:/.+-]+", row[1])
        if len(names) == len(values):
            told.update(zip(names, values, strict=True))
    told = {name: value for name, value in told.items() if value not in {"all", "Discord's"}}
    assert len(told) > 5
    for name, value in told.items():
        assert str(getattr(usual, name.lower()) or "processes") == value, name


def test_every_place_of_the_page_that_it_leads_to_is_there() -> None:
    anchors = {
        re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        path, _, anchor = target.partition("#")
        assert not path or (ROOT / "docs" / path).exists(), target
        assert path or anchor in anchors, target

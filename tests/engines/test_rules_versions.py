"""Rules are corrected, logs are not: a log names the rules it was played by, and is checked by those or not at all."""

from __future__ import annotations

import json

import pytest

from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header, Unreadable
from engines.verify import logs, verify

SECRET = bytes(range(32))


def log_of(key: str, seats: int | None = None) -> str:
    """Play a whole game by the rules of today; return its log."""
    game = catalog.game(key)
    seats = seats or max(game.seats)
    header = Header.of(game, game.options({}), seats, SECRET, ["1"])
    rows, _ = play_out(game, header, [agent("random", key)] * seats)
    return "".join(f"{line.line()}\n" for line in (header, *rows))


def test_a_log_by_the_first_rules_does_not_name_them():
    header = json.loads(log_of("jockey").partition("\n")[0])
    assert list(header)[:3] == ["log", "game", "options"]
    assert Header.read(json.dumps(header, separators=(",", ":"), ensure_ascii=False)).rules == 1


@pytest.mark.parametrize("rules", [0, 1, -1, True, "2", None])
def test_what_is_no_later_version_is_not_read(rules):
    header, _, rest = log_of("jockey", 2).partition("\n")
    named = header.replace('"game":"jockey"', f'"game":"jockey","rules":{json.dumps(rules)}')
    with pytest.raises(Unreadable, match=r"^line 1: .*header"):
        list(logs(f"{named}\n{rest}"))


@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_log_by_corrected_rules_names_them_and_verifies(key, correct):
    rules = correct(key).rules
    text = log_of(key)
    assert text.startswith(f'{{"log":1,"game":"{key}","rules":{rules},"options":')
    (log,) = logs(text)
    assert verify(log).problems == ()
    assert log.header.line() == text.partition("\n")[0]


@pytest.mark.parametrize("key", catalog.GAMES)
def test_a_log_is_checked_by_the_rules_it_was_played_by_while_the_program_has_them(key, correct):
    text, before = log_of(key), catalog.rules_of(key).rules
    now = correct(key, is_kept=True).rules
    earlier, later = logs(text + log_of(key))
    assert (earlier.header.rules, later.header.rules) == (before, now)
    assert verify(earlier).problems == verify(later).problems == ()
    assert catalog.game(key, rules=before).rules == before
    assert catalog.game(key).rules == catalog.game(key, rules=now).rules == now


def test_a_log_by_rules_that_are_gone_or_yet_to_come_is_refused_in_one_sentence(correct):
    text = log_of("jockey", 2)
    correct("jockey", raised=2)
    with pytest.raises(Unreadable) as gone:
        list(logs(text))
    assert str(gone.value) == "line 1: jockey by its rules of version 1; this program has version 3"
    with pytest.raises(Unreadable, match="version 4; this program has version 3"):
        catalog.game("jockey", rules=4)


def test_a_correction_without_a_new_version_is_a_log_that_does_not_verify(correct):
    text = log_of("jockey", 2)
    correct("jockey", raised=0)
    (log,) = logs(text)
    assert verify(log).problems


def newmarket_of_version_1(calling: str) -> str:
    """Return a log of Newmarket as the first rules wrote it; where the table calls, they were the same."""
    game = catalog.game("newmarket", rules=1)
    today = catalog.game("newmarket")
    header = Header.of(today, today.options({"deals": 1, "calling": calling}), 3, SECRET)
    rows, _ = play_out(today, header, [agent("random", "newmarket")] * 3)
    lines = (header.model_copy(update={"rules": game.rules}), *rows)
    return "".join(f"{line.line()}\n" for line in lines)


def test_newmarket_goes_on_by_its_first_rules_where_the_table_calls():
    (log,) = logs(newmarket_of_version_1("auto"))
    assert log.header.rules == 1
    assert verify(log).problems == ()


def test_newmarket_by_its_first_rules_is_refused_where_players_called():
    (log,) = logs(newmarket_of_version_1("manual"))
    with pytest.raises(Unreadable, match="players' calls were corrected in version 2 of the rules"):
        verify(log)

"""Gifts, the stipend, grants and frozen wallets: what moves, what is refused, and what is written down."""

from __future__ import annotations

from functools import partial
from itertools import count

import pytest
from sqlalchemy import insert, update

from bot import bank
from bot.bank import tote
from bot.bank.gifts import MOST_HELD
from bot.bank.grants import MOST_PAID_OUT
from bot.bank.ledger import OPENING, Memo, Reason
from bot.bank.playing import DAY
from bot.bank.tote import Bet, Pool, Race
from bot.db.schema import movements, tables
from tests import coins
from tests.bank.books import put_finished, put_result, put_table
from tests.exported import kept_in_books

GUILD, ANN, BEN, MOD = 1, 11, 22, 33
NOW = 1_789_000_000_000
KEYS = count(1)


@pytest.fixture(autouse=True)
def _played(db) -> None:
    for user in (ANN, BEN):
        put_result(db, GUILD, user)


def give(db, amount: int, *, now: int = NOW, key: int | None = None, to: int = BEN) -> bank.Moved:
    return bank.give(db, GUILD, ANN, to, amount, key=key or next(KEYS), now=now)


def draw(db, user: int = ANN, *, now: int = NOW, key: int | None = None) -> bank.Moved:
    return bank.draw_stipend(db, GUILD, user, key=key or next(KEYS), now=now)


def lose(db, user: int, amount: int) -> None:
    house, memo = bank.accounts.house(GUILD), Memo(f"lose {next(KEYS)}", Reason.DEBT, NOW)
    coins.charge(db, bank.accounts.wallet(GUILD, user), house, amount, memo)


def act(kind: bank.ActKind, amount: int = 0, *, user: int = ANN, number: int | None = None) -> bank.Act:
    return bank.Act(number or next(KEYS), GUILD, MOD, user, kind, amount, "a good reason", NOW)


def wallet(db, user: int) -> int:
    return bank.balance(db, GUILD, user).wallet


def refusal(asked, *arguments, **named) -> tuple[str, dict]:
    with pytest.raises(bank.BankRefused) as refused:
        asked(*arguments, **named)
    return refused.value.reason, refused.value.facts


# ------------------------------------------------------------------------------------------------ gifts


def test_a_gift_moves_from_wallet_to_wallet_once(db):
    assert give(db, 300, key=7) == bank.Moved(300, 4700)
    assert give(db, 300, key=7) == bank.Moved(300, 4700)
    assert (wallet(db, ANN), wallet(db, BEN)) == (4700, 5300)
    assert bank.audit(db) == []


def test_a_gift_pays_back_first_what_the_receiver_owes(db):
    lose(db, BEN, 5200)
    assert give(db, 300) == bank.Moved(300, 4700, repaid=200)
    assert bank.balance(db, GUILD, BEN) == bank.Balance(100, 0, 0)


def test_one_person_gives_the_same_person_a_thousand_in_any_day(db):
    give(db, 600)
    give(db, 1000, to=MOD)
    assert refusal(give, db, 500) == ("given_enough", {"most": 1000, "left": 400})
    assert refusal(give, db, 401, now=NOW + DAY - 1) == ("given_enough", {"most": 1000, "left": 400})
    give(db, 400)
    give(db, 1000, now=NOW + DAY)
    assert bank.audit(db) == []


def test_nobody_is_given_more_than_three_thousand_in_any_day_by_all_together(db):
    givers = (44, 55, 66, 77)
    for giver in givers:
        put_result(db, GUILD, giver)
    for giver in givers[:2]:
        bank.give(db, GUILD, giver, BEN, 1000, key=next(KEYS), now=NOW)
    bank.give(db, GUILD, givers[2], BEN, 900, key=next(KEYS), now=NOW)
    assert refusal(give, db, 101) == ("received_enough", {"user": BEN})
    give(db, 100)
    assert refusal(give, db, 1, now=NOW + DAY - 1) == ("received_enough", {"user": BEN})
    give(db, 1000, to=MOD)
    give(db, 900, now=NOW + DAY)


def test_a_newcomer_gives_nothing_of_what_they_were_given(db):
    put_result(db, 2, MOD)
    put_result(db, GUILD, 44)
    is_theirs = tables.c.table_id.like(f"played-{GUILD}-44-%")
    db.execute(update(tables).where(is_theirs).values(stakes=False))
    for stranger in (MOD, 44):
        given = partial(bank.give, db, GUILD, stranger, BEN, 1, key=next(KEYS), now=NOW)
        assert refusal(given) == ("newcomer", {"left": 0, "days": 3})
    put_result(db, GUILD, MOD)
    bank.give(db, GUILD, MOD, BEN, 1, key=next(KEYS), now=NOW)


def test_a_newcomer_is_one_until_games_for_coins_on_three_days(db):
    for number in range(5):
        put_finished(db, GUILD, 44, 1, number)
    put_finished(db, GUILD, 44, 2)
    given = partial(bank.give, db, GUILD, 44, BEN, 100, now=NOW)
    assert refusal(given, key=1)[0] == "newcomer"
    put_finished(db, GUILD, 44, 3)
    assert given(key=2) == bank.Moved(100, 4900)


def test_a_newcomer_gives_what_they_have_won_and_not_the_coins_of_the_day(db):
    lose(db, MOD, 1000)
    draw(db, MOD)
    house, memo = bank.accounts.house(GUILD), Memo("won", Reason.PAY_OUT, NOW)
    coins.credit(db, house, bank.accounts.wallet(GUILD, MOD), 1400, memo)
    given = partial(bank.give, db, GUILD, MOD, BEN, now=NOW)
    assert refusal(given, 401, key=1) == ("newcomer", {"left": 400, "days": 3})
    assert given(400, key=2) == bank.Moved(400, 5250)
    assert refusal(given, 1, key=3) == ("newcomer", {"left": 0, "days": 3})
    assert bank.audit(db) == []


def test_nobody_mints_coins_by_having_their_data_erased_between_gifts(db):
    give(db, 1000)
    bank.forget(db, ANN, NOW)
    for _ in range(3):
        assert refusal(give, db, 1000)[0] == "newcomer"
        bank.forget(db, ANN, NOW)
    assert wallet(db, BEN) == 6000
    assert bank.audit(db) == []


@pytest.mark.parametrize("amount", [0, -1, 1001])
def test_a_gift_is_of_one_to_a_thousand_coins(db, amount):
    assert refusal(give, db, amount) == ("no_amount", {"most": 1000})


def test_nobody_gives_to_themselves_or_what_they_do_not_hold(db):
    assert refusal(give, db, 1, to=ANN)[0] == "to_oneself"
    lose(db, ANN, 4990)
    assert refusal(give, db, 11) == ("short", {"held": 10})


def test_who_owes_gives_nothing(db):
    lose(db, ANN, 5200)
    assert refusal(give, db, 1) == ("owes", {"owed": 200})


# ---------------------------------------------------------------------------------------------- stipend


def test_the_stipend_comes_once_a_day_by_the_calendar_and_up_to_its_end(db):
    lose(db, ANN, 4600)
    assert draw(db, key=9) == bank.Moved(250, 650)
    assert draw(db, key=9) == bank.Moved(250, 650)
    tomorrow = (NOW // DAY + 1) * DAY
    assert refusal(draw, db, now=tomorrow - 1) == ("drawn_today", {"at": tomorrow})
    assert draw(db, now=tomorrow).held == 900
    assert bank.audit(db) == []


def test_the_stipend_fills_up_to_five_thousand_and_no_further(db):
    lose(db, ANN, 100)
    assert draw(db) == bank.Moved(100, 5000)
    assert refusal(draw, db, BEN) == ("holds_enough", {"held": 5000, "most": 5000})


def test_coins_on_a_table_count_as_held(db):
    put_table(db, GUILD, "K7QH2M")
    bank.buy_in(db, GUILD, "K7QH2M", [ANN, None], 1000, now=NOW)
    assert refusal(draw, db)[0] == "holds_enough"


def test_coins_on_the_tote_count_as_held_until_the_race_is_settled_and_nobody_elses_do(db):
    race = Race(GUILD, "T", 1)
    put_table(db, GUILD, "T")
    tote.open_race(db, race, ["red", "blue", "white"], 10)
    tote.bet(db, Bet(race, ANN, Pool.WIN, '["red"]', 5000, "a"), NOW)
    tote.bet(db, Bet(race, BEN, Pool.WIN, '["blue"]', 300, "b"), NOW)
    assert refusal(draw, db) == ("holds_enough", {"held": 5000, "most": 5000})
    assert refusal(draw, db, BEN) == ("holds_enough", {"held": 5000, "most": 5000})
    tote.close(db, race)
    assert refusal(draw, db)[0] == "holds_enough"
    tote.settle(db, race, [["blue"], ["white"]], NOW)
    assert draw(db) == bank.Moved(250, 250)


def test_the_stipend_pays_back_first_what_is_owed(db):
    lose(db, ANN, 5100)
    assert draw(db) == bank.Moved(250, 150, repaid=100)


# -------------------------------------------------------------------------------------- grants and frost


def test_a_grant_and_a_taking_move_coins_once_and_are_written_down(db):
    granted = act(bank.ActKind.GRANT, 500)
    assert bank.grant(db, granted) == bank.Moved(500, 5500)
    assert bank.grant(db, granted) == bank.Moved(500, 5500)
    taken = act(bank.ActKind.TAKE, 5000)
    assert bank.take(db, taken) == bank.Moved(5000, 500)
    assert refusal(bank.take, db, act(bank.ActKind.TAKE, 501)) == ("short", {"held": 500})
    assert bank.untold(db, GUILD) == [granted, taken]
    assert bank.guilds_untold(db) == [GUILD]
    bank.note_told(db, granted.act)
    assert bank.untold(db, GUILD) == [taken]
    assert bank.audit(db) == []


def test_no_grant_takes_a_wallet_beyond_what_it_may_hold(db):
    assert refusal(bank.grant, db, act(bank.ActKind.GRANT, MOST_HELD + 1)) == (
        "no_amount",
        {"most": MOST_HELD},
    )
    assert refusal(bank.grant, db, act(bank.ActKind.GRANT, MOST_HELD))[0] == "too_much_held"
    bank.grant(db, act(bank.ActKind.GRANT, MOST_HELD - 5000))
    assert wallet(db, ANN) == MOST_HELD


def test_a_house_pays_out_no_more_than_the_books_can_count(db, monkeypatch):
    assert MOST_PAID_OUT < 2**63 - 1000 * MOST_HELD, "races and first coins may take it beyond"
    monkeypatch.setattr("bot.bank.grants.MOST_PAID_OUT", 2 * MOST_HELD)
    for user in (ANN, BEN):
        bank.grant(db, act(bank.ActKind.GRANT, MOST_HELD - OPENING, user=user))
    more = act(bank.ActKind.GRANT, 1, user=MOD)
    assert refusal(bank.grant, db, more) == ("house_empty", {"most": 2 * MOST_HELD})


def test_the_audit_adds_up_however_much_went_to_and_fro(db):
    bank.grant(db, act(bank.ActKind.GRANT, 1))
    ends = (f"house:{GUILD}", f"wallet:{GUILD}:{ANN}")
    for reason, (source, target) in {Reason.GRANT: ends, Reason.TAKE: ends[::-1]}.items():
        row = {"source": source, "target": target, "amount": MOST_HELD, "reason": reason, "at": NOW}
        many = [row | {"key": f"{reason} {number}"} for number in range(2**63 // MOST_HELD + 1)]
        db.execute(insert(movements), many)

    assert bank.audit(db) == []


def test_a_frozen_wallet_gives_draws_and_is_given_nothing_until_it_thaws(db):
    bank.set_frozen(db, act(bank.ActKind.FREEZE))
    assert refusal(bank.set_frozen, db, act(bank.ActKind.FREEZE))[0] == "frozen_already"
    assert refusal(give, db, 1) == ("frozen", {"words": "a good reason"})
    assert refusal(draw, db)[0] == "frozen"
    assert refusal(bank.give, db, GUILD, BEN, ANN, 1, key=next(KEYS), now=NOW) == (
        "theirs_frozen",
        {"user": ANN},
    )
    assert bank.frozen_among(db, GUILD, [ANN, BEN]) == [ANN]
    assert bank.frozen_among(db, 2, [ANN, BEN]) == []
    bank.set_frozen(db, act(bank.ActKind.THAW))
    assert refusal(bank.set_frozen, db, act(bank.ActKind.THAW))[0] == "not_frozen"
    give(db, 1)


def test_a_freeze_goes_with_erasure_and_with_it_all_that_was_frozen(db):
    bank.grant(db, act(bank.ActKind.GRANT, 9000))
    bank.set_frozen(db, act(bank.ActKind.FREEZE))
    bank.forget(db, ANN, NOW)
    assert bank.balance(db, GUILD, ANN) == bank.Balance(5000, 0, 0)
    assert refusal(give, db, 1)[0] == "newcomer"
    assert refusal(draw, db)[0] == "holds_enough"


def test_erasure_and_export_cover_acts_and_frost(db):
    bank.set_frozen(db, act(bank.ActKind.FREEZE))
    kept = kept_in_books(db, ANN)
    assert kept["frozen"] == [{"guild_id": GUILD, "words": "a good reason", "at": NOW}]
    assert kept["bank_acts"][0]["kind"] == "freeze"
    assert str(MOD) not in str(kept)
    assert str(ANN) not in str(kept_in_books(db, MOD))
    for user in (ANN, MOD):
        bank.forget(db, user, NOW)
    (left,) = bank.untold(db, GUILD)
    assert (left.by, left.user) == (None, None)
    assert bank.frozen_among(db, GUILD, [ANN]) == []


def test_the_export_says_of_a_gift_which_end_is_ones_own_and_names_nobody(db):
    give(db, 300)
    ends = {}
    for user in (ANN, BEN):
        kept = kept_in_books(db, user)
        ends[user] = [(each["from"], each["to"]) for each in kept["movements"] if each["reason"] == "gift"]
        assert str(BEN if user == ANN else ANN) not in str(kept["movements"])
    assert ends == {ANN: [("wallet", "another wallet")], BEN: [("another wallet", "wallet")]}


# -------------------------------------------------------------------------------------------- statements


def test_a_statement_tells_each_movement_with_what_the_wallet_held_after_it(db):
    give(db, 300)
    lose(db, ANN, 200)
    entries, total = bank.statement(db, GUILD, ANN, 2)
    assert total == 3
    assert [(e.change, e.held, e.reason, e.other) for e in entries] == [
        (-200, 4500, "debt", None),
        (-300, 4700, "gift", BEN),
    ]
    older, _ = bank.statement(db, GUILD, ANN, 2, offset=2)
    assert [(e.change, e.held, e.reason) for e in older] == [(5000, 5000, "opening")]

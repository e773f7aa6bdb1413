"""Gifts, the stipend, grants and frozen wallets: what moves, what is refused, and what is written down."""

from __future__ import annotations

from functools import partial

import pytest
from sqlalchemy import insert

from bot import bank
from bot.bank import ActKind, tote
from bot.bank.gifts import MOST_HELD
from bot.bank.grants import MOST_PAID_OUT
from bot.bank.ledger import OPENING, Reason
from bot.bank.playing import DAY
from bot.bank.tote import Race
from bot.db.schema import movements
from tests.bank.books import (
    ANN,
    BEN,
    CAT,
    GUILD,
    KEYS,
    NOW,
    OTHER,
    balances,
    bet_on,
    lose,
    play,
    put_finished,
    put_result,
    put_table,
    win,
)
from tests.exported import kept_in_books

MOD = CAT


@pytest.fixture(autouse=True)
def _played(db) -> None:
    for user in (ANN, BEN):
        put_result(db, GUILD, user)


def give(db, amount: int, *, now: int = NOW, key: int | None = None, giver: int = ANN, to: int = BEN):
    return bank.give(db, GUILD, giver, to, amount, key=key or next(KEYS), now=now)


def draw(db, user: int = ANN, *, now: int = NOW, key: int | None = None) -> bank.Moved:
    return bank.draw_stipend(db, GUILD, user, key=key or next(KEYS), now=now)


def act(kind: ActKind, amount: int = 0, *, user: int = ANN) -> bank.Act:
    return bank.Act(next(KEYS), GUILD, MOD, user, kind, amount, "a good reason", NOW)


def wallets(db, *users: int) -> list[int]:
    return [held.wallet for held in balances(db, *users)]


def refusal(asked, *arguments, **named) -> tuple[str, dict]:
    with pytest.raises(bank.BankRefused) as refused:
        asked(*arguments, **named)
    return refused.value.reason, refused.value.facts


# ------------------------------------------------------------------------------------------------ gifts


def test_a_gift_moves_from_wallet_to_wallet_once(db):
    assert give(db, 300, key=7) == bank.Moved(300, 4700)
    assert give(db, 300, key=7) == bank.Moved(300, 4700)
    assert wallets(db, ANN, BEN) == [4700, 5300]
    assert bank.audit(db) == []


def test_a_gift_pays_back_first_what_the_receiver_owes(db):
    lose(db, BEN, 5200)
    assert give(db, 300) == bank.Moved(300, 4700, repaid=200)
    assert balances(db, BEN) == [bank.Balance(100, 0, 0)]


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
    for giver, amount in zip(givers, (1000, 1000, 900), strict=False):
        give(db, amount, giver=giver)
    assert refusal(give, db, 101) == ("received_enough", {"user": BEN})
    give(db, 100)
    assert refusal(give, db, 1, now=NOW + DAY - 1) == ("received_enough", {"user": BEN})
    give(db, 1000, to=MOD)
    give(db, 900, now=NOW + DAY)


def test_a_newcomer_gives_nothing_of_what_they_were_given_until_games_for_coins_here_on_three_days(db):
    newcomer = ("newcomer", {"left": 0, "days": 3})
    put_result(db, OTHER, MOD)
    play(db, "practice", [MOD], [1])
    for number in range(5):
        put_finished(db, GUILD, MOD, 1, number)
    put_finished(db, GUILD, MOD, 2)
    assert refusal(give, db, 1, giver=MOD) == newcomer
    put_finished(db, GUILD, MOD, 3)
    assert give(db, 100, giver=MOD) == bank.Moved(100, 4900)


def test_a_newcomer_gives_what_they_have_won_and_not_the_coins_of_the_day(db):
    lose(db, MOD, 1000)
    draw(db, MOD)
    win(db, MOD, 1400)
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
    assert wallets(db, BEN) == [6000]
    assert bank.audit(db) == []


@pytest.mark.parametrize(
    ("lost", "amount", "to", "refused"),
    [
        *((0, amount, BEN, ("no_amount", {"most": 1000})) for amount in (0, -1, 1001)),
        (0, 1, ANN, ("to_oneself", {})),
        (4990, 11, BEN, ("short", {"held": 10})),
        (5200, 1, BEN, ("owes", {"owed": 200})),
    ],
)
def test_a_gift_is_of_one_to_a_thousand_coins_that_the_giver_holds_and_owes_nobody(
    db, lost, amount, to, refused
):
    if lost:
        lose(db, ANN, lost)
    assert refusal(give, db, amount, to=to) == refused


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


def test_coins_on_tables_and_on_the_tote_count_as_held_until_they_are_settled(db):
    put_table(db, GUILD, "K7QH2M")
    bank.buy_in(db, GUILD, "K7QH2M", [BEN, None], 1000, now=NOW)
    put_table(db, GUILD, "T")
    race = Race(GUILD, "T", 1)
    bet_on(db, race, {ANN: ("red", 5000), BEN: ("blue", 300)})
    held = ("holds_enough", {"held": 5000, "most": 5000})
    assert refusal(draw, db) == refusal(draw, db, BEN) == held
    tote.close(db, race)
    assert refusal(draw, db) == held
    tote.settle(db, race, [["blue"], ["red"]], NOW)
    assert draw(db) == bank.Moved(250, 250)


def test_the_stipend_pays_back_first_what_is_owed(db):
    lose(db, ANN, 5100)
    assert draw(db) == bank.Moved(250, 150, repaid=100)


# -------------------------------------------------------------------------------------- grants and frost


def test_a_grant_and_a_taking_move_coins_once_and_are_written_down(db):
    granted = act(ActKind.GRANT, 500)
    assert bank.grant(db, granted) == bank.Moved(500, 5500)
    assert bank.grant(db, granted) == bank.Moved(500, 5500)
    taken = act(ActKind.TAKE, 5000)
    assert bank.take(db, taken) == bank.Moved(5000, 500)
    assert refusal(bank.take, db, act(ActKind.TAKE, 501)) == ("short", {"held": 500})
    assert bank.untold(db, GUILD) == [granted, taken]
    assert bank.guilds_untold(db) == [GUILD]
    bank.note_told(db, granted.act)
    assert bank.untold(db, GUILD) == [taken]
    assert bank.audit(db) == []


def test_no_grant_takes_a_wallet_beyond_what_it_may_hold(db):
    assert refusal(bank.grant, db, act(ActKind.GRANT, MOST_HELD + 1)) == (
        "no_amount",
        {"most": MOST_HELD},
    )
    assert refusal(bank.grant, db, act(ActKind.GRANT, MOST_HELD))[0] == "too_much_held"
    bank.grant(db, act(ActKind.GRANT, MOST_HELD - 5000))
    assert wallets(db, ANN) == [MOST_HELD]


def test_a_house_pays_out_no_more_than_the_books_can_count(db, monkeypatch):
    assert MOST_PAID_OUT < 2**63 - 1000 * MOST_HELD, "races and first coins may take it beyond"
    monkeypatch.setattr("bot.bank.grants.MOST_PAID_OUT", 2 * MOST_HELD)
    for user in (ANN, BEN):
        bank.grant(db, act(ActKind.GRANT, MOST_HELD - OPENING, user=user))
    more = act(ActKind.GRANT, 1, user=MOD)
    assert refusal(bank.grant, db, more) == ("house_empty", {"most": 2 * MOST_HELD})


def test_the_audit_adds_up_however_much_went_to_and_fro(db):
    bank.grant(db, act(ActKind.GRANT, 1))
    ends = (f"house:{GUILD}", f"wallet:{GUILD}:{ANN}")
    for reason, (source, target) in {Reason.GRANT: ends, Reason.TAKE: ends[::-1]}.items():
        row = {"source": source, "target": target, "amount": MOST_HELD, "reason": reason, "at": NOW}
        many = [row | {"key": f"{reason} {number}"} for number in range(2**63 // MOST_HELD + 1)]
        db.execute(insert(movements), many)

    assert bank.audit(db) == []


def test_a_frozen_wallet_gives_draws_and_is_given_nothing_until_it_thaws(db):
    bank.set_frozen(db, act(ActKind.FREEZE))
    assert refusal(bank.set_frozen, db, act(ActKind.FREEZE))[0] == "frozen_already"
    assert refusal(give, db, 1) == ("frozen", {"words": "a good reason"})
    assert refusal(draw, db)[0] == "frozen"
    assert refusal(give, db, 1, giver=BEN, to=ANN) == ("theirs_frozen", {"user": ANN})
    assert bank.frozen_among(db, GUILD, [ANN, BEN]) == [ANN]
    assert bank.frozen_among(db, 2, [ANN, BEN]) == []
    bank.set_frozen(db, act(ActKind.THAW))
    assert refusal(bank.set_frozen, db, act(ActKind.THAW))[0] == "not_frozen"
    give(db, 1)


def test_a_freeze_goes_with_erasure_and_with_it_all_that_was_frozen(db):
    bank.grant(db, act(ActKind.GRANT, 9000))
    bank.set_frozen(db, act(ActKind.FREEZE))
    bank.forget(db, ANN, NOW)
    assert wallets(db, ANN) == [5000]
    assert refusal(give, db, 1)[0] == "newcomer"
    assert refusal(draw, db)[0] == "holds_enough"


def test_erasure_and_export_cover_acts_and_frost(db):
    bank.set_frozen(db, act(ActKind.FREEZE))
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

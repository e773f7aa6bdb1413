"""All sentences: within Discord's limits, in good grammar for one and for many, and none that nobody reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot import bank
from bot.bank import By, Since
from bot.bank.tote import Returned
from bot.games.titles import titles
from bot.messages.layout import MOST_TEXT
from bot.slash_commands.bankrolls import A_PAGE
from bot.texts import DEFAULT, LANGUAGES, texts
from bot.texts.english import English
from bot.texts.english.phrases import coins, count, listed, on_desks, signed
from bot.texts.markup import Deskless, ago, channel, mention
from engines import catalog
from tests.games.race_days import race_day

BOT = Path(__file__).parents[2] / "bot"
GAMES = {title.key: title.words for title in titles()}
THEMES = {
    **{
        theme: said
        for theme, said in vars(English).items()
        if not theme.startswith("_") and theme != "language"
    },
    **{game: spoken(DEFAULT) for game, spoken in GAMES.items()},
}

languages = pytest.mark.parametrize("t", LANGUAGES.values(), ids=LANGUAGES)


@languages
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_fit_into_messages(t, game: str) -> None:
    pages = GAMES[game](t).rules(catalog.game(game).edition.model_dump(mode="json"))

    assert 1 <= len(pages) <= 4
    assert all(500 <= len(page) <= 3500 for page in pages)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_the_rules_end_with_what_the_booklet_advises(game: str) -> None:
    *_, last = GAMES[game](DEFAULT).rules(catalog.game(game).edition.model_dump(mode="json"))
    tips, _, rest = last.partition("\n### ")
    assert tips.startswith("### Tips from the booklet\n")
    assert tips.count("\n- ") >= 4
    assert rest


@languages
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_begin_with_what_one_needs_to_begin(t, game: str) -> None:
    first, *_ = GAMES[game](t).rules(catalog.game(game).edition.model_dump(mode="json"))
    title, in_short, *_ = first.split("### ")

    assert title == f"## {GAMES[game](t).name}\n"
    assert len(re.findall(r"^\*\*[^*]+:\*\* ", in_short, re.MULTILINE)) == 3, "aim, your turn, the end"
    assert len(in_short.split()) <= 80


@pytest.mark.parametrize("theme", THEMES)
def test_every_sentence_is_read_by_somebody(theme: str) -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in BOT.rglob("*.py"))
    by_field = re.findall(r'f"\{field\}(\w+)"', source)  # the slip's placeholders are found by their field
    unread = [
        name
        for name in dir(type(THEMES[theme]))
        if not name.startswith("_")
        and not re.search(rf"\.{name}\b", source)
        and not any(name.endswith(ending) for ending in by_field)
    ]
    assert unread == []


@pytest.mark.parametrize(
    ("locale", "language"),
    [(None, "en-US"), ("", "en-US"), ("en-GB", "en-US"), ("en", "en-US"), ("de", "en-US"), ("xx-YY", "en-US")],
)  # fmt: skip
def test_a_language_nobody_translated_yet_is_english(locale: str | None, language: str) -> None:
    assert texts(locale) is LANGUAGES[language]


@pytest.mark.parametrize(
    ("number", "said"), [(0, "no cards"), (1, "1 card"), (2, "2 cards"), (1000, "1,000 cards")]
)
def test_things_are_counted(number: int, said: str) -> None:
    assert count(number, "card") == said


def test_a_plural_of_its_own_may_be_given() -> None:
    assert [count(n, "die", "dice") for n in (0, 1, 2)] == ["no dice", "1 die", "2 dice"]


def test_phrases() -> None:
    assert coins(1) == "1 coin"
    assert [signed(n) for n in (900, -1300, 0)] == ["+900", "−1,300", "±0"]
    assert listed([]) == "nobody"
    assert listed(["Ana"]) == "Ana"
    assert listed(["Ana", "Ben"]) == "Ana and Ben"
    assert listed(["Ana", "Ben", "Cleo"], "or") == "Ana, Ben or Cleo"
    assert on_desks(["Ana", "Ben"]) == "Ana and Ben, on their desks"


def test_a_computer_player_has_no_desk() -> None:
    tin = Deskless("🤖 Tin")
    assert on_desks([tin, "Ana"]) == "Ana, on the desk, and 🤖 Tin"
    assert on_desks([tin]) == "🤖 Tin"
    assert GAMES["jockey"](DEFAULT).ask_turn(tin) == "**🤖 Tin plays a card.**"
    assert GAMES["jockey"](DEFAULT).ask_turn("Ana") == "**Ana plays a card.**"


@pytest.mark.parametrize("game", catalog.GAMES)
def test_no_board_sends_a_computer_player_to_its_desk(game: str) -> None:
    options = {"turfe": {"races": 2}, "newmarket": {"deals": 2}}.get(game, {})
    seen = 0
    for moment in race_day(4, 3, computers=3, game=game, chosen=tuple(options.items())):
        snapshot, view = moment.snapshot, moment.snapshot.standing.view(None)
        computers = [seat for seat in view.to_act if snapshot.table.seats[seat].agent]
        if computers == list(view.to_act) and computers and str(view.phase) != "calling":
            seen += 1
            assert "desk" not in snapshot.screens.prompt(view, snapshot.who, snapshot.words)
    assert seen > 10


def test_the_bank_and_the_leaderboard_agree_on_who_has_not_played_yet() -> None:
    said = DEFAULT.bank
    assert said.balance("Ana", 5000, 0, 0, None, 0).splitlines() == [
        "### Bankroll of Ana",
        "**5,000 coins** in the wallet",
        "-# Finish a game for coins to be on the leaderboard.",
    ]
    assert said.balance("Ana", 5000, 0, 0, 2, 3).endswith("-# Place 2 of 3 in this server")
    assert "250 coins bet at the tote" in said.balance("Ana", 4750, 0, 0, 2, 3, bet=250)


def test_a_deadline_reads_right_before_it_and_after() -> None:
    at = 1_700_000_000_000
    assert DEFAULT.table.desk_clock(at) == ("-# ⏳ Until <t:1700000000:T> (<t:1700000000:R>).")
    assert DEFAULT.table.board_clock(at) == (
        "-# ⏳ Deadline: <t:1700000000:T> (<t:1700000000:R>). After it the table decides."
    )


def test_a_single_player_has_one_desk() -> None:
    asked = [
        GAMES["jockey"](DEFAULT).ask_bets(["Ana"], 1, 2),
        GAMES["jockey"](DEFAULT).ask_keep(["Ana"]),
        GAMES["turfe"](DEFAULT).ask_bets(["Ana"], 1, 2),
        GAMES["jumpyjack"](DEFAULT).ask_predictions(["Ana"], 1, 2, in_teams=False),
        GAMES["jumpyjack"](DEFAULT).ask_guesses(["Ana"], 1, 2, in_teams=False),
        GAMES["sulkydrom"](DEFAULT).ask_stacks(["Ana"], 1, 2),
        GAMES["newmarket"](DEFAULT).ask_backs(["Ana"], 1, 2),
    ]
    assert [said for said in asked if not said.endswith("on the desk.")] == []


def test_markup() -> None:
    assert mention(7) == "<@7>"
    assert channel(7) == "<#7>"
    assert ago(1_700_000_000_999) == "<t:1700000000:R>"


@languages
def test_computer_players_have_names_of_their_own(t) -> None:
    names = t.lobby.computer_names
    assert len(set(names)) == len(names) >= max(max(game.seats) for game in catalog.games()) - 1
    assert all(1 <= len(name) <= 32 for name in names)


@languages
@pytest.mark.parametrize("stakes", [True, False])
def test_of_a_cancelled_table_it_is_said_whether_money_moved(t, stakes: bool) -> None:
    for said in (
        t.answers.cancelled("ABCD23", paid_back=stakes),
        t.table.cancelled_desk(paid_back=stakes),
        t.lobby.cancelled(paid_back=stakes),
    ):
        assert ("stake" in said) is stakes


@pytest.mark.parametrize(
    ("money", "said"),
    [
        ((-300, 700, 0, 0, 0, 4700), "Ana is paid 700 coins → wallet 4,700 (−300 in all)"),
        (
            (200, 1200, 200, 0, 0, 5000),
            "Ana is paid 1,200 coins, of which 200 coins went back to the house → wallet 5,000 (+200 in all)",
        ),
        ((-1300, 0, 0, 300, 0, 3700), "Ana pays 300 coins of debt → wallet 3,700 (−1,300 in all)"),
        (
            (-1300, 0, 0, 300, 100, 0),
            "Ana pays 300 coins of debt → wallet 0, 100 coins owed to the house (−1,300 in all)",
        ),
        ((-1000, 0, 0, 0, 0, 4000), "Ana is paid no coins → wallet 4,000 (−1,000 in all)"),
        ((0, 1000, 0, 0, 0, 5000), "Ana is paid 1,000 coins → wallet 5,000 (±0 in all)"),
    ],
)
def test_a_bankroll_is_told_as_it_changed(money: tuple[int, int, int, int, int, int], said: str) -> None:
    assert DEFAULT.table.bankroll("Ana", *money) == said


def test_every_card_and_horse_of_the_edition_has_a_name_and_every_horse_a_sign() -> None:
    edition = catalog.game("jockey").edition
    assert len({GAMES["jockey"](DEFAULT).card(card) for card in edition.cards}) == len(edition.cards)
    assert len({GAMES["jockey"](DEFAULT).sign(horse) for horse in edition.horses}) == 4
    assert len({GAMES["jockey"](DEFAULT).horse(horse) for horse in edition.horses}) == 4


@languages
@pytest.mark.parametrize("reason", bank.Reason)
def test_every_movement_has_words_in_somebodys_history(t, reason: bank.Reason) -> None:
    assert re.search(r"[a-z]{3}", t.bank.entry(0, 5, 10, reason, None, None))


@pytest.mark.parametrize(
    ("twentieths", "said"), [(20, "1.00"), (21, "1.05"), (48, "2.40"), (20_010, "1,000.50")]
)
def test_a_dividend_is_told_as_what_a_coin_brings(twentieths: int, said: str) -> None:
    assert DEFAULT.tote.odds(twentieths, twentieths) == said


def test_a_balance_names_coins_that_are_bet_and_why_nothing_moves() -> None:
    told = DEFAULT.bank.balance("Ana", 4900, 0, 0, None, 0, bet=100, frozen="a *word* first").splitlines()
    assert told[2:4] == [
        r"❄️ Frozen: “a \*word\* first”. Ask who manages this server.",
        "100 coins bet at the tote, on races that are not over",
    ]


def test_the_leaderboard_says_the_bankroll_of_who_is_not_on_it_as_their_balance_does() -> None:
    said = DEFAULT.standings.not_on_it(By.WORTH, 4900)
    assert said == "You: not on it yet, with **4,900**. Finish a game for coins to be on it."
    assert "4,900 coins" in DEFAULT.bank.balance("Ana", 4900, 0, 0, None, 0)


@pytest.mark.parametrize(
    ("since", "when"), [(Since.ALL, "yet"), (Since.TODAY, "today"), (Since.SEASON, "this season")]
)
def test_an_empty_leaderboard_names_its_period(since: Since, when: str) -> None:
    assert DEFAULT.standings.empty(By.WINS, since).startswith(f"Nobody has finished a game here {when}. ")
    assert DEFAULT.standings.empty(By.TOTE, since) == f"No bet on a race was settled here {when}."


def test_dividends_are_told_with_the_pools_that_nobody_won_together() -> None:
    said, win = DEFAULT.tote, ("win", [(["Red"], 48)])
    unwon = [("exacta", None), ("quinella", None)]
    assert said.dividends([win]) == "🎟️ **The tote pays** Win: Red **2.40** for each coin."
    assert said.dividends([win, *unwon]) == (
        "🎟️ **The tote pays** Win: Red **2.40** for each coin. No winner in Exacta or Quinella: those stakes go back."
    )
    assert said.dividends(unwon) == "🎟️ **The tote pays** all stakes back: nobody has won."
    assert said.dividends([win, *unwon], is_cut_short=True) == (
        "🎟️ **The tote pays** Win: Red **2.40** for each coin. The stakes in Exacta and Quinella go back."
    )
    assert said.dividends(unwon, is_cut_short=True) == "🎟️ **The tote pays** all stakes back."


def test_what_a_bettor_is_told_says_how_the_race_came_in() -> None:
    told = DEFAULT.tote.told(
        "Jockey", "K7QH2M", 2, "there", [["Red"], ["Blue", "Brown"], ["Yellow"], ["Grey"]]
    )
    assert told.splitlines()[1:] == ["🥇 Red · 🥈 Blue and Brown · 🥉 Yellow", "Your bets in there:"]
    assert (
        DEFAULT.tote.told("Jockey", "K7QH2M", 2, "there", []).splitlines()[1] == "It wasn't run to its end."
    )
    became = {
        why: DEFAULT.tote.slip(5, "Red to win", 5, why).removeprefix("- 5 coins on Red to win: ")
        for why in Returned
    }
    assert became == {
        Returned.SEATED: "given back, as you took a seat",
        Returned.SCRATCHED: "given back, as not every horse of it ran",
        Returned.TOO_FEW: "given back, as fewer than two people played",
        Returned.NOT_RUN: "given back",
        Returned.NO_WINNER: "given back, as nobody won that pool",
        Returned.MINUS_POOL: "given back, as that pool held less than its winners had staked",
    }


def test_a_page_of_a_history_finds_room_in_a_message_whatever_managers_have_said() -> None:
    said, most = DEFAULT.bank, 10**15
    line = said.entry(10**12, most, most, bank.Reason.GRANT, None, None, "*" * 200)
    assert r"\*…”" in line
    assert len(said.history([line] * A_PAGE, 100_000, 100_000)) <= MOST_TEXT
    assert "“a word”" in said.entry(0, 1, 1, bank.Reason.TAKE, None, None, "a word")

"""Lay out the tables as version 0028 had them, on which all later migrations build."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = None


def _index_of_few(name: str, table: str, columns: list[str], *, few: str, unique: bool = False) -> None:
    """Make an index of the rows for which a condition holds."""
    op.create_index(
        name, table, columns, unique=unique, sqlite_where=sa.text(few), postgresql_where=sa.text(few)
    )


def upgrade() -> None:  # noqa: PLR0915 - a statement for each table and index
    """Make all tables."""
    op.create_table(
        "accounts",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("worth", sa.BigInteger()),
        sa.CheckConstraint("kind IN ('house', 'marker') OR balance >= 0", name="balance"),
        sa.CheckConstraint("kind <> 'marker' OR balance <= 0", name="marker"),
        sa.PrimaryKeyConstraint("account_id", name="pk_accounts"),
        sa.UniqueConstraint("guild_id", "kind", "owner", name="uq_accounts_guild_id_kind_owner"),
    )
    _index_of_few("ix_accounts_by_worth", "accounts", ["guild_id", "worth", "owner"], few="worth IS NOT NULL")
    _index_of_few(
        "ix_accounts_in_play",
        "accounts",
        ["guild_id", "kind", "balance", "account_id"],
        few="kind = 'escrow' AND balance > 0",
    )
    op.create_index("ix_accounts_owner", "accounts", ["owner"])
    op.create_table(
        "achievements",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("feat", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "feat", name="pk_achievements"),
    )
    op.create_index("ix_achievements_table_id", "achievements", ["table_id"])
    op.create_index("ix_achievements_user_id", "achievements", ["user_id"])
    op.create_table(
        "bank_acts",
        sa.Column("act_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("by_id", sa.BigInteger()),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("act_id", name="pk_bank_acts"),
    )
    op.create_index("ix_bank_acts_by_id", "bank_acts", ["by_id"])
    _index_of_few("ix_bank_acts_untold", "bank_acts", ["guild_id", "act_id"], few="NOT told")
    op.create_index("ix_bank_acts_user_id", "bank_acts", ["user_id"])
    op.create_table(
        "careers",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("best_place", sa.Integer(), nullable=False),
        sa.Column("profit", sa.BigInteger(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best_streak", sa.Integer(), nullable=False),
        sa.Column("won", sa.Text(), nullable=False),
        sa.Column("best_profit", sa.BigInteger()),
        sa.Column("best_table", sa.Text()),
        sa.Column("best_game", sa.Text()),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "game", name="pk_careers"),
    )
    op.create_index("ix_careers_user_id", "careers", ["user_id"])
    op.create_table(
        "frozen_wallets",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_frozen_wallets"),
    )
    op.create_index("ix_frozen_wallets_user_id", "frozen_wallets", ["user_id"])
    op.create_table(
        "lessons",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("lesson_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("names", sa.Text(), nullable=False),
        sa.Column("decided", sa.Text(), server_default="[]", nullable=False),
        sa.Column("length", sa.Integer(), server_default="0", nullable=False),
        sa.Column("draft", sa.Text(), server_default="{}", nullable=False),
        sa.Column("drafted_at", sa.Integer(), server_default="0", nullable=False),
        sa.Column("orders", sa.Text(), server_default="{}", nullable=False),
        sa.Column("touched_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_lessons"),
        sa.UniqueConstraint("lesson_id", name="uq_lessons_lesson_id"),
    )
    op.create_index("ix_lessons_touched_at", "lessons", ["touched_at"])
    op.create_table(
        "night_names",
        sa.Column("night_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("press", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("night_id", "user_id", name="pk_night_names"),
    )
    op.create_index("ix_night_names_user_id", "night_names", ["user_id"])
    op.create_table(
        "night_seats",
        sa.Column("night_id", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer()),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("night_id", "round", "user_id", name="pk_night_seats"),
    )
    op.create_index("ix_night_seats_user_id", "night_seats", ["user_id"])
    op.create_table(
        "night_tables",
        sa.Column("night_id", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text()),
        sa.Column("state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("night_id", "round", "number", name="pk_night_tables"),
    )
    op.create_table(
        "nights",
        sa.Column("night_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("parent_id", sa.BigInteger()),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("league", sa.Text(), nullable=False),
        sa.Column("form", sa.Text(), nullable=False),
        sa.Column("games", sa.Text(), nullable=False),
        sa.Column("role_id", sa.BigInteger()),
        sa.Column("starts_at", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("why", sa.Text()),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("round_at", sa.BigInteger(), nullable=False),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("owed", sa.Text(), nullable=False),
        sa.Column("requested", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("night_id", name="pk_nights"),
    )
    _index_of_few(
        "ix_nights_active",
        "nights",
        ["night_id"],
        few="status IN ('planned', 'running') OR requested > shown OR owed <> '[]'",
    )
    op.create_index("ix_nights_ended_at", "nights", ["ended_at"])
    op.create_index("ix_nights_guild_id_league", "nights", ["guild_id", "league"])
    op.create_index("ix_nights_host_id", "nights", ["host_id"])
    op.create_table(
        "processes",
        sa.Column("process_id", sa.Text(), nullable=False),
        sa.Column("shards", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("beat_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("process_id", name="pk_processes"),
    )
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "user_id", name="pk_ratings"),
    )
    op.create_index(
        "ix_ratings_guild_id_game_shown_user_id", "ratings", ["guild_id", "game", "shown", "user_id"]
    )
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])
    op.create_table(
        "removals",
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("process", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("message_id", name="pk_removals"),
    )
    op.create_table(
        "seasons",
        sa.Column("season_id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger()),
        sa.Column("results_before", sa.BigInteger(), nullable=False),
        sa.Column("movements_before", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("season_id", name="pk_seasons"),
    )
    op.create_index("ix_seasons_guild_id_season_id", "seasons", ["guild_id", "season_id"])
    _index_of_few("ix_seasons_open", "seasons", ["guild_id"], unique=True, few="closed_at IS NULL")
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("greeted_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("guild_id", name="pk_servers"),
    )
    op.create_table(
        "shards",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("of", sa.Integer(), nullable=False),
        sa.Column("heard_by", sa.Text()),
        sa.Column("kept_by", sa.Text()),
        sa.Column("still_since", sa.BigInteger()),
        sa.PrimaryKeyConstraint("number", name="pk_shards"),
    )
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("span", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("paid", sa.Integer(), nullable=False),
        sa.Column("profit", sa.BigInteger(), nullable=False),
        sa.Column("bets", sa.Integer(), nullable=False),
        sa.Column("tote_profit", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.Text()),
        sa.PrimaryKeyConstraint("guild_id", "span", "game", "user_id", name="pk_standings"),
    )
    _index_of_few(
        "ix_standings_by_profit",
        "standings",
        ["guild_id", "span", "game", "profit", "user_id"],
        few="paid > 0",
    )
    _index_of_few(
        "ix_standings_by_tote_profit",
        "standings",
        ["guild_id", "span", "game", "tote_profit", "user_id"],
        few="bets > 0",
    )
    _index_of_few(
        "ix_standings_by_wins",
        "standings",
        ["guild_id", "span", "game", "wins", "user_id"],
        few="games > 0",
    )
    op.create_index("ix_standings_user_id", "standings", ["user_id"])
    op.create_table(
        "tables",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger()),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("edition", sa.Text(), nullable=False),
        sa.Column("capacity", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("stakes", sa.Boolean(), nullable=False),
        sa.Column("buy_in", sa.BigInteger(), nullable=False),
        sa.Column("rematch_of", sa.Text()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("clock", sa.Integer(), server_default="180", nullable=False),
        sa.Column("paused_at", sa.BigInteger()),
        sa.Column("rules", sa.Integer(), server_default="1", nullable=False),
        sa.Column("opened_by", sa.BigInteger()),
        sa.Column("counted", sa.Integer(), server_default="0", nullable=False),
        sa.Column("version", sa.Integer(), server_default="0", nullable=False),
        sa.Column("swept", sa.Integer(), server_default="0", nullable=False),
        sa.Column("hints", sa.Boolean()),
        sa.Column("hours", sa.Text()),
        sa.Column("pace", sa.Text()),
        sa.Column("tote", sa.Integer(), server_default="0", nullable=False),
        sa.Column("honours", sa.Text(), server_default="", nullable=False),
        sa.Column("odds_at", sa.BigInteger()),
        sa.Column("starts_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["rematch_of"], ["tables.table_id"], name="fk_tables_rematch_of"),
        sa.PrimaryKeyConstraint("table_id", name="pk_tables"),
    )
    op.create_index("ix_tables_host_id", "tables", ["host_id"])
    op.create_index("ix_tables_opened_by", "tables", ["opened_by"])
    _index_of_few(
        "ix_tables_over", "tables", ["guild_id", "ended_at"], few="swept < 2 AND ended_at IS NOT NULL"
    )
    _index_of_few(
        "ix_tables_ran", "tables", ["guild_id", "thread_id", "status", "started_at"], few="swept < 2"
    )
    _index_of_few(
        "ix_tables_rematch_of",
        "tables",
        ["rematch_of"],
        unique=True,
        few="status IN ('lobby', 'running', 'finished')",
    )
    _index_of_few("ix_tables_resting", "tables", ["table_id"], few="paused_at IS NOT NULL")
    op.create_index("ix_tables_status_guild_id_ended_at", "tables", ["status", "guild_id", "ended_at"])
    op.create_index("ix_tables_swept_status_ended_at", "tables", ["swept", "status", "ended_at"])
    _index_of_few("ix_tables_with_hours", "tables", ["guild_id", "created_at"], few="hours IS NOT NULL")
    op.create_table(
        "tallies",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("of", sa.Text(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "what", "of", name="pk_tallies"),
    )
    op.create_index("ix_tallies_user_id", "tallies", ["user_id"])
    op.create_index("ix_tallies_what_of", "tallies", ["what", "of"])
    op.create_table(
        "unanswered",
        sa.Column("interaction_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("process", sa.Text()),
        sa.PrimaryKeyConstraint("interaction_id", name="pk_unanswered"),
    )
    op.create_table(
        "users",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("asked_always", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("zone", sa.Text()),
        sa.PrimaryKeyConstraint("user_id", name="pk_users"),
    )
    op.create_table(
        "deadlines",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("set_at", sa.BigInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_deadlines_table_id"),
        sa.PrimaryKeyConstraint("table_id", "kind", name="pk_deadlines"),
    )
    op.create_index("ix_deadlines_due_at", "deadlines", ["due_at"])
    op.create_table(
        "drafts",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("draft", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_drafts_table_id"),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_drafts"),
    )
    op.create_index("ix_drafts_user_id", "drafts", ["user_id"])
    op.create_table(
        "fame",
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.season_id"], name="fk_fame_season_id"),
        sa.PrimaryKeyConstraint("season_id", "board", "game", "line", name="pk_fame"),
    )
    op.create_index("ix_fame_user_id", "fame", ["user_id"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("action", sa.Text()),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("auto", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("taken_by", sa.Text()),
        sa.Column("decided_by", sa.BigInteger()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_log_table_id"),
        sa.PrimaryKeyConstraint("table_id", "n", name="pk_log"),
    )
    op.create_index("ix_log_decided_by", "log", ["decided_by"])
    op.create_table(
        "movements",
        sa.Column("movement_id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount > 0", name="amount"),
        sa.CheckConstraint("source <> target", name="ends"),
        sa.ForeignKeyConstraint(["source"], ["accounts.account_id"], name="fk_movements_source"),
        sa.ForeignKeyConstraint(["target"], ["accounts.account_id"], name="fk_movements_target"),
        sa.PrimaryKeyConstraint("movement_id", name="pk_movements"),
        sa.UniqueConstraint("key", name="uq_movements_key"),
    )
    op.create_index("ix_movements_source", "movements", ["source"])
    op.create_index("ix_movements_table_id", "movements", ["table_id"])
    op.create_index("ix_movements_target", "movements", ["target"])
    op.create_table(
        "outbox",
        sa.Column("post_id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("race", sa.Integer()),
        sa.Column("notice", sa.Text()),
        sa.Column("seat", sa.Integer()),
        sa.Column("happened_at", sa.BigInteger()),
        sa.Column("requested", sa.Integer(), nullable=False),
        sa.Column("fulfilled", sa.Integer(), nullable=False),
        sa.Column("requested_anew", sa.Integer(), nullable=False),
        sa.Column("moment", sa.Integer()),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("posted_at", sa.BigInteger()),
        sa.Column("told_from", sa.Integer()),
        sa.Column("told_to", sa.Integer()),
        sa.Column("pictures", sa.Text()),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_try_at", sa.BigInteger()),
        sa.Column("problem", sa.Text()),
        sa.Column("opened_channel_id", sa.BigInteger()),
        sa.Column("opened_message_id", sa.BigInteger()),
        sa.Column("opened_token", sa.Text()),
        sa.Column("opened_until", sa.BigInteger()),
        sa.CheckConstraint("(happened_at IS NOT NULL) = (kind = 'notice')", name="happened_at"),
        sa.CheckConstraint("(channel_id IS NULL) = (message_id IS NULL)", name="message"),
        sa.CheckConstraint("(notice IS NOT NULL) = (kind = 'notice')", name="notice"),
        sa.CheckConstraint("(race IS NOT NULL) = (kind = 'result')", name="race"),
        sa.CheckConstraint("seat IS NULL OR kind = 'notice'", name="seat"),
        sa.CheckConstraint(
            "(user_id IS NOT NULL) = (kind IN ('desk', 'call', 'closed', 'tote'))",
            name="user",
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_outbox_table_id"),
        sa.PrimaryKeyConstraint("post_id", name="pk_outbox"),
        sqlite_autoincrement=True,
    )
    _index_of_few("ix_outbox_due", "outbox", ["table_id"], few="fulfilled < requested AND problem IS NULL")
    _index_of_few("ix_outbox_opened", "outbox", ["opened_until"], few="opened_until IS NOT NULL")
    op.create_index("ix_outbox_table_id", "outbox", ["table_id"])
    op.create_index("ix_outbox_user_id", "outbox", ["user_id"])
    _index_of_few(
        "uq_outbox_kind",
        "outbox",
        ["table_id", "kind"],
        unique=True,
        few="user_id IS NULL AND race IS NULL AND notice IS NULL",
    )
    _index_of_few("uq_outbox_race", "outbox", ["table_id", "race"], unique=True, few="race IS NOT NULL")
    _index_of_few(
        "uq_outbox_seat_notice",
        "outbox",
        ["table_id", "notice", "seat", "happened_at"],
        unique=True,
        few="seat IS NOT NULL",
    )
    _index_of_few(
        "uq_outbox_table_notice",
        "outbox",
        ["table_id", "notice", "happened_at"],
        unique=True,
        few="notice IS NOT NULL AND seat IS NULL",
    )
    _index_of_few(
        "uq_outbox_user",
        "outbox",
        ["table_id", "kind", "user_id"],
        unique=True,
        few="user_id IS NOT NULL",
    )
    op.create_table(
        "presses",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("press", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("why", sa.Text()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_presses_table_id"),
        sa.PrimaryKeyConstraint("table_id", "n", name="pk_presses"),
    )
    op.create_index("ix_presses_user_id", "presses", ["user_id"])
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("score", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("side", sa.Integer()),
        sa.Column("rated_as", sa.BigInteger()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_results_table_id"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
    )
    op.create_index("ix_results_guild_id_number", "results", ["guild_id", "number"])
    op.create_index("ix_results_guild_id_user_id_place", "results", ["guild_id", "user_id", "place"])
    op.create_index("ix_results_user_id", "results", ["user_id"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("agent", sa.Text()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.BigInteger()),
        sa.Column("ready", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("attendance", sa.Text(), server_default="present", nullable=False),
        sa.Column("missed", sa.Integer(), server_default="0", nullable=False),
        sa.Column("orders", sa.Text(), server_default="{}", nullable=False),
        sa.Column("would_stop", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_seats_table_id"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.UniqueConstraint("table_id", "user_id", name="uq_seats_table_id_user_id"),
    )
    op.create_index("ix_seats_owner_id", "seats", ["owner_id"])
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    op.create_table(
        "sent_away",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_sent_away_table_id"),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_sent_away"),
    )
    op.create_index("ix_sent_away_user_id", "sent_away", ["user_id"])
    op.create_table(
        "stood_in",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_stood_in_table_id"),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_stood_in"),
    )
    op.create_index("ix_stood_in_user_id", "stood_in", ["user_id"])
    op.create_table(
        "tote_bets",
        sa.Column("bet_id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("combination", sa.Text(), nullable=False),
        sa.Column("stake", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("returned", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("returned_for", sa.Text()),
        sa.CheckConstraint("stake > 0", name="stake"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_tote_bets_table_id"),
        sa.PrimaryKeyConstraint("bet_id", name="pk_tote_bets"),
        sa.UniqueConstraint("key", name="uq_tote_bets_key"),
    )
    op.create_index("ix_tote_bets_table_id_race", "tote_bets", ["table_id", "race"])
    op.create_index("ix_tote_bets_user_id", "tote_bets", ["user_id"])
    op.create_table(
        "tote_races",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("takeout", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("runners", sa.Text(), nullable=False),
        sa.Column("finish", sa.Text()),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.CheckConstraint("takeout BETWEEN 0 AND 20", name="takeout"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_tote_races_table_id"),
        sa.PrimaryKeyConstraint("table_id", "race", name="pk_tote_races"),
    )
    op.create_table(
        "tote_sums",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("combination", sa.Text(), nullable=False),
        sa.Column("stake", sa.BigInteger(), nullable=False),
        sa.Column("dividend", sa.BigInteger()),
        sa.Column("refunded", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.CheckConstraint("stake >= 0", name="stake"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_tote_sums_table_id"),
        sa.PrimaryKeyConstraint("table_id", "race", "pool", "combination", name="pk_tote_sums"),
    )

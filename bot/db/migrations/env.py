"""What Alembic runs to upgrade: a connection in a transaction is handed in by `bot.db.migrate`.

To write a migration, give Alembic a database at the version before:
`alembic.command.revision(migrations(), autogenerate=True)` with `attributes["connection"]` set.
"""

from __future__ import annotations

from alembic import context

from bot.db.migrate import VERSION_TABLE
from bot.db.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()

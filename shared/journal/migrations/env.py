"""Run by alembic on the connection that `migrate.py` hands it, inside the transaction that is open there."""

from alembic import context

from shared.journal.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
)
context.run_migrations()

"""Alembic's way in: runs the steps on the connection that migrate.py hands over."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from dogpark.server.store.schema import metadata

connection: Connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transaction_per_migration=False)
context.run_migrations()

"""Every test here runs on SQLite and on PostgreSQL."""

from tests.shared.journal.stores import engine, make_store, migrated_url, pg_migrated, store

__all__ = ["engine", "make_store", "migrated_url", "pg_migrated", "store"]

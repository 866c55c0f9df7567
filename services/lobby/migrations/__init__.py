"""The steps that bring the lobby's own tables to this release; see `shared/journal/migrate.py`."""

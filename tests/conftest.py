"""Every test may ask for `store_url`, `pg_url`, `amqp_url` and their kin; see `tests/servers/plugin.py`."""

pytest_plugins = ("tests.servers.plugin",)

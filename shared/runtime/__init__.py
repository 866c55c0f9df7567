"""How a service runs: settings, doors for messages and for HTTP, relay, sweeper, worker, and all in one process."""

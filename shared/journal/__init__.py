"""The journal: append-only facts, and beside them in the same transaction the ledger, the outbox, the inbox and the timers."""

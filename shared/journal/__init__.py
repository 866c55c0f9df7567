"""The journal: append-only facts, and beside them in one transaction the ledger, the outbox, the inbox, the timers."""

"""What the lobby decides without a clock or a database: the public view of a table, and who may be whom."""

"""The event log: rows of entries, one table's numbered 1, 2, 3 and so on without a gap."""

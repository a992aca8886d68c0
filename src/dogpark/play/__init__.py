"""Playing: positions, the referee, records and replay, results."""

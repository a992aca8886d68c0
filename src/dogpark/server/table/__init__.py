"""A table: its entries, folded. No network, no clock, no database is known here."""

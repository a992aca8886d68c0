"""Online tables: one process on SQLite, or as many as one likes on PostgreSQL and Redis.

The log is the truth. What a person, a bot or a clock does becomes an entry; an entry is saved, then
published, then acknowledged; and a table is nothing but its entries, folded.
"""

"""Siblings: several processes of one server, on one machine and one file of SQLite.

``dogpark serve --processes N`` begins with the family, which starts them and starts them again. All
take connections at the same address; one that names its table is handed to the sibling where the
table is at home, so that each table is thought about in one process alone. The hub writes the log
for all of them, tells each what the others have added, and says whose turn it is to change the
rest of the database. Any of them can serve any table nevertheless, as on PostgreSQL.
"""

"""The database: the schema, its migrations, and everything kept there besides playing a table."""

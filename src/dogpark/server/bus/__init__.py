"""The bus: tells other processes that a table has advanced. It carries no content."""

"""A client of the server, for programs, tests and load tests."""

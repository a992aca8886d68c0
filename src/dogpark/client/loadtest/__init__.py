"""A load test: scripted players over real sockets, against a server on this machine."""

"""The HTTP interface and the socket."""

"""The command line: everything a person or a script can do with dogpark in a terminal."""

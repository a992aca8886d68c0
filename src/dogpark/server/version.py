"""Which version this is."""

from importlib.metadata import version

VERSION = version("dogpark")

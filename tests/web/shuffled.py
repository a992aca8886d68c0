"""A server for browser tests, in a process of its own: all its games are shuffled alike.

So a game that is played by the same choices is the same game every time, and a test that fails, fails
again. Which shuffle it is must not matter to any test: `DOGPARK_TEST_SHUFFLE` tries another one, by a
text that stands nowhere on the page.
"""

from __future__ import annotations

from web.tools import serving

from tests.server.whole.running import Apart


class Shuffled(Apart):
    """As `Apart`: it may be killed, and started again on the same port."""

    program = serving.MODULE

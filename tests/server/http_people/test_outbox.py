"""A socket's outbox: soon where the client reads, in order where it does not, and never without end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from dogpark.server.http.outbox import MOST_BYTES, MOST_MESSAGES, PIECE, Outbox
from dogpark.server.http.post import Post
from dogpark.server.ops.line import Gone


class Client:
    """The other end, which reads or does not."""

    def __init__(self) -> None:
        self.writable = asyncio.Event()
        self.writable.set()
        self.gone = False
        self.got: list[list[bytes]] = []

    def write(self, messages: Sequence[bytes]) -> None:
        if self.gone:
            raise Gone
        self.got.append(list(messages))


def in_a_loop(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(30):
            await main()

    asyncio.run(run())


def test_what_is_put_goes_with_the_next_post_in_one_piece() -> None:
    async def main() -> None:
        client, post = Client(), Post()
        outbox = Outbox(client, post)
        outbox.put(b"update")
        outbox.put(b"answer")
        assert client.got == []
        post.go()
        assert client.got == [[b"update", b"answer"]]
        assert (outbox.sent_messages, outbox.sent_bytes) == (2, 12)
        outbox.put(b"one")
        outbox.put(b"two")
        await asyncio.sleep(0)  # the event loop comes round, and the post with it
        assert client.got[1:] == [[b"one", b"two"]]

    in_a_loop(main)


def test_where_a_message_is_lost_the_client_has_to_come_back() -> None:
    async def main() -> None:
        client, ended = Client(), list[bool]()
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        outbox = Outbox(client, Post())
        outbox.on_overflow = lambda: ended.append(True)

        def broken(_: Sequence[bytes]) -> None:
            raise RuntimeError("a fault of ours")

        client.write = broken  # type: ignore[method-assign] # as it would be for this one write
        outbox.put(b"lost")
        await asyncio.sleep(0)
        assert ended == [True]
        outbox.put(b"nobody would understand this without the other")
        await asyncio.sleep(0)
        assert client.got == []

    in_a_loop(main)


def test_what_waits_for_the_client_is_written_in_order_and_in_pieces() -> None:
    async def main() -> None:
        client = Client()
        outbox = Outbox(client, Post())
        client.writable.clear()
        long = b"x" * PIECE
        for message in (b"one", long, b"two", b"three"):
            outbox.put(message)
        await asyncio.sleep(0)
        assert client.got == []
        client.writable.set()
        outbox.put(b"four")  # not past those who wait
        await outbox.flush(10)
        assert client.got == [[b"one", long], [b"two", b"three", b"four"]]
        outbox.put(b"five")
        await asyncio.sleep(0)
        assert client.got[-1] == [b"five"]

    in_a_loop(main)


def test_a_client_that_does_not_read_makes_its_own_reader_wait_and_is_given_up_at_last() -> None:
    async def main() -> None:
        client = Client()
        outbox = Outbox(client, Post())
        overflown: list[bool] = []
        outbox.on_overflow = lambda: overflown.append(True)
        client.writable.clear()
        for _ in range(MOST_MESSAGES // 4 + 1):
            outbox.put(b"m")
        assert outbox.full
        client.writable.set()
        await outbox.room()
        assert not outbox.full
        client.writable.clear()
        for _ in range(MOST_MESSAGES):
            outbox.put(b"m")
        assert not overflown
        outbox.put(b"one too many")
        assert overflown == [True]
        assert outbox.overflowed
        client.writable.set()
        before = len(client.got)
        outbox.put(b"nobody hears this")
        await asyncio.sleep(0)
        assert len(client.got) == before

    in_a_loop(main)


def test_one_message_may_be_as_long_as_it_is() -> None:
    async def main() -> None:
        client = Client()
        outbox = Outbox(client, Post())
        client.writable.clear()
        outbox.put(b"x" * (2 * MOST_BYTES))
        assert not outbox.overflowed
        outbox.put(b"y")
        assert outbox.overflowed

    in_a_loop(main)


def test_to_a_client_that_is_gone_nothing_is_written_and_nobody_is_told_twice() -> None:
    async def main() -> None:
        client = Client()
        outbox = Outbox(client, Post())
        client.gone = True
        outbox.put(b"one")
        client.writable.clear()
        outbox.put(b"two")
        client.writable.set()
        await outbox.flush(10)
        await asyncio.sleep(0)
        assert client.got == []
        assert outbox.sent_messages == 0
        assert not outbox.full

    in_a_loop(main)

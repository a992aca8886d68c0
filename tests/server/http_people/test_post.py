"""The post empties outboxes together: when everybody has told what they had to, and soon in any case."""

from __future__ import annotations

import asyncio
from typing import Any

from dogpark.server.http.post import FULL, Post


class Box:
    def __init__(self) -> None:
        self.emptied = 0

    def empty(self) -> None:
        self.emptied += 1


class Broken(Box):
    def empty(self) -> None:
        raise RuntimeError("it is stuck")


def test_boxes_wait_for_each_other_and_are_emptied_once() -> None:
    async def run() -> None:
        post, boxes = Post(), [Box(), Box()]
        for box in boxes:
            post.collect(box)
        assert [box.emptied for box in boxes] == [0, 0]
        post.go()
        assert [box.emptied for box in boxes] == [1, 1]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert [box.emptied for box in boxes] == [1, 1]

    asyncio.run(run())


def test_where_nobody_sends_it_the_post_goes_when_the_event_loop_comes_round() -> None:
    async def run() -> None:
        post, box = Post(), Box()
        for times in (1, 2):
            post.collect(box)
            assert box.emptied == times - 1
            await asyncio.sleep(0)
            assert box.emptied == times

    asyncio.run(run())


def test_many_boxes_wait_for_no_more() -> None:
    async def run() -> None:
        post, boxes = Post(), [Box() for _ in range(FULL + 1)]
        for box in boxes[:-1]:
            post.collect(box)
        assert all(box.emptied for box in boxes[:-1])
        post.collect(boxes[-1])
        assert not boxes[-1].emptied
        await asyncio.sleep(0)
        assert boxes[-1].emptied

    asyncio.run(run())


def test_a_box_that_cannot_be_emptied_keeps_nobody_waiting() -> None:
    async def run() -> None:
        told: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: told.append(what))
        post, box = Post(), Box()
        post.collect(Broken())
        post.collect(box)
        post.go()
        assert box.emptied == 1
        assert [str(what["exception"]) for what in told] == ["it is stuck"]

    asyncio.run(run())

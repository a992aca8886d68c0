"""Pictures of the terminal game for the docs: ``python -m dogpark.cli.pictures docs/img``."""

from __future__ import annotations

import asyncio
import io
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console, RenderableType
from rich.segment import Segment, Segments
from rich.text import Text

from dogpark.agents.bots import bot
from dogpark.agents.protocol import look
from dogpark.api import load
from dogpark.cli import seats
from dogpark.cli.live.screen import LiveApp
from dogpark.cli.live.table import LiveTable
from dogpark.cli.table.desk import Quit
from dogpark.cli.table.layout import Layout
from dogpark.cli.table.match import Manners, Match
from dogpark.cli.table.screen import Question, Scene, Thought
from dogpark.cli.table.seating import seat_people
from dogpark.cli.table.story import Story
from dogpark.kernel.seed import dice_for


@dataclass(frozen=True)
class Shot:
    """Which moment of which game: the so-manyth question to seat 0."""

    game: str
    players: int
    seed: str
    question: int
    width: int
    height: int


KEY_MS = 900  # between two keys of somebody who plays live
FRAME_MS = 30

SHOTS = (
    Shot("bonfire", 4, "park", 19, 100, 28),
    Shot("dog", 4, "park", 16, 110, 48),
    Shot("breath", 4, "park", 14, 110, 40),
    Shot("monty", 4, "park", 24, 120, 44),
)


class Camera:
    """A screen that plays greedily until the moment comes, and takes the picture."""

    def __init__(self, shot: Shot) -> None:
        self.match: Match | None = None
        self._left = shot.question
        self._console = Console(
            file=io.StringIO(),
            record=True,
            force_terminal=True,
            color_system="truecolor",
            width=shot.width,
            height=shot.height,
            legacy_windows=False,
            _environ={},
        )

    def happen(self, scene: Scene, new: list[Text]) -> None:
        """Nothing moves in a picture."""

    def wait(self, scene: Scene, share: int, think: Callable[[], Thought]) -> Thought:
        return think()

    def ask(self, scene: Scene, question: Question) -> str:
        self._left -= 1
        if self._left > 0:
            return self._greedy(question.seat)
        label = Text.assemble(seats.label(question.seat), " ▸ ")
        rows = Layout(self._console).compose(scene, question)
        flat = [segment for row in rows for segment in [*row, Segment.line()]]
        self._console.print(Segments(flat), end="")
        self._console.print(label)
        raise Quit

    def _greedy(self, seat: int) -> str:
        assert self.match is not None
        dice = dice_for("picture", seat)
        return str(bot("greedy").choose(look(self.match.position, seat, dice), dice))

    def note(self, answer: RenderableType) -> None:
        """Greedy bots get no notes."""

    def page(self, title: str, content: RenderableType) -> None:
        """Nothing to read in a picture."""

    def curtain(self, seat: int) -> None:
        """One person plays."""

    def read(self, words: str) -> str:
        return words

    def close(self) -> None:
        """Nothing was taken."""

    def svg(self, title: str) -> str:
        return _at_home(self._console.export_svg(title=title, unique_id="dogpark"))


def _at_home(svg: str) -> str:
    """Without the fonts that Rich would have the reader's browser fetch from elsewhere."""
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)


def take(shot: Shot) -> str:
    """The picture as SVG."""
    position = load(shot.game, shot.players).start(shot.seed)
    camera = Camera(shot)
    match = Match(position, seat_people(shot.players), camera, Manners(), Story())
    camera.match = match
    try:
        match.run()
    except Quit:
        return camera.svg(f"dogpark play {shot.game}")
    raise ValueError(f"{shot} never comes: the game is over before")


def take_live() -> str:
    """DOGPILE while the clock runs: somebody has dug and kept, buried one bone, and dug again."""
    watch = [0]
    position = load("dogpile", 4).start("park")
    table = LiveTable(position, seat_people(4), Story(), lambda: watch[0])
    app = LiveApp(table, by_hand=True)
    dig_and_keep = ("n", "enter", "enter")

    async def sitting() -> str:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("enter")
            for key in (
                "",
                "",
                "",
                "",
                *dig_and_keep * 3,
                "1",
                "e",
                "u",
                *dig_and_keep,
                "2",
                "u",
                "n",
                "d",
            ):
                if key:
                    app.simulate_key(key)
                for _ in range(KEY_MS // FRAME_MS):
                    watch[0] += FRAME_MS
                    app.frame()
                await pilot.pause(0)
            return app.export_screenshot(title="dogpark play dogpile")

    return _at_home(asyncio.run(sitting()))


def main(folder: Path) -> None:
    pictures = {shot.game: take(shot) for shot in SHOTS} | {"dogpile": take_live()}
    for game, svg in pictures.items():
        path = folder / f"play-{game}.svg"
        path.write_text(svg, "utf-8")
        print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/img"))

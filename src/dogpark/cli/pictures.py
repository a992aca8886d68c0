"""Pictures of the terminal game for the docs: ``python -m dogpark.cli.pictures docs/img``."""

from __future__ import annotations

import io
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console, RenderableType
from rich.segment import Segment, Segments
from rich.text import Text

from dogpark.agents.bots import bot
from dogpark.agents.protocol import look
from dogpark.api import load
from dogpark.cli import seats
from dogpark.cli.table.desk import Quit
from dogpark.cli.table.layout import Layout
from dogpark.cli.table.match import Manners, Match
from dogpark.cli.table.screen import Question, Scene
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


SHOTS = (
    Shot("bonfire", 4, "park", 19, 100, 28),
    Shot("dog", 4, "park", 16, 110, 48),
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
        """Without the fonts that Rich would have the reader's browser fetch from elsewhere."""
        drawn = self._console.export_svg(title=title, unique_id="dogpark")
        return re.sub(r"\s*@font-face \{.*?\}", "", drawn, flags=re.DOTALL)


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


def main(folder: Path) -> None:
    for shot in SHOTS:
        path = folder / f"play-{shot.game}.svg"
        path.write_text(take(shot), "utf-8")
        print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/img"))

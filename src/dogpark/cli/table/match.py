"""A game at the terminal, from the first move to the result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from dogpark.agents.bots import bot
from dogpark.agents.pace import pause
from dogpark.agents.protocol import Bot, look
from dogpark.cli import seats
from dogpark.cli.boards import drawer
from dogpark.cli.table import saving
from dogpark.cli.table.desk import COMMANDS, Back, Desk, Quit, Take
from dogpark.cli.table.moves import Choice, choices_of
from dogpark.cli.table.screen import Question, Scene, Screen
from dogpark.cli.table.seating import YOU, Seating
from dogpark.cli.table.story import Eyes, Story
from dogpark.kernel.schema import Row
from dogpark.kernel.seed import dice_for
from dogpark.play.position import Position

RECENT = 100  # events that a screen may show at most
WORLDS = 16  # tried before a choice is called harmless


@dataclass(frozen=True)
class Manners:
    """How the match is run."""

    ask_all: bool = False
    open_table: bool = False
    keep_in: Path | None = None  # saved here as it goes on


def bot_dice(position: Position, seat: int) -> Row:
    """A bot's dice depend on the seed and the moment alone: a resumed game goes on the same."""
    moment = f"{position.seed}/bot/{position.length}"
    return dice_for(sha256(moment.encode()).hexdigest(), seat)


class Match:
    """People and bots around one position."""

    def __init__(
        self, position: Position, seating: Seating, screen: Screen, manners: Manners, story: Story
    ) -> None:
        self.position = position
        self.seating = seating
        self.screen = screen
        self.manners = manners
        self.story = story
        self.looking: int | None = None  # the person at the screen
        self._bots: dict[int, Bot] = {
            seat: bot(name) for seat, name in enumerate(seating.names) if name != YOU
        }
        self._since: dict[int, int] = {}  # where each person's news begin
        self._mover: int | None = None  # who moved last
        self._undo: list[tuple[Position, int]] = []
        self._draw = drawer(position.rooms.name)
        self._desk = Desk(self)

    # -- the course of the game -------------------------------------------------------------------

    def run(self) -> bool:
        """Plays on; whether the game came to its end. Raises Quit when somebody leaves."""
        people = self.seating.humans
        self.looking = people[0] if people and not self._secret else None
        self._tell(0)
        while (
            seat := self.position.turn
        ) is not None:  # whoever sits there: the same order for all
            if seat in self._bots:
                self._undo.clear()
                self._bot_moves(seat)
            else:
                self._person_moves(seat)
        self.keep()
        return True

    @property
    def _secret(self) -> bool:
        """Whether two people at one screen have something to hide from each other."""
        return self.position.rooms.facts.hidden and len(self.seating.humans) > 1

    def _bot_moves(self, seat: int) -> None:
        dice = bot_dice(self.position, seat)
        seen = look(self.position, seat, dice)
        player = self._bots[seat]
        share = pause(100, player.name, self.position, seat)
        action = self.screen.wait(self.scene(), share, partial(player.choose, seen, dice))
        self._apply(seat, action.to_dict())

    def _person_moves(self, seat: int) -> None:
        if self._secret and self.looking != seat:
            self.screen.curtain(seat)
            self.looking = seat
            self._undo.clear()
            self.screen.happen(self.scene(), self._news(seat))
        self.looking = seat
        prompt = self.position.prompt(seat)
        choices = choices_of(prompt)
        forced = len(choices) == 1 and not self.manners.ask_all
        if forced and len(choices[0].action) > 1:  # a bare word, such as roll or fold, is asked
            self._forced(seat, choices[0])
            return
        self.keep()
        self._ask(seat, prompt, choices, forced=forced)

    def _forced(self, seat: int, choice: Choice) -> None:
        line = Text.assemble(("· only one choice: ", "dim"), seats.coloured(choice.words, "dim"))
        self.screen.happen(self.scene(line), [line])
        self._decide(seat, choice.action)

    def _ask(
        self, seat: int, prompt: dict[str, Any], choices: list[Choice], *, forced: bool
    ) -> None:
        ask = seats.coloured(prompt["ask"].rstrip("."))
        if forced:
            ask.append("  (Enter)", "dim")
        question = Question(seat, ask, choices, COMMANDS)
        while True:
            try:
                typed = self.screen.ask(self.scene(), question)
            except KeyboardInterrupt:
                raise Quit from None
            if forced and not typed:
                typed = "1"
            answer = self._desk.answer(seat, typed, choices)
            if isinstance(answer, Take):
                self._decide(seat, answer.action)
                return
            if isinstance(answer, Back):
                return

    # -- one move ---------------------------------------------------------------------------------

    def _decide(self, seat: int, action: dict[str, Any]) -> None:
        before, length = self.position.copy(), len(self.story)
        if self._mover != seat:  # a turn of several choices is told as one
            self._since[seat] = length
        self._apply(seat, action)
        if self._harmless(before, seat, action):
            self._undo.append((before, length))
        else:
            self._undo.clear()

    def _apply(self, seat: int, action: dict[str, Any]) -> None:
        start = len(self.story)
        self.story.add(self.position.apply(seat, action))
        self._mover = seat
        self._tell(start)

    def _tell(self, start: int) -> None:
        self.screen.happen(self.scene(), self.story.lines(self.eyes, start))

    def take_back(self, seat: int) -> bool:
        """Undoes the last choice of this seat's own turn, if it showed and changed nothing else."""
        if not self._undo:
            return False
        self.position, length = self._undo.pop()
        self.story.cut(length)
        self._since[seat] = min(self._since.get(seat, 0), length)
        return True

    def _harmless(self, before: Position, seat: int, action: dict[str, Any]) -> bool:
        """Whether nothing was left to chance, nobody else is asked, and nothing was revealed.

        A choice reveals something if what the seat sees after it depends on what it could not
        know before: it is tried in several worlds that the seat cannot tell apart.
        """
        after = self.position
        if after.length != before.length + 1 or after.active != (seat,):
            return False
        rooms = after.rooms
        if not rooms.facts.hidden:
            return True
        seen = after.view(seat)
        code = rooms.table.from_dict(action).code
        dice = dice_for(f"take back {before.length}", seat)
        for _ in range(WORLDS):
            world = rooms.redeal(before.state, seat, dice)
            rooms.rules.apply(world, seat, code)
            if rooms.view(world, seat) != seen:
                return False
        return True

    # -- looking ----------------------------------------------------------------------------------

    @property
    def eyes(self) -> Eyes:
        """Whose eyes the screen serves now."""
        return "all" if self.manners.open_table else self.looking

    def _news(self, seat: int) -> list[Text]:
        return self.story.lines(seat, self._since.get(seat, 0))

    def scene(self, *more: Text) -> Scene:
        position = self.position
        viewer = self.looking
        if self.manners.open_table:
            viewer = position.active[0] if position.active else None
        since = 0 if self.looking is None else self._since.get(self.looking, 0)

        def board(width: int) -> RenderableType:
            prompt = None
            if viewer is not None and viewer in position.active:
                prompt = position.prompt(viewer)
            return self._draw(position.view(viewer), prompt, width)

        def recent() -> list[Text]:
            lines = self.story.lines(self.eyes, max(since, len(self.story) - RECENT))
            return [*lines, *more]

        return Scene(position.rooms.facts.title, self._status(), board, recent)

    def _status(self) -> Text:
        active = self.position.active
        if not active:
            return Text("the game is over", "bold")
        if len(active) > 1 or self.looking in active:  # who else is still to choose is not told
            active = (self.looking,) if self.looking in active else ()
        names = Text(" and ").join(Text(seats.name(s), seats.style(s)) for s in active)
        return names.append("’s turn", "not bold default") if active else Text("all choose")

    # -- keeping ----------------------------------------------------------------------------------

    def keep(self) -> None:
        if self.manners.keep_in is not None:
            self.save(self.manners.keep_in)

    def save(self, path: Path) -> None:
        saving.write(path, saving.record_with_seats(self.position, self.seating))

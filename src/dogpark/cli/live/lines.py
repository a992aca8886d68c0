"""The lines around the pile: what round it is, what lies here, what is asked, and which keys help."""

from __future__ import annotations

from rich.text import Text

from dogpark.cli.live.cards import short
from dogpark.cli.live.hand import Hand
from dogpark.cli.live.palette import Palette, named, style
from dogpark.cli.live.scene import Scene
from dogpark.play.refused import Refused


def heading(scene: Scene, palette: Palette) -> Text:
    text = Text.assemble((" DOGPILE ", style(palette.ground, palette.cursor, "bold")), "  ")
    text.append(f"round {scene.round} of {scene.rounds}", style(palette.ink, None, "bold"))
    if scene.you is None:
        text.append("   watching", style(palette.soft))
    return text


def too_small(size: tuple[int, int], least: tuple[int, int]) -> str:
    """Says what is missing, briefly enough for a line that is too short."""
    return f"needs {least[0]} × {least[1]} cells; here are {size[0]} × {size[1]}"


def look(scene: Scene, hand: Hand, busy: int, palette: Palette, *, held: bool) -> Text:
    """What lies where the hand points; and a dot for every tenth of a second the dog is busy."""
    soft, text = style(palette.soft), Text()
    if scene.you is not None:
        text.append(_lies(scene, hand.spot), soft)
    if busy:
        text.append("   busy ", soft)
        text.append("●" * busy, style(palette.cursor, None, "bold"))
        text.append("  then your next move" if held else "", soft)
    return text


def _lies(scene: Scene, number: int) -> str:
    spot = scene.pile[number - 1]
    if spot.lies == "empty":
        what = "empty"
    elif spot.lies == "up":
        what = f"{spot.bone}, face-up"
    elif spot.bone is not None:
        what = f"{spot.bone}, face-down; you have seen it"
    elif spot.maybe:
        what = f"face-down; perhaps {' or '.join(short(bone) for bone in spot.maybe)}"
    else:
        what = "face-down"
    return f"spot {number}: {what}"


def asked(scene: Scene, hand: Hand, refused: Refused | None, palette: Palette) -> Text:
    """Why something was refused; else what is asked."""
    if refused is not None:
        bad = style(palette.bad, None, "bold")
        text = Text("✗ ", bad).append(f"{refused.rule} " if refused.rule else "")
        words = refused.message[:1].upper() + refused.message[1:]
        return text.append_text(named(palette, words))
    if hand.paw is not None and scene.me is not None:
        return Text(f"Bury {scene.me.paws[hand.paw - 1]}: where, and which side up?")
    if hand.typed is not None:
        return Text(f"To spot {hand.typed}_")
    return named(palette, scene.ask)


def keys(scene: Scene, hand: Hand, palette: Palette) -> Text:
    """The keys that make sense now."""
    text = Text()
    for key, words in [*_useful(scene, hand), ("?", "help"), ("q", "leave")]:
        text.append(f" {key} ", style(palette.ground, palette.soft, "bold"))
        text.append(f" {words}  ", style(palette.soft))
    text.rstrip()
    return text


def _useful(scene: Scene, hand: Hand) -> list[tuple[str, str]]:
    if hand.paw is not None:
        return [("arrows", "where"), ("u", "face-up"), ("p", "face-down"), ("Esc", "let go")]
    if scene.stage == "dig" and scene.me is not None and scene.me.dug:
        return [("Enter", "keep"), ("u", "put face-up"), ("p", "put face-down")]
    if scene.stage == "ready":
        return [("r", "paws up"), ("o", "loot")][: 1 + bool(scene.rounds_over)]
    fresh = scene.sniff is not None and not scene.sniff.lifted
    return {
        "dig": [("arrows", "move"), ("Enter", "dig"), ("1 2 3", "bury")],
        "sniff": [("arrows", "move"), ("Enter", "sniff"), ("s", "do not sniff")][: 2 + fresh],
        "lay": [("arrows", "move"), ("Enter", "lay")],
    }.get(scene.stage, [])

"""What a study found, in sentences and figures that people read."""

from __future__ import annotations

from math import ceil, inf, log10

from dogpark.agents.interval import Interval
from dogpark.lab.columns import Column
from dogpark.lab.estimate import sign
from dogpark.lab.frames import who
from dogpark.lab.plan import MIXED, STRONGER, WEAKER, value_text
from dogpark.lab.study import Effect, Study

DISAGREE = "levels disagree"


def figure(column: Column, value: float, digits: int = 1, *, signed: bool = False) -> str:
    """A number in the unit of its measure; a share in percent, its change in percentage points."""
    mark = "+" if signed else ""
    if column.share:
        return f"{100 * value:{mark}z.{digits}f} {'pp' if signed else '%'}"
    return f"{value:{mark}z,.{digits}f}"


def estimated(
    column: Column, found: Interval | None, digits: int | None = None, *, signed: bool = False
) -> str:
    """A number and how far it may be off."""
    if found is None:
        return "–"
    if digits is None:
        digits = _digits(column, found)
    number, _, unit = figure(column, found.value, digits, signed=signed).partition(" ")
    spread = found.high - found.value
    if spread == inf:
        return f"{number} {unit}".rstrip()
    within = figure(column, spread, digits).removesuffix(" %")
    return f"{number} ± {within} {unit}".rstrip()


def _digits(column: Column, found: Interval) -> int:
    """As many as the interval lets mean something."""
    scale = 100 if column.share else 1
    spread = scale * (found.high - found.value)
    calm = 1 if column.share else 2
    if spread in (0, inf):
        return 0 if abs(scale * found.value) >= 100 else calm
    # More than the calm ones only where the interval would read as nothing.
    least = 1 if column.share else 0
    return max(least, min(calm, ceil(-log10(spread / 3))), ceil(-log10(2 * spread)))


def change(study: Study, variant: int) -> str:
    """What is changed, and what it was: ``rounds=3 instead of 5``."""
    base, changed = study.plan.table(0).options, study.plan.variants[variant]
    was = ", ".join(value_text(base[name]) for name, _ in changed.change)
    return f"{changed.name} instead of {was}"


def question(study: Study) -> str:
    """The house rules under study, as the game's facts put them."""
    names = {name for variant in study.plan.variants for name, _ in variant.change}
    facts = study.plan.table(0).facts
    words = [option.words for option in facts.options if option.name in names]
    return "; ".join(words) if words else "the game as it is"


def verdict(study: Study, effect: Effect) -> str:
    """Whether an effect is seen, and by which of the two levels."""
    if effect.disagree:
        return DISAGREE
    if MIXED in effect.difference:
        return "yes" if effect.seen else "no"
    if effect.sure:
        return "by both"
    seeing = [lineup for lineup in (WEAKER, STRONGER) if sign(effect.difference[lineup])]
    if not seeing:
        return "no"
    other = WEAKER if seeing[0] == STRONGER else STRONGER
    leaning = f", {who(study, other)} leans the other way" if effect.doubtful else ""
    return f"only by {who(study, seeing[0])}{leaning}"


def both(column: Column, found: dict[str, Interval | None], *, signed: bool = False) -> list[str]:
    """By the weaker and by the stronger level, with as many digits each; what mixed tables show
    stands under the stronger."""
    digits = max((_digits(column, one) for one in found.values() if one is not None), default=0)
    shown = {who: estimated(column, one, digits, signed=signed) for who, one in found.items()}
    return [shown.get(WEAKER, ""), shown.get(STRONGER) or shown[MIXED]]


def strongest_first(effects: list[Effect]) -> list[Effect]:
    """Where the levels disagree comes before all; what luck may explain comes last."""
    return sorted(effects, key=lambda one: (one.disagree, strength(one)), reverse=True)


def strength(effect: Effect) -> float:
    """How many of its own intervals an effect is away from nothing."""
    return max((_away(one) for one in effect.difference.values() if one is not None), default=0.0)


def _away(found: Interval) -> float:
    if found.high > found.value:
        return abs(found.value) / (found.high - found.value)
    return inf if found.value else 0.0


def sentence(study: Study, effect: Effect) -> str:
    """An effect as one would tell it, the stronger level first."""
    parts = []
    for lineup in (STRONGER, WEAKER, MIXED):
        found = effect.difference.get(lineup)
        if found is not None:
            digits = _digits(effect.column, found)
            from_to = " → ".join(
                figure(effect.column, one.value, digits)
                for one in (effect.base[lineup], effect.changed[lineup])
                if one is not None
            )
            among = "" if lineup == MIXED else f" among {who(study, lineup)} bots"
            parts.append(f"{from_to}{among} ({estimated(effect.column, found, signed=True)})")
    seeing = verdict(study, effect)
    told = ", ".join(parts)
    return f"{told}; seen {seeing}" if seeing.startswith("only") else told

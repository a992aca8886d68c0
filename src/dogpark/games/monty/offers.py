"""What lies on the table while players negotiate, in words: splits, orders, answers, demands."""

from __future__ import annotations

from typing import Any

from dogpark.games.monty.actions import SPECIES_NAMES
from dogpark.games.monty.state import (
    ACCEPT,
    ANSWER,
    COMMIT,
    NONE,
    ORDER,
    SEALED_DEMAND,
    SILENT,
    SPECIES,
    TALK,
    Monty,
)
from dogpark.games.monty.talks import member_at, proposer_at, share_of, waiting
from dogpark.games.monty.words import counted, in_mask, listed, named, seat_name, whose


def split_of(s: Monty, index: int) -> dict[int, int]:
    """The spaces of each talker in that split (MON-5.4)."""
    members = in_mask(s.talkers)
    return {
        seat: share_of(s.number, len(members), index, place) for place, seat in enumerate(members)
    }


def order_of(members: int, index: int) -> list[int]:
    """The members of a mask in that order (MON-6.3)."""
    size = len(in_mask(members))
    return [member_at(members, size, index, place) for place in range(size)]


def split_words(shares: dict[int, int], you: int | None = None) -> str:
    """``you 2, Blue 3``"""
    return ", ".join(f"{whose(seat, you)} {spaces}" for seat, spaces in shares.items())


def order_words(order: list[int], you: int | None = None) -> str:
    """``Blue, then you``"""
    return ", then ".join(whose(seat, you) for seat in order)


def offered_words(s: Monty, index: int, you: int | None = None) -> str:
    """What an offer of this index says now."""
    if s.matter == ORDER:
        return order_words(order_of(s.talkers, index), you)
    return split_words(split_of(s, index), you)


def offer_data(s: Monty, proposer: int, index: int) -> dict[str, Any]:
    """An offer of the talks now held, or (NONE) a pass."""
    who = seat_name(proposer)
    if index == NONE:
        return {"by": proposer, "words": f"{who} passes"}
    words = f"{who} offers: {offered_words(s, index)}"
    return {"by": proposer, **deal_data(s, index), "words": words}


def deal_data(s: Monty, index: int) -> dict[str, Any]:
    """What an offer of this index says now, as data."""
    if s.matter == ORDER:
        return {"order": order_of(s.talkers, index)}
    shares = split_of(s, index).items()
    return {"split": [{"seat": seat, "spaces": spaces} for seat, spaces in shares]}


def offers_so_far(s: Monty) -> list[dict[str, Any]]:
    """Every turn to propose taken in these talks, the latest last (MON-5.6, MON-18.1)."""
    turns = s.turns + (s.phase == ANSWER)
    return [offer_data(s, proposer_at(s, turn), s.offers[turn]) for turn in range(turns)]


def talks_words(s: Monty) -> str:
    """Who talks about what."""
    members = named(in_mask(s.talkers))
    if s.matter == ORDER:
        return f"{members} have to agree who goes first"
    return f"{members} share {counted(s.number, 'space')}"


def answers_awaited(s: Monty, you: int) -> str:
    """Who has still to answer whose offer (MON-5.7); that somebody has answered is known."""
    whose_offer = "your" if s.proposer == you else f"{seat_name(s.proposer)}'s"
    return f"{named(in_mask(waiting(s)))} to answer {whose_offer} offer"


def answers_shown(s: Monty) -> list[dict[str, Any]]:
    """The answers or demands of the last talks, once all were in (MON-18.4)."""
    given = {seat: answer for seat, answer in enumerate(s.answer) if answer != NONE}
    members = sum(1 << seat for seat in given)
    shown = []
    for seat, answer in given.items():
        if s.rule_split_protocol == SEALED_DEMAND:
            data, words = _demand_data(s, members, answer), _demand_words(s, members, answer)
        else:
            data, words = {"yes": answer == ACCEPT}, "yes" if answer == ACCEPT else "no"
        shown.append({"seat": seat, **data, "words": words})
    return shown


def _demand_data(s: Monty, members: int, value: int) -> dict[str, Any]:
    return {"order": order_of(members, value)} if s.matter == ORDER else {"spaces": value}


def _demand_words(s: Monty, members: int, value: int) -> str:
    if s.matter == ORDER:
        return order_words(order_of(members, value))
    return counted(value, "space")


def sealed_words(s: Monty, seat: int) -> str | None:
    """What this seat has under seal, for its own eyes (MON-18.2 to MON-18.4)."""
    value = s.sealed[seat]
    if value == NONE:
        return None
    if s.phase == SPECIES:
        return SPECIES_NAMES[value]
    if s.phase == TALK:
        return "silent" if value == SILENT else str(value)
    if s.phase == COMMIT:
        return str(value)
    if s.phase == ANSWER:
        return "yes" if value == ACCEPT else "no"
    return _demand_words(s, s.talkers, value)


def sealed_data(s: Monty, seat: int) -> dict[str, Any] | None:
    """The same as data."""
    value = s.sealed[seat]
    if value == NONE:
        return None
    if s.phase == SPECIES:
        return {"species": SPECIES_NAMES[value]}
    if s.phase in (TALK, COMMIT):
        return {"number": None if value == SILENT else value}
    if s.phase == ANSWER:
        return {"yes": value == ACCEPT}
    return _demand_data(s, s.talkers, value)


def said_words(seat: int, claim: int) -> str:
    """``Red says 3``, ``Blue stays silent``."""
    return f"{named([seat])} stays silent" if claim == SILENT else f"{named([seat])} says {claim}"


def listed_answers(s: Monty) -> str:
    """``Blue says yes and Green says no``, ``Red demands 3 spaces``."""
    verb = "wants" if s.rule_split_protocol == SEALED_DEMAND else "says"
    return listed([f"{named([one['seat']])} {verb} {one['words']}" for one in answers_shown(s)])
